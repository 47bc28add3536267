"""How full may the window be before answers get worse, and where should its marks be?

>>> window = effective_window([0.1, 0.3, 0.5, 0.7], [0.90, 0.90, 0.88, 0.80], n=400)
>>> round(window.bend, 3), window.amber, window.red
(0.575, 0.51, 0.57)
>>> window.statement
'Accuracy falls 5 points below its 90.0 % at 57 % full (95 % interval: 37 % to 69 %).'
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from engine.errors import PlacementError
from engine.placement.table import read_table
from engine.statistics import difference_interval, wilson_interval

DROP = 0.05
COLUMNS = ("occupancy", "accuracy", "n")


@dataclass(frozen=True)
class OccupancyPoint:
    """Accuracy (0..1, with its Wilson interval) at one occupancy (0..1), over n questions.

    `drop` is how far it lies below the first point, with Newcombe's interval of that
    difference.
    """

    occupancy: float
    accuracy: float
    n: int
    interval: tuple[float, float]
    drop: float
    drop_interval: tuple[float, float]


@dataclass(frozen=True)
class EffectiveWindow:
    """Where accuracy bends, as shares of the window (0..1), and the marks that follow.

    `bend` is where the line through the points first lies the chosen drop below the first
    point; `earliest` and `latest` are where the ends of the drop's interval do, None where
    they never do up to the last point. Proposed are `red` at the bend and `amber` where half
    of the drop is reached, rounded down to whole percents; None without a bend.
    """

    points: tuple[OccupancyPoint, ...]
    drop: float
    confidence: float
    bend: float | None
    earliest: float | None
    latest: float | None
    amber: float | None
    red: float | None

    @property
    def certain(self) -> bool:
        """Whether a drop of this size is more than chance would give."""
        return self.latest is not None

    @property
    def statement(self) -> str:
        """The finding in one sentence."""
        last = self.points[-1].occupancy
        points, start = f"{100 * self.drop:g} points", f"{100 * self.points[0].accuracy:.1f} %"
        if self.bend is None:
            sentence = f"Up to {_percent(last)} full, accuracy stays within {points} of its {start}"
            if self.earliest is None:
                return f"{sentence}."
            return f"{sentence}, but from {_percent(self.earliest)} a drop cannot be ruled out."
        first = self.bend if self.earliest is None else self.earliest
        to = f"past {_percent(last)}" if self.latest is None else f"to {_percent(self.latest)}"
        return (
            f"Accuracy falls {points} below its {start} at {_percent(self.bend)} full "
            f"({100 * self.confidence:g} % interval: {_percent(first)} {to})."
        )


def effective_window(
    occupancy: Sequence[float],
    accuracy: Sequence[float],
    n: int | Sequence[int],
    *,
    drop: float = DROP,
    confidence: float = 0.95,
) -> EffectiveWindow:
    """Where accuracy, measured at several occupancies, first bends below a drop of one's choice.

    `occupancy` and `accuracy` lie in 0..1, `drop` too (0.05 is 5 points); `n` is one number
    of questions or one a point. The points are joined by straight lines; the first of them
    is what the others are compared to. Raises `ValueError` naming the value for lists of
    different lengths, fewer than two points, an occupancy that stands twice, and anything
    out of its range.
    """
    counts = [n] * len(occupancy) if isinstance(n, int) else list(n)
    if not len(occupancy) == len(accuracy) == len(counts):
        raise ValueError(
            f"occupancy, accuracy and n must be equally long; found {len(occupancy)}, "
            f"{len(accuracy)} and {len(counts)}"
        )
    if len(occupancy) < 2:
        raise ValueError(f"expected at least two points; found {len(occupancy)}")
    if not 0 < drop < 1:
        raise ValueError(f"drop must lie between 0 and 1; found {drop!r}")
    rows = sorted(zip(occupancy, accuracy, counts, strict=True))
    for name, values in (("occupancy", occupancy), ("accuracy", accuracy)):
        for value in values:
            if not 0 <= value <= 1:
                raise ValueError(f"{name} must lie from 0 to 1; found {value!r}")
    for left, right in pairwise(rows):
        if left[0] == right[0]:
            raise ValueError(f"occupancy {left[0]!r} stands twice")
    first = rows[0]
    points = tuple(_point(row, first, confidence) for row in rows)
    bend = _crossing(points, [p.drop for p in points], drop)
    half = _crossing(points, [p.drop for p in points], drop / 2)
    return EffectiveWindow(
        points=points,
        drop=drop,
        confidence=confidence,
        bend=bend,
        earliest=_crossing(points, [p.drop_interval[1] for p in points], drop),
        latest=_crossing(points, [p.drop_interval[0] for p in points], drop),
        amber=None if bend is None or half is None else _floored(half),
        red=None if bend is None else _floored(bend),
    )


def _point(
    row: tuple[float, float, int], first: tuple[float, float, int], confidence: float
) -> OccupancyPoint:
    occupancy, accuracy, n = row
    if n < 1:
        raise ValueError(f"n must be a whole number, 1 or more; found {n!r}")
    between = (0.0, 0.0)  # the first point is no distance from itself
    if row is not first:
        between = difference_interval(
            (first[1] * first[2], first[2]), (accuracy * n, n), confidence
        )
    interval = wilson_interval(accuracy * n, n, confidence)
    # 0.95 − 0.90 must be 0.05: the decimals that were written are meant.
    drop = round(first[1] - accuracy, 12)
    return OccupancyPoint(occupancy, accuracy, n, interval, drop, between)


def _crossing(
    points: Sequence[OccupancyPoint], values: Sequence[float], level: float
) -> float | None:
    """Where the line through the values first reaches the level; None where it never does."""
    pairs = zip(points, values, strict=True)
    for (left, before), (right, after) in pairwise(pairs):
        if before < level <= after:
            share = (level - before) / (after - before)
            return left.occupancy + share * (right.occupancy - left.occupancy)
    return None


def _floored(share: float) -> float:
    return math.floor(100 * share + 1e-9) / 100


def _percent(share: float) -> str:
    return f"{math.floor(100 * share + 1e-9)} %"


def load_occupancy(source: str | bytes | Path) -> tuple[list[float], list[float], list[int]]:
    """Read a CSV with the columns occupancy, accuracy (both 0..1) and n, for `effective_window`.

    A str is the text, a `Path` the file. Raises `PlacementError` with `.line` and `.field`.

    >>> load_occupancy("occupancy,accuracy,n\\n0.1,0.9,200\\n0.5,0.8,200\\n")
    ([0.1, 0.5], [0.9, 0.8], [200, 200])
    """
    rows = read_table(source, COLUMNS)
    occupancy: list[float] = []
    for row in rows:
        value = row.number("occupancy", 0, 1)
        if value in occupancy:
            raise row.fail("occupancy", "an occupancy that no other line has")
        occupancy.append(value)
    if len(rows) < 2:
        line = rows[-1].line if rows else 1
        raise PlacementError(
            f"line {line}, occupancy: expected at least two lines; found {len(rows)}",
            line=line,
            field="occupancy",
        )
    return (
        occupancy,
        [row.number("accuracy", 0, 1) for row in rows],
        [row.whole("n", 1) for row in rows],
    )
