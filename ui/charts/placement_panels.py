"""How are many curves set apart: one small plot a model, on the same axes, lengths side by side?

>>> from engine.placement.curves import find_curve
>>> curves = [find_curve(f"liu-docs-claude-1.3-{n}") for n in (30, 10, 20)]
>>> [(name, [tag(curve) for curve in group]) for name, group in panels_of(curves)]
[('Claude-1.3', ['10', '20', '30'])]
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from engine.placement.curve import PositionCurve
from ui.charts.literal import literal, one_line
from ui.charts.placement_plot import SMALL, TEXT, Plot
from ui.charts.placement_scale import ticks
from ui.charts.placement_words import describe_point, half_width, short_label
from ui.charts.strip_marks import spread
from ui.charts.text_width import shorten, text_width

Panels = Sequence[tuple[str, Sequence[PositionCurve]]]

PANEL = 235  # px of width that a panel takes at least
TITLE = 24
LOW_PLOT = 112  # px of height of the plot in a panel at least
LABEL = 15  # px of height that the name of a line takes
GAP = 16
DASHES = ("solid", "9px,5px", "3px,3px", "9px,3px,2px,3px", "14px,4px", "5px,2px", "2px,6px")
UNITS = {"documents": "docs", "pairs": "pairs", "share": "full"}


def panels_of(curves: Sequence[PositionCurve]) -> Panels:
    """The curves by model and year, the shortest first."""
    panels: dict[tuple[str, int | None], list[PositionCurve]] = {}
    for curve in curves:
        panels.setdefault((one_line(curve.model or curve.label), curve.year), []).append(curve)
    return [(name, sorted(group, key=_size)) for (name, _), group in panels.items()]


def tag(curve: PositionCurve) -> str:
    """What tells a curve from the others of its model: the length, or how full the window is."""
    middle = one_line(curve.label).split(" · ")[1:2]
    share = re.search(r"\d+ %", middle[0]) if middle else None
    text = str(curve.length) if curve.length is not None else share[0] if share else ""
    return text if curve.kind == "measured" else f"{text} {curve.kind}".strip()


def _size(curve: PositionCurve) -> float:
    found = re.search(r"\d+", tag(curve))
    return float(found[0]) if found else math.inf


def panels_height(panels: Panels, width: float, scale: float) -> float:
    """The px that all panels take at scale 1, in as many columns as fit `width`."""
    rows = -(-len(panels) // _columns(panels, width, scale))
    return 6 + rows * (TITLE + _plot_height(panels) + GAP) + 14 + 30


def _columns(panels: Panels, width: float, scale: float) -> int:
    return max(1, min(len(panels), int(width / (PANEL * scale))))


def _plot_height(panels: Panels) -> float:
    most = max(len(group) for _, group in panels)
    return max(LOW_PLOT if len(panels) > 1 else 260, LABEL * most)


def draw_panels(plot: Plot, panels: Panels) -> None:
    """All panels, on one range of percentages; every line named at its right end."""
    canvas, k = plot.canvas, plot.scale
    width = canvas.plot_width + canvas.margin.left + canvas.margin.right + 2 * canvas.side
    columns, high = _columns(panels, width, k), _plot_height(panels) * k
    tags = [text for _, group in panels for text in _tags(group)]
    names = max(text_width(text, SMALL * k) for text in tags) + 12 * k
    wide = (canvas.plot_width - (columns - 1) * GAP * k) / columns
    shares = [p.accuracy for _, group in panels for curve in group for p in curve.points]
    low, top = 10 * math.floor(10 * min(shares)), 10 * math.ceil(10 * max(shares))
    levels = ticks(low, max(top, low + 30), high / (30 * k))
    plot.span(low, max(top, low + 30))
    lines: dict[str, list[tuple[Sequence[float], Sequence[float], PositionCurve]]] = {}
    for index, (name, group) in enumerate(panels):
        left = (index % columns) * (wide + GAP * k)
        y = plot.top + (index // columns) * (TITLE * k + high + GAP * k)
        bottom = y + TITLE * k + high
        right = left + wide - names
        _frame(plot, levels, (left, right, bottom, high), number=index % columns == 0)
        _title(plot, name, group, left, y + 10 * k, wide)
        ends = []
        for rank, curve in enumerate(group):
            xs = [left + point.x * (right - left) for point in curve.points]
            ys = [_y(plot, 100 * point.accuracy, bottom, high) for point in curve.points]
            lines.setdefault(DASHES[rank % len(DASHES)], []).append((xs, ys, curve))
            ends.append(ys[-1])
        _names(plot, group, ends, right + 7 * k, (bottom - high, bottom))
        if index // columns == (len(panels) - 1) // columns or index + columns >= len(panels):
            for x, word, anchor in ((left, "start", "left"), (right, "end", "right")):
                plot.text(x, bottom + 12 * k, word, size=SMALL, color=plot.theme.muted,
                          anchor=anchor)  # fmt: skip
    for dash, drawn in lines.items():
        _trace(plot, dash, drawn)


def _y(plot: Plot, percent: float, bottom: float, high: float) -> float:
    return bottom - (percent - plot.low) / (plot.high - plot.low) * high


def _frame(
    plot: Plot, levels: Sequence[int], box: tuple[float, float, float, float], number: bool
) -> None:
    left, right, bottom, high = box
    canvas, path = plot.canvas, ""
    for level in levels:
        y = _y(plot, level, bottom, high)
        path += f"M{canvas.tokens(left):.5f},{y:.2f}L{canvas.tokens(right):.5f},{y:.2f}"
        if number:
            plot.text(left - 8 * plot.scale, y, f"{level} %", size=SMALL, color=plot.theme.muted,
                      anchor="right")  # fmt: skip
    line = {"color": plot.theme.grid, "width": 1}
    canvas.shapes.append({"type": "path", "path": path, "line": line, "layer": "below"})


def _title(
    plot: Plot, name: str, group: Sequence[PositionCurve], x: float, y: float, room: float
) -> None:
    halves = [half for curve in group if (half := half_width(curve)) is not None]
    sure = f" ± {max(halves):.0f}" if halves else ""
    size, year = TEXT * plot.scale, group[0].year
    dated = f" · {year}{sure}" if year is not None else sure
    for after in (dated, sure):
        left = room - text_width(after, size)
        if text_width(name, size, True) <= left:
            break
    text = f"<b>{literal(shorten(name, left, size, True))}</b>{after}"
    plot.text(x, y, text, size=TEXT, color=plot.theme.text, anchor="left")


def _names(
    plot: Plot,
    group: Sequence[PositionCurve],
    ends: Sequence[float],
    x: float,
    within: tuple[float, float],
) -> None:
    """The tag of each line beside its end, kept apart."""
    k = plot.scale
    order = sorted(range(len(group)), key=lambda index: ends[index])
    heights = [LABEL * k] * len(order)
    reach = (within[0] - 4 * k, within[1] + 4 * k)
    centres = spread([ends[i] for i in order], heights, gap=0, low=reach[0], high=reach[1])
    tags = _tags(group)
    for index, y in zip(order, centres, strict=True):
        plot.text(x, y, literal(tags[index]), size=SMALL, color=plot.theme.link, anchor="left")


def _tags(group: Sequence[PositionCurve]) -> list[str]:
    """The tags of one model's curves; the unit where there is but one."""
    tags = [tag(curve) for curve in group]
    if len(group) == 1 and tags[0].isdigit():
        tags = [f"{tags[0]} {UNITS[group[0].family]}"]
    return tags


def _trace(
    plot: Plot, dash: str, drawn: Sequence[tuple[Sequence[float], Sequence[float], PositionCurve]]
) -> None:
    """All lines of one dash as one trace: a break after each."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    ids: list[list[str]] = []
    hover: list[str] = []
    for line_xs, line_ys, curve in drawn:
        xs += [*map(plot.canvas.tokens, line_xs), None]
        ys += [*line_ys, None]
        ids += [[curve.id]] * (len(line_xs) + 1)
        name = literal(short_label(curve))
        hover += [f"<b>{name}</b><br>{describe_point(curve, p)}" for p in curve.points] + [""]
    steps = any(a == b for _, _, curve in drawn for a, b in pairwise(p.x for p in curve.points))
    plot.scatter(
        xs, ys, yaxis="y", name=dash, mode="lines" if steps else "lines+markers",
        line={"color": plot.theme.link, "width": 2 * plot.scale, "dash": dash},
        marker={"color": plot.theme.link, "size": 5 * plot.scale, "opacity": 1},
        customdata=ids, hovertext=hover,
    )  # fmt: skip
