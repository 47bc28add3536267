"""Placement: where do your facts land on a measured curve, and what does an order cost?"""

from functools import partial

import streamlit as st

from engine import ContextOverflowError
from engine.placement import DEFAULT_CURVE, find_curve
from ui import state
from ui.address import Kept, after_first, write_address
from ui.cached import ledger_of
from ui.charts.canvas import CHART_CONFIG
from ui.charts.clicks import clicked_section
from ui.charts.placement_curve import placement_figure
from ui.components.viewport import column_width, measure_column
from ui.frame import catch_up, current_theme, page, presenting
from ui.placement.controls import placement_bar
from ui.placement.export_menu import export_menu
from ui.placement.move_strip import move_strip
from ui.placement.notes import caveat, stand_in
from ui.placement.predict_pane import predict_pane
from ui.placement.score_pane import score_pane
from ui.placement.shown import (
    ORDER_NAMES,
    chosen_curve,
    chosen_orders,
    chosen_overlays,
    look,
    usual_orders,
)
from ui.placement.views import VIEWS
from ui.text import as_label

# The picture's share of the page in CSS px; a larger type needs more of it.
LEFT, LEFT_BIG = 760, 940
# What the scores beside it need, and the sliders of a guess: these stand beside it everywhere.
SCORES, SLIDERS, SLIDERS_BIG = 300, 310, 330

ORDERS = {name: name for name in ORDER_NAMES}


def usual_order(which: int) -> str | None:
    """Order A (0) or B (1) as the page would choose it for what is open now."""
    try:
        return usual_orders(state.session().scenario)[which]
    except ContextOverflowError:
        return None


KEPT = {
    "a": Kept("order_a", ORDERS, partial(usual_order, 0)),
    "b": Kept("order_b", ORDERS, partial(usual_order, 1)),
    "below": Kept("placement_view", after_first(VIEWS)),
    "predict": Kept("predict", {"1": True}),
}


def select_block() -> None:
    """A click on a block or a disc selects its section."""
    state.select(clicked_section(st.session_state["placement"]))


@st.fragment(key="picture")
def picture(left: int, width: int, big: bool) -> None:
    """The strips on the curve and what they score: a drag redraws this before all else."""
    scenario, colours = state.session().scenario, current_theme()
    shown = look(scenario)
    assert shown is not None, "moving and marking sections leave the window as it was"
    with st.container(horizontal=True, gap="small"):
        with st.container(width=left):
            st.plotly_chart(
                placement_figure(
                    shown.curve,
                    shown.overlays,
                    shown.strips,
                    set(scenario.placement.weights),
                    colours,
                    left,
                    big,
                    state.session().selected,
                ),
                theme=None,
                width=left,  # labels are fitted to it
                config=CHART_CONFIG,
                key="placement",
                on_select=select_block,
                selection_mode="points",
            )
            move_strip(scenario, shown, colours, big)
        with st.container(width="stretch"):
            score_pane(scenario, shown, colours, max(width - left - 24, 280), big)
    catch_up()


@st.fragment(key="more")
def more(room: int) -> None:
    """The lower part: a slider in it redraws it alone."""
    names = list(VIEWS)
    st.session_state.setdefault("placement_view", names[0])
    view = st.segmented_control(
        "More",
        names,
        required=True,
        key="placement_view",
        label_visibility="collapsed",
        persist_state="session",
    )
    VIEWS[str(view)](state.session().scenario, current_theme(), room, presenting())
    catch_up()


colours = page(
    "Placement",
    "Where do your facts land on a measured curve?",
    export_menu,
    lesson="twenty_documents",
    kept=KEPT,
)
scenario, big = state.session().scenario, presenting()
width = column_width()
left = LEFT_BIG if big else LEFT
beside = left if width >= left + SCORES else width
# Before the controls, which show what is chosen.
chosen_overlays()
sent = ledger_of(scenario).overflow is None
if sent:
    chosen_orders(scenario)
    write_address()  # with another scenario they begin anew
predicting = placement_bar(scenario, width)

curve = chosen_curve(scenario)
if predicting:
    left = min(left, width - (SLIDERS_BIG if big else SLIDERS))
    # A fitted curve is a formula: there is nothing measured to guess.
    predict_pane(find_curve(DEFAULT_CURVE) if curve.kind == "fitted" else curve, colours, left, big)
elif not sent:
    st.write("**Nothing is sent**: the pinned sections do not fit. Assemble says what would help.")
elif not ledger_of(scenario).rows:
    st.write("No sections yet: open a scenario at the left, or add sections on Assemble.")
else:
    picture(beside, width, big)
st.caption(caveat(curve))
if state.own_curve_missing(scenario):
    st.caption(f"**{as_label(stand_in(curve, scenario.placement.own_curve))}**")
if not predicting:
    more(min(width, 1100))
measure_column()
