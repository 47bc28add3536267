"""Which intents are taken for which, and which queries are behind each number?"""

from __future__ import annotations

import math
from typing import Literal

import streamlit as st

from engine.routing.aims import Gate
from engine.routing.confusion import NO_INTENT, Confusion
from engine.routing.metrics import collision_recall
from ui.charts.clicks import clicked_cell
from ui.charts.route_confusion import MOST_INTENTS, confusion_figure
from ui.components.layered import STILL
from ui.palette import Theme
from ui.route.parts import choose_part
from ui.route.picks import Pick, confusion_of, rows_of, words_of
from ui.route.plain_table import in_queries, plain_table
from ui.route.shown import Part, Shown
from ui.text import as_html

GAP = 16
MATRIX = 0.6  # of the width
LEAST_MATRIX, LEAST_TABLE = 600, 380  # px of width side by side
HEIGHT = 320
MOST_PAIRS = 200
PICK = "confusion_pick"
PAIRS, INTENTS = "Confused pairs", "Per intent"
PERCENT = st.column_config.NumberColumn(format="%.1f", width="small")


def confusion_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The matrix where it can be read, the lists of pairs and intents, and the queries behind."""
    with st.container(horizontal=True, vertical_alignment="center"):
        part = choose_part(shown)
        _collisions(part, shown.gate)
    table = confusion_of(part, shown.gate)
    wide = max(round(MATRIX * width), min(LEAST_MATRIX, width))
    beside: int | Literal["stretch"] = "stretch"
    if width - wide - GAP < LEAST_TABLE:
        wide = beside = width
    if len(table.intents) <= MOST_INTENTS:
        with st.container(horizontal=True, gap="small", key="route_confusion"):
            height = _matrix(table, colours, wide, big)
            with st.container(width=beside):
                st.session_state.setdefault("confusion_list", PAIRS)
                chosen = st.segmented_control(
                    "List",
                    [PAIRS, INTENTS],
                    required=True,
                    key="confusion_list",
                    label_visibility="collapsed",
                    persist_state="session",
                )
                (_pairs if chosen == PAIRS else _intents)(table, max(height - 48, 160))
    else:
        half = (width - GAP) // 2 if width >= 2 * LEAST_TABLE + GAP else width
        with st.container(horizontal=True, gap="small", key="route_confusion"):
            with st.container(width=round(0.8 * half) if half < width else width):
                _pairs(table, HEIGHT)
            with st.container(width="stretch"):
                _intents(table, HEIGHT)
    _listed(part, shown.gate, table)


def _collisions(part: Part, gate: Gate) -> None:
    """What becomes of queries with several intents, which stand in no table here."""
    found = collision_recall(part.judged, gate.threshold, gate.margin)
    if not found.queries:
        return
    st.html(
        '<span class="cp-muted">'
        f"Counted apart: {in_queries(found.queries)} with several intents. "
        f"{found.ambiguous:,} end in a tie, as hoped; {found.low_confidence:,} in low confidence; "
        f"{found.routed_to_one_of_theirs + found.routed_elsewhere:,} routed.</span>"
    )
    st.button("List them", on_click=_pick, args=(Pick(None),))


def _pick(pick: Pick) -> None:
    st.session_state[PICK] = pick


def _matrix(table: Confusion, colours: Theme, width: int, big: bool) -> int:
    """The matrix of the intents there are; its height in px."""
    n = len(table.intents)
    # Rows of labels that no intent has are left to the list.
    rows = [*range(n), len(table.rows) - 1]
    figure = confusion_figure(table.matrix[rows], table.intents, colours, width, big=big)

    def clicked() -> None:
        cell = clicked_cell(st.session_state["confusion_matrix"])
        if cell is not None:
            _pick(Pick((*table.intents, NO_INTENT)[cell[0]], table.columns[cell[1]]))

    st.plotly_chart(figure, theme=None, width=width, config=STILL, key="confusion_matrix",
                    on_select=clicked, selection_mode="points")  # fmt: skip
    unknown = table.matrix[n:-1].sum()
    if unknown:
        st.html(f'<span class="cp-muted">Not in it: {in_queries(int(unknown))} with a label that '
                "no intent has.</span>")  # fmt: skip
    return int(figure.layout.height)


def _pairs(table: Confusion, height: int) -> None:
    """What was routed to another intent, most queries first."""
    pairs = table.pairs
    if not pairs:
        st.html('<span class="cp-muted">No query went to another intent.</span>')
        return
    shown = pairs[:MOST_PAIRS]

    def clicked() -> None:
        row = _clicked_row(key)
        if row is not None:
            _pick(Pick(shown[row].truth, shown[row].routed_to))

    # Another table is another widget: what was selected in the one before is selected no more.
    key = f"confused_pairs_{hash(shown)}"
    st.dataframe(
        {
            "queries": [pair.queries for pair in shown],
            "truth": [pair.truth for pair in shown],
            "routed to": [pair.routed_to for pair in shown],
            "of the truth, %": [round(100 * pair.share, 1) for pair in shown],
        },
        hide_index=True,
        width="stretch",
        height=height,
        key=key,
        on_select=clicked,
        selection_mode="single-cell",
        column_config={"of the truth, %": PERCENT},
    )
    if len(pairs) > len(shown):
        st.html(f'<span class="cp-muted">The worst {len(shown):,} of {len(pairs):,} pairs.</span>')


def _intents(table: Confusion, height: int) -> None:
    """Precision, recall and F1 of every intent, the worst first."""
    reports = sorted(table.reports, key=lambda one: (math.isnan(one.f1), one.f1, -one.support))

    def clicked() -> None:
        row = _clicked_row(key)
        if row is not None:
            _pick(Pick(reports[row].intent))

    key = f"intent_reports_{hash(tuple(one.intent for one in reports))}"
    st.dataframe(
        {
            "intent": [one.intent for one in reports],
            "F1, %": [_percent(one.f1) for one in reports],
            "precision, %": [_percent(one.precision) for one in reports],
            "recall, %": [_percent(one.recall) for one in reports],
            "queries": [one.support for one in reports],
            "most taken for": [
                ", ".join(f"{name} {count:,}" for name, count in one.taken_for[:3])
                for one in reports
            ],
        },
        hide_index=True,
        width="stretch",
        height=height,
        key=key,
        on_select=clicked,
        selection_mode="single-cell",
        column_config=dict.fromkeys(("F1, %", "precision, %", "recall, %"), PERCENT),
    )


def _percent(share: float) -> float | None:
    return None if math.isnan(share) else round(100 * share, 1)


def _clicked_row(key: str) -> int | None:
    """The row of the cell clicked on; None where that took the selection away."""
    cells = st.session_state[key]["selection"]["cells"]
    return int(cells[0][0]) if cells else None


def _listed(part: Part, gate: Gate, table: Confusion) -> None:
    pick: Pick | None = st.session_state.get(PICK)
    known = {None, *table.rows} if pick else set()
    if pick is None or pick.truth not in known or pick.went not in {None, *table.columns}:
        st.html('<span class="cp-muted">Click a number or a row to list its queries.</span>')
        return
    rows = rows_of(part, gate, pick)
    st.html(f"<b>{as_html(words_of(pick))}</b> · {in_queries(len(rows))}")
    if len(rows):
        plain_table(part, gate, rows, "confusion_queries")
