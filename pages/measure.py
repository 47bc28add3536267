"""Measure: where in its input does a model find a fact? It is asked, position by position."""

from __future__ import annotations

import streamlit as st

from ui.address import Kept, after_first
from ui.appearance import current_theme, presenting
from ui.components.viewport import column_width, measure_column
from ui.frame import catch_up, page
from ui.measure.board import board
from ui.measure.controls import measure_bar
from ui.measure.export_menu import export_menu
from ui.measure.setup import TYPED, kept_fields
from ui.measure.shown import catch_up_all, current
from ui.measure.trial import trial_card
from ui.measure.views import VIEWS

SENTENCE = "Where in its input does your model find a fact? Ask it, position by position."
VIEW = "measure_view"


@st.fragment(key="below")
def below(width: int) -> None:
    """The lower part: what is chosen in it redraws it alone."""
    names = list(VIEWS)
    st.session_state.setdefault(VIEW, names[0])
    view = st.segmented_control(
        "More", names, required=True, key=VIEW, label_visibility="collapsed",
        persist_state="session",
    )  # fmt: skip
    VIEWS[str(view)](current(), current_theme(), width, presenting())
    catch_up_all()
    catch_up()


page(
    "Measure",
    SENTENCE,
    export_menu,
    kept={"below": Kept(VIEW, after_first(VIEWS)), **kept_fields()},
    typed=TYPED,
)
width, big = column_width(), presenting()
# One container each: what stands below keeps its place when a row comes or goes.
with st.container():
    measure_bar(current(), big)
with st.container():
    trial_card()
board(width)
below(width)
measure_column()
