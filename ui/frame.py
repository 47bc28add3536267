"""What stands around every page: the sidebar, the title, the export, a message?

A page calls `page(...)` first. Each page draws the whole frame itself, because Streamlit
runs a page's file without `app.py` when the first request after a start is a deep link.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from engine import ContextOverflowError
from engine.scenario.run import sent_tokens
from ui import address, state
from ui.appearance import current_theme, dress, presenter_switch, presenting
from ui.components.keys import page_keys
from ui.newest import newest
from ui.palette import Theme
from ui.samples import FIRST, shipped
from ui.saving import file_name, saved
from ui.sidebar import sidebar
from ui.text import as_html

# The pages that exist, in the order of the pipeline; `app.py` and the sidebar read it.
PAGES = {
    "pages/assemble.py": "Assemble",
    "pages/placement.py": "Placement",
    "pages/measure.py": "Measure",
    "pages/route.py": "Route",
    "pages/memory.py": "Memory",
}

# Where it stands what the frame shows.
FRAMED = "framed"


def page(
    title: str,
    sentence: str,
    export: Callable[[], None],
    lesson: str | None = None,
    switch: Callable[[], object] | None = None,
    kept: Mapping[str, address.Kept] | None = None,
    typed: tuple[address.Typed, ...] = (),
    keys: Mapping[str, Callable[[], object]] | None = None,
) -> Theme:
    """Draw the frame and the head of a page; `export` fills the menu at the top right.

    `lesson` is the shipped scenario the page opens with while nothing was changed yet. `switch`
    draws a switch of the page's own before the Presenter's; `kept` are the choices that
    survive a refresh, by their key in the address, and `typed` the words that do.
    `keys` are what keys do on this page, by the names of `ui.components.keys`.
    """
    st.set_page_config(
        page_title=f"{title} · Context Playground", layout="wide", initial_sidebar_state=216
    )
    address.begin_from_address(lesson, kept, typed)
    _open_lesson(lesson)
    colours = current_theme()
    dress(colours)
    with st.sidebar:
        sidebar(PAGES, title, colours)
        page_keys({"undo": state.undo, "redo": state.redo, **(keys or {})})
    # One container for both: what stands below keeps its place, and with it the keyboard's
    # focus, when a message comes or goes.
    with st.container():
        _head(title, sentence, export, switch)
        _notice(colours)
    address.write_address()
    newest()
    st.session_state.pop(FRAMED, None)
    return colours


def catch_up() -> None:
    """End a fragment that may change the open scenario, or a choice that the address keeps.

    Downloads and the address get what is new at once; the page is drawn as a whole only
    where something around the fragment shows another thing than before.
    """
    newest()
    framed = _framed(address.write_address())
    # The first time is in the run that draws the page.
    if st.session_state.setdefault(FRAMED, framed) != framed:
        st.rerun()


def _framed(settings: dict[str, str]) -> tuple[object, ...]:
    """What is shown around a fragment, the settings in the address too, that it may change."""
    now = state.session()
    try:
        tokens = sent_tokens(now.scenario)
    except ContextOverflowError:
        tokens = None
    orders = (st.session_state.get("order_a"), st.session_state.get("order_b"))
    return bool(now.past), bool(now.future), now.base, now.notice, tokens, settings, orders


def _open_lesson(lesson: str | None) -> None:
    """Open a page's own scenario at its first visit, where the visitor has none of their own."""
    now = state.session()
    untouched = now.base == FIRST and not now.past and now.scenario == shipped()[FIRST]
    if lesson is None or not untouched or lesson in st.session_state.get("lessons", ()):
        return
    st.session_state["lessons"] = (*st.session_state.get("lessons", ()), lesson)
    text = f"Undo leads back to {now.scenario.title}."
    notice = state.Notice(f"This page begins with {shipped()[lesson].title}.", text, "green")
    state.open_scenario(shipped()[lesson], lesson, notice)


def _head(
    title: str,
    sentence: str,
    export: Callable[[], None],
    switch: Callable[[], object] | None,
) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        st.html(
            f'<div class="cp-title"><h1>{as_html(title)}</h1>'
            f'<span class="cp-muted">{as_html(sentence)}</span></div>',
            width="stretch",
        )
        if switch is not None:
            switch()
        presenter_switch()
        with st.popover("Export", key="export"):
            export()


def _notice(colours: Theme) -> None:
    notice = state.session().notice
    if notice is None:
        return
    zone = colours.zones[notice.zone]
    with st.container(horizontal=True, vertical_alignment="center", key="notice"):
        st.html(
            f'<div class="cp-banner cp-notice" role="alert" style="border-color:{zone.color};'
            f'background:{colours.panel}"><span><b style="color:{zone.color}">'
            f"{zone.glyph} {as_html(notice.headline)}</b> "
            f"{as_html(notice.text)}</span></div>",
            width="stretch",
        )
        st.button("Close", key="dismiss", on_click=state.dismiss)


__all__ = ["PAGES", "catch_up", "current_theme", "file_name", "page", "presenting", "saved"]
