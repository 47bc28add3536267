"""What stands at the left of every page: the pages, scenario, gauge, undo, link, open, save?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st
from streamlit.errors import StreamlitAPIException

from ui import address, state
from ui.bound import bound
from ui.gauge import gauge
from ui.newest import newest
from ui.opening import open_controls, opening_round
from ui.palette import Theme
from ui.samples import shipped
from ui.saving import file_name, saved
from ui.text import as_html

MOST_DESCRIPTION = 400


def sidebar(pages: Mapping[str, str], title: str, colours: Theme) -> None:
    """Draw it; `pages` are the titles by file, `title` that of the page it stands on."""
    st.html('<div class="cp-brand">Context Playground</div>')
    for path, name in pages.items():
        try:
            st.page_link(path, label=name)
        except StreamlitAPIException:  # a page run by itself, as in a test, knows no others
            st.html(f"<b>{as_html(name)}</b>")
    _scenario_choice()
    st.html(gauge(colours))
    with st.container(horizontal=True, gap="small"):
        now = state.session()
        st.button("↶", key="undo", on_click=state.undo, disabled=not now.past, help="Undo (Ctrl+Z)")
        st.button(
            "↷",
            key="redo",
            on_click=state.redo,
            disabled=not now.future,
            help="Redo (Ctrl+Shift+Z)",
        )
        with st.popover("Link"):
            st.write(
                "Copy it to pass the settings on. Edits to sections (texts, priorities, pins, "
                "order) are not in it: pass those on as a saved file."
            )
            st.code(address.link(), language=None, wrap_lines=True)
    with st.container(horizontal=True, gap="small"):
        # A new key once a file was opened: the popover comes back closed.
        with st.popover("Open", key=f"open_{opening_round()}"):
            open_controls()
        st.download_button(
            "Save",
            partial(saved, newest()),
            on_click="ignore",
            file_name=file_name("json"),
            mime="application/json",
            key="save",
            help="The whole scenario as one JSON file, to be opened again",
        )
    # What to look for in this scenario; a lesson reads it, an expert scrolls past it.
    lesson = as_html(now.scenario.description[:MOST_DESCRIPTION])
    st.html(f'<div class="cp-gauge cp-muted">{lesson}</div>')


def _scenario_choice() -> None:
    now = state.session()
    own = "own"
    options = [*shipped(), *([own] if now.base is None else [])]

    def title(name: str) -> str:
        return now.scenario.title if name == own else shipped()[name].title

    bound(
        st.selectbox,
        "Scenario",
        now.base or own,
        _choose_scenario,
        "scenario",
        options=options,
        format_func=title,
    )


def _choose_scenario(name: str) -> None:
    if name in shipped():
        state.open_scenario(shipped()[name], name)
