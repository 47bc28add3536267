"""Where in k documents is a fact found, and how far off is a guess?

>>> from engine.placement.curves import DEFAULT_CURVE, find_curve
>>> guess = guess_errors(find_curve(DEFAULT_CURVE), [0.70, 0.70, 0.65, 0.60, 0.60])
>>> [round(row.off_points, 1) for row in guess.rows], round(guess.mean_points, 1)
([-5.8, 12.8, 11.2, 4.6, -3.2], 7.5)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.placement.curve import Point, PositionCurve
from engine.placement.curves import load_curves
from engine.placement.fits import FEWEST, FITTED_MODEL, MOST, load_fits


@dataclass(frozen=True)
class Found:
    """One model's accuracy (0..1) at one place: measured there, or read between two points.

    `interval` is the Wilson interval of a measured point; a value between points and a
    fitted one have none.
    """

    curve: PositionCurve
    accuracy: float
    measured: bool
    interval: tuple[float, float] | None


def measured_lengths(family: str = "documents") -> tuple[int, ...]:
    """For how many documents (or pairs) there are measured curves, ascending.

    >>> measured_lengths(), measured_lengths("pairs")
    ((10, 20, 30, 50, 100, 200, 500), (25, 75, 140, 300))
    """
    found = {c.length for c in load_curves() if c.family == family and c.kind == "measured"}
    return tuple(sorted(length for length in found if length is not None))


def where_found(index: int, length: int, family: str = "documents") -> tuple[Found, ...]:
    """Accuracy of every model measured with `length` documents when `index` (from 0) is gold.

    Best first. For 10 to 30 documents the fit is there too, and for a length that nobody
    measured it alone; for pairs never. Raises `ValueError` for an index outside 0..length − 1.

    >>> at_ten = where_found(9, 20)
    >>> [(found.curve.model, round(100 * found.accuracy, 1)) for found in at_ten][:2]
    [('GPT-4.1', 75.0), ('GPT-4-0613', 74.4)]
    >>> [found.curve.kind for found in where_found(12, 25)]
    ['fitted']
    """
    if not 0 <= index < length:
        raise ValueError(f"index must lie from 0 to {length - 1}; found {index!r}")
    x = index / (length - 1) if length > 1 else 0.0
    found = [
        _found(curve, x)
        for curve in load_curves()
        if curve.family == family and curve.length == length and curve.kind == "measured"
    ]
    if family == "documents" and FEWEST <= length <= MOST:
        fit = load_fits()[FITTED_MODEL]
        found.append(Found(fit.curve(length), fit.accuracy(index, length), False, None))
    return tuple(sorted(found, key=lambda one: -one.accuracy))


def _found(curve: PositionCurve, x: float) -> Found:
    point = next((point for point in curve.points if point.x == x), None)
    if point is None:
        return Found(curve, curve.at(x), False, None)
    return Found(curve, point.accuracy, True, curve.interval(point))


@dataclass(frozen=True)
class GuessRow:
    """One guess beside what was measured, both 0..1; `off_points` = guess − measured, × 100."""

    point: Point
    guess: float
    off_points: float


@dataclass(frozen=True)
class GuessErrors:
    """All rows from left to right, and the mean distance in percentage points."""

    rows: tuple[GuessRow, ...]
    mean_points: float


def guess_errors(curve: PositionCurve, guesses: Sequence[float]) -> GuessErrors:
    """How far each guess (0..1, one a point of the curve, left to right) is off.

    Raises `ValueError` when there are more or fewer guesses than points, or one lies outside 0..1.
    """
    if len(guesses) != len(curve.points):
        raise ValueError(f"expected {len(curve.points)} guesses, one a point; found {len(guesses)}")
    for guess in guesses:
        if not 0 <= guess <= 1:
            raise ValueError(f"a guess must lie from 0 to 1; found {guess!r}")
    rows = tuple(
        GuessRow(point, guess, 100 * (guess - point.accuracy))
        for point, guess in zip(curve.points, guesses, strict=True)
    )
    return GuessErrors(rows, sum(abs(row.off_points) for row in rows) / len(rows))
