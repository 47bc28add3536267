"""What does the person type into the selected section, while they type it?"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ui.components.assets import join_files

_mount = st.components.v2.component(
    "context_playground_editor", css=join_files("editor.css"), js=join_files("editor.js")
)


def text_editor(
    name: str,
    text: str,
    *,
    key: str,
    on_edit: Callable[[str, str], None],
    height: int = 160,
    big: bool = False,
) -> None:
    """A large field for one section's text; `on_edit(name, text)` when the typing pauses.

    The name goes with the text, so that what was typed last is never written into a
    section that was selected meanwhile.
    """

    def deliver() -> None:
        edit = st.session_state[key].get("edit")
        if isinstance(edit, dict) and isinstance(edit.get("name"), str):
            text = edit.get("text")
            if isinstance(text, str):
                # Browsers cannot hold half a character; a pasted one arrives as U+FFFD.
                on_edit(edit["name"], text)

    _mount(
        key=key,
        data={"name": name, "text": text, "height": height, "big": big},
        on_edit_change=deliver,
    )
