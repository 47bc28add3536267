"""Which keys act on the whole page, wherever the focus is, but not while someone types?

It stands on every page, so it also sees to where the browser's Back leads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from ui.components.assets import join_files
from ui.components.outbox import Seen, inbox, unseen

# What a key does, by name: Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y; ←, →, Home, End, N, the space bar.
ACTIONS = ("undo", "redo", "back", "step", "home", "end", "next", "play")

_mount = st.components.v2.component(
    "context_playground_keys", js=join_files("outbox.js", "history.js", "keys.js")
)


def page_keys(actions: Mapping[str, Callable[[], object]], *, key: str = "keys") -> None:
    """Listen for the keys of these `ACTIONS`; the others keep their usual meaning."""

    def act(pressed: str) -> None:
        # A key pressed on the page before may arrive on this one.
        if pressed in actions:
            actions[pressed]()

    heard, deliver = inbox(key, _pressed, act)
    _mount(key=key, data={"seen": list(heard), "actions": list(actions)}, on_event_change=deliver)


def _pressed(message: object, seen: Seen) -> list[tuple[Seen, str | None]]:
    def read(entry: Mapping[str, object]) -> str | None:
        action = entry.get("action")
        return action if isinstance(action, str) and action in ACTIONS else None

    return unseen(message, seen, read)
