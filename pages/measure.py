"""Measure: where in its input does a model find a fact? It is asked, position by position."""

from __future__ import annotations

import streamlit as st

from ui.address import Kept, after_first
from ui.appearance import current_theme, presenting
from ui.components.viewport import column_width, measure_column
from ui.frame import catch_up, page
from ui.measure.board import board, moving
from ui.measure.controls import measure_bar
from ui.measure.export_menu import export_menu
from ui.measure.setup import TYPED, kept_fields
from ui.measure.shown import catch_up_all, current, draw_all_again
from ui.measure.trial import trial_card
from ui.measure.views import GROWING, VIEWS

SENTENCE = "Where in its input does your model find a fact? Ask it, position by position."
VIEW = "measure_view"
EVERY = 4.0  # seconds: a list that is read is drawn anew less often than the picture


def below(width: int) -> None:
    """The lower part: what is chosen in it redraws it alone, and so does a run that goes on."""
    names = list(VIEWS)
    st.session_state.setdefault(VIEW, names[0])
    follows = moving(current()) and st.session_state[VIEW] in GROWING

    # How often a fragment runs is fixed when it is defined, so it is defined at each run.
    @st.fragment(run_every=EVERY if follows else None, key="below")
    def look() -> None:
        view = st.segmented_control(
            "More", names, required=True, key=VIEW, label_visibility="collapsed",
            persist_state="session", on_change=_other_view,
        )  # fmt: skip
        VIEWS[str(view)](current(), current_theme(), width, presenting())
        catch_up_all()
        catch_up()

    look()


def _other_view() -> None:
    """While a run goes on, one view follows it and another does not."""
    if moving(current()):
        draw_all_again()


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
