"""What was measured about position: how often is a fact found that stands at x of the window?

>>> points = (Point(0.0, 0.758, 2655), Point(0.5, 0.538, 2655), Point(1.0, 0.632, 2655))
>>> curve = PositionCurve("a", "A model · 3 documents", "a paper", points=points)
>>> curve.at(0.5), round(curve.at(0.25), 3), round(curve.mean(0.0, 0.5), 3)
(0.538, 0.648, 0.648)
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from engine.statistics import wilson_interval

KINDS = ("measured", "fitted", "illustrative")
STATUSES = ("exact", "digitised", "unreviewed", "derived", "own")
FAMILIES = ("documents", "pairs", "share")


class Point(NamedTuple):
    """Accuracy in 0..1 where the fact stands at `x` (0 start, 1 end), over `n` questions."""

    x: float
    accuracy: float
    n: int | None = None


class Paired(NamedTuple):
    """What the same questions, asked at two places, say: exact McNemar p-values."""

    start_against_middle: float
    end_against_middle: float


@dataclass(frozen=True)
class PositionCurve:
    """Accuracy by relative position, straight between the points, with where it comes from.

    `kind`: measured, fitted or illustrative. `status`: exact (as printed), digitised (read
    off a figure), unreviewed (one author, no review), derived (computed from others), own
    (the user's). `family` keeps apart what must not be mixed: documents (one answer among
    `length` passages), pairs (one of `length` key-value pairs), share (a fact somewhere in
    an input that fills a share of the window). `year` is when it was measured; `closed_book`
    and `oracle` are the accuracy without any passage and with the right one alone, where
    known; `note` is what a reader must know. Two points at one x make a step. Raises
    `ValueError` for points out of order or out of 0..1.
    """

    id: str
    label: str
    source: str
    status: str = "exact"
    kind: str = "measured"
    family: str = "documents"
    model: str = ""
    length: int | None = None
    year: int | None = None
    closed_book: float | None = None
    oracle: float | None = None
    paired: Paired | None = None
    note: str = ""
    points: tuple[Point, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        for value, known in (
            (self.kind, KINDS),
            (self.status, STATUSES),
            (self.family, FAMILIES),
        ):
            if value not in known:
                raise ValueError(f"curve {self.id}: {value!r} is none of {', '.join(known)}")
        if not self.points:
            raise ValueError(f"curve {self.id} has no points")
        for point in self.points:
            if not (0 <= point.x <= 1 and 0 <= point.accuracy <= 1):
                raise ValueError(f"curve {self.id}: {point} does not lie in 0..1")
        xs = [point.x for point in self.points]
        if xs != sorted(xs) or any(xs.count(x) > 2 for x in xs):
            raise ValueError(f"curve {self.id}: the points must go from left to right")

    @property
    def n(self) -> int | None:
        """Questions a point; the fewest where points differ, None where the source is silent."""
        counts = [point.n for point in self.points if point.n is not None]
        return min(counts) if len(counts) == len(self.points) else None

    @cached_property
    def _xs(self) -> tuple[float, ...]:
        return tuple(point.x for point in self.points)

    @cached_property
    def _places(self) -> list[float]:
        """The places of its points in order, those of a step once."""
        return sorted(set(self._xs))

    @cached_property
    def _range(self) -> tuple[float, float]:
        values = [point.accuracy for point in self.points]
        return min(values), max(values)

    def at(self, x: float) -> float:
        """Accuracy in 0..1 at `x` in 0..1: exact at the points, straight between them.

        Left of the first and right of the last point it is that point's. At a step it is
        the value to the right. Raises `ValueError` outside 0..1.
        """
        if not 0 <= x <= 1:
            raise ValueError(f"x must lie from 0 (start) to 1 (end); found {x!r}")
        after = bisect_right(self._xs, x)
        if after == 0:
            return self.points[0].accuracy
        left = self.points[after - 1]
        if after == len(self.points) or left.x == x:
            return left.accuracy
        right = self.points[after]
        share = (x - left.x) / (right.x - left.x)
        return left.accuracy + share * (right.accuracy - left.accuracy)

    def mean(self, start: float, end: float) -> float:
        """The mean of the curve from `start` to `end`, both in 0..1; at one place its value.

        Exact: between two points the curve is straight, so trapezoids are no approximation.
        """
        if not 0 <= start <= end <= 1:
            raise ValueError(f"a span must lie 0 ≤ start ≤ end ≤ 1; found {start!r} to {end!r}")
        if start == end:
            return self.at(start)
        width = end - start
        bends = self._places[bisect_right(self._places, start) : bisect_left(self._places, end)]
        # Each width is divided at once: the area below a very narrow span would be lost.
        mean = math.fsum(
            (right - left) / width * (self.at(left) + self._before(right)) / 2
            for left, right in pairwise([start, *bends, end])
        )
        # Rounding must not lift a flat curve above itself.
        low, high = self._range
        return min(max(mean, low), high)

    def _before(self, x: float) -> float:
        """The value just left of `x`, which at a step is not the value at it."""
        first = self._xs.index(x) if x in self._xs else None
        return self.at(x) if first is None else self.points[first].accuracy

    def interval(self, point: Point, confidence: float = 0.95) -> tuple[float, float] | None:
        """The Wilson interval of one measured point; None for a fit and where n is unknown."""
        if self.kind != "measured" or point.n is None:
            return None
        return wilson_interval(point.accuracy * point.n, point.n, confidence)

    def position(self, x: float) -> int | None:
        """Which document or pair stands nearest to `x`, counted from 1; None without a length.

        >>> points = (Point(0, 0.5), Point(1, 0.5))
        >>> PositionCurve("a", "A", "a paper", length=20, points=points).position(4 / 19)
        5
        """
        return None if self.length is None else round(x * (self.length - 1)) + 1
