"""Why does the middle sink: how little attention is left for one token among many?

An illustration by the softmax formula, and no measurement.
"""

from __future__ import annotations

import math

import plotly.graph_objects as go

from engine.placement.flattening import attention_flattening
from ui.charts.canvas import Margin
from ui.charts.placement_lines import LINE
from ui.charts.placement_plot import BIG, SMALL, TEXT, Plot
from ui.charts.text_width import text_width
from ui.palette import Theme

HEIGHT = 400  # px of the picture; its source comes below
STEPS = 60
SOURCE = (
    "Illustration by the formula w = e^gap / (e^gap + N), entropy −Σ p·log p; no measurement. "
    "One signal token whose logit lies {gap:g} above those of N equal distractors; real heads "
    "are many, and their gaps differ."
)


def flattening_figure(
    gap: float,
    theme: Theme,
    width: int,
    distractors: int = 100,
    most: int = 100_000,
    big: bool = False,
) -> go.Figure:
    """Weight on the signal and entropy over the number of distractors, at one logit gap.

    Both in percent: the entropy of the most it can be, log(N + 1). `distractors` is lit.
    """
    k, most = BIG if big else 1, max(most, distractors, 10)
    plot = Plot(theme, width=width, height=HEIGHT, source=SOURCE.format(gap=gap), scale=k,
                margin=Margin(54, 20, 44, 50))  # fmt: skip
    plot.span(0, 100)
    last = math.log10(most)
    numbers = sorted({round(10 ** (last * step / STEPS)) for step in range(STEPS + 1)})
    powers = [10**power for power in range(math.floor(last) + 1)]
    plot.axis_at([(math.log10(n) / last, f"{n:,}") for n in powers])
    xs = [math.log10(n) / last for n in numbers]
    flat = [attention_flattening(n, gap) for n in numbers]
    weights = [100 * one.weight for one in flat]
    entropies = [100 * one.entropy / one.most_entropy for one in flat]
    hover = [
        f"<b>{one.distractors:,} distractors</b><br>weight on the signal {100 * one.weight:.1f} %"
        f"<br>entropy {one.entropy:.2f} of at most {one.most_entropy:.2f} nats"
        for one in flat
    ]
    for name, values, color, dash, wide in (
        ("entropy", entropies, theme.overlays[1], "9px,5px", 2),
        ("weight", weights, theme.link, "solid", 4),
    ):
        line = {"color": color, "width": wide * k, "dash": dash}
        plot.scatter(xs, values, name=name, mode="lines", line=line, hovertext=hover)
        plot.room.line([plot.x(x) for x in xs], [plot.y(value) for value in values])
    _light(plot, distractors, gap, last)
    for text, values, color, wish in (
        ("weight on the signal", weights, theme.link, 0.2),
        ("entropy, of the most it can be", entropies, theme.overlays[1], 0.8),
    ):
        found = plot.room.near(text_width(text, TEXT * k, True) + 6, LINE * k,
                               [plot.x(x) for x in xs], [plot.y(v) for v in values],
                               wish=plot.x(wish))  # fmt: skip
        if found is not None:
            plot.text(*found, text, size=TEXT, color=color, bold=True, halo=True)
    axis = "number of distractors N, ten times as many a step"
    plot.text(plot.x(0.5), plot.axis + 36 * k, axis, size=SMALL, color=theme.muted)
    return plot.figure()


def _light(plot: Plot, distractors: int, gap: float, last: float) -> None:
    """The chosen number: a line through both curves, and what stands there in words."""
    k, theme = plot.scale, plot.theme
    one = attention_flattening(max(1, distractors), gap)
    x = math.log10(one.distractors) / last
    values = [100 * one.weight, 100 * one.entropy / one.most_entropy]
    plot.scatter([x, x], [0, 100], mode="lines", line={"color": theme.text, "width": 1.5 * k,
                                                       "dash": "3px,3px"})  # fmt: skip
    plot.scatter([x, x], values, name="lit", mode="markers",
                 marker={"color": [theme.link, theme.overlays[1]], "size": 12 * k, "opacity": 1,
                         "symbol": ["circle", "diamond"],
                         "line": {"color": theme.page, "width": 2 * k}})  # fmt: skip
    plot.room.line([plot.x(x)] * 2, [plot.top, plot.bottom], apart=False)
    texts = (f"{values[0]:.1f} %", f"{one.entropy:.2f} of {one.most_entropy:.2f} nats")
    for value, text, color in zip(values, texts, (theme.link, theme.overlays[1]), strict=True):
        wide, y = text_width(text, TEXT * k, True), plot.y(value)
        options = [(plot.x(x) + side * (wide / 2 + 12 * k), y + dy * k)
                   for dy in (-16, 16, 0) for side in (1, -1)]  # fmt: skip
        inside = [
            (cx, cy) for cx, cy in options
            if wide / 2 <= cx <= plot.canvas.plot_width - wide / 2
            and plot.top + 8 * k <= cy <= plot.bottom - 8 * k
        ]  # fmt: skip
        found = plot.room.first(inside or options, wide, 14 * k)
        if found is not None:
            plot.text(*found, text, size=TEXT, color=color, bold=True, halo=True)
    edge = text_width(f"N = {one.distractors:,}", TEXT * k, True) / 2
    at = min(max(plot.x(x), edge - 40 * k), plot.canvas.plot_width + 40 * k - edge)
    plot.text(at, plot.top - 10 * k, f"N = {one.distractors:,}", size=TEXT, color=theme.text,
              bold=True)  # fmt: skip
