"""Which of many known facts are the same as a new one, or superseded, without meeting each?

>>> Known([("m1", "The budget is 500 euros.")]).reconcile("Budget: 500 euros").action
'same'
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from engine.memory.reconcile import SAME_SUBJECT, Parts, Reconciled, compared, parts_of

_FEW = 16  # facts; as bits they would take more room


class Known:
    """Known facts by their words, so that a new one meets only those that may be about the same.

    A word has a number of which each bit stands for a fact that has the word: so many facts at
    once are counted on. Of a word that few facts have, only the places of the bits are kept.

    >>> known = Known([("m1", "The budget is 500 euros."), ("m2", "Ship to Oslo")])
    >>> known.reconcile("budget is now 700 euros")
    Reconciled(action='update', ids=('m1',))
    """

    def __init__(self, facts: Iterable[tuple[str, str]] = ()) -> None:
        self._parts: dict[str, Parts] = {}
        self._place: dict[str, int] = {}  # which stays a fact's own when it is taken out
        self._ids: list[str] = []
        self._many: dict[object, int] = {}
        self._few: dict[object, list[int]] = defaultdict(list)
        for id_, text in facts:
            self.add(id_, text)

    def add(self, id_: str, text: str) -> None:
        """One more fact; or one that was taken out and holds again."""
        place = self._place.setdefault(id_, len(self._place))
        if place == len(self._ids):
            self._ids.append(id_)
        parts = self._parts[id_] = parts_of(text)
        for key in _keys(parts):
            if key in self._many:
                self._many[key] |= 1 << place
                continue
            self._few[key].append(place)
            if len(self._few[key]) > _FEW:
                self._many[key] = self._having(key)
                del self._few[key]

    def remove(self, id_: str) -> None:
        """A fact that does not hold any more."""
        place = self._place[id_]
        for key in _keys(self._parts.pop(id_)):
            if key in self._many:
                self._many[key] ^= 1 << place
            else:
                self._few[key].remove(place)

    def reconcile(self, fact: str) -> Reconciled:
        """What the fact is beside all that are known (`reconcile`)."""
        mine = parts_of(fact)
        near = self._near(mine) if mine.about else self._parts
        return compared(mine, ((id_, self._parts[id_]) for id_ in near))

    def _having(self, key: object) -> int:
        """The facts that have a key (`_keys`), as bits."""
        return self._many.get(key) or sum(1 << place for place in self._few.get(key, ()))

    def _near(self, mine: Parts) -> list[str]:
        """The facts that share enough words with this one, or a subject, in their order."""
        shared: list[int] = []  # the bits of how many words are shared, the lowest first
        for word in mine.about:
            more, at = self._having(word), 0
            while more:
                if at == len(shared):
                    shared.append(0)
                shared[at], more = shared[at] ^ more, shared[at] & more
                at += 1
        # A cosine so high takes so many words, for who has fewer has no more to share.
        found = _at_least(max(1, math.ceil(SAME_SUBJECT**2 * len(mine.about) - 1e-6)), shared)
        for one in mine.assigned:
            found |= self._having((one.kind, one.subject))
        found &= self._having(_values(mine))
        near = []
        while found:
            last = found & -found
            near.append(self._ids[last.bit_length() - 1])
            found ^= last
        return sorted(near, key=_number)


def _at_least(least: int, counts: Sequence[int]) -> int:
    """Where a count is so high, 1 or more: `counts` are its bits, the lowest first.

    >>> bin(_at_least(2, [0b101, 0b110]))  # counts of 3, 2 and 1
    '0b110'
    """
    more, same = 0, -1
    if least >> len(counts):
        return 0
    for at in reversed(range(len(counts))):
        if least >> at & 1:
            same &= counts[at]
        else:
            more |= same & counts[at]
            same &= ~counts[at]
    return more | same


def _keys(parts: Parts) -> set[object]:
    """By what a fact is found: its words and values, and the subjects that it gives these to."""
    given = ((one.kind, one.subject) for one in parts.assigned)
    return {*parts.about, _values(parts), *given}


def _values(parts: Parts) -> frozenset[str] | None:
    """What two facts have in common, or each is new beside the other (`_compare`)."""
    return parts.identifiers if parts.figures else None


def _number(id_: str) -> int:
    return int(id_[1:])
