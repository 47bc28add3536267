"""How does one move a section by hand, and see at once what its new place is worth?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from engine import Scenario
from engine.placement import PositionCurve
from engine.placement.pipeline import may_move
from engine.scenario.edits import set_must_find
from ui import state
from ui.charts.placement_orders import order_words
from ui.charts.placement_plot import BIG
from ui.components.order_strip import OrderEvent, order_after, order_strip, strip_blocks
from ui.palette import Theme
from ui.placement.notes import left_out
from ui.placement.shown import Shown, blocks_of

# Where the chart's axis begins and ends, so that the blocks stand under their own strip.
AXIS_LEFT, AXIS_RIGHT = 62, 52


def move_strip(scenario: Scenario, shown: Shown, colours: Theme, big: bool) -> None:
    """The order as given, to be changed by drag, by keys, or by two buttons."""
    blocks = strip_of(scenario, shown.curve)

    def on_event(event: OrderEvent) -> None:
        if event.action == "select":
            state.select(event.name)
        elif event.action == "toggle_find":
            _toggle(event.name)
        else:
            # Several actions may arrive at once: each goes by what the one before it left.
            now = strip_of(state.session().scenario, shown.curve)
            _reorder(order_after(now, event), event.name)

    # What moves is the order of the ledger, which need not be the one that is sent.
    sent = "" if scenario.order == "as_given" else f" (sent now: {order_words(scenario.order)})"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(
            f'<span class="cp-note cp-muted">Move a section of <b>as given</b>{sent}: drag it, or '
            "Alt+← and →; F marks it ★</span>",
            width="stretch",
        )
        st.button("← Earlier", on_click=_step, args=(blocks, -1))
        st.button("Later →", on_click=_step, args=(blocks, 1))
    order_strip(
        blocks,
        state.session().selected,
        colours,
        key="order_strip",
        on_event=on_event,
        left=round(AXIS_LEFT * (BIG if big else 1)),
        right=round(AXIS_RIGHT * (BIG if big else 1)),
        big=big,
    )
    there = {block["number"] for block in blocks}
    gone = left_out([n for n in range(1, len(scenario.sections) + 1) if n not in there])
    if gone:
        st.html(f'<span class="cp-note cp-muted">{gone}</span>')


def strip_of(scenario: Scenario, curve: PositionCurve) -> list[dict[str, Any]]:
    """The blocks of the order as given."""
    return strip_blocks(
        blocks_of(scenario, curve, "as_given"),
        set(scenario.placement.weights),
        {section.name for section in scenario.sections if not may_move(section)},
    )


def _step(blocks: list[dict[str, Any]], by: int) -> None:
    name = state.session().selected
    if name is not None and any(block["name"] == name for block in blocks):
        _reorder(order_after(blocks, OrderEvent("move", name, by)), name)


def _toggle(name: str) -> None:
    weights = state.session().scenario.placement.weights
    if name in weights:
        del weights[name]
    else:
        weights[name] = 1
    state.attempt(lambda now: set_must_find(now, weights))


def _reorder(names: list[str], chosen: str) -> None:
    """Give the sections that are sent this order; those left out keep their places in the list.

    Order A then shows the change: it becomes `as given`.
    """

    def edit(now: Scenario) -> Scenario:
        by_name = {section.name: section for section in now.sections}
        placed = iter(names)
        moving = set(names)
        sections = tuple(
            by_name[next(placed)] if section.name in moving else section for section in now.sections
        )
        return replace(now, sections=sections)

    st.session_state["order_a"] = "as_given"
    state.attempt(edit, chosen=chosen)
