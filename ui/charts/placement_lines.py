"""How is a measured curve drawn: its line, its band, its values, and its name beside it?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from engine.placement.curve import PositionCurve
from ui.charts.literal import literal
from ui.charts.placement_plot import TEXT, VALUE, Plot
from ui.charts.placement_room import TINTED
from ui.charts.placement_words import describe_point, direct_label, how_sure, percent, short_label
from ui.charts.text_width import shorten, text_width
from ui.palette import Theme

MOST_VALUES = 10  # with more points only the ends and the extremes are written out
LINE = 18  # px of height that a line of text takes
INK = 14  # px of height of its capitals and figures, and a little air


class Style(NamedTuple):
    """How an overlay is drawn: never by its colour alone."""

    color: str
    dash: str
    symbol: str


def styles(theme: Theme) -> list[Style]:
    """The styles of overlays in turn."""
    return [
        Style(theme.overlays[0], "9px,6px", "square"),
        Style(theme.overlays[1], "3px,4px", "diamond"),
        Style(theme.text, "12px,4px,3px,4px", "triangle-up"),
        Style(theme.muted, "16px,5px", "cross"),
    ]


def pixels(plot: Plot, curve: PositionCurve) -> tuple[list[float], list[float]]:
    """The line of a curve in px, level from its first and last point to the edges."""
    points = curve.points
    xs = [0.0, *(point.x for point in points), 1.0]
    shares = [points[0].accuracy, *(point.accuracy for point in points), points[-1].accuracy]
    return [plot.x(x) for x in xs], [plot.y(100 * share) for share in shares]


def draw_curve(plot: Plot, curve: PositionCurve, style: Style | None = None, **more: Any) -> None:
    """The line with its points: 4 px with its band, or 2 px in the style of an overlay."""
    theme, k = plot.theme, plot.scale
    xs, shares = [p.x for p in curve.points], [100 * p.accuracy for p in curve.points]
    steps = any(a == b for a, b in pairwise(xs))
    color = style.color if style else theme.link
    if style is None:
        _band(plot, curve)
    dash = style.dash if style else "solid"
    line = {"color": color, "width": (2 if style else 4) * k, "dash": dash}
    marker = {"color": color, "size": (6 if style else 11) * k, "opacity": 1,
              "symbol": style.symbol if style else "circle",
              "line": {"color": theme.page, "width": 0 if style else 2 * k}}  # fmt: skip
    name = literal(short_label(curve))
    plot.scatter(
        xs, shares, name=curve.id, mode="lines" if steps else "lines+markers",
        line=line, marker=marker,
        hovertext=[f"<b>{name}</b><br>{describe_point(curve, p)}" for p in curve.points],
        **more,
    )  # fmt: skip
    plot.room.line(*pixels(plot, curve))


def _band(plot: Plot, curve: PositionCurve) -> None:
    intervals = [curve.interval(point) for point in curve.points]
    known = [interval for interval in intervals if interval is not None]
    if len(known) < len(intervals):
        return
    xs = [point.x for point in curve.points]
    low, high = [100 * a for a, _ in known], [100 * b for _, b in known]
    plot.band(xs, low, high, plot.theme.link)
    for edge in (low, high):
        plot.room.line([plot.x(x) for x in xs], [plot.y(v) for v in edge], TINTED, False)


def draw_values(plot: Plot, curve: PositionCurve) -> None:
    """The values at the points of the main curve: over its peaks, under its valleys."""
    k, points = plot.scale, curve.points
    size, height = VALUE * k, INK * k
    for index in _written(curve):
        point, text = points[index], percent(points[index].accuracy)
        x, y, width = plot.x(point.x), plot.y(100 * point.accuracy), text_width(text, size, True)
        beside, over = width / 2 + 10 * k, 17 * k
        near = [p.accuracy for p in points[max(0, index - 1) : index + 2]]
        peak = point.accuracy >= sum(near) / len(near)
        up, down = (x, y - over), (x, y + over)
        options = [up, down] if peak else [down, up]
        corners = [(x + dx, y + dy) for dy in (-over, over) for dx in (beside, -beside)]
        if x < width:
            options = [corners[0], corners[2]]
        elif x > plot.canvas.plot_width - width:
            options = [(x + beside + 2 * k, y), corners[1], corners[3]]
        found = plot.room.first([*options, *corners], width, height)
        if found is not None:
            plot.text(*found, text, size=VALUE, color=plot.theme.link, bold=True, halo=True)


def _written(curve: PositionCurve) -> list[int]:
    points = curve.points
    if len(points) <= MOST_VALUES:
        return list(range(len(points)))
    shares = [point.accuracy for point in points]
    return sorted({0, shares.index(min(shares)), shares.index(max(shares)), len(points) - 1})


def name_curve(plot: Plot, curve: PositionCurve) -> None:
    """The name of the main curve: model in bold, what was measured beneath it."""
    k, color = plot.scale, plot.theme.link
    head, _, rest = short_label(curve).replace(" docs", " documents").partition(" · ")
    sure = how_sure(curve)
    if not rest or (curve.kind != "measured" and sure not in rest):
        rest = " · ".join(filter(None, [rest, sure]))
    most = plot.canvas.plot_width * 0.6
    head, rest = shorten(head, most, VALUE * k, True), shorten(rest, most, TEXT * k)
    widths = (text_width(head, VALUE * k, True), text_width(rest, TEXT * k))
    width, height = max(widths), 2 * (LINE + 1) * k
    found = plot.room.near(width + 8, height, *pixels(plot, curve))
    if found is None:
        return
    left = found[0] - width / 2
    for text, size, bold, dy in ((head, VALUE, True, -9.5), (rest, TEXT, False, 9.5)):
        plot.text(left, found[1] + dy * k, literal(text), size=size, color=color, bold=bold,
                  anchor="left", halo=True)  # fmt: skip


def name_overlays(
    plot: Plot, curves: Sequence[PositionCurve], chosen: Sequence[Style], wish: float = 0.45
) -> None:
    """The direct label of each overlay, with its interval; shorter where it has no room.

    Where not all are of one status, each says its own.
    """
    mixed = len({curve.status for curve in curves}) > 1
    size, height = TEXT * plot.scale, LINE * plot.scale
    for curve, style in zip(curves, chosen, strict=True):
        label = direct_label(curve, mixed)
        for text in (label, direct_label(curve), short_label(curve), label.partition(" · ")[0]):
            text = shorten(text, plot.canvas.plot_width * 0.9, size)
            found = plot.room.near(text_width(text, size) + 6, height, *pixels(plot, curve),
                                   wish=plot.x(wish))  # fmt: skip
            if found is not None:
                plot.text(*found, literal(text), size=TEXT, color=style.color, halo=True)
                break


def draw_references(plot: Plot, curve: PositionCurve) -> None:
    """Closed book and oracle: dotted lines across the plot."""
    for share in (curve.closed_book, curve.oracle):
        if share is not None:
            plot.level(share)


def name_references(plot: Plot, curve: PositionCurve) -> None:
    """What the dotted lines are."""
    if curve.oracle is not None:
        alone = "pair" if curve.family == "pairs" else "passage"
        text = f"oracle {percent(curve.oracle)}: only the right {alone} given"
        plot.name_level(curve.oracle, text, right=True)
    if curve.closed_book is not None:
        text = f"closed book {percent(curve.closed_book)}"
        plot.name_level(curve.closed_book, text, right=False)
