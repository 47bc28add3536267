"""Route: which threshold and margin should a router have, and how far can one trust them?"""

from __future__ import annotations

import streamlit as st

from ui import state
from ui.address import Kept, after_first
from ui.components.viewport import column_width, measure_column
from ui.frame import page, presenting
from ui.route.controls import route_bar
from ui.route.export_menu import export_menu
from ui.route.live import live_query
from ui.route.maps_pane import maps_pane
from ui.route.numbers_pane import numbers_pane
from ui.route.open_pane import report_line
from ui.route.predict_pane import predict_pane, predict_toggle, predicting
from ui.route.sets import installed, open_set
from ui.route.shown import is_scored, look
from ui.route.views import VIEWS

SENTENCE = "Routed: top score ≥ threshold and lead ≥ margin. Click a map to move both."
GUESS = "Place a gate by eye, then see what it costs against the best one."
GAP = 16  # px between columns
# The maps and the numbers share the width so; the second map has the bar of colours too.
MAP, NUMBERS = 0.376, 0.248

colours = page(
    "Route",
    GUESS if predicting() else SENTENCE,
    export_menu,
    switch=predict_toggle,
    kept={"below": Kept("route_view", after_first(VIEWS))},
)
queries, routing, big = open_set(), installed(state.session().scenario.routing), presenting()
width = column_width()
maps = (round((width - 2 * GAP) * MAP),) * 2
if is_scored(queries, routing):
    shown = look(queries, routing)
else:
    bar = st.progress(0.0, "Scoring the queries")
    shown = look(queries, routing, lambda done, total: bar.progress(done / max(total, 1)))
    bar.empty()
route_bar(shown, gate_too=not predicting())
report_line(shown, colours)
if not shown.queries.queries:
    st.write("No queries yet: open a file beside the query set, or choose a shipped set.")
elif predicting():
    predict_pane(shown, colours, width, maps, big)
else:
    with st.container(horizontal=True, gap="small", key="route_maps"):
        maps_pane(shown, colours, maps, big, query=live_query(shown))
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
