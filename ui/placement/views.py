"""What can be shown below the picture, by the name on its switch?"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine import Scenario
from ui import state
from ui.frame import catch_up, current_theme, presenting
from ui.palette import Theme
from ui.placement.curves_view import curves_view
from ui.placement.flattening_view import flattening_view
from ui.placement.found_view import found_view
from ui.placement.length_view import length_view
from ui.placement.pairs_view import pairs_view
from ui.placement.watermark_view import watermark_view

# (the scenario, the theme, the width of the view in px, whether for a projector)
VIEWS: dict[str, Callable[[Scenario, Theme, int, bool], None]] = {
    "Where is the fact found?": found_view,
    "All curves": curves_view,
    "Key-value": pairs_view,
    "Length": length_view,
    "Why the middle sinks": flattening_view,
    "Watermarks": watermark_view,
}


@st.fragment(key="more")
def views_below(room: int) -> None:
    """The lower part: a slider in it redraws it alone."""
    names = list(VIEWS)
    st.session_state.setdefault("placement_view", names[0])
    view = st.segmented_control(
        "More",
        names,
        required=True,
        key="placement_view",
        label_visibility="collapsed",
        persist_state="session",
    )
    VIEWS[str(view)](state.session().scenario, current_theme(), room, presenting())
    catch_up()
