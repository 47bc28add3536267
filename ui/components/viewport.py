"""How wide is the main column of the page, so that labels can be fitted to it?"""

from __future__ import annotations

import streamlit as st

from ui.components.assets import join_files

# The column at 1440 px: what most first screens have, so that few need a second run.
USUAL = 1160
NARROW = 1000
KEY = "viewport"

_mount = st.components.v2.component(
    "context_playground_viewport", js=join_files("viewport.js"), html="<div></div>"
)


def column_width() -> int:
    """The width in CSS px, in steps of 40; the usual one until the browser has told its own."""
    told = st.session_state.get(KEY, {}).get("width") or USUAL
    return min(max(int(told), 320), 4000) if isinstance(told, int | float) else USUAL


def is_narrow() -> bool:
    """Whether a row of controls has no room for all of them, as on a screen 1024 px wide."""
    return column_width() < NARROW


def measure_column() -> None:
    """Put the ruler on the page; it is not seen, so it stands last."""
    _mount(key=KEY, data={"width": column_width()}, on_width_change=lambda: None)
