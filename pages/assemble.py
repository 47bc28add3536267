"""Assemble: what fits in the window, and why did the rest not?"""

import streamlit as st

from ui import state
from ui.address import VIEWS, Kept, after_first
from ui.assemble.budgets_pane import budgets_pane
from ui.assemble.controls import budget_bar
from ui.assemble.export_menu import export_menu
from ui.assemble.ledger_pane import ledger_pane
from ui.assemble.section_pane import section_pane
from ui.assemble.sent_pane import sent_pane
from ui.assemble.words import words_row
from ui.cached import ledger_of
from ui.charts.canvas import CHART_CONFIG
from ui.charts.clicks import clicked_section
from ui.charts.strip import strip_figure
from ui.components.viewport import column_width, measure_column
from ui.frame import page, presenting

# The ledger's share of the page in CSS px; a larger type needs more of it.
LEFT, LEFT_BIG = 744, 920


def select_block() -> None:
    """A click on a block of the strip selects its section."""
    state.select(clicked_section(st.session_state["strip"]))


colours = page(
    "Assemble",
    "What fits in the window, and why did the rest not?",
    export_menu,
    kept={"view": Kept("view", after_first(VIEWS))},
)
now, big = state.session(), presenting()
scenario, ledger = now.scenario, ledger_of(now.scenario)
width, left = column_width(), LEFT_BIG if big else LEFT

budget_bar(scenario, ledger)
words_row(scenario, ledger, colours, big)
st.plotly_chart(
    strip_figure(ledger, scenario, now.selected, colours, width, big),
    theme=None,
    width="stretch",
    config=CHART_CONFIG,
    key="strip",
    on_select=select_block,
    selection_mode="points",
)

st.session_state.setdefault("view", VIEWS[0])
with st.container(horizontal=True, gap="small"):
    with st.container(width=left):
        ledger_pane(scenario, ledger, colours, big)
    with st.container(width="stretch"):
        view = st.segmented_control(
            "View",
            VIEWS,
            required=True,
            key="view",
            width="stretch",
            label_visibility="collapsed",
            persist_state="session",
        )
        if view == "Across budgets":
            budgets_pane(scenario, ledger, colours, max(width - left - 16, 380))
        elif view == "What is sent":
            sent_pane(scenario, ledger, colours, big)
        else:
            section_pane(scenario, ledger, colours, big)
measure_column()
