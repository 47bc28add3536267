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
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.compaction import Assignment, assignments, supersedes
from engine.compaction.lines import without_citation
from engine.routing.words import bag_of_words

Action = Literal["new", "same", "update"]
NEW: Action = "new"
SAME: Action = "same"
UPDATE: Action = "update"

SAME_SUBJECT = 0.6  # the least cosine of the sets of words besides values
SAME_WORDS = 0.9

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
class Parts:
    """A fact as it is compared: what it is about, and its values."""

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
    return compared(parts_of(fact), ((id_, parts_of(text)) for id_, text in known))


def compared(mine: Parts, known: Iterable[tuple[str, Parts]]) -> Reconciled:
    """The same for facts that were taken apart."""
    superseded: list[str] = []
    for id_, other in known:
        action = _compare(mine, other)
        if action == SAME:
            return Reconciled(SAME, (id_,))
        if action == UPDATE:
            superseded.append(id_)
    return Reconciled(UPDATE, tuple(superseded)) if superseded else Reconciled(NEW)


def _compare(mine: Parts, other: Parts) -> Action:
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


def _replaces(mine: Parts, other: Parts) -> bool:
    """Whether one of its statements gives a subject of the other another value."""
    if not (mine.assigned and other.assigned):  # most
        return False
    return any(supersedes(new, old) for new in mine.assigned for old in other.assigned)


@lru_cache(8_192)
def parts_of(text: str) -> Parts:
    """Take a fact apart; from which turns it was noted says nothing about it.

    >>> parts_of("[12] user: Budget: 500 euros") == parts_of("Budget: 500 euros")
    True
    """
    text = without_citation(text)
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
    return Parts(
        assignments(text), frozenset(about), frozenset(identifiers), frozenset(figures), negations
    )
