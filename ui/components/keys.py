"""Which keys act on the whole page, wherever the focus is, but not while someone types?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from ui.components.assets import join_files

_mount = st.components.v2.component("context_playground_keys", js=join_files("keys.js"))


def page_keys(actions: Mapping[str, Callable[[], None]], *, key: str = "keys") -> None:
    """Listen for Ctrl+Z (`"undo"`) and Ctrl+Shift+Z or Ctrl+Y (`"redo"`)."""

    def deliver() -> None:
        pressed = st.session_state[key].get("pressed")
        if pressed in actions:
            actions[pressed]()

    _mount(key=key, data=None, on_pressed_change=deliver)
