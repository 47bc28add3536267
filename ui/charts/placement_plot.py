"""How is a plot drawn whose heights are percentages, with room for labels and its source below?

>>> from ui.palette import LIGHT
>>> plot = Plot(LIGHT, width=760, height=400, source="a paper")
>>> plot.fit([0.5, 0.9])
>>> plot.top < plot.y(90) < plot.y(50) < plot.bottom
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import plotly.graph_objects as go

from ui.charts.canvas import NEVER_DIM, Canvas, Margin
from ui.charts.literal import literal
from ui.charts.placement_room import CROSSED, Room
from ui.charts.placement_scale import ticks, value_range
from ui.charts.placement_words import wrap
from ui.charts.text_width import text_width
from ui.palette import Theme

MARGIN = Margin(54, 6, 44, 26)
SIDE = 8  # px within the axes at either side: room for discs and outlines
SMALL = 14
TEXT = 15
VALUE = 16
BIG = 1.35
TICK = 55  # px between two percentages on the axis
FOOT = 10  # px between the picture and its source
LEADING = 1.3  # of the type size, as Plotly sets lines


def faded(color: str, opacity: float) -> str:
    """A colour "#rrggbb" at an opacity.

    >>> faded("#1D4E9E", 0.22)
    'rgba(29,78,158,0.22)'
    """
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


class Plot:
    """A canvas with x from 0 to 1, percentages from `bottom` up to `top` px, and a source."""

    def __init__(
        self,
        theme: Theme,
        *,
        width: float,
        height: float,
        source: str,
        scale: float = 1,
        margin: Margin = MARGIN,
        top: float | None = None,
        bottom: float | None = None,
        inset: float = 0,
    ) -> None:
        """`height`, `margin`, `top` and `bottom` are px at scale 1; the source comes below.

        `inset` is the share of the width that is kept free at either side.
        """
        self.theme, self.scale = theme, scale
        lines = wrap(source, width - 4, SMALL * scale)
        foot = len(lines) * LEADING * SMALL * scale + FOOT * scale if lines else 0.0
        left, above, right, below = (scale * px for px in margin)
        whole = round(scale * height + foot)
        self.canvas = Canvas(
            theme,
            tokens=1,
            width=width,
            height=whole,
            margin=Margin(left, above, right, whole - scale * height + below),
            side=max(SIDE * scale, inset * width),
            scale=scale,
        )
        self.axis = scale * height - below  # where the plot ends and the x axis is written
        self.top = above if top is None else scale * top
        self.bottom = self.axis if bottom is None else scale * bottom
        self.low, self.high = 0.0, 100.0
        self._words: list[tuple[float, str]] = []
        edge = self.canvas.plot_width
        self.room = Room(-left, edge + right, self.top, self.bottom, inner=(0, edge))
        if lines:
            middle = scale * height + foot / 2
            self.text(-left - self.canvas.side + 2, middle, "<br>".join(map(literal, lines)),
                      size=SMALL, color=theme.muted, anchor="left")  # fmt: skip

    def fit(self, shares: Iterable[float], *, above: float = 28, below: float = 28) -> None:
        """Let the percentages run over these shares, so many px clear of top and bottom."""
        self.low, self.high = value_range(
            shares, top=self.top, bottom=self.bottom,
            above=above * self.scale, below=below * self.scale,
        )  # fmt: skip

    def span(self, low: float, high: float) -> None:
        """Let the percentages run from `low` at the bottom to `high` at the top."""
        self.low, self.high = low, high

    def x(self, share: float) -> float:
        """Where a share of the width stands, in px."""
        return self.canvas.px(share)

    def y(self, percent: float) -> float:
        """Where a percentage stands, in px from the top edge."""
        up = (percent - self.low) / (self.high - self.low)
        return self.bottom - up * (self.bottom - self.top)

    def text(self, x: float, y: float, text: str, *, halo: bool = False, **more: Any) -> None:
        """A label at px (x, y), escaped already; a halo keeps it legible over lines."""
        self.canvas.label(x, y, text, **more)
        if "<br>" in text:
            self.canvas.labels[-1]["align"] = more.get("anchor", "center")
        if halo:
            page = self.theme.page
            self.canvas.labels[-1]["font"]["shadow"] = ", ".join([f"0 0 3px {page}"] * 4)

    def axis_at(self, words: Sequence[tuple[float, str]]) -> None:
        """Upright hairlines at these x, and what is written under them; escaped already."""
        self._words = list(words)

    def scatter(self, xs: Sequence[Any], percents: Sequence[Any], **more: Any) -> None:
        """A trace over x from 0 to 1 and percentages."""
        self.canvas.traces.append(
            {
                "type": "scatter",
                "x": list(xs),
                "y": list(percents),
                "yaxis": "y2",
                "hoverinfo": "text" if "hovertext" in more else "skip",
                "cliponaxis": False,
                **({} if more.get("mode") == "lines" else NEVER_DIM),  # lines never do
                **more,
            }
        )

    def band(self, xs: Sequence[float], low: Sequence[float], high: Sequence[float],
             color: str, opacity: float = 0.22) -> None:  # fmt: skip
        """A tinted band between two lines of percentages."""
        self.scatter([*xs, *reversed(xs)], [*high, *reversed(low)], mode="lines", fill="toself",
                     fillcolor=faded(color, opacity), line={"width": 0})  # fmt: skip

    def level(self, share: float) -> None:
        """A dotted line across at a share of 1."""
        y, k = self.y(100 * share), self.scale
        line = {"color": self.theme.muted, "width": 2 * k, "dash": "2px,3px"}
        self.scatter([0, 1], [100 * share] * 2, mode="lines", line=line)
        self.room.line([0, self.canvas.plot_width], [y, y], CROSSED / 2, apart=False)

    def name_level(self, share: float, text: str, *, right: bool) -> None:
        """The name of such a line, above or below it, at the left or the right."""
        y, k = self.y(100 * share), self.scale
        width, height = text_width(text, TEXT * k), 14 * k
        edge = self.canvas.plot_width
        starts = [6 * k, edge * 0.25, edge * 0.5 - width / 2, edge * 0.7 - width / 2,
                  edge - width - 6 * k]  # fmt: skip
        starts = starts[::-1] if right else starts
        options = [(x + width / 2, y + side * 13 * k) for x in starts for side in (-1, 1)]
        found = self.room.first(options, width + 4, height)
        if found is not None:
            self.text(*found, literal(text), size=TEXT, color=self.theme.muted, halo=True)

    def figure(self, **more: Any) -> go.Figure:
        """The figure, its percentages on an axis of their own over the px of the canvas."""
        canvas, theme = self.canvas, self.theme
        a_px = (self.high - self.low) / (self.bottom - self.top)
        edges = (canvas.height - canvas.margin.bottom, canvas.margin.top)
        side = canvas.tokens(canvas.side)
        shared: dict[str, Any] = {
            "fixedrange": True,
            "zeroline": False,
            "gridcolor": theme.grid,
            "tickfont": {"size": SMALL * self.scale, "color": theme.muted},
            "tickangle": 0,
            "ticklabelstandoff": 2,
        }
        values = ticks(self.low, self.high, (self.bottom - self.top) / (TICK * self.scale))
        up = {
            "overlaying": "y",
            "range": [self.low + (self.bottom - y) * a_px for y in edges],
            "tickvals": values,
            "ticktext": [f"{value} %" for value in values],
        }
        across = {
            "range": [-side, 1 + side],
            "tickvals": [x for x, _ in self._words],
            "ticktext": [word for _, word in self._words],
        }
        return canvas.figure(xaxis=shared | across, yaxis2=shared | up, **more)
