"""What was billed until each turn: in this run, had nothing left the window, before a fork?

A lane below a run, in the same figure and over the same turns, so a click in it is a click on a
turn too. What is billed is the sum of what each call sends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ui.charts.literal import literal
from ui.charts.placement_plot import SMALL
from ui.charts.route_axis import first_that_fits, number_axis
from ui.charts.route_frame import Frame, halo
from ui.charts.text_width import text_width

Ints = npt.NDArray[np.int64]

APART, LANE = 17, 78  # px between the run and the lane, and of the lane
MOST_POINTS = 500  # of a curve
FAR = 3  # times what was billed: from there on the curve of all that was said leaves the lane
DASH, FIRST_WIDTH = "7px,5px", 1.5
SWATCH = 26  # px of line before a name
ROW = 18  # px that the names take at the top of the lane
TITLES = ("Billed so far: input tokens of all calls", "Billed so far, input tokens", "Billed")
ALL = ("if nothing left the window", "if all stayed")


class Billed(NamedTuple):
    """By the index of a turn, the input tokens of all calls until then.

    Of this run; had every call sent all that was said before it; of the run before a fork.
    """

    run: Ints
    uncompacted: Ints
    first: Ints | None = None

    @property
    def top(self) -> int:
        """Where the lane ends.

        >>> few, many = np.array([0, 5]), np.array([0, 900])
        >>> Billed(few, few).top, Billed(few, many).top, Billed(few, many, np.array([0, 8])).top
        (5, 15, 24)
        """
        most = max(int(line.max(initial=0)) for line in (self.run, self.first) if line is not None)
        stayed = int(self.uncompacted.max(initial=0))
        return max(min(stayed, FAR * most) if most else stayed, most, 1)


class Lane(NamedTuple):
    """Where the lane lies in a frame of tokens up: its floor, and how high one billed token is."""

    floor: float
    each: float

    @classmethod
    def below(cls, per_px: float, billed: Billed) -> Lane:
        """The lane below zero of a frame in which so many tokens are one px."""
        return cls(-(APART + LANE) * per_px, LANE * per_px / (1.08 * billed.top))

    def up(self, tokens: Ints | float) -> npt.NDArray[np.float64]:
        """How high in the frame so much billed stands."""
        return np.asarray(self.floor + self.each * np.asarray(tokens, dtype=np.float64))


def lane_ticks(billed: Billed, lane: Lane) -> tuple[list[float], list[str]]:
    """Round numbers beside the lane, and where they stand in the frame."""
    axis = number_axis("", 0, billed.top, px=LANE, apart=26)
    return [float(lane.up(tick)) for tick in axis.ticks], [_short(tick) for tick in axis.ticks]


def _short(tokens: float) -> str:
    """A number that fits beside an axis.

    >>> _short(2_500), _short(40_000_000), _short(2.5e9)
    ('2,500', '40 M', '2,500 M')
    """
    return f"{tokens:,.0f}" if tokens < 10_000_000 else f"{tokens / 1e6:,.0f} M"


def draw_billed(frame: Frame, billed: Billed, lane: Lane) -> None:
    """The curves, the one of this run on top, and in the empty corner what they are."""
    theme, turns = frame.theme, len(billed.run)
    frame.line(0.5, 0, turns + 0.5, 0, theme.muted, 1)
    inside = int(np.searchsorted(billed.uncompacted, 1.08 * billed.top, side="right"))
    _curve(frame, billed.uncompacted[:inside], lane, "billed if all stayed", 2, theme.muted, DASH)
    if billed.first is not None:
        _curve(frame, billed.first, lane, "billed in the first run", FIRST_WIDTH, theme.text)
    _curve(frame, billed.run, lane, "billed", 3, theme.link)
    _words(frame, lane, billed)


def _curve(
    frame: Frame, tokens: Ints, lane: Lane, name: str, width: float, color: str, dash: str = "solid"
) -> None:
    """A step a call; of very many turns evenly spaced ones, the last among them."""
    if not len(tokens):
        return
    at = np.unique(np.linspace(0, len(tokens) - 1, min(len(tokens), MOST_POINTS)).astype(np.int64))
    line = {"color": color, "width": width * frame.scale, "shape": "hv", "dash": dash}
    x, y = (at + 1).astype(np.int32), lane.up(tokens[at]).astype(np.float32)
    frame.scatter(x, y, mode="lines", name=name, line=line)


def _words(frame: Frame, lane: Lane, billed: Billed) -> None:
    """What is billed, and which line is which, in one row above the curves, left of where they
    come so high."""
    k, theme = frame.scale, frame.theme
    y = frame.py(lane.floor) - (LANE - 9) * k
    row = 1.08 * billed.top * (LANE - ROW) / LANE
    high = int(np.searchsorted(np.maximum(billed.run, billed.uncompacted), row))
    clear = max(frame.px(high + 0.5), frame.wide / 2)
    size, room = SMALL * k, min(frame.wide, clear) - 8 * k
    stayed = SWATCH * k + text_width(ALL[0], size) + 14 * k
    stayed = stayed if stayed < room / 2 else SWATCH * k + text_width(ALL[1], size) + 14 * k
    title = first_that_fits(TITLES, room - stayed, size)
    frame.text(6 * k, y, literal(title), size=SMALL, color=theme.link, anchor="left", bold=True,
               plate=halo(theme.page))  # fmt: skip
    start = 6 * k + text_width(title, size, bold=True) + 18 * k
    left = room - start - SWATCH * k
    if left < text_width(ALL[1], size):
        return
    name = first_that_fits(ALL, left, size)
    per_px = (frame.x.high - frame.x.low) / frame.wide
    x0 = frame.x.low + start * per_px
    up = frame.y.high - y * (frame.y.high - frame.y.low) / frame.high
    frame.line(x0, up, x0 + (SWATCH - 6) * k * per_px, up, theme.muted, 2, DASH)
    frame.text(start + SWATCH * k, y, literal(name), size=SMALL, color=theme.muted, anchor="left",
               plate=halo(theme.page))  # fmt: skip
