"""Route: which threshold and margin should a router have, and how far can one trust them?"""

from __future__ import annotations

import streamlit as st

from ui import state
from ui.address import Kept, after_first
from ui.components.viewport import column_width, measure_column
from ui.frame import page, presenting
from ui.route.controls import route_bar
from ui.route.export_menu import export_menu
from ui.route.maps_pane import maps_pane
from ui.route.numbers_pane import numbers_pane
from ui.route.open_pane import report_line
from ui.route.sets import open_set
from ui.route.shown import is_scored, look
from ui.route.views import VIEWS

GAP = 16  # px between columns
# The maps and the numbers share the width so; the second map has the bar of colours too.
MAP, NUMBERS = 0.376, 0.248

colours = page(
    "Route",
    "A query is routed when its top score reaches the threshold and leads the second by the "
    "margin. Click a map to move both.",
    export_menu,
    kept={"below": Kept("route_view", after_first(VIEWS))},
)
queries, routing, big = open_set(), state.session().scenario.routing, presenting()
width = column_width()
if is_scored(queries, routing):
    shown = look(queries, routing)
else:
    bar = st.progress(0.0, "Scoring the queries")
    shown = look(queries, routing, lambda done, total: bar.progress(done / max(total, 1)))
    bar.empty()
route_bar(shown)
report_line(shown, colours)
if not shown.queries.queries:
    st.write("No queries yet: open a file beside the query set, or choose a shipped set.")
else:
    room = width - 2 * GAP
    with st.container(horizontal=True, gap="small", key="route_maps"):
        maps_pane(shown, colours, (round(room * MAP), round(room * MAP)), big)
        with st.container(width="stretch"):
            numbers_pane(shown, colours, big)
    names = list(VIEWS)
    st.session_state.setdefault("route_view", names[0])
    view = st.segmented_control(
        "Below the maps",
        names,
        required=True,
        key="route_view",
        label_visibility="collapsed",
        persist_state="session",
    )
    VIEWS[str(view)](shown, colours, width, big)
measure_column()
