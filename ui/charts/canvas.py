"""How is a figure drawn whose heights and labels are in px and whose widths are in tokens?

The y axis runs in px from the top edge; the x axis runs in tokens, and px are counted from
where its 0 stands, so that `tokens(px)` and `px(tokens)` are one factor.

>>> from ui.palette import LIGHT
>>> canvas = Canvas(LIGHT, tokens=2000, width=1010, height=100)
>>> canvas.px(500), canvas.tokens(250)
(250.0, 500.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from ui.palette import FONT, Theme

CHART_CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"format": "svg", "filename": "context-window"},
}

# Plotly fades whatever was not clicked on; nothing here may ever fade.
NEVER_DIM: dict[str, Any] = {
    "selected": {"marker": {"opacity": 1}},
    "unselected": {"marker": {"opacity": 1}},
}
# What all labels share, said once: Plotly checks each label's own fields one by one.
TEMPLATE = go.layout.Template(
    layout={
        "annotationdefaults": {
            "xref": "paper",
            "yref": "paper",
            "yanchor": "middle",
            "showarrow": False,
            "borderwidth": 0,
            "borderpad": 0,
        }
    }
)
FEW = 50  # values of a trace that stay a list
SIDE = 5  # px at either side: room for an outline
CLEAR = "rgba(0,0,0,0)"
PLATE_PAD = 2  # px of plate around a label


def packed(values: Sequence[Any], dtype: type = float) -> Any:
    """Many values as an array, which Plotly checks and copies whole; a few as a list.

    A list it goes through one by one, four times; an array of a few costs it more than that.
    """
    return np.array(values, dtype=dtype) if len(values) > FEW else list(values)


class Margin(NamedTuple):
    """Px around the axes, where nothing can be clicked: room for labels."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


