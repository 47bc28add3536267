"""What does a click across budgets hit, and what does the hover box there say?

Bars and heatmaps are passed over; invisible points carry budget, section and outcome, and
the nearest one is hit however far it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ui.charts.budgets_frame import Chart, Line
from ui.charts.budgets_grid import thin
from ui.charts.literal import literal, one_line
from ui.charts.text_width import shorten
from ui.charts.words import OUTCOME_WORDS

MOST = 2000  # points
MOST_LINES = 40
APART = 3  # px between two of them: no hand points closer


def draw_targets(chart: Chart) -> None:
    """One invisible point a line and budget, thinned evenly where they would be too many."""
    lit = [at for at, line in enumerate(chart.lines) if line.holds(chart.selected)]
    lines = [chart.lines[at] for at in thin(len(chart.lines), MOST_LINES, lit)]
    now = [at for at, budget in enumerate(chart.budgets) if budget == chart.now]
    most = min(MOST // len(lines), int(chart.canvas.plot_width / APART))
    columns = thin(len(chart.budgets), most, now)
    points: dict[str, list[Any]] = {"x": [], "y": [], "customdata": [], "hovertext": []}
    for line in lines:
        name = chart.selected if line.holds(chart.selected) else line.sections[0].name
        say = _sayer(chart, line)
        for column in columns:
            budget = chart.budgets[column]
            points["x"].append(budget)
            points["y"].append(round(line.middle, 1))
            points["customdata"].append([budget, name])
            points["hovertext"].append(f"<b>{budget:,} tokens</b><br>{say(column)}")
    chart.canvas.traces.append(
        {
            "type": "scatter",
            "mode": "markers",
            "name": "targets",
            "marker": {"size": 6, "opacity": 0},
            "hoverinfo": "text",
            **points,
            "selected": {"marker": {"opacity": 0}},
            "unselected": {"marker": {"opacity": 0}},
        }
    )


def _sayer(chart: Chart, line: Line) -> Callable[[int], str]:
    """What is said of a line at a column: its outcome, or how many of its sections are in."""
    rows = [chart.staircase[section.name] for section in line.sections]
    if len(rows) == 1:
        name = shorten(one_line(line.sections[0].name), 420, 15)
        words = {
            outcome: literal(f"{line.first + 1} {name}: {word}")
            for outcome, word in OUTCOME_WORDS.items()
        }
        return lambda column: words[rows[0][column]]
    span = f"{line.first + 1} to {line.first + len(rows)}"

    def count(column: int) -> str:
        found = Counter(OUTCOME_WORDS[row[column]] for row in rows)
        return f"{span}: " + ", ".join(f"{many} {word}" for word, many in found.items())

    return count
