"""At which top scores are queries right, wrong or out of scope, and where does the gate cut?"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from ui.charts.canvas import Margin
from ui.charts.placement_plot import BIG, TEXT
from ui.charts.route_axis import TICK_UP, number_axis
from ui.charts.route_frame import LINE, Frame, empty_figure, halo, plot_size
from ui.charts.text_width import text_width
from ui.palette import Theme

HEIGHT = 320
MARGIN = Margin(64, 30, 16, 50)
BINS = 24
SWATCH = 13
# What is counted, bottom up: the outcome whose colour it has, and its pattern.
PARTS = {
    "out of scope": ("routed_out_of_scope", "/"),
    "best intent wrong": ("routed_wrong", "x"),
    "best intent right": ("routed_right", ""),
}
SHORT = {"best intent wrong": "wrong", "best intent right": "right"}
EMPTY = "No query in this split."

Floats = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]


def histogram_figure(
    top: Floats,
    correct: Bools,
    in_scope: Bools,
    threshold: float,
    theme: Theme,
    width: int,
    *,
    height: int = HEIGHT,
    big: bool = False,
) -> go.Figure:
    """Queries by top score, stacked: right, wrong, out of scope; the threshold as a line.

    Queries that a rule answered have no finite score and are left out; the axis says how many.
    """
    k = BIG if big else 1
    scored = np.isfinite(top)
    if not scored.any():
        return empty_figure(EMPTY, theme, width, height, k)
    scores = top[scored]
    low, high = min(0.0, float(scores.min())), max(float(scores.max()), threshold, 0.1)
    edges = np.linspace(low, high * 1.0001, BINS + 1)
    masks = {"out of scope": ~in_scope, "best intent wrong": in_scope & ~correct,
             "best intent right": in_scope & correct}  # fmt: skip
    counts = {name: np.histogram(top[mask & scored], edges)[0] for name, mask in masks.items()}
    most = max(int(sum(counts.values()).max()), 4)  # type: ignore[union-attr]
    wide, tall = plot_size(width, height, MARGIN, k)
    ruled = int((~scored).sum())
    titles = (f"top score · {ruled:,} by a rule left out", "top score") if ruled else "top score"
    x = number_axis(titles, low, float(edges[-1]), px=wide / k)
    y = number_axis("queries", 0, 1.05 * most, px=tall / k, apart=TICK_UP)
    frame = Frame(theme, x, y, width=width, height=height, margin=MARGIN, scale=k)
    middles = ((edges[:-1] + edges[1:]) / 2).astype(np.float32)
    total = sum(counts.values())
    for name, (outcome, shape) in PARTS.items():
        color = theme.outcomes[outcome].color
        frame.traces.append(
            {
                "type": "bar", "name": name, "x": middles, "y": counts[name].astype(np.int32),
                "width": float(edges[1] - edges[0]),
                "marker": _marker(color, shape, theme),
                "customdata": np.asarray(total, dtype=np.int32),
                "hovertemplate": f"<b>{name}</b> %{{y:,}} of %{{customdata:,}}<br>"
                "top score about %{x:.2f}<extra></extra>",
            }
        )  # fmt: skip
    _draw_threshold(frame, threshold)
    _draw_names(frame)
    return frame.figure(barmode="stack", bargap=0)


def _marker(color: str, shape: str, theme: Theme) -> dict[str, Any]:
    pattern = {"shape": shape, "size": 7, "solidity": 0.3, "fillmode": "overlay",
               "fgcolor": theme.page, "fgopacity": 0.6}  # fmt: skip
    edge = {"color": theme.page, "width": 1}
    return {"color": color, "line": edge, **({"pattern": pattern} if shape else {})}


def _draw_threshold(frame: Frame, threshold: float) -> None:
    theme, k = frame.theme, frame.scale
    frame.line(threshold, 0, threshold, frame.y.high, theme.page, 5)
    frame.line(threshold, 0, threshold, frame.y.high, theme.text, 2.5)
    text = f"threshold {threshold:.2f}"
    half, px, y = text_width(text, TEXT * k) / 2 + 8 * k, frame.px(threshold), LINE / 2 * k
    frame.plate([(px + half, y), (px - half, y)], text, ground=halo(theme.page))


def _draw_names(frame: Frame) -> None:
    """What each fill is, above the plot; shorter where there is no room."""
    k, size = frame.scale, TEXT * frame.scale
    names = list(PARTS)[::-1]
    room = frame.wide + frame.margin.left + frame.margin.right - 8 * k
    swatch, gap = (SWATCH + 5) * k, 14 * k
    if sum(text_width(name, size) + swatch + gap for name in names) > room:
        shown = [SHORT.get(name, name) for name in names]
    else:
        shown = names
    needed = sum(text_width(name, size) + swatch + gap for name in shown) - gap
    at = min(0.0, frame.wide + frame.margin.right - needed)
    y = -frame.margin.top + LINE / 2 * k
    for name, text in zip(names, shown, strict=True):
        outcome, shape = PARTS[name]
        look = frame.theme.outcomes[outcome]
        half = SWATCH / 2 * k
        x0, x1 = at / frame.wide, (at + SWATCH * k) / frame.wide
        y0, y1 = 1 - (y + half) / frame.high, 1 - (y - half) / frame.high
        frame.shapes.append(
            {"type": "rect", "xref": "paper", "yref": "paper", "x0": x0, "x1": x1, "y0": y0,
             "y1": y1, "fillcolor": look.color, "line": {"width": 0}}
        )  # fmt: skip
        strokes = {"/": [(x0, y0, x1, y1)], "x": [(x0, y0, x1, y1), (x0, y1, x1, y0)]}
        for ax, ay, bx, by in strokes.get(shape, []):
            frame.shapes.append(
                {"type": "line", "xref": "paper", "yref": "paper", "x0": ax, "x1": bx, "y0": ay,
                 "y1": by, "line": {"color": frame.theme.page, "width": 2 * k}}
            )  # fmt: skip
        frame.text(at + swatch, y, text, anchor="left")
        at += text_width(text, size) + swatch + gap
