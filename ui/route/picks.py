"""Which queries are behind a number of the confusion?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.routing.aims import Gate
from engine.routing.confusion import NO_INTENT, Confusion, confusion
from engine.routing.gates import AMBIGUOUS_TIE, LOW_CONFIDENCE, MATCH
from ui.route.outcomes import Ints, codes_of
from ui.route.shown import Part

FALLBACKS = {"low_confidence": LOW_CONFIDENCE, "ambiguous_tie": AMBIGUOUS_TIE}


@dataclass(frozen=True)
class Pick:
    """What is listed: queries of one truth that went to one column, or all that went wrong.

    `went` is an intent, `low_confidence`, `ambiguous_tie`, or None for everything but right.
    `truth` None stands for the collisions.
    """

    truth: str | None
    went: str | None = None


@lru_cache(maxsize=16)
def confusion_of(part: Part, gate: Gate) -> Confusion:
    """The table of one split at one gate."""
    codes = codes_of(part.judged, gate)
    return confusion(part.scored.intents, part.scored.best, codes, part.queries)


def rows_of(part: Part, gate: Gate, pick: Pick) -> Ints:
    """The rows of a split that are behind a number."""
    if pick.truth is None:
        return np.flatnonzero(part.judged.collision)
    truth = () if pick.truth == NO_INTENT else (pick.truth,)
    codes, names = codes_of(part.judged, gate), part.scored.intents
    of_it = np.array([query.intents == truth for query in part.queries], dtype=np.bool_)
    routed = codes == MATCH
    if pick.went is None:
        went = ~(routed & part.judged.correct) if truth else routed
    elif pick.went in names:
        went = routed & (part.scored.best == names.index(pick.went))
    else:
        went = codes == FALLBACKS[pick.went]
    return np.flatnonzero(of_it & went)


def words_of(pick: Pick) -> str:
    """What a pick is called above its list."""
    if pick.truth is None:
        return "Several intents meant"
    if pick.went is None:
        return f"{pick.truth}, not routed right"
    if pick.went in FALLBACKS:
        return f"{pick.truth} → fallback, {pick.went.replace('_', ' ')}"
    return f"{pick.truth} → {pick.went}" if pick.went != pick.truth else f"{pick.truth}, right"
