"""Which texts of a run hold a phrase, how, and from which step to which?

A summary repeats most lines of the one before it, so each line is judged once a phrase: a life
line takes time in proportion to the texts of a run, not to their number times its turns.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Literal

from engine.memory.record import Entry, Run
from engine.memory.traces import Held, Trace

# The last is none of a text: another value stands in the place of the fact.
State = Literal["verbatim", "summary", "recallable", "altered", "gone", "superseded"]

# A summary cites the numbers of its turns at the head of each line: they are no values.
_CITATION = re.compile(r"^\[[^\]\n]*\] ")
_BEST: tuple[Held, ...] = ("verbatim", "shortened", "altered", "gone")
_OF_HELD: dict[Held, State] = {"verbatim": "summary", "shortened": "summary", "altered": "altered"}


def held_in(run: Run, trace: Trace, sources: Sequence[int]) -> Iterator[tuple[State, int, int]]:
    """Each text that holds the phrase, which the turns `sources` say: how, and at which steps.

    The steps are the first and the one at which it stood no more.
    """
    for index in sources:
        yield "verbatim", index, run.left[index]
    texts = _Texts(run, trace, sources)
    origin = frozenset(sources)
    for entry in run.written:
        if any(map(texts.says, entry.behind)):
            yield "recallable", entry.entered, entry.left
        if origin.isdisjoint(entry.sources):
            continue
        held = texts.held(entry)
        if held == "verbatim" and entry.original:
            yield "verbatim", entry.entered, entry.left
        elif held in _OF_HELD:
            yield _OF_HELD[held], entry.entered, entry.left
    for text, entered, left in run.remembered():
        if texts.recalls(text):
            yield "recallable", entered, left


class _Texts:
    """What was judged of a run's texts for one phrase."""

    def __init__(self, run: Run, trace: Trace, sources: Sequence[int]) -> None:
        self._known, self._trace = run.conversation, trace
        turns = run.conversation.turns
        self._said = dict.fromkeys((turn.text for turn in turns), False)
        self._said.update((turns[index].text, True) for index in sources)
        self._recalled: dict[str, bool] = {}
        self._lines: dict[str, tuple[Held, frozenset[str]]] = {}

    def says(self, text: str) -> bool:
        """Whether a text that can be fetched says it."""
        if text not in self._said:
            self._said[text] = self._trace.said_in(text)
        return self._said[text]

    def recalls(self, text: str) -> bool:
        """Whether a memory holds it."""
        if text not in self._recalled:
            self._recalled[text] = self._trace.judge(text)[0] in ("verbatim", "shortened")
        return self._recalled[text]

    def held(self, entry: Entry) -> Held:
        """How a text made of turns holds it; a value that none of these has is a changed one."""
        best = len(_BEST) - 1
        values: set[str] = set()
        for line in entry.turn.text.split("\n"):
            if line not in self._lines:
                self._lines[line] = self._trace.judge(_CITATION.sub("", line))
            held, found = self._lines[line]
            best = min(best, _BEST.index(held))
            values.update(found)
        if _BEST[best] == "gone" and not all(self._stood(value, entry) for value in values):
            return "altered"
        return _BEST[best]

    def _stood(self, value: str, entry: Entry) -> bool:
        """Whether one of the turns that a text is made of has a value."""
        sources = entry.sources  # in their order, as the turns that have it are
        for turn in self._known.saying.get(value, ()):
            at = bisect_left(sources, turn)
            if at < len(sources) and sources[at] == turn:
                return True
        return False
