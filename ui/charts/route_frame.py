"""How do the axes of a figure of Route stand: fixed margins, round ticks, fitted words?

Two figures drawn one over the other agree in their axes only where the margins are fixed, so
nothing here grows by itself.

>>> from ui.charts.route_axis import number_axis
>>> from ui.palette import LIGHT
>>> axis = number_axis("top score", 0, 1, px=400)
>>> frame = Frame(LIGHT, axis, axis, width=480, height=300, margin=Margin(60, 30, 20, 50))
>>> frame.px(0.5), frame.py(1)
(200.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from ui.charts.canvas import CLEAR, Margin
from ui.charts.literal import literal, one_line
from ui.charts.placement_plot import SMALL, TEXT, faded
from ui.charts.placement_room import Room
from ui.charts.route_axis import Axis, first_that_fits
from ui.charts.text_width import shorten, text_width
from ui.palette import FONT, Theme

HEAD = 17  # type size of a figure's title
PLATE = 19  # px of height of a line of text on a ground of its own
LINE = 20  # px of height that a line of text takes


class Frame:
    """Collects traces, lines, boxes and labels over two axes, and makes one figure of them.

    Heights, margins and sizes are px at scale 1; `width` is what there is.
    """

    def __init__(
        self,
        theme: Theme,
        x: Axis,
        y: Axis,
        *,
        width: float,
        height: float,
        margin: Margin,
        scale: float = 1,
    ) -> None:
        self.theme, self.x, self.y, self.scale = theme, x, y, scale
        self.height = scale * height
        self.margin = Margin(*(scale * px for px in margin))
        self.wide, self.high = plot_size(width, height, margin, scale)
        self.traces: list[dict[str, Any]] = []
        self.shapes: list[dict[str, Any]] = []
        self.labels: list[dict[str, Any]] = []
        self.room = Room(0, self.wide, 0, self.high)

    def px(self, x: float) -> float:
        """How many px right of the plot's left edge a value stands."""
        return (x - self.x.low) / (self.x.high - self.x.low) * self.wide

    def py(self, y: float) -> float:
        """How many px below the plot's top edge a value stands."""
        return (self.y.high - y) / (self.y.high - self.y.low) * self.high

    def scatter(self, xs: Any, ys: Any, **more: Any) -> None:
        """A trace of points or lines; silent unless it is told what to say."""
        silent = "hoverinfo" not in more and "hovertext" not in more
        silent = silent and "hovertemplate" not in more
        quiet = {"hoverinfo": "skip"} if silent else {}
        if "hovertext" in more:
            quiet = {"hoverinfo": "text"}
        self.traces.append({"type": "scatter", "x": xs, "y": ys, **quiet, **more})

    def line(
        self, x0: float, y0: float, x1: float, y1: float, color: str, width: float,
        dash: str = "solid",
    ) -> None:  # fmt: skip
        """A line from one place to another, over the traces."""
        line = {"color": color, "width": width * self.scale, "dash": dash}
        self.shapes.append({"type": "line", "x0": x0, "x1": x1, "y0": y0, "y1": y1, "line": line})

    def box(
        self, x0: float, y0: float, x1: float, y1: float, fill: str, layer: str = "below"
    ) -> None:
        """A tinted box without an edge."""
        self.shapes.append({"type": "rect", "x0": x0, "x1": x1, "y0": y0, "y1": y1,
                            "fillcolor": fill, "line": {"width": 0}, "layer": layer})  # fmt: skip

    def text(
        self,
        px: float,
        py: float,
        text: str,
        *,
        size: float = TEXT,
        color: str | None = None,
        anchor: str = "center",
        bold: bool = False,
        plate: str | None = None,
    ) -> None:
        """A label at px from the plot's top left corner, centred in height; escaped already."""
        font: dict[str, Any] = {"size": size * self.scale, "color": color or self.theme.text}
        label: dict[str, Any] = {
            "x": px / self.wide,
            "y": 1 - py / self.high,
            "xref": "paper",
            "yref": "paper",
            "text": text,
            "showarrow": False,
            "xanchor": anchor,
            "yanchor": "middle",
            "align": anchor,
            "borderpad": 2 if plate else 0,
            "font": font | ({"weight": 700} if bold else {}),
        }
        self.labels.append(label | ({"bgcolor": plate} if plate else {}))

    def plate(
        self, options: Sequence[tuple[float, float]], text: str, *, ground: str, **more: Any
    ) -> None:
        """A label on a ground of its own at the first of these centres that is free.

        None where every place is taken by what stands in `room`.
        """
        k, size = self.scale, more.get("size", TEXT) * self.scale
        plain = text.replace("<b>", "").replace("</b>", "")
        bold = more.get("bold", False) or plain != text
        lines = plain.split("<br>")
        wide = max(text_width(line, size, bold) for line in lines) + 8 * k
        high = len(lines) * PLATE * k
        inside = [
            (min(max(x, wide / 2), max(self.wide - wide / 2, wide / 2)),
             min(max(y, high / 2), self.high - high / 2))
            for x, y in options
        ]  # fmt: skip
        found = self.room.first(inside, wide, high)
        if found is not None:
            self.text(*found, text, plate=ground, **more)

    def title(self, bold: str, plain: str = "") -> None:
        """The figure's title above the plot, as much of it as fits."""
        size, room = HEAD * self.scale, self.wide + self.margin.right
        after = f" · {one_line(plain)}" if plain else ""
        head = shorten(one_line(bold), room, size, bold=True)
        left = room - text_width(head, size, bold=True)
        html = f"<b>{literal(head)}</b>{literal(shorten(after, left, size, least=6))}"
        self.text(0, (LINE / 2 + 2) * self.scale - self.margin.top, html, size=HEAD, anchor="left")

    def say(self, text: str) -> None:
        """A text in the middle of the plot, in place of what cannot be drawn."""
        fitted = shorten(text, self.wide + self.margin.right, TEXT * self.scale)
        self.text(self.wide / 2, self.high / 2, literal(fitted), color=self.theme.muted)

    def figure(self, *, grid: bool = True, bare: bool = False, **more: Any) -> go.Figure:
        """The figure; `bare` leaves out all that an overlay would draw a second time."""
        across, up = (self._axis(axis, grid, bare) for axis in (self.x, self.y))
        font = {"family": FONT, "size": SMALL * self.scale, "color": self.theme.text}
        left, top, right, bottom = self.margin
        layout = {
            "template": go.layout.Template(),
            "height": self.height,
            "margin": {"l": left, "t": top, "r": right, "b": bottom, "autoexpand": False},
            "paper_bgcolor": CLEAR,
            "plot_bgcolor": CLEAR,
            "font": font,
            "hoverlabel": {
                "bgcolor": self.theme.panel,
                "bordercolor": self.theme.muted,
                "font": font | {"size": TEXT * self.scale},
                "align": "left",
            },
            "showlegend": False,
            "dragmode": False,
            "hovermode": "closest",
            "xaxis": across | more.pop("xaxis", {}),
            "yaxis": up | more.pop("yaxis", {}),
            "shapes": self.shapes,
            "annotations": self.labels,
            **more,
        }
        return go.Figure({"data": self.traces, "layout": layout})

    def _axis(self, axis: Axis, grid: bool, bare: bool) -> dict[str, Any]:
        theme, k = self.theme, self.scale
        still = {"range": [axis.low, axis.high], "fixedrange": True, "zeroline": False}
        if bare:
            return still | {"showgrid": False, "showticklabels": False, "ticks": ""}
        left, top, right, _ = self.margin
        # A title is centred on its axis, so it may reach out as far as the narrower margin.
        room = self.wide + 2 * min(left, right) if axis is self.x else self.high + 2 * top
        said = first_that_fits(axis.titles, room, TEXT * k)
        return still | {
            "title": {
                "text": literal(said),
                "font": {"size": TEXT * k, "color": theme.text},
                "standoff": 6 * k,
            },
            "showgrid": grid,
            "gridcolor": theme.grid,
            "showline": True,
            "linecolor": theme.muted,
            "tickvals": list(axis.ticks),
            "ticktext": list(axis.words),
            "tickfont": {"size": SMALL * k, "color": theme.muted},
            "tickangle": 0,
            "ticks": "outside",
            "ticklen": 4 * k,
            "tickcolor": theme.muted,
        }


def plot_size(width: float, height: float, margin: Margin, scale: float) -> tuple[float, float]:
    """Width and height in px that the margins leave to the plot."""
    return (
        max(width - scale * (margin.left + margin.right), 40),
        scale * (height - margin.top - margin.bottom),
    )


def halo(color: str) -> str:
    """A ground for words over marks: what lies beneath shines through a little."""
    return faded(color, 0.85)


def empty_figure(text: str, theme: Theme, width: int, height: int, scale: float) -> go.Figure:
    """A figure of the same height that says why nothing is drawn."""
    nothing = Axis([""], 0, 1, [], [])
    frame = Frame(theme, nothing, nothing, width=width, height=height, margin=Margin(8, 8, 8, 8),
                  scale=scale)  # fmt: skip
    frame.say(text)
    return frame.figure(bare=True)
