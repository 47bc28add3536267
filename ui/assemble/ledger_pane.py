"""What became of every section, and how does one add, move and change them?"""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from engine import ContextSection, Scenario
from engine.scenario import edits
from engine.scenario.advice import take_in
from engine.scenario.ledger import Ledger
from engine.sections import KINDS, TIERS
from ui import state
from ui.assemble.moved import moved
from ui.cached import ledger_of, needs_shown
from ui.charts.literal import one_line
from ui.charts.text_width import shorten
from ui.components.ledger import LedgerEvent, ledger_table
from ui.components.ledger_rows import ledger_rows, ledger_totals
from ui.palette import Theme
from ui.samples import FIRST, shipped
from ui.text import as_html

HINT = "click a row to open it, a blue number to apply it"
MOST_MOVES = 3
COLUMNS = ("name", "kind", "tier", "priority", "pinned", "truncatable", "source", "trust", "text")


def ledger_pane(scenario: Scenario, ledger: Ledger, colours: Theme, big: bool) -> None:
    """The ledger with its head; or the same sections as an editable table; or a start."""
    as_table = bool(st.session_state.get("as_table"))
    with st.container(horizontal=True, vertical_alignment="center"):
        hint = "a cell counts after Enter" if as_table else _moves() or HINT
        st.html(
            f'<span class="cp-name">Ledger</span> <span class="cp-muted">{hint}</span>',
            width="stretch",
        )
        # The grid has a toolbar of its own at its upper right: nothing of ours stands there.
        if as_table:
            st.button("Back to the ledger", on_click=_show_table, args=(False,))
            st.html("<div style='width:150px'></div>")
        else:
            st.button("Add", on_click=_add, help="A new section behind the selected one")
            move = "Move the selected section; in the table Alt and the arrow key do the same"
            st.button("↑ Up", on_click=_move, args=(-1,), help=move)
            st.button("↓ Down", on_click=_move, args=(1,), help=move)
            st.button("Edit as table", on_click=_show_table, args=(True,))
    if not ledger.rows and not as_table:
        _empty(ledger, colours)
    if as_table:
        _table(scenario)
    elif ledger.rows:
        selected = state.session().selected
        rows = ledger_rows(ledger, scenario, needs_shown(scenario, selected))
        ledger_table(
            rows,
            ledger_totals(ledger),
            selected,
            colours,
            key="ledger",
            on_event=_on_event,
            height=500,
            big=big,
        )


def _show_table(wanted: bool) -> None:
    st.session_state["as_table"] = wanted


def _moves() -> str:
    """What the last change did to other sections' tokens, as HTML; empty where it did nothing."""
    moves = moved(state.session().before, state.session().scenario)
    words = [
        f"{as_html(shorten(one_line(name), 110, 15))} {before:,}→<b>{after:,}</b>"
        for name, before, after in moves[:MOST_MOVES]
    ]
    more = len(moves) - MOST_MOVES
    return " · ".join(words) + (f" · and {more:,} more" if more > 0 else "")


def _on_event(event: LedgerEvent) -> None:
    scenario = state.session().scenario
    try:
        index = scenario.index(event.name)
    except KeyError:
        return  # it was deleted while the click was on its way
    if event.action == "select":
        state.select(event.name)
    elif event.action in ("set_priority", "apply_priority"):
        value = event.value
        state.attempt(lambda now: edits.change_section(now, index, priority=value))
    elif event.action == "toggle_pin":
        pinned = not scenario.sections[index].pinned
        state.attempt(lambda now: edits.change_section(now, index, pinned=pinned))
    elif event.action == "move":
        by = int(event.value or 0)
        state.attempt(lambda now: edits.move_section(now, index, by), chosen=event.name)
    elif event.action == "reorder":
        by = int(event.value or 0) - index
        state.attempt(lambda now: edits.move_section(now, index, by), chosen=event.name)
    elif event.action == "apply_budget":
        row = ledger_of(scenario).row(event.name)
        taken = take_in(scenario, row.decision) if row and row.decision else None
        if taken is not None:
            state.change(taken[2])


def _selected_index() -> int | None:
    now = state.session()
    return now.scenario.index(now.selected) if now.selected else None


def _add() -> None:
    after = _selected_index()
    state.attempt(lambda now: edits.add_section(now, ContextSection("new section", ""), after))
    sections = state.session().scenario.sections
    state.select(sections[-1 if after is None else after + 1].name)


def _move(by: int) -> None:
    index = _selected_index()
    if index is not None:
        state.attempt(lambda now: edits.move_section(now, index, by))


def _empty(ledger: Ledger, colours: Theme) -> None:
    st.html(
        f'<div class="cp-empty" style="border-color:{colours.hairline}">No sections yet. '
        f"<b>{ledger.usable:,} tokens are free.</b><br>"
        '<span class="cp-muted">Start from something and change it: a shipped scenario, a file '
        "(Open, at the left), or a section of your own.</span></div>"
    )
    with st.container(horizontal=True, horizontal_alignment="center"):
        title = shipped()[FIRST].title
        st.button(
            f"Load {title}",
            type="primary",
            on_click=state.open_scenario,
            args=(shipped()[FIRST], FIRST),
        )
        st.button("Add a section", on_click=_add)


def _table(scenario: Scenario) -> None:
    """All fields as a grid. An edit is applied at once and the grid begins anew from the result."""
    generation = st.session_state.setdefault("table_generation", 0)
    key = f"table_{generation}"
    frame = pd.DataFrame(
        [[getattr(section, column) for column in COLUMNS] for section in scenario.sections],
        columns=list(COLUMNS),
    ).astype({"priority": "float64", "pinned": "bool", "truncatable": "bool"})

    def apply() -> None:
        edited: dict[str, Any] = st.session_state[key]
        done = state.attempt(
            lambda now: edits.apply_table(
                now, edited["edited_rows"], edited["added_rows"], edited["deleted_rows"]
            )
        )
        del done  # refused or not, the grid shows the scenario as it is now
        st.session_state["table_generation"] = generation + 1

    choice = st.column_config.SelectboxColumn
    st.data_editor(
        frame,
        key=key,
        on_change=apply,
        num_rows="dynamic",
        hide_index=True,
        row_height=35,
        height=500,
        width="stretch",
        column_config={
            "name": st.column_config.TextColumn(width="medium", required=True),
            "kind": choice(options=list(KINDS), default="other"),
            "tier": choice(options=list(TIERS)),
            "priority": st.column_config.NumberColumn(default=0),
            "pinned": st.column_config.CheckboxColumn(),
            "truncatable": st.column_config.CheckboxColumn("may be trimmed"),
            "text": st.column_config.TextColumn(width="large"),
        },
    )
    st.caption(
        "Select rows at the left edge and press Delete to remove them; the last line adds one."
    )
