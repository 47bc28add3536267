"""How does one bring a conversation of one's own, and what was noticed while it was read?"""

from __future__ import annotations

import streamlit as st

from engine import TranscriptError
from engine.memory.presets import PRESETS
from engine.transcripts import TITLES, Transcript, load_transcript
from ui import state
from ui.memory.runs import conversation_of
from ui.memory.shown import look_anew
from ui.memory.talks import PRESET
from ui.opening import LARGE_BYTES
from ui.palette import Theme
from ui.talk import Talk
from ui.text import as_html

ROUND = "talk_file_round"
# Usable windows, in tokens: the first that holds a third of the conversation is opened with.
WINDOWS = (200, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000)
# With more turns, the replay that shows at once: summaries take seconds there.
MOST_FOLDED, QUICK = 4_000, "rolling_window"
FIRST_SHOWN = 2  # notes that are named in the line itself


def open_pane() -> None:
    """A popover with the upload, a place to paste, and which of several conversations to take."""
    number = st.session_state.get(ROUND, 0)
    with st.popover("Open", key=f"open_talk_{number}"):
        st.write(f"A conversation as the tools write it: {', '.join(TITLES.values())}.")
        upload = st.file_uploader("A conversation, up to 20 MB", key=f"talk_file_{number}",
                                  help="It is read on this machine and sent nowhere.")  # fmt: skip
        pasted = st.text_area("Or paste it here", key=f"talk_text_{number}", height=120)
        wanted = st.button("Open what was pasted", key=f"talk_paste_{number}")
        index = st.number_input(
            "Of several conversations, take number", 1, 1_000_000, key=f"talk_number_{number}"
        )
        if upload is not None:
            take(upload.getvalue(), upload.name, int(index) - 1)
        elif wanted:
            take(pasted.encode("utf-8", "replace"), "Pasted", int(index) - 1)
        else:
            return
        # Fresh fields: the same file can be opened again, and is not opened at every run.
        st.session_state[ROUND] = number + 1
        st.rerun()


def take(data: bytes, name: str, index: int = 0) -> None:
    """Open a conversation, or say what is wrong with it and keep what is open."""
    bar = st.progress(0.0, f"Reading {name}") if len(data) > LARGE_BYTES else None

    def tell(share: float) -> None:
        if bar is not None:
            bar.progress(min(share, 1.0), text=f"Reading and counting: {share:.0%}")

    try:
        read = load_transcript(data, index=index, on_progress=lambda share: tell(share / 2))
    except TranscriptError as error:
        state.refuse(f"{name} was not opened.", str(error))
        return
    tokens = sum(conversation_of(read.turns, lambda share: tell(0.5 + share / 2)).tokens)
    usable = next((window for window in WINDOWS if 3 * window >= tokens), WINDOWS[-1])
    preset = QUICK if len(read.turns) > MOST_FOLDED else PRESET
    policy = PRESETS[preset].policy(usable + usable // 6, usable // 6)
    look_anew()
    state.change_talk(Talk(read.title or name, read.turns, policy, notes=read.warnings))
    state.tell(f"{name} was opened", _what(read, tokens, usable), doubtful=bool(read.warnings))


def notes_line(notes: tuple[str, ...], colours: Theme) -> None:
    """One line on what was left out of the open conversation, and all of it behind a button."""
    if not notes:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="cp-banner" style="border-color:{colours.zones["amber"].color}">'
            f"<span>{as_html(' '.join(notes[:FIRST_SHOWN]))}</span></div>",
            width="stretch",
        )
        if len(notes) > FIRST_SHOWN:
            with st.popover("Show notes"):
                for note in notes:
                    st.text(note)


def _what(read: Transcript, tokens: int, usable: int) -> str:
    turns = len(read.turns)
    return (
        f"as {TITLES.get(read.format, read.format)}: {turns:,} turn{'s' if turns != 1 else ''}, "
        f"{tokens:,} tokens. It is replayed in a window of {usable:,} tokens; "
        "the button beside Policy changes it."
    )
