"""Which keys act on the whole page, wherever the focus is, but not while someone types?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from ui.components.assets import join_files
from ui.components.outbox import Seen, inbox, unseen

_mount = st.components.v2.component(
    "context_playground_keys", js=join_files("outbox.js", "keys.js")
)


def page_keys(actions: Mapping[str, Callable[[], None]], *, key: str = "keys") -> None:
    """Listen for Ctrl+Z (`"undo"`) and Ctrl+Shift+Z or Ctrl+Y (`"redo"`)."""
    heard, deliver = inbox(key, _pressed, lambda pressed: actions[pressed]())
    _mount(key=key, data={"seen": list(heard)}, on_event_change=deliver)


def _pressed(message: object, seen: Seen) -> list[tuple[Seen, str | None]]:
    def read(entry: Mapping[str, object]) -> str | None:
        action = entry.get("action")
        return action if action in ("undo", "redo") else None

    return unseen(message, seen, read)
