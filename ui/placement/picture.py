"""What do the strips of two orders look like on the curve, and what do they score?"""

from __future__ import annotations

import streamlit as st

from ui import state
from ui.charts.canvas import CHART_CONFIG
from ui.charts.clicks import clicked_section
from ui.charts.placement_curve import placement_figure
from ui.frame import catch_up, current_theme
from ui.placement.move_strip import move_strip
from ui.placement.score_pane import score_pane
from ui.placement.shown import look


def select_block() -> None:
    """A click on a block or a disc selects its section."""
    state.select(clicked_section(st.session_state["placement"]))


@st.fragment(key="picture")
def picture(left: int, width: int, big: bool) -> None:
    """The strips on the curve and what they score: a drag redraws this before all else."""
    scenario, colours = state.session().scenario, current_theme()
    shown = look(scenario)
    assert shown is not None, "moving and marking sections leave the window as it was"
    with st.container(horizontal=True, gap="small"):
        with st.container(width=left):
            st.plotly_chart(
                placement_figure(
                    shown.curve,
                    shown.overlays,
                    shown.strips,
                    set(scenario.placement.weights),
                    colours,
                    left,
                    big,
                    state.session().selected,
                ),
                theme=None,
                width=left,  # labels are fitted to it
                config=CHART_CONFIG,
                key="placement",
                on_select=select_block,
                selection_mode="points",
            )
            move_strip(scenario, shown, colours, big)
        with st.container(width="stretch"):
            score_pane(scenario, shown, colours, max(width - left - 24, 280), big)
    catch_up()
