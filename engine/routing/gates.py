"""Which way does a score go through both gates: match, low confidence, or a tie?

This is the one comparison there is: a route asks it of one query, a sweep of all.

    score ≤ 0 or score < threshold              → low_confidence
    else runner-up > 0 and gap < margin         → ambiguous_tie
    else                                        → match

The gap is score − runner-up in 64-bit floating point, as it comes out: 0.7 − 0.6 is less than
0.1 there, so that gap fails a margin of 0.1. A score that equals the threshold, or a gap that
equals the margin, passes. A margin of 0 switches the second gate off.

>>> gate_outcome(0.7, 0.6, threshold=0.2, margin=0.1)
'ambiguous_tie'
>>> gate_outcome(0.0, 0.0, threshold=0.0, margin=0.0)
'low_confidence'
"""

from __future__ import annotations

import math
from numbers import Real
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

Outcome = Literal["match", "low_confidence", "ambiguous_tie"]
# In `gate_outcomes` an outcome is its place in this order.
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
MATCH, LOW_CONFIDENCE, AMBIGUOUS_TIE = range(3)


def gate_outcome(score: float, runner_up: float, threshold: float, margin: float) -> Outcome:
    """The outcome for one query, from the scores of its best intent and of the runner-up.

    >>> gate_outcome(0.5, 0.5, 0.2, 0.0), gate_outcome(0.5, -0.5, 0.2, 2.0)
    ('match', 'match')
    """
    if score <= 0 or score < threshold:
        return "low_confidence"
    if runner_up > 0 and score - runner_up < margin:
        return "ambiguous_tie"
    return "match"


def gate_outcomes(
    top: npt.ArrayLike, second: npt.ArrayLike, threshold: npt.ArrayLike, margin: npt.ArrayLike
) -> npt.NDArray[np.int8]:
    """The same for arrays of any shapes that broadcast; outcomes as places in `OUTCOMES`.

    >>> gate_outcomes([0.7, 0.9, 0.1], [0.6, 0.1, 0.0], 0.2, 0.1)
    array([2, 0, 1], dtype=int8)
    """
    top, second, threshold, margin = (
        np.asarray(values, dtype=np.float64) for values in (top, second, threshold, margin)
    )
    low = (top <= 0) | (top < threshold)
    tie = (second > 0) & (top - second < margin)
    return np.where(low, LOW_CONFIDENCE, np.where(tie, AMBIGUOUS_TIE, MATCH)).astype(np.int8)


def checked_gate(name: str, value: float) -> float:
    """A threshold or margin as a float; `ValueError` naming it unless it is a finite number.

    >>> checked_gate("margin", float("nan"))
    Traceback (most recent call last):
    ...
    ValueError: margin must be a finite number; found nan
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise ValueError(f"{name} must be a finite number; found {value!r}")
    return float(value)
