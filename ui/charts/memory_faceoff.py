"""How full was the window under one of several policies, and where was each fact meanwhile?

One figure a policy, to stand beside others: the run in small, and under it, over the same turns,
a lane for each fact. All plots are equally wide and high; the first of a row has the names at its
left. A click on a column carries the turn's index as `customdata[0]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from ui.charts.canvas import NEVER_DIM
from ui.charts.literal import literal, one_line
from ui.charts.memory_allowed import Allowed
from ui.charts.memory_axis import BIG, TOP, turn_frame
from ui.charts.memory_life import LINES, LOOKS, Spanned, state_color
from ui.charts.memory_playhead import playhead_figure
from ui.charts.memory_run import HEADROOM, draw_run, stacked
from ui.charts.placement_plot import SMALL, TEXT
from ui.charts.route_axis import number_axis
from ui.charts.route_frame import Frame
from ui.charts.text_width import shorten
from ui.palette import Theme

Ints = npt.NDArray[np.int64]

LABELS, SIDE = 150, 8  # px at the left of the plot with the names, and beside all others
RUN = 190  # px of the run, with what stands above it
APART = 12  # px between the run and the lanes
BOTTOM = 26
LANES = 330  # px for all lanes, as long as each is high enough
MOST_HIGH, LEAST_HIGH = 42, 22  # px of a lane
LEAST_WIDE = 200  # px of a plot; fewer stand in a row before it is narrower
TWO_LINES = 32  # px from which kind and phrase stand on lines of their own


class Lane(NamedTuple):
    """A fact that is followed: its kind, its words, and its states from turn to turn."""

    kind: str
    phrase: str
    spans: Sequence[Spanned]


def lane_height(lanes: int) -> float:
    """Px of each of so many lanes.

    >>> lane_height(4), lane_height(10), lane_height(40)
    (42.0, 33.0, 22.0)
    """
    return float(min(max(LANES / max(lanes, 1), LEAST_HIGH), MOST_HIGH))


class Plot(NamedTuple):
    """Where one of the figures stands: `wide` px of plot, with the names at its left or without."""

    wide: int
    named: bool = False
    big: bool = False

    @property
    def scale(self) -> float:
        """By how much all but the width is larger for a projector."""
        return BIG if self.big else 1

    @property
    def sides(self) -> tuple[float, float]:
        """Px at the left and the right of the plot, at scale 1."""
        return (LABELS if self.named else SIDE), SIDE

    @property
    def width(self) -> int:
        """Px of the whole figure."""
        return round(self.wide + self.scale * sum(self.sides))


def plots_in(room: int, most: int, gap: int, *, big: bool = False) -> tuple[int, int]:
    """How many of at most so many plots stand in a row, and how wide each is, in px.

    Of four that do not fit, two stand in a row and not three.

    >>> plots_in(1160, 3, 16), plots_in(770, 4, 16)
    ((3, 312), (2, 290))
    """
    k = BIG if big else 1

    def wide(count: int) -> int:
        names_and_sides = k * (LABELS + SIDE + (count - 1) * 2 * SIDE)
        return int((room - names_and_sides - (count - 1) * gap) / count)

    fitting = [count for count in range(1, most + 1) if wide(count) >= LEAST_WIDE * k]
    count = max(fitting, default=1)
    if count == most - 1 and count > 2:
        count = (most + 1) // 2
    return count, max(wide(count), LEAST_WIDE // 2)


def faceoff_figure(
    parts: Mapping[str, tuple[str, Ints]],
    bounds: Sequence[Allowed],
    evicted: Ints,
    compacted: Ints,
    expired: Ints,
    lanes: Sequence[Lane],
    fullest: int,
    theme: Theme,
    plot: Plot,
) -> go.Figure:
    """A run and its lanes; `fullest` is the most tokens at any turn of all runs beside it.

    The rest as in `run_figure`.
    """
    k, turns = plot.scale, len(next(iter(parts.values()))[1])
    high = HEADROOM * max(fullest, *(bound.usable for bound in bounds))
    each = lane_height(len(lanes))
    per_px = high / (RUN - TOP)  # tokens
    below = (APART + len(lanes) * each) * per_px if lanes else 0
    up = number_axis("", 0, high, px=k * (RUN - TOP), apart=46 * k)
    words = [f"{tick:,.0f}" if plot.named else "" for tick in up.ticks]
    frame = turn_frame(
        theme, turns, up._replace(low=-below, words=words), plot.width,
        RUN + below / per_px + BOTTOM, scale=k, bottom=BOTTOM, numbered=True, sides=plot.sides,
    )  # fmt: skip
    middles = [-(APART + (at + 0.5) * each) * per_px for at in range(len(lanes))]
    for state in LOOKS:
        _spans(frame, state, lanes, middles, each)
    if plot.named:
        for lane, middle in zip(lanes, middles, strict=True):
            _name(frame, lane, middle, each)
    draw_run(frame, parts, bounds, evicted, compacted, expired=expired)
    return frame.figure(**stacked(frame), xaxis={"showgrid": False})


def faceoff_playhead(at: int, turns: int, lanes: int, theme: Theme, plot: Plot) -> go.Figure:
    """The place (an index) over such a figure; what comes later is covered, the lanes never."""
    life = BOTTOM + (APART + lanes * lane_height(lanes) if lanes else 0)
    return playhead_figure(at, turns, theme, plot.width, RUN, life,
                           sides=plot.sides, big=plot.big)  # fmt: skip


def _spans(
    frame: Frame, state: str, lanes: Sequence[Lane], middles: Sequence[float], each: float
) -> None:
    """All spans in one state as one line with gaps, as thick as the state is high."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    starts: list[tuple[float, float]] = []
    for lane, middle in zip(lanes, middles, strict=True):
        for span in lane.spans:
            if span.state == state:
                begin = span.first + (0.5 if LOOKS[state][1] else 1.0)
                xs += [begin, span.last + 1.5, None]
                ys += [middle, middle, None]
                starts.append((begin, middle))
    if not xs:
        return
    color, share = state_color(state, frame.theme), LOOKS[state][1]
    thick = share * each * frame.scale if share else 2 * frame.scale
    _, dash, symbol = LINES.get(state, ("", "solid", ""))
    line = {"color": color, "width": thick, "dash": dash}
    frame.scatter(xs, ys, mode="lines", name=state, line=line, connectgaps=False)
    if not share:
        mark = {"symbol": symbol, "size": 10 * frame.scale, "color": color,
                "line": {"width": 2.5 * frame.scale if symbol.endswith("thin") else 0,
                         "color": color}}  # fmt: skip
        frame.scatter([x for x, _ in starts], [y for _, y in starts], mode="markers",
                      marker=mark, name="lost" if state == "gone" else f"{state} at",
                      **NEVER_DIM)  # fmt: skip


def _name(frame: Frame, lane: Lane, middle: float, each: float) -> None:
    """Kind and phrase before a lane: on two lines, or where it is low on one."""
    k, y = frame.scale, frame.py(middle)
    room = (LABELS - 10) * k
    if each >= TWO_LINES:
        phrase = shorten(one_line(lane.phrase), room, SMALL * k)
        frame.text(-8 * k, y - 8 * k, literal(lane.kind), size=TEXT, bold=True, anchor="right")
        frame.text(-8 * k, y + 8 * k, literal(phrase), size=SMALL, anchor="right")
    else:
        phrase = shorten(one_line(lane.phrase), room, SMALL * k)
        frame.text(-8 * k, y, literal(phrase), size=SMALL, anchor="right")
