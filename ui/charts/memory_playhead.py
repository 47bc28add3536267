"""At which turn does one stand in a run, and what of it is still to come?

A transparent figure over that of the run and the life line under it: the same turns along x.
"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from ui.charts.memory_axis import BIG, LEFT, RIGHT, TOP, turn_frame
from ui.charts.placement_plot import SMALL, TEXT, faded
from ui.charts.route_axis import Axis
from ui.charts.route_frame import LINE
from ui.palette import Theme

COVERED = 0.45


def playhead_figure(
    at: int,
    turns: int,
    theme: Theme,
    width: int,
    run: float,
    life: float,
    *,
    lane: float = 0,
    said: Sequence[tuple[str, str]] = (),
    sides: tuple[float, float] = (LEFT, RIGHT),
    big: bool = False,
) -> go.Figure:
    """The place (an index) over a run and a life line of these heights in px at scale 1.

    `lane` is the height of what stands below the run's bars, within the run. What comes later
    is covered, the lane and the life line never. `said` are short lines beside the run's end,
    each with its colour.
    """
    k = BIG if big else 1
    up = Axis([""], 0, run + life - TOP - 26, [], [])
    frame = turn_frame(theme, turns, up, width, run + life, scale=k, bottom=26,
                       sides=sides)  # fmt: skip
    number, floor = at + 1, up.high - (run - lane - TOP)
    if number < turns:
        frame.box(number + 0.5, floor, turns + 0.5, up.high, faded(theme.page, COVERED), "above")
    if frame.wide / turns > 4:
        frame.box(number - 0.5, 0, number + 0.5, up.high, faded(theme.text, 0.12), "above")
    frame.line(number, 0, number, up.high, theme.page, 5)
    frame.line(number, 0, number, up.high, theme.text, 3)
    frame.text(min(max(frame.px(number), 30 * k), frame.wide - 30 * k), -11 * k, f"turn {number:,}",
               size=TEXT, color=theme.page, bold=True, plate=theme.text)  # fmt: skip
    for line, (text, color) in enumerate(reversed(said)):
        y = k * (run - TOP - 22 - LINE * line)
        frame.text(frame.wide + 6 * k, y, text, size=SMALL, color=color, anchor="left")
    return frame.figure(grid=False, bare=True)
