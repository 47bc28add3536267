"""At which budgets is each section looked at, and over which stretches does its outcome hold?

>>> budget_grid(1000, 630, most=6)
[0, 250, 500, 630, 750, 1000]
>>> stretches(["dropped", "truncated", "truncated", "included"], [0, 10, 20, 30], end=35)
[('dropped', 0, 10), ('truncated', 10, 30), ('included', 30, 35)]
"""

from __future__ import annotations

import math
from collections.abc import Sequence

FAR = 1.3  # a budget that is set further out than this times the total is only pointed at


def budget_grid(total: int, now: int, most: int = 200) -> list[int]:
    """At most `most` whole budgets, evenly from 0 to `total`, with `now` among them.

    Where `now` lies a little beyond the total the grid runs on to it, so that its line
    stands on outcomes that were computed: under tiers all may not be in at the total.

    >>> budget_grid(1000, 1200, most=4), budget_grid(1000, 9000, most=4)
    ([0, 600, 1000, 1200], [0, 333, 666, 1000])
    """
    near = 0 <= now <= FAR * total
    keep = {total, now} if near else {total}
    last = max(keep)
    steps = max(1, most - len(keep))
    return sorted(keep | {last * step // steps for step in range(steps + 1)})


def stretches(
    outcomes: Sequence[str], budgets: Sequence[int], end: float
) -> list[tuple[str, float, float]]:
    """Outcome, first budget and where the next outcome begins; the last one holds to `end`."""
    found: list[tuple[str, float, float]] = []
    for outcome, start, stop in zip(outcomes, budgets, [*budgets[1:], end], strict=True):
        if found and found[-1][0] == outcome:
            found[-1] = (outcome, found[-1][1], stop)
        else:
            found.append((outcome, start, stop))
    return found


def thin(count: int, most: int, keep: Sequence[int] = ()) -> list[int]:
    """At most `most` of `count` positions, evenly spread, both ends and those to keep with them.

    >>> thin(101, 5, keep=[30])
    [0, 30, 33, 67, 100]
    """
    most = max(2, most - len(keep))
    if count <= most:
        return list(range(count))
    return sorted({round(i * (count - 1) / (most - 1)) for i in range(most)} | set(keep))


def ticks(extent: float, most: int) -> list[int]:
    """Round numbers from 0, at most `most` of them.

    >>> ticks(1230, 4)
    [0, 500, 1000]
    """
    rough = max(extent / most, 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(int(m * power) for m in (1, 2, 5, 10) if m * power >= rough)
    return list(range(0, int(extent) + 1, step))
