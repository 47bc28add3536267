"""How does a curve look while it is being measured: a point a position, its interval narrowing?

The axis stands still from 0 to 100 %, and what was counted stands in a lane under its position,
so that a room can read it while the points still move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import plotly.graph_objects as go

from engine.placement.curve import PositionCurve
from engine.statistics import wilson_interval
from ui.charts.canvas import Margin
from ui.charts.literal import literal
from ui.charts.placement_lines import Style, draw_curve, name_overlays, styles
from ui.charts.placement_plot import BIG, SMALL, TEXT, Plot
from ui.charts.text_width import text_width
from ui.palette import Theme

HEIGHT = 430  # px of the picture; its source comes below
LANE = 62  # px under the axis: the share in large type, and of how many
VALUE = 27
MANY = 7  # with more positions the figures in the lane are smaller
ALL_NAMED = 11  # with more only every other position is named
NONE_YET = "no answer yet"
BEYOND = 14  # px above 100 % and below 0 %: room for a disc


def place_name(x: float) -> str:
    """How a position is called on the axis.

    >>> place_name(0.0), place_name(0.25), place_name(1.0)
    ('start', '25 %', 'end')
    """
    return {0.0: "start", 1.0: "end"}.get(x, f"{100 * x:.0f} %")


def measure_figure(
    counts: Mapping[float, tuple[int, int]],
    positions: Sequence[float],
    theme: Theme,
    width: int,
    *,
    source: str,
    overlays: Sequence[PositionCurve] = (),
    big: bool = False,
    height: int = HEIGHT,
) -> go.Figure:
    """What was counted so far, {position: (right, answers)}, over the planned positions.

    `overlays` are published curves and earlier runs, drawn thinner. Positions without an answer
    yet are named, and have no point.
    """
    plot = Plot(
        theme, width=width, height=height, source=source, scale=BIG if big else 1,
        margin=Margin(54, 6, 44, 26 + LANE),
    )  # fmt: skip
    k = plot.scale
    room = (plot.bottom - plot.top) - 2 * BEYOND * k
    beyond = 100 * BEYOND * k / room
    plot.span(-beyond, 100 + beyond)
    named = list(positions)[:: 1 if len(positions) <= ALL_NAMED else 2]
    plot.axis_at([(x, place_name(x)) for x in named])
    known = styles(theme)
    chosen = [known[index % len(known)] for index in range(len(overlays))]
    for overlay, style in zip(overlays, chosen, strict=True):
        draw_curve(plot, overlay, style)
    _draw_points(plot, {x: counts[x] for x in positions if counts.get(x, (0, 0))[1]})
    apart = min((plot.x(b) - plot.x(a) for a, b in pairwise(named)), default=float(width))
    roomy = text_width(NONE_YET, TEXT * k) < apart
    for x in named:
        right, asked = counts.get(x, (0, 0))
        of = f"{right} of {asked}" if asked else NONE_YET if roomy else ""
        _lane(plot, x, right, asked, of, small=len(positions) > MANY)
    name_overlays(plot, overlays, chosen)
    return plot.figure()


def _draw_points(plot: Plot, counts: Mapping[float, tuple[int, int]]) -> None:
    theme, k = plot.theme, plot.scale
    xs = sorted(counts)
    shares = [100 * counts[x][0] / counts[x][1] for x in xs]
    intervals = [wilson_interval(*counts[x]) for x in xs]
    low, high = [100 * a for a, _ in intervals], [100 * b for _, b in intervals]
    if len(xs) > 1:
        plot.band(xs, low, high, theme.link, 0.12)
    plot.scatter(
        xs,
        shares,
        name="measured",
        mode="lines+markers",
        line={"color": theme.link, "width": 5 * k},
        marker={
            "color": theme.link,
            "size": 17 * k,
            "opacity": 1,
            "line": {"color": theme.page, "width": 2.5 * k},
        },
        error_y={
            "type": "data",
            "array": [b - share for b, share in zip(high, shares, strict=True)],
            "arrayminus": [share - a for a, share in zip(low, shares, strict=True)],
            "color": theme.link,
            "thickness": 3 * k,
            "width": 9 * k,
        },
        hovertext=[
            f"<b>{place_name(x)}</b>: {counts[x][0]} of {counts[x][1]} right<br>"
            f"95 %: {a:.0f} to {b:.0f} %"
            for x, a, b in zip(xs, low, high, strict=True)
        ],
    )
    line = [plot.x(x) for x in xs], [plot.y(share) for share in shares]
    if len(xs) > 1:
        plot.room.line(*line)
    for x, a, b in zip(xs, low, high, strict=True):
        at = plot.x(x)
        plot.room.box(at - 10 * k, at + 10 * k, plot.y(b), plot.y(a))


def _lane(plot: Plot, x: float, right: int, asked: int, of: str, *, small: bool) -> None:
    """The share in large type under its position, and of how many answers it is one."""
    k, theme = plot.scale, plot.theme
    at, top = plot.x(x), plot.axis + 26 * k
    share = f"{100 * right / asked:.0f} %" if asked else "–"
    color = theme.link if asked else theme.muted
    size = VALUE * (0.7 if small else 1)
    plot.text(at, top + 18 * k, share, size=size, color=color, bold=True)
    plot.text(at, top + 44 * k, literal(of), size=TEXT if not small else SMALL, color=theme.muted)


__all__ = ["HEIGHT", "Style", "measure_figure", "place_name"]
