"""Which conversation, policy, phrase and turn does one choose above the picture?"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ui import state
from ui.bound import bound
from ui.charts.literal import one_line
from ui.components.viewport import is_narrow
from ui.memory.asking import TEXT as QUESTION
from ui.memory.open_pane import open_pane
from ui.memory.player import player, speed_field
from ui.memory.policy_pane import fork_hint, forking, policy_field, policy_settings
from ui.memory.shown import PHRASE, Shown
from ui.memory.talks import is_shipped, shipped_talks
from ui.talk import Talk
from ui.text import as_label

OWN = "own"
LAST_OWN = "last_own_talk"  # stays in the list when another one is chosen
MOST_NAME = 60  # characters
MOST_FACTS = 12


# Widths in px of the fields: conversation, policy, phrase, speed.
WIDTHS, WIDTHS_BIG = (194, 214, 158, 112), (250, 290, 200, 126)


def memory_bar(shown: Shown, big: bool, stepping: bool) -> None:
    """The row of controls: what is replayed; where one is `stepping`, the search and the place."""
    conversation, policy, phrase, _ = WIDTHS_BIG if big else WIDTHS
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="bottom", key="memory_bar"):
        with st.container(width=conversation):
            _conversation(shown)
        open_pane()
        with st.container(width=policy):
            policy_field(shown)
        policy_settings(shown)
        if stepping:
            with st.container(width=phrase):
                bound(st.text_input, "Where did it go?", shown.phrase, _search, "phrase",
                      placeholder="words of a turn", help=_searchable(shown))  # fmt: skip
            _place(shown)
            if is_narrow():
                _fork_and_speed(shown, big)


def _fork_and_speed(shown: Shown, big: bool) -> None:
    forking(shown)
    with st.container(width=(WIDTHS_BIG if big else WIDTHS)[-1]):
        speed_field()


def _place(shown: Shown) -> None:
    with st.container(
        horizontal=True, gap="xsmall", vertical_alignment="bottom", width="content", wrap=False
    ):
        player(shown)
        st.html(
            f'<div class="cp-turn">turn {shown.at + 1:,} '
            f'<span class="cp-muted">/ {len(shown.run):,}</span></div>',
            width="content",
        )


def view_row(shown: Shown, views: list[str], legend: Callable[[str], None], big: bool) -> str:
    """The switch between views, the fork, the speed, and a legend or what a new fork waits for."""
    st.session_state.setdefault("memory_view", views[0])
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="memory_row"):
        view = st.segmented_control(
            "View",
            views,
            required=True,
            key="memory_view",
            label_visibility="collapsed",
            persist_state="session",
        )
        if not is_narrow():
            _fork_and_speed(shown, big)
        with st.container(width="stretch"):
            hint = fork_hint(shown, big)
            if not hint:
                legend(str(view))
    return str(view)


def _conversation(shown: Shown) -> None:
    """The shipped conversations, and the visitor's last own or edited one, open or not."""
    talk = shown.talk
    current = str(talk.base) if is_shipped(talk) else OWN
    if current == OWN:
        st.session_state[LAST_OWN] = talk
    own: Talk | None = st.session_state.get(LAST_OWN)
    talks = shipped_talks() | ({OWN: own} if own is not None else {})

    def show(name: str) -> str:
        edited = ", edited" if name == OWN and talks[name].base is not None else ""
        return f"{one_line(talks[name].name)[:MOST_NAME]}{edited}"

    def choose(name: str) -> None:
        for words in (PHRASE, QUESTION):  # belonged to the one before
            st.session_state.pop(words, None)
        state.change_talk(talks[name])

    bound(st.selectbox, "Conversation", current, choose,
          "conversation", show(current), options=list(talks), format_func=show)  # fmt: skip


def _searchable(shown: Shown) -> str:
    """What can be looked for, with the facts that are followed."""
    facts = [as_label(canary.phrase, MOST_NAME) for canary in shown.talk.canaries[:MOST_FACTS]]
    followed = f" Followed here: {' · '.join(facts)}." if facts else ""
    return f"Words as a turn says them.{followed}"


def _search(phrase: str) -> None:
    st.session_state[PHRASE] = phrase
