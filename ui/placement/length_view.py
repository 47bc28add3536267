"""What does length alone cost, and what do many turns cost?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.placement import length_tables, multi_turn
from ui.charts.placement_lengths import length_figure, multi_turn_figure
from ui.palette import Theme
from ui.placement.figure import show


def length_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """What length alone costs, and what many turns cost: never multiplied into the U."""
    st.write("These figures come from other tasks. Length costs accuracy wherever the fact stands; "
             "no score of this page contains it.")  # fmt: skip
    tables = {table.name: table for table in length_tables()}
    turns = multi_turn()
    st.session_state.setdefault("length_table", next(iter(tables)))
    name = st.segmented_control(
        "Benchmark",
        [*tables, turns.name],
        required=True,
        key="length_table",
        persist_state="session",
    )
    if name in tables:
        show(length_figure(tables[name], colours, width, big=big), "length_figure", width)
    else:
        show(multi_turn_figure(turns, colours, width, big=big), "turns_figure", width)
