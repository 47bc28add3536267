"""Which compaction comes next, and which four facts may it take?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np

from engine.compaction.facts import find_facts
from engine.memory.loss import ACTS, LOST, LifeLine
from ui.memory.kept import Kept, Same
from ui.memory.runs import lifeline_of
from ui.memory.shown import Shown

FACTS = 4
MOST_FOUND = 8  # facts of the conversation's own that are looked for
SHORT_KINDS = ("identifier", "figure", "date")

_questions = Kept(64)


@dataclass(frozen=True, eq=False)
class Question:
    """A compaction at the turn of index `at`, and facts that could still be read before it."""

    at: int
    lines: tuple[LifeLine, ...]

    def gone(self, line: LifeLine) -> bool:
        """Whether a fact can neither be read nor fetched after it."""
        return line.states[self.at] in LOST


def question_at(shown: Shown) -> Question | None:
    """The next compaction after the place, with up to four facts; None without one."""

    def find() -> Question | None:
        happened = shown.tables.happened
        for at in happened[np.searchsorted(happened, shown.at, side="right") :]:
            if any(event.kind in ACTS for event in shown.run[int(at)].events):
                return Question(int(at), _four(shown, int(at)))
        return None

    key = (Same(shown.run), Same(shown.talk), shown.at)
    found: Question | None = _questions.get(key, find)
    return found


def _four(shown: Shown, at: int) -> tuple[LifeLine, ...]:
    """Two that are lost and two that are not, where there are such; in the order of the talk."""
    lines = list(shown.lines.values())
    could = [line for line in lines if _may_go(line, at)]
    if len(could) < FACTS:
        known = {line.phrase for line in lines}
        found = (lifeline_of(shown.run, phrase) for phrase in _found(shown, at, known))
        could += [line for line in found if line is not None and _may_go(line, at)]
    gone = [line for line in could if not line.survives(at)]
    kept = [line for line in could if line.survives(at)]
    half = FACTS // 2
    chosen = [*gone[:half], *kept[:half], *gone[half:], *kept[half:]][:FACTS]
    return tuple(sorted(chosen, key=lambda line: (line.sources, line.phrase)))


def _may_go(line: LifeLine, at: int) -> bool:
    """Whether it could be read before, and no other value stands in its place by then."""
    before = at - 1
    return before >= 0 and line.survives(before) and line.holds(at)


def _found(shown: Shown, at: int, known: set[str]) -> list[str]:
    """Identifiers, figures and dates that the conversation says: first of turns that leave now."""
    turns = shown.conversation.turns
    leaving = chain.from_iterable(event.turns for event in shown.run[at].events
                                  if event.kind in ACTS)  # fmt: skip
    phrases: dict[str, None] = {}
    for index in dict.fromkeys([*leaving, *range(at - 1, max(at - 40, -1), -1)]):
        for fact in find_facts(turns[index].text[:2_000]):
            if fact.kind in SHORT_KINDS and len(fact.text) > 2 and fact.text not in known:
                phrases.setdefault(fact.text)
        if len(phrases) >= MOST_FOUND:
            break
    return list(phrases)[:MOST_FOUND]
