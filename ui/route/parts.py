"""Which queries does a view below the maps look at: those held out, or those tuned on?"""

from __future__ import annotations

import streamlit as st

from ui.route.plain_table import in_queries
from ui.route.shown import Part, Shown

HELD_OUT, TUNING = "Held out", "Tuning"
KEY = "route_part"


def choose_part(shown: Shown) -> Part:
    """A switch between the two splits, one for all views."""
    parts = {HELD_OUT: shown.test, TUNING: shown.tune}
    st.session_state.setdefault(KEY, HELD_OUT)
    name = st.segmented_control(
        "Queries",
        list(parts),
        format_func=lambda name: f"{name} · {in_queries(len(parts[name].queries))}",
        required=True,
        key=KEY,
        label_visibility="collapsed",
        persist_state="session",
    )
    return parts[str(name)]
