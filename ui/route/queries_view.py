"""Which queries go where at this gate, and which of them go wrong?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from engine.routing.fixes import Fix
from ui.charts.route_places import rows_selected
from ui.charts.route_scatter import SELECT_CONFIG, scatter_base_figure, scatter_gate_figure
from ui.components.layered import layered
from ui.palette import OUTCOMES, Theme
from ui.route.outcomes import LOW, TIE, Ints, outcomes_of
from ui.route.query_detail import (
    Opened,
    add_query,
    first_of,
    open_query,
    opened,
    query_detail,
)
from ui.route.query_table import (
    EVERYTHING,
    LISTS,
    MISROUTED,
    MOST_LISTED,
    NEEDLESS,
    SPLITS,
    fixes_of,
    needless_at,
    part_of,
    rows_among,
    rows_listed,
    table_of,
    texts_of,
)
from ui.route.shown import Part, Shown
from ui.text import as_html

SCATTER = 0.34  # of the width
FIX_HELP = (
    "The least change that would help: the number to set, how many queries that fixes (+) and "
    "how many it breaks (−). gate: threshold and margin together. utterances: no gate does any "
    "good, other examples of the intents may. rule: a rule answered."
)
TABLE_LIT = "queries_table"
TABLE = 37 + 4 * 35  # px high: its head and four rows
SPLIT, LIST, SEARCH = "queries_split", "queries_list", "queries_search"
SELECTED = "queries_selected"  # the texts of what was selected in the scatter
CLEARED = "queries_cleared"  # how often: another scatter each time, without the box drawn in it


def queries_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The scatter of one split beside the list of its queries and the one that is open."""
    st.session_state.setdefault(SPLIT, next(iter(SPLITS)))
    st.session_state.setdefault(LIST, MISROUTED)
    part = part_of(shown, SPLITS[st.session_state[SPLIT]])
    rows = _rows(shown, part)
    it = opened(part) or first_of(part, rows)
    told = [*rows[:MOST_LISTED], *([] if it is None else [it.row])]
    fixes = fixes_of(part.judged, shown.gate, np.array(told, dtype=np.intp))
    wide = round(width * SCATTER)
    with st.container(horizontal=True, gap="small", key="queries"):
        with st.container(width=wide):
            _scatter(shown, part, it, colours, wide, big)
        with st.container(width="stretch", key="queries_right"):
            st.html(_counts(shown, part, colours, big))
            _controls(shown)
            if len(rows):
                _table(shown, part, rows, it, fixes, colours)
            else:
                _nothing(shown, part, colours)
            if it is not None:
                away = "" if it.row in rows else _list_name()
                query_detail(shown, part, it, fixes.get(it.row), away, colours, big)


def _list_name() -> str:
    return "selected" if st.session_state.get(SELECTED) else str(st.session_state[LIST])


def _scatter(
    shown: Shown, part: Part, it: Opened | None, colours: Theme, wide: int, big: bool
) -> None:
    judged = part.judged
    base = scatter_base_figure(
        judged.top, judged.gap, judged.in_scope, colours, wide,
        outcome=outcomes_of(judged, shown.gate), texts=texts_of(part), big=big,
    )  # fmt: skip
    above = scatter_gate_figure(
        judged.top, colours, wide, gate=(shown.gate.threshold, shown.gate.margin),
        query=None if it is None else (float(judged.top[it.row]), float(judged.gap[it.row])),
        big=big,
    )  # fmt: skip

    def select(key: str) -> None:
        rows = rows_selected(st.session_state[key], judged.top, judged.gap)
        # A click on what is selected empties the chart's selection; it stays listed.
        if rows:
            texts = texts_of(part)
            st.session_state[SELECTED] = frozenset(texts[row] for row in rows)
            # Of several the first that is listed is opened.
            listed = _rows(shown, part).tolist() if len(rows) > 1 else rows
            if listed:
                open_query(part, listed[0])

    key = f"scatter_{st.session_state.get(CLEARED, 0)}"
    layered(base, above, key, wide, select, config=SELECT_CONFIG,
            modes=("points", "box", "lasso"))  # fmt: skip


def _counts(shown: Shown, part: Part, colours: Theme, big: bool) -> str:
    """How many queries have each outcome, and which of the fallbacks are needless."""
    judged = part.judged
    outcome = outcomes_of(judged, shown.gate)
    counts = np.bincount(outcome, minlength=len(OUTCOMES)).tolist()
    words = "".join(
        f'<span><b style="color:{look.text}">{look.glyph}</b> {look.word} <b>{count:,}</b></span>'
        for look, count in zip((colours.outcomes[name] for name in OUTCOMES), counts, strict=True)
    )
    needless = int(needless_at(judged, shown.gate).sum())
    more = f"{needless:,} of {counts[LOW] + counts[TIE]:,} fallbacks needless"
    both = judged.collision
    if both.any():
        more += f" · {int(both.sum()):,} mean several intents, {int((both & (outcome == TIE)).sum()):,} tie"  # noqa: E501
    return (
        f'<div class="cp-counts{" cp-big" if big else ""}">{words}'
        f'<span class="cp-muted">{more}</span></div>'
    )


