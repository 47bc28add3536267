"""How does an edit of turns change what is open: the pins, the fork and the place follow?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from engine.memory import Canary
from engine.memory.edits import Edited
from engine.transcripts import Turn
from ui import state
from ui.memory.shown import TURN
from ui.memory.talks import open_talk
from ui.talk import Fork, Talk


def edited_talk(talk: Talk, edited: Edited) -> Talk:
    """The conversation after an edit; a fork that has no turn any more is given up."""
    fork = talk.fork
    if fork is not None:
        at = max(edited.follow_number(fork.at), 2)
        fork = Fork(at, edited.follow_policy(fork.policy)) if at <= len(edited.turns) else None
    return replace(talk, turns=edited.turns, policy=edited.follow_policy(talk.policy), fork=fork)


def edit(change: Callable[[tuple[Turn, ...]], Edited], fact: Canary | None = None) -> bool:
    """Change the open conversation's turns, and go to a turn that is new; or say why not.

    A `fact` is followed from then on.
    """
    talk = open_talk()
    try:
        edited = change(talk.turns)
    except ValueError as error:
        refuse(error)
        return False
    if edited.turns == talk.turns:
        return False
    talk = edited_talk(talk, edited)
    if fact is not None and fact.phrase not in [canary.phrase for canary in talk.canaries]:
        talk = replace(talk, canaries=(*talk.canaries, fact))
    state.change_talk(talk)
    new = set(range(len(edited.turns))) - {at for at in edited.places if at is not None}
    if new:
        st.session_state[TURN] = min(new) + 1
    return True


def refuse(error: ValueError) -> None:
    """Say what was wrong with what was entered."""
    text = str(error)
    state.refuse("The conversation was not changed.", f"{text[:1].upper()}{text[1:].rstrip('.')}.")
