"""On which curve are which two orders shown, and what is laid over it?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.errors import PlacementError
from engine.placement import DEFAULT_CURVE, find_curve, load_curves
from engine.placement.own_curve import load_own_curve
from engine.scenario.edits import set_curve
from ui import state
from ui.bound import bound
from ui.charts.placement_orders import order_words
from ui.placement.shown import ORDER_NAMES, OWN, chosen_curve, own_curve


def placement_bar(scenario: Scenario) -> bool:
    """The row of controls above the picture; whether one predicts first."""
    curve, overlays, order_a, order_b, predict = st.columns(
        [3.0, 1.3, 1.6, 1.6, 1.2], vertical_alignment="bottom"
    )
    with curve:
        _curve(scenario)
    with overlays:
        _overlays()
    for column, key, label in ((order_a, "order_a", "Order A"), (order_b, "order_b", "Order B")):
        with column:
            st.selectbox(
                label, ORDER_NAMES, key=key, format_func=order_words, persist_state="session"
            )
    with predict:
        return st.toggle("Predict first", key="predict", persist_state="session")


def curve_title(name: str) -> str:
    """A curve's label by its id."""
    own = own_curve()
    if name == OWN:
        return own.label if own is not None else "Your own curve"
    return find_curve(name).label


def curves_by_position() -> list[str]:
    """The ids that a prompt can be laid on: documents and shares, the default one first."""
    names = [one.id for one in load_curves() if one.family != "pairs"]
    names.sort(key=lambda name: name != DEFAULT_CURVE)
    return [*names, *([OWN] if own_curve() is not None else [])]


def _curve(scenario: Scenario) -> None:
    names = curves_by_position()
    now = chosen_curve(scenario).id
    now = now if now in names else OWN

    def choose(chosen: str) -> None:
        st.session_state["curve_is_own"] = chosen == OWN
        if chosen != OWN:
            state.attempt(lambda scenario: set_curve(scenario, chosen))

    bound(st.selectbox, "Curve", now, choose, "curve", options=names, format_func=curve_title)


def _overlays() -> None:
    with st.popover(f"Overlays: {len(st.session_state['overlays'])}", width="stretch"):
        st.multiselect(
            "Curves laid over it",
            curves_by_position(),
            key="overlays",
            format_func=curve_title,
            max_selections=4,
            persist_state="session",
        )
        round_ = st.session_state.get("curve_round", 0)
        upload = st.file_uploader(
            "Your own curve: CSV with position, correct, total", key=f"curve_file_{round_}"
        )
        if upload is not None:
            take_own_curve(upload.name, upload.getvalue())
            st.session_state["curve_round"] = round_ + 1
            st.rerun()


def take_own_curve(name: str, data: bytes) -> None:
    """Read a visitor's curve and lay it over the others; or say what is wrong and where."""
    try:
        curve = load_own_curve(data)
    except PlacementError as error:
        state.refuse(f"{name} was not read.", str(error))
        return
    st.session_state["own_curve"] = curve
    shown = [one for one in st.session_state["overlays"] if one != OWN]
    st.session_state["overlays_next"] = [*shown, OWN][-4:]
    state.tell(f"{name} was read:", f"{len(curve.points)} positions, laid over the others.")