def _controls(shown: Shown) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.segmented_control(
            "Queries of", list(SPLITS), required=True, key=SPLIT, label_visibility="collapsed",
            persist_state="session",
        )  # fmt: skip
        chosen = st.session_state.get(SELECTED)
        if chosen:
            st.button(f"Clear {len(chosen):,} selected", key="clear_selected", on_click=_clear)
        else:
            with st.container(width=176):
                st.selectbox("List", LISTS, key=LIST, label_visibility="collapsed",
                             persist_state="session")  # fmt: skip
        with st.container(width="stretch", key="queries_find"):
            st.text_input("Search", key=SEARCH, placeholder="Search the texts",
                          label_visibility="collapsed")  # fmt: skip
        add_query(shown.queries, SPLITS[st.session_state[SPLIT]])


def _clear() -> None:
    st.session_state[SELECTED] = None
    st.session_state[CLEARED] = st.session_state.get(CLEARED, 0) + 1


def _rows(shown: Shown, part: Part) -> Ints:
    search = str(st.session_state.get(SEARCH) or "")
    chosen = st.session_state.get(SELECTED)
    if chosen:
        return rows_among(part, shown.gate, chosen, search)
    return rows_listed(part, shown.gate, st.session_state[LIST], search)


def _table(
    shown: Shown,
    part: Part,
    rows: Ints,
    it: Opened | None,
    fixes: Mapping[int, Fix],
    colours: Theme,
) -> None:
    drawn = rows[:MOST_LISTED]
    listed = part.rows[drawn].tobytes()
    lit = [] if it is None else np.flatnonzero(drawn == it.row)[:1].tolist()
    # Another list is another table, and so is one where another query was opened from elsewhere:
    # what was selected in the old one is nothing in the new. Its cells, the row lit, which one.
    memory = st.session_state.setdefault(TABLE_LIT, [listed, lit, 0])
    if memory[:2] != [listed, lit]:
        memory[:] = [listed, lit, memory[2] + 1]
    key = f"query_table_{memory[2]}"

    def select() -> None:
        cells = st.session_state[key]["selection"]["cells"]
        # A second click on a cell deselects it in the table; the query stays open.
        if cells:
            memory[1] = [cells[0][0]]
            open_query(part, int(drawn[cells[0][0]]))

    looks = [colours.outcomes[name] for name in OUTCOMES]
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    st.dataframe(
        table_of(part, drawn, shown.gate, fixes, colours),
        hide_index=True,
        height=TABLE,
        key=key,
        on_select=select,
        selection_mode="single-cell",
        selection_default={"selection": {"cells": [(row, "query") for row in lit]}},
        placeholder="rule",
        column_config={
            "glyph": st.column_config.MultiselectColumn(
                "",
                width=40,
                options=[look.glyph for look in looks],
                color=[look.color for look in looks],
            ),
            "query": text("query", width=160),
            "truth": text("truth", width=92),
            "best": text("best", width=92),
            "second": text("second", width=92),
            "top": number("top", format="%.3f", width=54),
            "gap": number("gap", format="%.3f", width=54),
            "fix": text("fix", width=178, help=FIX_HELP),
        },
    )
    if len(rows) > len(drawn):
        st.html(f'<span class="cp-muted">first {len(drawn):,} of {len(rows):,}</span>')


def _nothing(shown: Shown, part: Part, colours: Theme) -> None:
    """What is said in the table's place."""
    which, search = st.session_state[LIST], str(st.session_state.get(SEARCH) or "").strip()
    if search or st.session_state.get(SELECTED):
        held = f" holds “{search}”" if search else ""
        words = f"No query of this list{held}. {EVERYTHING} or another split may have it."
    elif which == MISROUTED:
        needless = int(needless_at(part.judged, shown.gate).sum())
        inside = int(part.judged.single.in_scope.sum())
        words = (
            f"● Nothing is routed wrong at this gate. It costs {needless:,} needless fallbacks "
            f"of {inside:,} in-scope queries; the list “{NEEDLESS}” has them."
        )
    else:
        words = "● None at this gate."
    edge = colours.outcomes["routed_right"].color
    st.html(f'<div class="cp-verdict" style="border-color:{edge}">{as_html(words)}</div>')
