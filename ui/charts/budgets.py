"""Which section is in, trimmed or out at every budget?

`budgets_figure` draws one row a section, in the order and at the pitch of the ledger; above
40 sections a map, of which one line may stand for several. `budgets_grid` says at which
budgets, `budgets_rows` and `budgets_map` draw the outcomes, `budgets_frame` what is around.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from engine.scenario.model import Scenario
from ui.charts.budgets_frame import HEAD, draw_frame, draw_now, new_chart
from ui.charts.budgets_grid import budget_grid
from ui.charts.budgets_map import draw_map, group
from ui.charts.budgets_rows import draw_rows
from ui.charts.budgets_targets import draw_targets
from ui.palette import Theme

MOST_ROWS = 40

__all__ = ["HEAD", "MOST_ROWS", "budget_grid", "budgets_figure"]


def budgets_figure(
    staircase: Mapping[str, Sequence[str]],
    budgets: Sequence[int],
    scenario: Scenario,
    selected: str | None,
    theme: Theme,
    width: int,
    height: int,
) -> go.Figure:
    """Outcomes (`scenario_staircase`) over `budgets`, ascending, with the budget that is set.

    A click anywhere in it hits a point with `[budget, name]` as `customdata`.
    """
    many = len(staircase) > MOST_ROWS
    each = group(len(staircase), height) if many else 1
    chart = new_chart(scenario, staircase, budgets, selected, theme, (width, height), each)
    if chart.lines and budgets:
        draw_frame(chart)
        (draw_map if many else draw_rows)(chart)
        draw_now(chart)
        draw_targets(chart)
    else:
        middle = chart.canvas.plot_width / 2
        chart.canvas.label(middle, HEAD, "No sections yet", size=15, color=theme.muted)
    return chart.canvas.figure(hoverdistance=-1)
