"""One document of k holds the answer: how often is it found where it stands now?"""

from __future__ import annotations

import plotly.graph_objects as go

from engine.placement.curve import PositionCurve
from engine.placement.fits import FITTED_MODEL, load_fits
from ui.charts.canvas import Margin
from ui.charts.markers import fill_marker
from ui.charts.placement_lines import draw_curve, draw_references, name_curve, name_references
from ui.charts.placement_plot import BIG, VALUE, Plot
from ui.charts.placement_predict import point_words
from ui.charts.placement_words import about, percent, place
from ui.charts.text_width import text_width
from ui.palette import MUST_FIND, Theme

HEIGHT = 340  # px of the picture; its source comes below
BOTTOM = 258  # px at which the curve's part of it ends
SLOTS = (272, 306)  # px between which the documents stand in their row
MOST_SLOTS = 60  # more are drawn as one bar
LEAST = 6  # px of width of the document that is lit


def found_figure(
    curve: PositionCurve, index: int, theme: Theme, width: int, big: bool = False
) -> go.Figure:
    """A curve over k documents (or pairs), its `index`-th (from 0) lit with its value.

    Raises `ValueError` for a curve without a length, or an index that is not in it.
    """
    if curve.length is None or not 0 <= index < curve.length:
        raise ValueError(f"index must lie in a curve of known length; found {index!r}")
    k, inset = BIG if big else 1, max(0.02, 0.5 / curve.length)
    source = f"{about([curve], band=True)}. {curve.note}".strip()
    plot = Plot(theme, width=width, height=HEIGHT, source=source, scale=k, bottom=BOTTOM,
                margin=Margin(54, 24, 44, 28), inset=inset)  # fmt: skip
    known = [s for s in (curve.closed_book, curve.oracle) if s is not None]
    bounds = [bound for point in curve.points for bound in curve.interval(point) or ()]
    plot.fit([*known, *bounds, *(point.accuracy for point in curve.points)], above=16, below=24)
    plot.axis_at(_words(plot, curve, curve.length))
    draw_references(plot, curve)
    draw_curve(plot, curve)
    _draw_slots(plot, curve.length, index)
    _light(plot, curve, index)
    name_references(plot, curve)
    name_curve(plot, curve)
    return plot.figure()


def _x(curve_length: int, index: int) -> float:
    return index / (curve_length - 1) if curve_length > 1 else 0.0


def _words(plot: Plot, curve: PositionCurve, length: int) -> list[tuple[float, str]]:
    """The measured places; of a fit, which has none, a few round ones."""
    if curve.kind == "measured":
        return point_words(plot, curve)
    step = -(-length // 10)
    return [(_x(length, i), f"{i + 1}") for i in range(0, length, step)]


def _draw_slots(plot: Plot, length: int, index: int) -> None:
    """The documents in a row, the one with the answer filled and starred."""
    canvas, theme, k = plot.canvas, plot.theme, plot.scale
    middle, high = sum(SLOTS) / 2 * k, (SLOTS[1] - SLOTS[0]) * k
    step = 1 / max(length - 1, 1)
    empty = {"color": theme.panel, "line": {"color": theme.hairline, "width": 1}}
    gap = canvas.tokens(2) if length <= MOST_SLOTS else 0
    if length <= MOST_SLOTS:
        spans = [((i - 0.5) * step + gap / 2, (i + 0.5) * step - gap / 2) for i in range(length)]
    else:
        spans = [(-step / 2, 1 + step / 2)]
    canvas.bars("others", spans, [middle] * len(spans), high, empty)
    half = max(step / 2 - gap / 2, canvas.tokens(LEAST * k) / 2)
    x = _x(length, index)
    canvas.bars("gold", [(x - half, x + half)], [middle], high + 6 * k,
                fill_marker(theme.kinds["evidence"], theme))  # fmt: skip
    if canvas.px(2 * half) >= text_width(MUST_FIND, VALUE * k, True) + 4:
        plot.text(canvas.px(x), middle, MUST_FIND, size=VALUE, color=theme.label, bold=True,
                  plate=theme.kinds["evidence"].color)  # fmt: skip


def _light(plot: Plot, curve: PositionCurve, index: int) -> None:
    theme, k, length = plot.theme, plot.scale, curve.length or 1
    x = _x(length, index)
    point = next((p for p in curve.points if abs(p.x - x) < 1e-9), None)
    fit = load_fits()[FITTED_MODEL] if curve.kind == "fitted" else None
    share = fit.accuracy(index, length) if fit else curve.at(x)
    y, foot = plot.y(100 * share), (SLOTS[0] - 3) * k
    plot.scatter([x, x], [y, foot], yaxis="y", name="stem", mode="lines",
                 line={"color": theme.text, "width": 2 * k})  # fmt: skip
    interval = curve.interval(point) if point else None
    if interval:
        how = f"95 %: {percent(interval[0])} to {percent(interval[1])}"
    else:
        how = "between two measured points" if curve.kind == "measured" else curve.kind
        how = "interval unknown" if point and curve.kind == "measured" else how
    at = f"{place(curve, x)}: "
    plot.scatter([x], [100 * share], name="lit", mode="markers",
                 marker={"color": theme.text, "size": 18 * k, "opacity": 1,
                         "line": {"color": theme.page, "width": 3 * k}},
                 hovertext=[f"{at}{percent(share)} %<br>{how}"])  # fmt: skip
    wide = text_width(f"{at}{percent(share)} % · {how}", VALUE * k, True)
    plot.room.box(plot.x(x) - 11 * k, plot.x(x) + 11 * k, y - 11 * k, y + 11 * k)
    plot.room.line([plot.x(x)] * 2, [y, plot.bottom], apart=False)
    edge = plot.canvas.plot_width
    # Over the disc, else beside it; within the plot.
    centres = [min(max(plot.x(x) + side * (wide / 2 + 18 * k), wide / 2), edge - wide / 2)
               for side in (0, 1, -1)]  # fmt: skip
    options = [(centre, y + dy * k) for centre in centres for dy in (-26, -16, -40, 0, 26, -56)]
    spot = plot.room.first([o for o in options if plot.top < o[1] < plot.bottom], wide, 18 * k)
    if spot is not None:
        plot.text(*spot, f"{at}<b>{percent(share)} %</b> · {how}", size=VALUE,
                  color=theme.text, halo=True)  # fmt: skip
