"""How do all measured curves look, and which of them can be told from chance?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from ui.charts.placement_all import curves_figure
from ui.palette import Theme
from ui.placement.controls import curves_by_position
from ui.placement.effects import effects
from ui.placement.figure import show
from ui.placement.shown import DEFAULT_VIEW_CURVES, curve_by_id


def curves_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """All models and lengths that are measured, and a fitted family for lengths in between."""
    st.session_state.setdefault("curves_chosen", list(DEFAULT_VIEW_CURVES))
    names = curves_by_position()
    chosen = st.multiselect(
        "Models and lengths",
        list(names),
        key="curves_chosen",
        format_func=names.__getitem__,
        persist_state="session",
    )
    curves = [curve_by_id(name) for name in chosen]
    for family in dict.fromkeys(curve.family for curve in curves):
        show(
            curves_figure([c for c in curves if c.family == family], colours, width, big),
            f"curves_{family}",
            width,
        )
    effects(tuple(map(curve_by_id, names)))
