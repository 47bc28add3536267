"""Placement: where do your facts land on a measured curve, and what does an order cost?"""

from functools import partial

import streamlit as st

from engine import ContextOverflowError
from engine.placement import DEFAULT_CURVE, find_curve
from ui import state
from ui.address import Kept, after_first, write_address
from ui.cached import ledger_of
from ui.components.viewport import column_width, measure_column
from ui.frame import page, presenting
from ui.placement.controls import placement_bar
from ui.placement.export_menu import export_menu
from ui.placement.notes import caveat, stand_in
from ui.placement.picture import picture
from ui.placement.predict_pane import predict_pane
from ui.placement.shown import (
    ORDER_NAMES,
    chosen_curve,
    chosen_orders,
    chosen_overlays,
    usual_orders,
)
from ui.placement.views import VIEWS, views_below
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
    views_below(min(width, 1100))
measure_column()
