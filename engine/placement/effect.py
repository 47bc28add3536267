"""Does position make a difference on a curve that could be told from chance?

>>> from engine.placement.curves import DEFAULT_OVERLAYS, find_curve
>>> [position_effect(find_curve(id)).detectable for id in DEFAULT_OVERLAYS]
[True, False]
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.placement.curve import Point, PositionCurve
from engine.statistics import difference_interval

LEVEL = 0.05


@dataclass(frozen=True)
class PositionEffect:
    """Whether position matters on one curve; None where nothing can be said. `how` says why."""

    detectable: bool | None
    how: str


def position_effect(curve: PositionCurve) -> PositionEffect:
    """Whether the best and the worst position differ by more than chance, at 95 %.

    Where the same questions were asked at the start, in the middle and at the end, exact
    McNemar tests decide, the smaller of the two p-values doubled for there being two. Else
    the highest and the lowest point are compared by Newcombe's interval, at a confidence
    that allows for every pair of points that might have been picked (Bonferroni).

    >>> from engine.placement.curves import find_curve
    >>> position_effect(find_curve("replication-docs-claude-sonnet-4.6-30")).how
    'the same questions at start, middle and end: p = 0.91'
    """
    if curve.kind != "measured":
        return PositionEffect(None, "a fitted curve has no interval of its own")
    if curve.paired is not None:
        p = min(1.0, 2 * min(curve.paired))
        shown = "p < 0.001" if p < 0.001 else f"p = {p:.2g}"
        how = f"the same questions at start, middle and end: {shown}"
        return PositionEffect(p < LEVEL, how)
    best, worst = (choose(curve.points, key=lambda p: p.accuracy) for choose in (max, min))
    if not (best.n and worst.n):
        return PositionEffect(None, "the source does not state the number of questions")
    pairs = max(1, len(curve.points) * (len(curve.points) - 1) // 2)
    low, _ = difference_interval(_counts(best), _counts(worst), 1 - LEVEL / pairs)
    points = 100 * (best.accuracy - worst.accuracy)
    verdict = "more than chance explains" if low > 0 else "no more than chance explains"
    how = f"best and worst position differ by {points:.1f} points, {verdict} with n = {worst.n:,}"
    return PositionEffect(low > 0, how)


def _counts(point: Point) -> tuple[float, int]:
    n = point.n or 0
    return point.accuracy * n, n


def sunk_to_closed_book(curve: PositionCurve) -> tuple[Point, ...]:
    """The points at which the passages helped no more than having none at all.

    Those whose Wilson interval does not lie above the closed-book accuracy.

    >>> from engine.placement.curves import DEFAULT_CURVE, find_curve
    >>> curve = find_curve(DEFAULT_CURVE)
    >>> [curve.position(point.x) for point in sunk_to_closed_book(curve)]
    [5, 10, 15]
    """
    if curve.closed_book is None:
        return ()
    sunk = []
    for point in curve.points:
        interval = curve.interval(point)
        if interval is not None and interval[0] <= curve.closed_book:
            sunk.append(point)
    return tuple(sunk)
