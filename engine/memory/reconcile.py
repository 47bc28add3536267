"""Is a fact new, known already, or a new value of something that is known?

It goes by words alone, and rather keeps two memories too many than lose one: a fact is known
only where it adds no word and no value. What are other words for the same ("mail" for
"letter") is two facts here.

>>> known = [("m1", "The budget is 500 euros.")]
>>> [reconcile(fact, known).action for fact in ("Budget: 500 euros", "budget is now 700 euros",
...                                             "Ship to the office")]
['same', 'update', 'new']
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.compaction import Assignment, assignments, supersedes
from engine.routing.words import bag_of_words

Action = Literal["new", "same", "update"]
NEW: Action = "new"
SAME: Action = "same"
UPDATE: Action = "update"

SAME_SUBJECT = 0.6  # the least cosine of the sets of words besides values
SAME_WORDS = 0.9
_NONE: frozenset[str] = frozenset()

# Words that say nothing about what a fact is about, nor change it.
_EMPTY = frozenset(
    "a an the is are was were be been am it its this that these those of to in on at for and or "
    "as by with i you he she we they my your his her our their me us them do does did has have "
    "had will would shall can could may now currently new please so just also then".split()
)
_NEGATIONS = frozenset("not no never neither nor without none cannot nothing unless".split())
_CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june "
    "july august september october november december today tomorrow yesterday".split()
)


@dataclass(frozen=True)
class Reconciled:
    """What became of a fact: `"new"`, `"same"` as one that is known, or an `"update"` of some.

    `ids` are the memories that say the same, or that are superseded.
    """

    action: Action
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Parts:
    assigned: tuple[Assignment, ...]
    about: frozenset[str]
    identifiers: frozenset[str]
    figures: frozenset[str]
    negations: int


def reconcile(fact: str, known: Iterable[tuple[str, str]]) -> Reconciled:
    """What the fact is beside the known ones, given as (id, text).

    * same: the same values and as many negations, and no word that the known one has not (or
      nearly the same words).
    * update: about the same thing, with other values or another number of negations. A value
      is a figure or a day; where a fact has none, its identifiers are its values, and where it
      has, they say what it is about.

    >>> reconcile("Do not call the customer", [("m1", "Call the customer")])
    Reconciled(action='update', ids=('m1',))
    >>> reconcile("Order A-2 costs 5 euros", [("m1", "Order A-1 costs 9 euros")]).action
    'new'
    """
    mine = _parts(fact)
    superseded: list[str] = []
    for id_, text in known:
        action = _compare(mine, _parts(text))
        if action == SAME:
            return Reconciled(SAME, (id_,))
        if action == UPDATE:
            superseded.append(id_)
    return Reconciled(UPDATE, tuple(superseded)) if superseded else Reconciled(NEW)


class Known:
    """Known facts by their words, so that a new one meets only those that may be about the same.

    >>> known = Known([("m1", "The budget is 500 euros."), ("m2", "Ship to Oslo")])
    >>> known.near("budget is now 700 euros")
    [('m1', 'The budget is 500 euros.')]
    """

    def __init__(self, facts: Iterable[tuple[str, str]] = ()) -> None:
        self._texts: dict[str, str] = {}
        self._parts: dict[str, _Parts] = {}
        self._by_key: dict[object, set[str]] = defaultdict(set)
        for id_, text in facts:
            self.add(id_, text)

    def add(self, id_: str, text: str) -> None:
        """One more fact; or one that was taken out and holds again."""
        self._texts[id_] = text
        parts = self._parts[id_] = _parts(text)
        for key in _keys(parts):
            self._by_key[key].add(id_)

    def remove(self, id_: str) -> None:
        """A fact that does not hold any more."""
        del self._texts[id_]
        for key in _keys(self._parts.pop(id_)):
            self._by_key[key].remove(id_)

    def near(self, fact: str) -> list[tuple[str, str]]:
        """All facts that `reconcile` may find to be the same or superseded, as it takes them."""
        mine = _parts(fact)
        if not mine.about:
            return list(self._texts.items())
        # Who shares so many words shares one of the rarer ones, of which few are looked at.
        least = max(1, math.ceil(SAME_SUBJECT**2 * len(mine.about) - 1e-6))
        lists = sorted((self._by_key.get(word, _NONE) for word in mine.about), key=len)
        met = _NONE.union(*lists[: len(lists) - least + 1])
        size, words, parts = len(mine.about), mine.about, self._parts
        found = set()
        for id_ in met:  # many: no call for each
            other = parts[id_].about
            shared = len(words & other)
            enough = SAME_SUBJECT * math.sqrt(size * len(other)) - 1e-9
            if shared == size or shared >= enough:
                found.add(id_)
        for one in mine.assigned:
            found.update(self._by_key.get((one.kind, one.subject), _NONE))
        return [(id_, self._texts[id_]) for id_ in sorted(found, key=_number)]


def _keys(parts: _Parts) -> set[object]:
    """By what a fact is found: its words, and the subjects that it gives a value to."""
    return {*parts.about, *((one.kind, one.subject) for one in parts.assigned)}


def _number(id_: str) -> int:
    return int(id_[1:])


def _compare(mine: _Parts, other: _Parts) -> Action:
    shared = len(mine.about & other.about)
    if mine.about and not shared:
        return NEW
    alike = shared / math.sqrt(len(mine.about) * len(other.about)) if shared else 0.0
    same_values = mine.figures == other.figures and mine.identifiers == other.identifiers
    if same_values and mine.negations == other.negations:
        return SAME if shared == len(mine.about) or alike >= SAME_WORDS else NEW
    if alike >= SAME_SUBJECT and same_values:
        return UPDATE  # what was to be done is not to be done, or the other way round
    if mine.figures and other.figures:
        same_thing = mine.identifiers == other.identifiers
        return UPDATE if same_thing and (alike >= SAME_SUBJECT or _replaces(mine, other)) else NEW
    only_identifiers = not mine.figures and not other.figures
    named = bool(mine.identifiers and other.identifiers)
    return UPDATE if alike >= SAME_SUBJECT and only_identifiers and named else NEW


def _replaces(mine: _Parts, other: _Parts) -> bool:
    """Whether one of its statements gives a subject of the other another value."""
    return any(supersedes(new, old) for new in mine.assigned for old in other.assigned)


@lru_cache(8_192)
def _parts(text: str) -> _Parts:
    about, identifiers, figures, negations = set(), set(), set(), 0
    # An identifier such as A-1 stays one word.
    for word, count in bag_of_words(text.replace("-", "_")).items():
        if word.endswith(("n't", "n’t")) or word in _NEGATIONS:
            negations += count
        elif word in _CALENDAR or word.isdecimal():
            figures.add(word)
        elif any(map(str.isdecimal, word)):
            identifiers.add(word)
        elif word not in _EMPTY:
            about.add(word)
    return _Parts(
        assignments(text), frozenset(about), frozenset(identifiers), frozenset(figures), negations
    )
