"""At which share of the window do one's own measurements set the marks?"""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine import Scenario
from engine.errors import PlacementError
from engine.placement import effective_window, load_occupancy
from engine.placement.effective import DROP
from engine.scenario.edits import set_zones
from ui import state
from ui.charts.placement_watermarks import effective_figure
from ui.palette import Theme
from ui.placement.figure import show

# A file of figures is put into the box beside it, where it can be changed.
MOST_CHARACTERS = 100_000
EXAMPLE_OCCUPANCY = "occupancy,accuracy,n\n0.1,0.91,200\n0.3,0.90,200\n0.5,0.88,200\n0.7,0.79,200"


def watermark_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """From accuracy by occupancy to the marks: where does it bend below a drop one accepts?"""
    left, right = st.columns([2, 1])
    right.file_uploader(
        "Or a CSV file, which is put in the box: occupancy and accuracy from 0 to 1, n questions",
        key="occupancy_file",
        on_change=_take_occupancy,
    )
    text = left.text_area(
        "Your measurements: CSV with occupancy, accuracy, n (an example is filled in)",
        EXAMPLE_OCCUPANCY,
        key="occupancy",
        height=230,
        persist_state="session",
    )
    drop = right.number_input(
        "Accepted drop, points", 1.0, 50.0, 100 * DROP, 1.0, key="drop", persist_state="session"
    )
    try:
        occupancy, accuracy, n = load_occupancy(text)
        window = effective_window(occupancy, accuracy, n, drop=drop / 100)
    except (PlacementError, ValueError) as error:
        st.error("The measurements were not read. What is wrong stands below.")
        st.text(str(error))
        return
    example = text.strip() == EXAMPLE_OCCUPANCY
    source = "An invented example, to be replaced by your own" if example else "Your measurements"
    st.write(window.statement)
    show(effective_figure(window, source, colours, width, big), "effective_figure", width)
    if window.amber is not None and window.red is not None:
        words = f"Set the marks: amber {100 * window.amber:g} %, red {100 * window.red:g} %"
        if st.button(words, type="primary"):
            state.attempt(partial(set_zones, amber=window.amber, red=window.red))
            st.rerun()  # the whole page, whose gauge shows the marks too


def _take_occupancy() -> None:
    upload = st.session_state["occupancy_file"]
    if upload is None:
        return
    text = upload.getvalue().decode("utf-8-sig", "replace")
    if len(text) > MOST_CHARACTERS:
        state.refuse(
            f"{upload.name} was not read.",
            f"At most {MOST_CHARACTERS:,} characters are; it has {len(text):,}.",
        )
    else:
        st.session_state["occupancy"] = text
