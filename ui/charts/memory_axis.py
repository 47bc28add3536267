"""How do the figures of one run stand above each other: which turns along x, which margins?

>>> from ui.palette import LIGHT
>>> frame = turn_frame(LIGHT, 40, Axis([""], 0, 1, [], []), 800, 200, scale=1)
>>> round(frame.px(40.5) - frame.px(0.5)) == 800 - 84 - 92
True
"""

from __future__ import annotations

from ui.charts.canvas import Margin
from ui.charts.route_axis import Axis
from ui.charts.route_frame import Frame
from ui.palette import Theme

LEFT, RIGHT, TOP = 84, 92, 24
BIG = 1.35
APART = 44  # px between two numbers of turns


def turn_frame(
    theme: Theme,
    turns: int,
    up: Axis,
    width: int,
    height: float,
    *,
    scale: float,
    top: float = TOP,
    bottom: float = 9,
    numbered: bool = False,
    sides: tuple[float, float] = (LEFT, RIGHT),
) -> Frame:
    """A frame over turns, from 1; `numbered` writes their numbers below."""
    left, right = sides
    margin = Margin(left, top, right, bottom)
    room = max(width - scale * (left + right), 40)
    ticks = turn_ticks(turns, room, APART * scale) if numbered else []
    across = Axis([""], 0.5, max(turns, 1) + 0.5, ticks, [f"{tick:,}" for tick in ticks])
    return Frame(theme, across, up, width=width, height=height, margin=margin, scale=scale)


def turn_ticks(turns: int, px: float, apart: float) -> list[int]:
    """The first turn, round ones, and the last where it stands clear of them.

    >>> turn_ticks(40, 640, 44), turn_ticks(1000, 640, 60)[:3], turn_ticks(1, 640, 44)
    ([1, 5, 10, 15, 20, 25, 30, 35, 40], [1, 100, 200], [1])
    """
    least = apart * turns / px
    steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    step = next(step for step in steps if step >= least)
    ticks = [1, *(turn for turn in range(step, turns + 1, step) if turn - 1 >= least)]
    if turns - ticks[-1] >= least:
        ticks.append(turns)
    return ticks
