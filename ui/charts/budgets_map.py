"""How are more sections than rows fit drawn across budgets, as a map of flat colours?

A line may stand for several neighbours. Its colour is the kind that most of them have, the
fuller the more of them are in; one that is trimmed counts half.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from ui.charts.budgets_frame import FOOT, HEAD, Chart, draw_legend
from ui.charts.budgets_grid import stretches
from ui.charts.canvas import CLEAR
from ui.charts.markers import hatch_marker
from ui.palette import Theme

LEAST_PX = 3  # the height of a line
STEPS = 4  # quarters of a line that are in
_SHARE = {"pinned": 1.0, "included": 1.0, "truncated": 0.5, "dropped": 0.0, "overflow": 0.0}


def group(sections: int, height: float) -> int:
    """How many sections one line stands for, so that every line can be seen.

    >>> group(100, 500), group(2000, 500)
    (1, 15)
    """
    most = max(1, int((height - HEAD - FOOT) / LEAST_PX))
    return max(1, -(-sections // most))


def mixed(color: str, ground: str, share: float) -> str:
    """A share of one colour over another.

    >>> mixed("#FF0000", "#000000", 0.5)
    '#800000'
    """
    pairs = [(int(color[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)


def draw_map(chart: Chart) -> None:
    """A heatmap of kinds and shares, and the budgets below the pinned total crosshatched."""
    canvas, theme = chart.canvas, chart.canvas.theme
    each = len(chart.lines[0].sections)
    draw_legend(
        chart,
        [
            ("in", theme.muted, CLEAR),
            ("trimmed", mixed(theme.muted, theme.panel, 0.5), CLEAR),
            ("out", theme.panel, theme.hairline),
        ],
        note=f"one line: {each} sections" if each > 1 else "",
    )
    kinds = list(theme.kinds)
    cells = []
    for line in chart.lines:
        rows = [list(map(_SHARE.__getitem__, chart.staircase[s.name])) for s in line.sections]
        shares = np.rint(np.mean(rows, axis=0) * STEPS).astype(int)
        kind, _ = Counter(section.kind for section in line.sections).most_common(1)[0]
        cells.append(np.where(shares > 0, kinds.index(kind) * STEPS + shares, 0))
    colors = _colors(theme)
    canvas.traces.append(
        {
            "type": "heatmap",
            "z": np.array(cells, dtype=np.uint8),
            "x": [*chart.budgets, chart.end],
            "y": [line.top for line in chart.lines] + [chart.lines[-1].bottom],
            "zmin": -0.5,
            "zmax": len(colors) - 0.5,
            "colorscale": [
                [(index + edge) / len(colors), color]
                for index, color in enumerate(colors)
                for edge in (0, 1)
            ],
            "showscale": False,
            "hoverinfo": "skip",
        }
    )
    _draw_overflow(chart)
    _draw_selected(chart)


def _colors(theme: Theme) -> list[str]:
    """The colour of every cell value: 0 for out, then `STEPS` shares a kind."""
    shares = [(step + 1) / STEPS for step in range(STEPS)]
    return [theme.panel] + [
        mixed(fill.color, theme.panel, share) for fill in theme.kinds.values() for share in shares
    ]


def _draw_overflow(chart: Chart) -> None:
    first = chart.staircase[chart.lines[0].sections[0].name]
    spans = [
        (start, end)
        for outcome, start, end in stretches(first, chart.budgets, chart.end)
        if outcome == "overflow"
    ]
    if spans:
        top, bottom = chart.lines[0].top, chart.lines[-1].bottom
        marker = hatch_marker("x", chart.canvas.theme) | {"line": {"width": 0}}
        middles = [(top + bottom) / 2] * len(spans)
        chart.canvas.bars("overflow", spans, middles, bottom - top, marker)


def _draw_selected(chart: Chart) -> None:
    for line in chart.lines:
        if line.holds(chart.selected):
            spare = max(0.0, 8 - (line.bottom - line.top)) / 2
            top, bottom, theme = line.top - spare, line.bottom + spare, chart.canvas.theme
            chart.canvas.box(0, chart.end, top, bottom, edge=theme.page, width=5)
            chart.canvas.box(0, chart.end, top, bottom, edge=theme.text, width=2)
