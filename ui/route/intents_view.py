"""What does the router know: intents, rules in front of them, and what lies too close?"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ui.palette import Theme
from ui.route.intents_pane import intents_pane
from ui.route.overlap_pane import overlap_pane
from ui.route.rules_pane import rules_pane
from ui.route.shown import Shown

PANES: dict[str, Callable[[Shown, Theme, int, bool], None]] = {
    "Edit": intents_pane,
    "Rules": rules_pane,
    "Overlap": overlap_pane,
}


def intents_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """One of three panes: overlap alone takes a second, and only when it is looked at."""
    names = list(PANES)
    st.session_state.setdefault("intents_pane", names[0])
    name = st.segmented_control(
        "Intents",
        names,
        required=True,
        key="intents_pane",
        label_visibility="collapsed",
        persist_state="session",
    )
    PANES[str(name)](shown, colours, width, big)
