"""How full may the window be before answers get worse, and which marks follow from it?"""

from __future__ import annotations

import plotly.graph_objects as go

from engine.placement.effective import EffectiveWindow
from ui.charts.canvas import Margin
from ui.charts.literal import literal
from ui.charts.placement_plot import BIG, SMALL, TEXT, Plot, faded
from ui.charts.placement_words import percent
from ui.charts.strip_marks import spread
from ui.charts.text_width import text_width
from ui.palette import Theme

HEIGHT = 420  # px of the picture; its source comes below
MARK = 20  # px above the plot for the names of the marks


def effective_figure(
    window: EffectiveWindow, source_line: str, theme: Theme, width: int, big: bool = False
) -> go.Figure:
    """Accuracy over occupancy with its intervals, the chosen drop, and the marks proposed.

    `source_line` says where the figures come from; n and the finding are added to it.
    """
    k = BIG if big else 1
    counts = sorted({point.n for point in window.points})
    n = f"n = {counts[0]:,} a point" if len(counts) == 1 else f"n = {counts[0]:,} or more a point"
    source = f"{source_line} · {n}, bars = {100 * window.confidence:g} % Wilson. {window.statement}"
    plot = Plot(theme, width=width, height=HEIGHT, source=source, scale=k,
                margin=Margin(54, MARK + 6, 44, 50))  # fmt: skip
    first = window.points[0].accuracy
    shares = [bound for point in window.points for bound in point.interval]
    plot.fit([*shares, first - window.drop], above=20, below=24)
    plot.axis_at([(at / 100, f"{at} %") for at in range(0, 101, 10)])
    _draw_uncertain(plot, window)
    _draw_marks(plot, window)
    plot.level(first - window.drop)
    _draw_points(plot, window)
    text = f"{100 * window.drop:g} points below {percent(first)}"
    plot.name_level(first - window.drop, text, right=False)
    plot.text(plot.x(0.5), plot.axis + 36 * k, "how full the window is", size=SMALL,
              color=theme.muted)  # fmt: skip
    return plot.figure()


def _draw_points(plot: Plot, window: EffectiveWindow) -> None:
    theme, k, points = plot.theme, plot.scale, window.points
    values = [100 * point.accuracy for point in points]
    hover = [
        f"<b>{percent(point.occupancy)} % full</b><br>{percent(point.accuracy)} % · 95 %: "
        f"{percent(point.interval[0])} to {percent(point.interval[1])} · n {point.n:,}"
        for point in points
    ]
    plot.scatter(
        [point.occupancy for point in points], values, name="accuracy", mode="lines+markers",
        line={"color": theme.link, "width": 4 * k},
        marker={"color": theme.link, "size": 11 * k, "opacity": 1,
                "line": {"color": theme.page, "width": 2 * k}},
        error_y={"type": "data", "symmetric": False, "color": theme.link, "thickness": 2 * k,
                 "width": 6 * k,
                 "array": [100 * p.interval[1] - v for p, v in zip(points, values, strict=True)],
                 "arrayminus": [v - 100 * p.interval[0]
                                for p, v in zip(points, values, strict=True)]},
        hovertext=hover,
    )  # fmt: skip
    xs, ys = [plot.x(p.occupancy) for p in points], [plot.y(value) for value in values]
    plot.room.line(xs, ys)
    for point, x in zip(points, xs, strict=True):
        low, high = (plot.y(100 * bound) for bound in point.interval)
        plot.room.line([x, x], [low, high], apart=False)
    for point, x, y in zip(points, xs, ys, strict=True):
        text = percent(point.accuracy)
        wide = text_width(text, TEXT * k, True)
        options = [(x + side * (wide / 2 + 9 * k), y + dy * k)
                   for dy in (-12, 12, -22, 22) for side in (1, -1)]  # fmt: skip
        found = plot.room.first(options, wide, 14 * k)
        if found is not None:
            plot.text(*found, text, size=TEXT, color=theme.link, bold=True, halo=True)


def _draw_uncertain(plot: Plot, window: EffectiveWindow) -> None:
    """The span in which the bend may lie, by the interval of the drop."""
    if window.earliest is None:
        return
    last = window.points[-1].occupancy
    start, end = window.earliest, last if window.latest is None else window.latest
    plot.canvas.box(start, end, plot.top, plot.bottom, fill=faded(plot.theme.muted, 0.14),
                    layer="below")  # fmt: skip
    y, k = plot.bottom - 11 * plot.scale, plot.scale
    text = "the drop may begin here" + (" or later" if window.latest is None else "")
    if text_width(text, SMALL * k) < plot.x(end - start) - 8:
        plot.text(plot.x((start + end) / 2), y, text, size=SMALL, color=plot.theme.muted, halo=True)
    plot.room.box(plot.x(start), plot.x(end), y - 9 * k, y + 9 * k)


def _draw_marks(plot: Plot, window: EffectiveWindow) -> None:
    """Amber and red as upright lines, named above the plot with glyph and word."""
    k, size = plot.scale, TEXT * plot.scale
    marks = [(share, plot.theme.zones[word]) for word, share in
             (("amber", window.amber), ("red", window.red)) if share is not None]  # fmt: skip
    texts = [f"{zone.glyph} {zone.word} {100 * share:g} %" for share, zone in marks]
    widths = [text_width(text, size, True) for text in texts]
    centres = spread([plot.x(share) for share, _ in marks], widths, gap=12 * k,
                     low=-40 * k, high=plot.canvas.plot_width + 40 * k)  # fmt: skip
    for (share, zone), text, x in zip(marks, texts, centres, strict=True):
        plot.canvas.line(share, plot.top, plot.bottom, zone.color, 3)
        plot.canvas.shapes[-1]["layer"] = "between"
        plot.room.line([plot.x(share)] * 2, [plot.top, plot.bottom], apart=False)
        plot.text(x, plot.top - 11 * k, literal(text), size=TEXT, color=zone.color, bold=True)
