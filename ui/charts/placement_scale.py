"""Which percentages does an axis run over, and which of them are written at it?

>>> [round(value) for value in value_range([0.538, 0.883], top=20, bottom=330, above=20, below=60)]
[45, 91]
>>> ticks(45, 91, 8)
[50, 60, 70, 80, 90]
"""

from __future__ import annotations

import math
from collections.abc import Iterable

LEAST_SPAN = 30  # percentage points that an axis spans at least: a flat curve must look flat


def value_range(
    shares: Iterable[float], *, top: float, bottom: float, above: float, below: float
) -> tuple[float, float]:
    """What stands at `bottom` and `top` px, in percent, so that the shares keep clear of both.

    They keep `above` px from the top and `below` px from the bottom.
    """
    values = [100 * share for share in shares] or [0, 100]
    low, high = min(values), max(values)
    spare = max(0.0, LEAST_SPAN - (high - low)) / 2
    low, high = low - spare, high + spare
    if high > 100:
        low, high = max(0.0, low - (high - 100)), 100.0
    elif low < 0:
        low, high = 0.0, min(100.0, high - low)
    a_px = (high - low) / (bottom - top - above - below)
    return low - below * a_px, high + above * a_px


def ticks(low: float, high: float, most: float) -> list[int]:
    """Round percentages from `low` to `high`, at most about so many."""
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100) if (high - low) / s <= max(most, 2))
    first = math.ceil(max(low, 0) / step) * step
    return list(range(first, math.floor(min(high, 100)) + 1, step))
