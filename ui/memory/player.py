"""At which turn does one stand, and how does one step, seek and play?

The place is the number of a turn, from 1, in the browser's session; it belongs to the
conversation that is open, and begins at the first loss.
"""

from __future__ import annotations

import time
from functools import partial

import streamlit as st

from ui.memory.shown import TURN, Shown, look

PLAYING = "playing"
SPEED = "speed"
DUE = "play_due"

# Turns a second, as they are written on the field.
SPEEDS = {"1 turn/s": 1.0, "2 turns/s": 2.0, "4 turns/s": 4.0}
USUAL = "2 turns/s"


def seek(number: int) -> None:
    """Go to a turn by its number; a run that plays is halted."""
    halt()
    st.session_state[TURN] = number


def halt() -> None:
    """Play no further."""
    st.session_state[PLAYING] = False


def move(by: int) -> None:
    """So many turns on or back, within the conversation."""
    shown = look()
    seek(min(max(shown.at + 1 + by, 1), len(shown.run)))


def to_end() -> None:
    """Go to the last turn."""
    seek(len(look().run))


def next_event() -> None:
    """Go to the next turn at which something happened, if there is one."""
    found = look().next_event
    if found is not None:
        seek(found + 1)


def play() -> None:
    """Begin to play, from the start where the end is reached; or halt."""
    shown, playing = look(), not st.session_state.get(PLAYING)
    if playing and shown.at + 1 == len(shown.run):
        st.session_state[TURN] = 1
    st.session_state[PLAYING] = playing
    st.session_state[DUE] = 0.0


# What the keys of the page do.
KEYS = {
    "back": partial(move, -1),
    "step": partial(move, 1),
    "home": partial(seek, 1),
    "end": to_end,
    "next": next_event,
    "play": play,
}


def player(shown: Shown) -> None:
    """The row of buttons."""
    first, last = shown.at == 0, shown.at + 1 >= len(shown.run)
    playing = bool(st.session_state.get(PLAYING))
    st.button(
        ":material/first_page:",
        key="home",
        on_click=seek,
        args=(1,),
        disabled=first,
        help="First turn (Home)",
    )
    st.button("Back ←", key="back", on_click=move, args=(-1,), disabled=first)
    st.button(
        ":material/pause:" if playing else ":material/play_arrow:",
        key="play",
        type="primary",
        on_click=play,
        help="Play and halt (space bar)",
    )
    st.button("Step →", key="step", on_click=move, args=(1,), disabled=last)
    st.button(
        ":material/last_page:", key="end", on_click=to_end, disabled=last, help="Last turn (End)"
    )


def speed_field() -> None:
    """How many turns a second are played."""
    st.session_state.setdefault(SPEED, USUAL)
    st.selectbox("Speed", list(SPEEDS), key=SPEED, label_visibility="collapsed",
                 persist_state="session")  # fmt: skip


def tick(shown: Shown) -> None:
    """While it plays: draw the next turn when it is due. Stands last on the page."""
    if not st.session_state.get(PLAYING):
        return
    every = 1 / SPEEDS[st.session_state.get(SPEED, USUAL)]
    if not st.session_state.get(DUE):
        st.session_state[DUE] = time.monotonic() + every

    # How often a fragment runs is fixed when it is defined, so it is defined at each run.
    @st.fragment(run_every=every, key="tick")
    def due() -> None:
        # It also runs with the page, when nothing is due yet.
        if time.monotonic() < st.session_state[DUE] - every / 4:
            return
        number = min(st.session_state[TURN] + 1, len(shown.run))
        st.session_state[DUE] = time.monotonic() + every
        st.session_state[TURN] = number
        if number == len(shown.run):
            st.session_state[PLAYING] = False
        st.rerun()

    due()
