"""How does the visitor see the page: light or dark, at a desk or on a projector?"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.palette import Theme, theme

STYLE = Path(__file__).parent / "style.css"

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


def current_theme() -> Theme:
    """The palette of the theme the visitor sees."""
    return theme("dark" if st.context.theme.type == "dark" else "light")


def presenting() -> bool:
    """Whether the Presenter switch is on: larger type, no sidebar."""
    return bool(st.session_state.get("big"))


def presenter_switch() -> None:
    """The switch at the head of every page that `presenting` asks for."""
    st.toggle("Presenter", key="big", help="Larger type and strip, no sidebar: for a projector")


def dress(colours: Theme) -> None:
    """Give the page its style sheet, the colours that the style asks for, and the type size."""
    st.html(STYLE)
    root = f"--cp-muted: {colours.muted}; --cp-hairline: {colours.hairline}"
    root += f"; --cp-mark: {colours.token_tints[1]}"
    st.html(f"<style>:root {{{root}}}</style>")
    if presenting():
        st.html(f"<style>{PRESENTER_CSS}</style>")
