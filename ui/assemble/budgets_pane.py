"""At which budget is which section in, trimmed or out? A click sets the budget."""

from __future__ import annotations

import math

import streamlit as st

from engine import Scenario
from engine.scenario.edits import set_budget
from engine.scenario.ledger import Ledger
from engine.sections import TIERS
from ui import state
from ui.cached import staircase_of
from ui.charts.budgets import budget_grid, budgets_figure
from ui.charts.canvas import CHART_CONFIG
from ui.charts.clicks import clicked_budget
from ui.palette import Theme

# Beyond this many sections fewer budgets are tried, so that the chart stays quick.
MOST_CELLS = 40_000

# A tier with a tiny share would stretch the scale until nothing else could be seen.
MOST_STRETCH = 3


def budgets_pane(scenario: Scenario, ledger: Ledger, colours: Theme, width: int) -> None:
    """The chart over all usable windows from 0 to where nothing more changes."""
    if not ledger.rows:
        st.write("Add a section to see at which budgets it is in.")
        return
    most = max(20, min(200, MOST_CELLS // len(ledger.rows)))
    budgets = budget_grid(everything_in(scenario, ledger), scenario.usable, most)
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


def everything_in(scenario: Scenario, ledger: Ledger) -> int:
    """The usable window in tokens that takes every section in, joins counted generously.

    It is the total, or more where the fill line or a tier's share of the window ask for more.
    """
    total = ledger.before + len(ledger.rows)
    needed = [total, total / max(scenario.zones.fill, 1 / MOST_STRETCH)]
    if scenario.tiers.enabled:
        for tier, share in zip(TIERS, scenario.tiers.shares, strict=True):
            rows = [row for row in ledger.rows if row.section.tier == tier]
            needed.append((sum(row.before for row in rows) + len(rows)) / max(share, 0.01))
    return min(math.ceil(max(needed)), MOST_STRETCH * total)


def _set_budget() -> None:
    budget = clicked_budget(st.session_state["budgets"])
    if budget:
        state.attempt(
            lambda now: set_budget(now, window=budget + now.budget.reserved_output_tokens)
        )
