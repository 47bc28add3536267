"""What does memory give for a question at this turn, and what would the model then read?"""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException

from ui import state
from ui.bound import bound
from ui.memory.ask_facts import recalled_facts, weights_row
from ui.memory.ask_turn import route_line, turn_picture, what_is_read
from ui.memory.asking import (
    KEPT,
    LEFT,
    SOURCE,
    TEXT,
    WITH_SCENARIO,
    Asked,
    as_scenario,
    asked,
    examples,
    is_turn,
    question,
    source_now,
    with_scenario,
)
from ui.memory.shown import Shown
from ui.palette import Theme
from ui.text import as_html, as_label

GAP = 16
MEMORY = 0.36  # the share of the page for what memory gives
LEAST = 380
MOST_LETTERS = 90
ROUND = "ask_examples_round"


def ask_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The question and the facts recalled for it; beside them the whole turn as one picture."""
    left = max(round(width * MEMORY), LEAST)
    with st.container(horizontal=True, gap="small", key="memory_ask"):
        with st.container(width=left):
            _question(shown)
            found = asked(shown)
            recalled_facts(found, colours, big)
            weights_row()
        with st.container(width="stretch"):
            _turn(shown, found, colours, max(width - left - GAP, 420), big)


def _question(shown: Shown) -> None:
    number = st.session_state.get(ROUND, 0)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        bound(st.text_input, f"Ask at turn {shown.at + 1:,}", question(shown), _take, TEXT)
        with st.popover("Examples", key=f"ask_examples_{number}"):
            for why, text in examples(shown):
                st.button(f"**{as_label(why, 40)}**: {as_label(text, MOST_LETTERS)}",
                          key=f"ask {why}", type="tertiary", on_click=_take,
                          args=(text,))  # fmt: skip


def _take(text: str) -> None:
    st.session_state[TEXT] = text
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1


def _choose_source(source: str) -> None:
    st.session_state[SOURCE] = source


def _turn(shown: Shown, found: Asked, colours: Theme, width: int, big: bool) -> None:
    scenario = state.session().scenario
    route_line(found, colours, big)
    if found.context is None:
        st.html(
            f'<div class="cp-banner" style="border-color:{colours.zones["red"].color}">'
            f"<span>{as_html(found.problem)}</span></div>"
        )
    else:
        turn_picture(found, colours, width, big)
        what_is_read(shown, found, colours, big)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        bound(st.toggle, f"With the sections of {as_label(scenario.title, 40)}",
              with_scenario(scenario), _with_scenario, "ask scenario",
              disabled=is_turn(scenario),
              help="These were gathered by a turn." if is_turn(scenario) else None)  # fmt: skip
        with st.container(width=250):
            bound(st.selectbox, "Recalled from", source_now(shown), _choose_source, "ask source",
                  options=[KEPT, LEFT], format_func=lambda source: f"Recall from {source}",
                  label_visibility="collapsed")  # fmt: skip
        wanted = st.button("Open in Assemble", key="ask_assemble", disabled=found.context is None,
                           help="These sections as a scenario; undo leads back.")  # fmt: skip
    if wanted:
        _open_in_assemble(shown, found)


def _with_scenario(on: bool) -> None:
    st.session_state[WITH_SCENARIO] = on


def _open_in_assemble(shown: Shown, found: Asked) -> None:
    before = state.session().scenario.title
    notice = state.Notice("This turn is a scenario now.", f"Undo leads back to {before}.", "green")
    state.open_scenario(as_scenario(shown, found), None, notice)
    with suppress(StreamlitAPIException):  # a page run by itself, as in a test, knows no others
        st.switch_page("pages/assemble.py")
