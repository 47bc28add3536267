"""Which threshold and margin are good: a metric over both gates, and what is set on it now?

Two figures that lie one over the other. `map_base_figure` holds what stays while the gate
moves, and is clicked on; `map_marks_figure` is transparent and holds what moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from ui.charts.canvas import Margin
from ui.charts.literal import literal
from ui.charts.placement_plot import BIG, SMALL
from ui.charts.route_axis import TICK_UP, number_axis
from ui.charts.route_frame import Frame, empty_figure, plot_size
from ui.charts.route_heat import STEPS, edges, levels
from ui.charts.route_iso import Line, draw_iso, iso_lines, name_iso
from ui.charts.route_marks import (
    INSIDE,
    Gate,
    draw_cloud,
    draw_now,
    draw_query,
    draw_tuned,
    name_query,
)
from ui.palette import Theme

HEIGHT = 320
THRESHOLD = ("threshold: smallest top score", "threshold")
MARGIN = ("margin: smallest gap", "margin")
LEFT, NARROW_LEFT = 68, 46  # px left of the plot, with and without the name of its axis
HEAD, FOOT = 32, 50
RIGHT, BAR = 12, 62  # px right of the plot, without and with the bar of colours
MOST_CLICKS = (64, 40)  # thresholds and margins that can be clicked on: every n-th of a fine grid
EMPTY = "No cell to show: no query in this split."

Floats = npt.NDArray[np.floating[Any]]


def map_base_figure(
    thresholds: Sequence[float] | Floats,
    margins: Sequence[float] | Floats,
    values: Floats,
    lines: Sequence[Line],
    heat: tuple[float, float],
    theme: Theme,
    width: int,
    *,
    metric: str,
    title: str,
    subtitle: str = "",
    lower_is_better: bool = False,
    bar: bool = False,
    y_title: bool = True,
    height: int = HEIGHT,
    big: bool = False,
) -> go.Figure:
    """The map of `values`, shape (thresholds, margins), with iso-risk lines and a click grid.

    `lines` are those of `risk_lines`, named by the figure above; `heat` the range of colours,
    shared by maps side by side (`route_heat.heat_range`). `bar` draws the bar of
    colours. A click gives its gate by `clicks.clicked_gate`.
    """
    k = BIG if big else 1
    if not values.size or not np.isfinite(values).any():
        return empty_figure(EMPTY, theme, width, height, k)
    frame = _frame(thresholds, margins, theme, width, height, bar, y_title, k)
    xs, ys = edges(thresholds), edges(margins)
    colors = [*theme.heat, theme.panel]
    frame.traces.append(
        {
            "type": "heatmap",
            "z": levels(values, heat, lower_is_better).T,
            "x": xs,
            "y": ys,
            "zmin": -0.5,
            "zmax": STEPS + 0.5,
            "colorscale": _flat(colors),
            "showscale": False,
            "hoverinfo": "skip",
        }
    )
    draw_iso(frame, lines)
    if bar:
        _draw_bar(frame, heat, lower_is_better)
    _draw_clicks(frame, np.asarray(thresholds), np.asarray(margins), values, metric)
    frame.title(title, subtitle)
    return frame.figure(grid=False, hoverdistance=-1)


def risk_lines(
    thresholds: Sequence[float] | Floats, margins: Sequence[float] | Floats, risk: Floats
) -> list[Line]:
    """Where the risk of what is routed stays under round ceilings.

    `risk` has the shape (thresholds, margins), nan where nothing is routed.
    """
    return iso_lines(risk, edges(thresholds), edges(margins))


def map_marks_figure(
    thresholds: Sequence[float] | Floats,
    margins: Sequence[float] | Floats,
    theme: Theme,
    width: int,
    *,
    now: Gate | None = None,
    tuned: Gate | None = None,
    cloud: Sequence[Gate] | Floats = (),
    query: Gate | None = None,
    lines: Sequence[Line] = (),
    bar: bool = False,
    y_title: bool = True,
    height: int = HEIGHT,
    big: bool = False,
) -> go.Figure:
    """The marks on a map of the same size: ✚ now, ★ tuned, ○ where ★ lands on resamples.

    Gates are (threshold, margin); `cloud` holds one a resample. `query` is a query's (top
    score, gap): every gate below and left of it routes it. `lines` are the map's, to be named
    over the cloud. `bar`, `y_title`, `height` and
    `big` are those of the map beneath.
    """
    k = BIG if big else 1
    if not len(thresholds) or not len(margins):
        return empty_figure("", theme, width, height, k)
    frame = _frame(thresholds, margins, theme, width, height, bar, y_title, k)
    draw_cloud(frame, np.asarray(cloud, dtype=np.float64).reshape(-1, 2))
    if query is not None:
        draw_query(frame, query, bounds=True)
    if tuned is not None:
        draw_tuned(frame, tuned)
    if now is not None:
        draw_now(frame, now)
    name_iso(frame, lines)
    if query is not None:
        name_query(frame, query, INSIDE)
    return frame.figure(bare=True)


def _frame(
    thresholds: Sequence[float] | Floats,
    margins: Sequence[float] | Floats,
    theme: Theme,
    width: int,
    height: int,
    bar: bool,
    y_title: bool,
    scale: float,
) -> Frame:
    """The axes both figures share."""
    margin = Margin(LEFT if y_title else NARROW_LEFT, HEAD, BAR if bar else RIGHT, FOOT)
    wide, high = plot_size(width, height, margin, scale)
    xs, ys = edges(thresholds), edges(margins)
    x = number_axis(THRESHOLD, float(xs[0]), float(xs[-1]), px=wide / scale)
    y = number_axis(MARGIN if y_title else "", float(ys[0]), float(ys[-1]), px=high / scale,
                    apart=TICK_UP)  # fmt: skip
    return Frame(theme, x, y, width=width, height=height, margin=margin, scale=scale)


def _flat(colors: Sequence[str]) -> list[tuple[float, str]]:
    """A colour scale of flat steps."""
    share = 1 / len(colors)
    return [((at + end) * share, color) for at, color in enumerate(colors) for end in (0, 1)]


def _draw_bar(frame: Frame, heat: tuple[float, float], lower_is_better: bool) -> None:
    """The bar of colours, on a point that is not there: the map holds levels, not values."""
    k, theme = frame.scale, frame.theme
    axis = number_axis("", *heat, px=frame.high / k, apart=TICK_UP)
    colors = theme.heat[::-1] if lower_is_better else theme.heat
    frame.scatter(
        [None], [None], mode="markers",
        marker={"color": [heat[0]], "cmin": heat[0], "cmax": heat[1],
                "colorscale": _flat(colors), "showscale": True,
                "colorbar": {"x": 1, "xpad": 12 * k, "y": 0.5, "len": 1, "ypad": 0,
                             "thickness": 12 * k, "outlinewidth": 0,
                             "tickvals": axis.ticks, "ticktext": axis.words, "ticks": "",
                             "tickfont": {"size": SMALL * k, "color": theme.muted}}},
    )  # fmt: skip


def _draw_clicks(
    frame: Frame, thresholds: Floats, margins: Floats, values: Floats, metric: str
) -> None:
    """Invisible markers in the middle of cells: a heatmap itself emits no selection."""
    columns, rows = (
        np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int))
        for n, most in zip(values.shape, MOST_CLICKS, strict=True)
    )
    column, row = (at.ravel() for at in np.meshgrid(columns, rows))
    unseen = {"marker": {"opacity": 0}}
    name = literal(metric)
    frame.scatter(
        thresholds[column].astype(np.float32), margins[row].astype(np.float32),
        customdata=values[column, row].astype(np.float32), mode="markers",
        marker={"opacity": 0, "size": 12}, selected=unseen, unselected=unseen,
        hovertemplate=f"<b>{name} %{{customdata:.3f}}</b><br>threshold %{{x:.3~f}}"
        "<br>margin %{y:.3~f}<extra></extra>",
    )  # fmt: skip
