"""What stands around every page: pages, gauge, scenario, undo, link, open, save, title?

A page calls `page(...)` first. Each page draws the whole frame itself, because Streamlit
runs a page's file without `app.py` when the first request after a start is a deep link.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.errors import StreamlitAPIException

from engine import ContextOverflowError, dump_scenario, get_tokenizer
from engine.scenario.run import sent_tokens
from ui import address, state
from ui.bound import bound
from ui.cached import ledger_of
from ui.components.keys import page_keys
from ui.newest import Newest, newest
from ui.opening import open_controls, opening_round
from ui.palette import Theme, theme
from ui.samples import FIRST, shipped
from ui.text import as_html, as_label

STYLE = Path(__file__).parent / "style.css"

# The pages that exist, in the order of the pipeline; `app.py` and the sidebar read it.
PAGES = {
    "pages/assemble.py": "Assemble",
    "pages/placement.py": "Placement",
    "pages/route.py": "Route",
    "pages/memory.py": "Memory",
}

MOST_DESCRIPTION = 400

# Where it stands what the frame shows.
FRAMED = "framed"

PRESENTER_CSS = (
    "section[data-testid='stSidebar'], [data-testid='stExpandSidebarButton'] {display: none}"
    " .stMarkdown p, .stButton button p, .stPopover button p, label p, input, textarea,"
    " [data-baseweb], .stButtonGroup button p, .stSelectbox div, .stCode code"
    " {font-size: 20px !important}"
    " .cp-verdict {font-size: 20px} .cp-name {font-size: 22px}"
    " .cp-muted, .cp-words .cp-right {font-size: 19px !important}"
    " .cp-title h1 {font-size: 34px} .cp-title span {font-size: 22px !important}"
    " .stCheckbox label {align-items: center}"
)


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
    st.html(STYLE)
    root = f"--cp-muted: {colours.muted}; --cp-hairline: {colours.hairline}"
    st.html(f"<style>:root {{{root}}}</style>")
    if presenting():
        st.html(f"<style>{PRESENTER_CSS}</style>")
    with st.sidebar:
        _sidebar(title, colours)
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


def current_theme() -> Theme:
    """The palette of the theme the visitor sees."""
    return theme("dark" if st.context.theme.type == "dark" else "light")


def presenting() -> bool:
    """Whether the Presenter switch is on: larger type, no sidebar."""
    return bool(st.session_state.get("big"))


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
        st.toggle("Presenter", key="big", help="Larger type and strip, no sidebar: for a projector")
        with st.popover("Export", key="export"):
            export()


def _notice(colours: Theme) -> None:
    notice = state.session().notice
    if notice is None:
        return
    zone = colours.zones[notice.zone]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="cp-banner cp-notice" role="alert" style="border-color:{zone.color};'
            f'background:{colours.panel}"><span><b style="color:{zone.color}">'
            f"{zone.glyph} {as_html(notice.headline)}</b> "
            f"{as_html(notice.text)}</span></div>",
            width="stretch",
        )
        st.button("Close", key="dismiss", on_click=state.dismiss)


def _sidebar(title: str, colours: Theme) -> None:
    st.html('<div class="cp-brand">Context Playground</div>')
    for path, name in PAGES.items():
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


def saved(newest: Newest) -> str:
    """The scenario file of what is open when it is asked for."""
    return dump_scenario(newest.scenario)


def gauge(colours: Theme) -> str:
    """The small gauge, the same on every page, as HTML; it holds figures only."""
    scenario = state.session().scenario
    ledger = ledger_of(scenario)
    zone = colours.zones[ledger.zone]
    marks = "".join(
        f'<b style="left:{mark * 100}%;background:{colours.text}"></b>'
        for mark in (scenario.zones.amber, scenario.zones.red)
    )
    exact = "exact" if get_tokenizer(scenario.tokenizer).exact else "estimate"
    return (
        f'<div class="cp-gauge"><span class="cp-muted">Its window in Assemble</span><br>'
        f'<span class="cp-figure" style="color:{zone.color}">{zone.glyph} {ledger.percent:,.1f} % '
        f"<small>{zone.word}</small></span>"
        f'<div class="cp-bar" style="border-color:{colours.text}">'
        f'<i style="width:{min(ledger.percent, 100)}%;background:{zone.color}"></i>{marks}</div>'
        f"{ledger.measure}<br>"
        f'<span class="cp-muted">{as_html(scenario.tokenizer)} {exact}</span></div>'
    )


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


def file_name(ending: str, title: str | None = None) -> str:
    """A file name made of a title, or of the scenario's, safe on any system."""
    title = state.session().scenario.title if title is None else title
    safe = "".join(c if c.isalnum() else "-" for c in title).strip("-")[:60] or "scenario"
    return f"{safe}.{ending}"


__all__ = ["PAGES", "as_label", "current_theme", "file_name", "page", "presenting"]
