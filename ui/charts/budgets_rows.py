"""How is one row a section drawn across budgets: thick in, outlined trimmed, a hairline out?"""

from __future__ import annotations

from ui.charts.budgets_frame import Chart, Line, draw_legend
from ui.charts.budgets_grid import stretches
from ui.charts.canvas import CLEAR
from ui.charts.markers import fill_marker, hatch_marker, outline_marker

NOTE_ROOM = 180  # px
OUTCOME = {"pinned": "in", "included": "in", "truncated": "trimmed", "overflow": "overflow"}


def draw_rows(chart: Chart) -> None:
    """One trace a kind and outcome; of what is out one line trace for all rows."""
    canvas, theme = chart.canvas, chart.canvas.theme
    draw_legend(
        chart,
        [("in", theme.muted, CLEAR), ("trimmed", CLEAR, theme.muted), ("out", "", theme.hairline)],
        # Beside the word "now", where there is room for both.
        "window − reserve; click to set" if canvas.px(chart.now) > NOTE_ROOM else "",
    )
    bars: dict[tuple[str, str], list[tuple[tuple[float, float], Line]]] = {}
    for line in chart.lines:
        section = line.sections[0]
        for outcome, start, end in stretches(
            chart.staircase[section.name], chart.budgets, chart.end
        ):
            what = OUTCOME.get(outcome, "out")
            kind = section.kind if what in ("in", "trimmed") else ""
            bars.setdefault((what, kind), []).append(((start, end), line))
    out = bars.pop(("out", ""), [])
    if out:
        canvas.traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": "out",
                "x": [x for (start, end), _ in out for x in (start, end, None)],
                "y": [y for _, line in out for y in (line.middle, line.middle, None)],
                "line": {"color": theme.hairline, "width": 3},
                "hoverinfo": "skip",
            }
        )
    for (what, kind), runs in bars.items():
        if what == "overflow":
            marker = hatch_marker("x", theme) | {"line": {"width": 0}}
        else:
            marker = (fill_marker if what == "in" else outline_marker)(theme.kinds[kind], theme)
        if what == "trimmed":
            # A pattern would make a narrow outline look filled.
            marker.pop("pattern")
        height = 0.64 * (chart.lines[0].bottom - chart.lines[0].top)
        spans = [span for span, _ in runs]
        canvas.bars(f"{what} {kind}".strip(), spans, [r.middle for _, r in runs], height, marker)
