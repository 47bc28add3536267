"""Where do you think a fact is found, and how far off was that?

The guess and, once it is revealed, the measured curve stand on the same axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import plotly.graph_objects as go

from engine.placement.curve import PositionCurve
from engine.placement.found import GuessErrors, guess_errors
from ui.charts.canvas import Margin
from ui.charts.placement_lines import (
    LINE,
    draw_curve,
    draw_references,
    draw_values,
    name_references,
    pixels,
)
from ui.charts.placement_plot import BIG, SMALL, TEXT, VALUE, Plot
from ui.charts.placement_words import PLACE, about, half_width, place
from ui.charts.text_width import text_width
from ui.palette import Theme

HEIGHT = 620  # px of the picture; its source comes below
MARGIN = Margin(54, 26, 44, 30)
LOW, HIGH = 40, 100  # percent; the same before and after, whatever is guessed
BAR = 7  # px of width of an error
INSET = 57  # px at either side: room for signed errors
NEAR = 10  # px between two words under the plot
HIDDEN = "The measured curve appears here when you press Reveal."


def predict_figure(
    curve: PositionCurve,
    guesses: Sequence[float],
    revealed: bool,
    theme: Theme,
    width: int,
    big: bool = False,
) -> go.Figure:
    """The guesses (0..1, one a point of the curve); revealed, the curve and the errors too."""
    errors = guess_errors(curve, guesses)
    source = f"{about([curve], band=revealed)}. {curve.note}".strip()
    k = BIG if big else 1
    plot = Plot(theme, width=width, height=HEIGHT, source=source, scale=k,
                margin=MARGIN, inset=INSET * k / width)  # fmt: skip
    known = [s for s in (curve.closed_book, curve.oracle) if s is not None]
    least = min([*guesses, *known, *(point.accuracy for point in curve.points)])
    # All or the upper part: an axis fitted to the points would give them away.
    plot.span(LOW if 100 * least >= LOW else 0, HIGH)
    plot.axis_at(point_words(plot, curve))
    draw_references(plot, curve)
    if revealed:
        draw_curve(plot, curve)
        _draw_errors(plot, errors)
    _draw_guess(plot, errors, revealed)
    if revealed:
        draw_values(plot, curve)
        _name_measured(plot, curve)
    else:
        x, y = plot.x(0.5), plot.y(plot.low + 0.1 * (plot.high - plot.low))
        plot.text(x, y, HIDDEN, size=VALUE, color=theme.muted, halo=True)
    _name_guess(plot, errors)
    name_references(plot, curve)
    return plot.figure()


def point_words(plot: Plot, curve: PositionCurve) -> list[tuple[float, str]]:
    """What stands under each point: "document 5"; after the first only numbers where they touch."""
    words = [place(curve, point.x).partition(" of ")[0] for point in curve.points]
    xs, size = [point.x for point in curve.points], SMALL * plot.scale
    if not _apart(plot, xs, words, size):
        words = [words[0], *(word.removeprefix(f"{PLACE[curve.family]} ") for word in words[1:])]
        last = -1e9
        for index, (x, word) in enumerate(zip(xs, words, strict=True)):
            half = text_width(word, size) / 2
            if plot.x(x) - half < last + NEAR or x in xs[:index]:
                words[index] = ""
            else:
                last = plot.x(x) + half
    return list(zip(xs, words, strict=True))


def _apart(plot: Plot, xs: Sequence[float], words: Sequence[str], size: float) -> bool:
    halves = [text_width(word, size) / 2 for word in words]
    ends = [(plot.x(x) - half, plot.x(x) + half) for x, half in zip(xs, halves, strict=True)]
    return all(left[1] + NEAR <= right[0] for left, right in pairwise(ends))


def _draw_errors(plot: Plot, errors: GuessErrors) -> None:
    """A thick bar from each guess to what was measured, with the signed points beside it."""
    k, color = plot.scale, plot.theme.zones["red"].color
    xs: list[float | None] = []
    percents: list[float | None] = []
    for row in errors.rows:
        xs += [row.point.x, row.point.x, None]
        percents += [100 * row.guess, 100 * row.point.accuracy, None]
    plot.scatter(xs, percents, name="off", mode="lines", line={"color": color, "width": BAR * k})
    for row in errors.rows:
        x, a, b = plot.x(row.point.x), plot.y(100 * row.guess), plot.y(100 * row.point.accuracy)
        plot.room.box(x - BAR * k, x + BAR * k, min(a, b), max(a, b))
    for row in errors.rows:
        text = f"{row.off_points:+.1f}".replace("-", "−")
        x = plot.x(row.point.x)
        y = (plot.y(100 * row.guess) + plot.y(100 * row.point.accuracy)) / 2
        width = text_width(text, VALUE * k, True)
        aside = width / 2 + 11 * k
        sides = (-1, 1) if row is errors.rows[0] else (1, -1)
        options = [(x + side * aside, y + dy * k) for dy in (0, -14, 14) for side in sides]
        found = plot.room.first(options, width, 16 * k)
        if found is not None:
            plot.text(*found, text, size=VALUE, color=color, bold=True, halo=True)


def _draw_guess(plot: Plot, errors: GuessErrors, revealed: bool) -> None:
    """A dashed line with hollow diamonds, and the guess at each, off what was measured."""
    theme, k = plot.theme, plot.scale
    xs = [row.point.x for row in errors.rows]
    percents = [100 * row.guess for row in errors.rows]
    marker = {"symbol": "diamond", "size": 15 * k, "color": theme.page, "opacity": 1,
              "line": {"color": theme.text, "width": 2.5 * k}}  # fmt: skip
    line = {"color": theme.text, "width": 2 * k, "dash": "9px,6px"}
    plot.scatter(xs, percents, name="guess", mode="lines+markers", line=line, marker=marker,
                 hovertext=[f"your guess: {value:.0f} %" for value in percents])  # fmt: skip
    plot.room.line([plot.x(x) for x in xs], [plot.y(value) for value in percents])
    for row in errors.rows:
        x, y = plot.x(row.point.x), plot.y(100 * row.guess)
        half = 10 * k
        plot.room.box(x - half, x + half, y - half, y + half)
    for row in errors.rows:
        x, y, text = plot.x(row.point.x), plot.y(100 * row.guess), f"{100 * row.guess:.0f}"
        # Above, unless the measured value stands there.
        away = -1 if not revealed or row.off_points >= 0 else 1
        options = [(x, y + away * 23 * k), (x + 20 * k, y + away * 14 * k), (x, y - away * 23 * k)]
        width = text_width(text, TEXT * k)
        found = plot.room.first(options, width, 14 * k)
        if found is not None:
            plot.text(*found, text, size=TEXT, color=theme.text, halo=True)


def _name_guess(plot: Plot, errors: GuessErrors) -> None:
    xs = [plot.x(row.point.x) for row in errors.rows]
    ys = [plot.y(100 * row.guess) for row in errors.rows]
    width = text_width("your guess", VALUE * plot.scale, True)
    found = plot.room.near(width + 6, LINE * plot.scale, xs, ys, wish=plot.x(0.35))
    if found is not None:
        plot.text(*found, "your guess", size=VALUE, color=plot.theme.text, bold=True, halo=True)


def _name_measured(plot: Plot, curve: PositionCurve) -> None:
    band = ", 95 % band" if half_width(curve) is not None else ""
    head = "measured" if curve.kind == "measured" else curve.kind
    width = text_width(head + band, VALUE * plot.scale, True)
    found = plot.room.near(width + 6, LINE * plot.scale, *pixels(plot, curve), wish=plot.x(0.6))
    if found is not None:
        plot.text(*found, f"<b>{head}</b>{band}", size=VALUE, color=plot.theme.link, halo=True)
