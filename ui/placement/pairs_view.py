"""Where in a list of pairs is one value found?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.placement import load_curves
from ui.charts.placement_all import curves_figure
from ui.palette import Theme
from ui.placement.effects import effects
from ui.placement.figure import show


def pairs_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """Key-value retrieval is another task, with curves of its own."""
    pairs = {curve.id: curve for curve in load_curves() if curve.family == "pairs"}
    st.write("One value is asked for among many pairs: no reading, only finding. Another task, so "
             "these curves are never laid under a prompt.")  # fmt: skip
    st.session_state.setdefault("pairs_chosen", list(pairs)[:4])
    chosen = st.multiselect(
        "Models and numbers of pairs",
        list(pairs),
        key="pairs_chosen",
        format_func=lambda name: pairs[name].label,
        persist_state="session",
    )
    curves = [pairs[name] for name in chosen]
    if curves:
        show(curves_figure(curves, colours, width, big), "pairs_figure", width)
    effects(tuple(pairs.values()))
