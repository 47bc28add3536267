"""At which budget is which section in, trimmed or out? A click sets the budget."""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.scenario.edits import set_budget
from engine.scenario.ledger import Ledger
from ui import state
from ui.cached import staircase_of
from ui.charts.budgets import budget_grid, budgets_figure
from ui.charts.canvas import CHART_CONFIG
from ui.palette import Theme

# Beyond this many sections fewer budgets are tried, so that the chart stays quick.
MOST_CELLS = 40_000


def budgets_pane(scenario: Scenario, ledger: Ledger, colours: Theme, width: int) -> None:
    """The chart over all usable windows from 0 to the total of all sections."""
    if not ledger.rows:
        st.write("Add a section to see at which budgets it is in.")
        return
    total = ledger.before + len(ledger.rows)
    most = max(20, min(200, MOST_CELLS // len(ledger.rows)))
    budgets = budget_grid(total, scenario.usable, most)
    figure = budgets_figure(
        staircase_of(scenario, tuple(budgets)),
        budgets,
        scenario,
        state.session().selected,
        colours,
        width=width,
        height=500,
    )
    st.plotly_chart(
        figure,
        theme=None,
        width="stretch",
        config=CHART_CONFIG,
        key="budgets",
        on_select=_set_budget,
        selection_mode="points",
    )
    follow = " Tiers and the fill line follow the budget." if scenario.tiers.enabled else ""
    st.caption(f"Budget: usable window in tokens. Click to set it.{follow}")


def _set_budget() -> None:
    points = st.session_state["budgets"].selection.points
    if points:
        budget = int(points[0]["x"])
        state.attempt(
            lambda now: set_budget(now, window=budget + now.budget.reserved_output_tokens)
        )
