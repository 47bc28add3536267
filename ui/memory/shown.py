"""What does the Memory page show: which conversation, replayed how, at which turn?"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from engine.memory import Conversation, LifeLine, Snapshot
from engine.memory.traces import words_with
from ui.memory.kept import Kept, Same
from ui.memory.runs import Progress, Run, conversation_of, forked_run, lifeline_of, run_of
from ui.memory.tables import Tables, tables_of
from ui.memory.talks import open_talk
from ui.talk import Talk

TURN = "turn"
PHRASE = "phrase"
USUAL_PHRASE = "phrase_usual"  # what is searched for before anything is typed
MOST_WORDS = 3  # that are offered in the place of a part of them
STANDS_FOR = "turn_of"  # the conversation that the place and the phrase belong to

_words = Kept(64)


@dataclass(frozen=True, eq=False)
class Shown:
    """A conversation with its run, the first run beside a fork, and the place in it.

    `at` is the index of the turn, from 0. `phrase` is what is searched for.
    """

    talk: Talk
    conversation: Conversation
    run: Run
    first: Run
    at: int
    phrase: str

    @property
    def forked(self) -> bool:
        """Whether another policy holds from a turn on; `first` is then the run without it."""
        return self.run is not self.first

    @property
    def snapshot(self) -> Snapshot:
        """The window at this turn."""
        return self.run[self.at]

    @property
    def tables(self) -> Tables:
        """The run as arrays."""
        return tables_of(self.run)

    @property
    def line(self) -> LifeLine | None:
        """Where the phrase is, turn by turn; None where there is nothing to search for."""
        known = (one.superseded_by for one in self.talk.canaries if one.phrase == self.phrase)
        return lifeline_of(self.run, self.phrase, next(known, ""))

    @property
    def words_with(self) -> tuple[str, ...]:
        """Where no turn says the phrase: at most three words that it is a part of."""
        if self.line is None or self.line.spans:
            return ()
        turns, phrase = self.talk.turns, self.phrase

        def find() -> tuple[str, ...]:
            return words_with(phrase, (turn.text for turn in turns))[:MOST_WORDS]

        found: tuple[str, ...] = _words.get((Same(turns), phrase), find)
        return found

    @property
    def lines(self) -> dict[str, LifeLine]:
        """The life lines of all facts that are followed, by their phrases."""
        return lines_of(self.talk, self.run)

    @property
    def next_event(self) -> int | None:
        """The index of the next turn at which something happened."""
        return self.tables.next_event(self.at)


def look(on_progress: Progress | None = None) -> Shown:
    """All that the page shows now. The place is kept within the conversation."""
    talk = open_talk()
    conversation = conversation_of(talk.turns, on_progress)
    first = run_of(talk.turns, talk.policy, on_progress)
    run = first if talk.fork is None else forked_run(first, talk.fork)
    name = (talk.base, talk.name)
    stood_for = st.session_state.get(STANDS_FOR)
    if stood_for != name:
        st.session_state[STANDS_FOR] = name
        # At the first look what the address and the draft ask for.
        asked = (st.session_state.get(PHRASE), st.session_state.get(TURN))
        lost = first_loss(talk, run)
        st.session_state[USUAL_PHRASE] = lost[0]
        for key, wanted, usual in zip((PHRASE, TURN), asked, lost, strict=True):
            st.session_state[key] = usual if stood_for is not None or wanted is None else wanted
    at = min(max(int(st.session_state[TURN]), 1), max(len(run), 1))
    st.session_state[TURN] = at
    return Shown(talk, conversation, run, first, at - 1, st.session_state[PHRASE])


def look_anew() -> None:
    """Begin at the first loss again, in whatever is opened next."""
    for key in (STANDS_FOR, TURN, PHRASE):
        st.session_state.pop(key, None)


def usual_phrase() -> str | None:
    """What is searched for before anything is typed, once the conversation was looked at."""
    found: str | None = st.session_state.get(USUAL_PHRASE)
    return found


def lines_of(talk: Talk, run: Run) -> dict[str, LifeLine]:
    """The life lines of the facts that are followed in a conversation, under a run of it."""
    found = {canary.phrase: lifeline_of(run, canary.phrase, canary.superseded_by)
             for canary in talk.canaries}  # fmt: skip
    return {phrase: line for phrase, line in found.items() if line is not None}


def first_loss(talk: Talk, run: Run) -> tuple[str, int]:
    """The fact that is lost first and the number of that turn; without one, the first event."""
    lines = lines_of(talk, run)
    lost = [(line.lost_at, phrase) for phrase, line in lines.items() if line.lost_at is not None]
    if lost:
        # Of several the shortest: it is the one that can be read beside its life line.
        at, phrase = min(lost, key=lambda one: (one[0], len(one[1])))
        return phrase, at + 1
    happened = tables_of(run).happened
    phrase = next(iter(lines), "")
    return phrase, int(happened[0]) + 1 if len(happened) else len(run)
