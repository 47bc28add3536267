"""Which round numbers stand along an axis, and which wording of its title fits?

>>> number_axis("top score", 0, 1, px=300).words
['0.0', '0.2', '0.4', '0.6', '0.8', '1.0']
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ui.charts.literal import one_line
from ui.charts.text_width import shorten, text_width

TICK_ACROSS, TICK_UP = 40, 38  # px between two ticks at least


class Axis(NamedTuple):
    """What an axis says, where it begins and ends, and what is written along it, escaped.

    `titles` are wordings of one thing, the longest first: the first that fits is written.
    """

    titles: Sequence[str]
    low: float
    high: float
    ticks: Sequence[float]
    words: Sequence[str]


def number_axis(
    titles: str | Sequence[str],
    low: float,
    high: float,
    *,
    px: float,
    apart: float = TICK_ACROSS,
    unit: str = "",
) -> Axis:
    """An axis with round ticks at least `apart` px from each other; `unit` "%" is for shares."""
    most, span = max(px / apart, 1), high - low
    power = 10 ** math.floor(math.log10(span / most))
    step = next(f * power for f in (1, 2, 5, 10, 20) if span / (f * power) <= most * (1 + 1e-9))
    first, last = math.ceil(low / step - 1e-6), math.floor(high / step + 1e-6)
    ticks = [round(n * step, 12) for n in range(first, last + 1)]
    titles = (titles,) if isinstance(titles, str) else titles
    return Axis(titles, low, high, ticks, [_word(tick, step, unit) for tick in ticks])


def _word(tick: float, step: float, unit: str) -> str:
    scale = 100 if unit else 1
    decimals = max(0, -math.floor(math.log10(scale * step) + 1e-9))
    return f"{scale * tick:.{decimals}f}{unit and ' ' + unit}".replace("-", "−")


def first_that_fits(wordings: Sequence[str], room: float, size: float) -> str:
    """The first wording that fits `room` px, or the beginning of the last one.

    >>> first_that_fits(["threshold: smallest top score", "threshold"], 100, 15)
    'threshold'
    """
    said = [one_line(text) for text in wordings]
    fitting = [text for text in said if text_width(text, size) <= room]
    return fitting[0] if fitting else shorten(said[-1], room, size)
