"""What does each gate buy: how much risk remains at which share of queries routed?

Three curves: both gates, the threshold alone, the margin alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from ui.charts.canvas import Margin
from ui.charts.placement_plot import BIG, TEXT
from ui.charts.route_axis import TICK_UP, number_axis
from ui.charts.route_frame import LINE, Frame, empty_figure, halo, plot_size
from ui.charts.route_marks import BLACK, NOW_SIZE, WHITE
from ui.charts.text_width import text_width
from ui.palette import Theme

HEIGHT = 320
MARGIN = Margin(72, 12, 20, 50)
MOST_POINTS = 400  # of a curve: more cannot be seen
LINES = {"both gates": ("solid", 4.0), "threshold only": ("9px,6px", 2.5),
         "margin only": ("2px,4px", 3.0)}  # fmt: skip
COVERAGE = ("coverage: share of queries routed", "coverage")
RISK = ("risk: share of routed that is wrong", "risk")
SAMPLE = 26  # px of line before its name
EMPTY = "No query in this split."

Floats = npt.NDArray[np.floating[Any]]


def risk_coverage_figure(
    curves: Mapping[str, tuple[Floats, Floats]],
    theme: Theme,
    width: int,
    *,
    now: tuple[float, float] | None = None,
    height: int = HEIGHT,
    big: bool = False,
) -> go.Figure:
    """Risk over coverage, both in 0..1, for "both gates", "threshold only", "margin only".

    Each curve is (coverage, risk), by rising coverage; `now` is (coverage, risk) of the gate.
    """
    k = BIG if big else 1
    drawn = {name: _reduced(*curves[name]) for name in LINES if name in curves}
    drawn = {name: curve for name, curve in drawn.items() if curve[0].size}
    if not drawn:
        return empty_figure(EMPTY, theme, width, height, k)
    wide, high = plot_size(width, height, MARGIN, k)
    most = max(float(risk.max()) for _, risk in drawn.values())
    top = max(1.08 * max(most, now[1] if now else 0), 0.05)
    x = number_axis(COVERAGE, 0, 1, px=wide / k, apart=52, unit="%")
    y = number_axis(RISK, 0, top, px=high / k, apart=TICK_UP, unit="%")
    frame = Frame(theme, x, y, width=width, height=height, margin=MARGIN, scale=k)
    colors = dict(zip(LINES, _colors(theme), strict=True))
    for name in reversed(drawn):
        coverage, risk = drawn[name]
        dash, thick = LINES[name]
        frame.scatter(
            coverage.astype(np.float32), risk.astype(np.float32), name=name, mode="lines",
            line={"color": colors[name], "width": thick * k, "dash": dash},
            hovertemplate=f"<b>{name}</b><br>coverage %{{x:.1%}}<br>risk %{{y:.1%}}"
            "<extra></extra>",
        )  # fmt: skip
    if now is not None:
        frame.scatter([now[0]], [now[1]], name="now", mode="markers", cliponaxis=False,
                      marker={"symbol": "cross", "size": NOW_SIZE * k, "color": WHITE,
                              "opacity": 1, "line": {"color": BLACK, "width": 2 * k}},
                      hovertext=[f"now: coverage {now[0]:.1%}, risk {now[1]:.1%}"
                                 .replace("%", " &#37;")])  # fmt: skip
    _draw_names(frame, drawn, colors)
    return frame.figure()


def _colors(theme: Theme) -> tuple[str, str, str]:
    return theme.text, theme.link, theme.overlays[0]


def _reduced(coverage: Floats, risk: Floats) -> tuple[Floats, Floats]:
    """The points where something is routed, and of those as many as can be seen."""
    known = np.isfinite(coverage) & np.isfinite(risk)
    coverage, risk = np.asarray(coverage)[known], np.asarray(risk)[known]
    if coverage.size <= MOST_POINTS:
        return coverage, risk
    at = np.linspace(0, coverage.size - 1, MOST_POINTS).round().astype(int)
    return coverage[at], risk[at]


def _draw_names(
    frame: Frame, drawn: Mapping[str, tuple[Floats, Floats]], colors: Mapping[str, str]
) -> None:
    """A piece of each line with its name, in the upper corner that the lines leave free."""
    k = frame.scale
    wide = max(text_width(name, TEXT * k, True) for name in drawn) + (SAMPLE + 10) * k
    high = len(drawn) * LINE * k
    left_taken = any(
        (frame.py(float(y)) < high + 14 * k) and frame.px(float(x)) < wide + 20 * k
        for coverage, risk in drawn.values()
        for x, y in zip(coverage, risk, strict=True)
    )
    x0 = frame.wide - wide - 8 * k if left_taken else 12 * k
    y0 = frame.high - high - 8 * k if left_taken else 6 * k
    for at, name in enumerate(drawn):
        y, (dash, thick) = y0 + (at + 0.5) * LINE * k, LINES[name]
        shape = {"type": "line", "xref": "paper", "yref": "paper", "x0": x0 / frame.wide,
                 "x1": (x0 + SAMPLE * k) / frame.wide, "y0": 1 - y / frame.high,
                 "y1": 1 - y / frame.high,
                 "line": {"color": colors[name], "width": thick * k, "dash": dash}}  # fmt: skip
        frame.shapes.append(shape)
        frame.text(x0 + (SAMPLE + 6) * k, y, name, anchor="left", bold=True, color=colors[name],
                   plate=halo(frame.theme.page))  # fmt: skip
