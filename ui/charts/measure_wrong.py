"""Where do wrong answers point: to which other place of the list?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

from engine.probe.wrong import near_edge
from ui.charts.canvas import CLEAR
from ui.palette import FONT, Theme

HEIGHT = 300
BIG = 1.35
SIZE = 15
MOST_BARS = 50


def wrong_figure(
    places: Mapping[int, int], length: int, theme: Theme, width: int, big: bool = False
) -> go.Figure:
    """How often each place of a list was named by a wrong answer; those near an edge are filled.

    `places` are counts by place, from 0. A long list is drawn in bins of several places.
    """
    k = BIG if big else 1
    each = -(-length // MOST_BARS)
    counts = Counter[int]()
    for place, count in places.items():
        counts[place // each] += count
    bins = range(-(-length // each))
    near = near_edge(length)
    edges = [min(at * each + each // 2, length - 1) in near for at in bins]
    names = [
        f"{at * each + 1}" if each == 1 else f"{at * each + 1} to {min((at + 1) * each, length)}"
        for at in bins
    ]
    bars: dict[str, Any] = {
        "type": "bar",
        "x": [at + 0.5 for at in bins],
        "y": [counts[at] for at in bins],
        "width": 0.86,
        "marker": {
            "color": [theme.link if edge else theme.page for edge in edges],
            "line": {"color": theme.link, "width": 2 * k},
        },
        "hovertext": [f"place {name}: {counts[at]}" for at, name in zip(bins, names, strict=True)],
        "hoverinfo": "text",
    }
    shown = sorted({0, len(bins) // 4, len(bins) // 2, 3 * len(bins) // 4, len(bins) - 1})
    font = {"size": SIZE * k, "color": theme.muted}
    layout: dict[str, Any] = {
        "template": go.layout.Template(),
        "height": round(HEIGHT * k),
        "width": width,
        "margin": {"l": 54 * k, "t": 10 * k, "r": 10 * k, "b": 56 * k},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "font": {"family": FONT, "size": SIZE * k, "color": theme.text},
        "showlegend": False,
        "dragmode": False,
        "xaxis": {
            "title": {"text": "place in the list that the wrong answer names", "font": font},
            "range": [0, len(bins)],
            "tickvals": [at + 0.5 for at in shown],
            "ticktext": [names[at] for at in shown],
            "tickfont": font,
            "fixedrange": True,
            "showgrid": False,
        },
        "yaxis": {
            "title": {"text": "answers", "font": font},
            "rangemode": "tozero",
            "tickfont": font,
            "gridcolor": theme.grid,
            "fixedrange": True,
            "tickformat": "d",
            "nticks": 5,
        },
    }
    return go.Figure({"data": [bars], "layout": layout})