class Canvas:
    """Collects traces, lines, boxes and labels, and makes one figure of them."""

    def __init__(
        self,
        theme: Theme,
        *,
        tokens: float,
        width: float,
        height: float,
        margin: Margin = Margin(),  # noqa: B008 (a NamedTuple does not change)
        side: float = SIDE,
        scale: float = 1,
    ) -> None:
        self.theme = theme
        self.extent = max(tokens, 1)
        self.height, self.margin, self.side, self.scale = height, margin, side, scale
        # The sides lie within the axes: Plotly clips boxes and lines at their edge.
        self.plot_width = max(width - margin.left - margin.right - 2 * side, 50)
        # Plain dicts: Plotly checks each value once, not again for the figure.
        self.traces: list[dict[str, Any]] = []
        self.shapes: list[dict[str, Any]] = []
        self.labels: list[dict[str, Any]] = []

    def px(self, tokens: float) -> float:
        """How many px so many tokens take."""
        return tokens * self.plot_width / self.extent

    def tokens(self, px: float) -> float:
        """How many tokens so many px stand for."""
        return px * self.extent / self.plot_width

    def on_paper(self, x: float, y: float) -> tuple[float, float]:
        """A point in px as shares of the axes, as Plotly wants it for what may lie outside."""
        high = self.height - self.margin.top - self.margin.bottom
        across = (x + self.side) / (self.plot_width + 2 * self.side)
        return across, 1 - (y - self.margin.top) / high

    def label(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        color: str,
        bold: bool = False,
        anchor: str = "center",
        plate: str | None = None,
    ) -> None:
        """A text at px (x, y), centred in height. `text` is Plotly's HTML: escape names first."""
        across, up = self.on_paper(x, y)
        label: dict[str, Any] = {
            "x": across,
            "y": up,
            "text": text,
            "xanchor": anchor,
            "font": {"size": size * self.scale, "color": color},
        }
        if bold:
            label["font"]["weight"] = 700
        if plate:
            label |= {"bgcolor": plate, "borderpad": PLATE_PAD}
        self.labels.append(label)

    def bars(
        self,
        name: str,
        spans: Sequence[tuple[float, float]],
        middles: Sequence[float],
        height: float,
        marker: dict[str, Any],
        **more: Any,
    ) -> None:
        """One trace of lying bars, from start to end in tokens, centred at `middles` px."""
        if "customdata" in more:
            more["customdata"] = packed(more["customdata"], object)
        self.traces.append(
            {
                "type": "bar",
                "name": name,
                "x": packed([end - start for start, end in spans]),
                "base": packed([start for start, _ in spans]),
                "y": packed(middles),
                "width": height,
                "orientation": "h",
                "marker": marker,
                "hoverinfo": "text" if "hovertext" in more else "skip",
                **more,
                **NEVER_DIM,
            }
        )

    def line(
        self, x: float, y0: float, y1: float, color: str, width: float, dash: str = "solid"
    ) -> None:
        """An upright line at x tokens from y0 to y1 px."""
        line = {"color": color, "width": width * self.scale, "dash": dash}
        self.shapes.append({"type": "line", "x0": x, "x1": x, "y0": y0, "y1": y1, "line": line})

    def box(
        self,
        x0: float,
        x1: float,
        y0: float,
        y1: float,
        *,
        fill: str = CLEAR,
        edge: str = CLEAR,
        width: float = 0,
        layer: str = "above",
    ) -> None:
        """A box from x0 to x1 tokens and y0 to y1 px."""
        self.shapes.append(
            {
                "type": "rect",
                "x0": x0, "x1": x1, "y0": y0, "y1": y1,
                "fillcolor": fill,
                "line": {"color": edge, "width": width},
                "layer": layer,
            }
        )  # fmt: skip

    def outline(self, x0: float, x1: float, y0: float, y1: float) -> None:
        """The outline of what is selected: 4 px of text colour around it, a thin gap inside."""
        wide = 4 * self.scale
        around = wide / 2
        x0, x1 = x0 - self.tokens(around), x1 + self.tokens(around)
        y0, y1 = y0 - around, y1 + around
        self.box(x0, x1, y0, y1, edge=self.theme.page, width=wide + 3)
        self.box(x0, x1, y0, y1, edge=self.theme.text, width=wide)

    def paper_box(
        self, x0: float, x1: float, y0: float, y1: float, fill: str, edge: str, layer: str = "above"
    ) -> None:
        """A box in px that may reach beyond the axes: a swatch, or a tint across the figure."""
        (left, high), (right, low) = self.on_paper(x0, y0), self.on_paper(x1, y1)
        self.box(
            left, right, low, high, fill=fill, edge=edge, width=2 * (edge != CLEAR), layer=layer
        )
        self.shapes[-1] |= {"xref": "paper", "yref": "paper"}

    def figure(self, **more: Any) -> go.Figure:
        """The figure: nothing moves, no grid, transparent, the type of the app."""
        margin = self.margin
        across = [-self.tokens(self.side), self.extent + self.tokens(self.side)]
        hidden: dict[str, Any] = {"visible": False, "fixedrange": True}
        layout = {
            "template": TEMPLATE,
            "height": self.height,
            "margin": {"l": margin.left, "t": margin.top, "r": margin.right, "b": margin.bottom},
            "paper_bgcolor": CLEAR,
            "plot_bgcolor": CLEAR,
            "font": {"family": FONT, "size": 14 * self.scale, "color": self.theme.text},
            "hoverlabel": {
                "bgcolor": self.theme.panel,
                "bordercolor": self.theme.muted,
                "font": {"family": FONT, "size": 15 * self.scale, "color": self.theme.text},
                "align": "left",
            },
            "barmode": "overlay",
            "showlegend": False,
            "dragmode": False,
            "hovermode": "closest",
            "xaxis": hidden | {"range": across},
            "yaxis": hidden | {"range": [self.height - margin.bottom, margin.top]},
            "shapes": self.shapes,
            "annotations": self.labels,
            **more,
        }
        return go.Figure({"data": self.traces, "layout": layout})
