"""On which curve are which two orders shown, and what is laid over it?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.errors import PlacementError
from engine.placement import DEFAULT_CURVE, find_curve, load_curves
from engine.placement.own_curve import load_own_curve
from engine.scenario.edits import set_curve, set_own_curve
from ui import state
from ui.appearance import presenting
from ui.bound import bound
from ui.charts.literal import one_line
from ui.charts.placement_orders import order_words
from ui.placement.shown import ORDER_NAMES, OWN, chosen_curve, own_curve

MOST_NAME = 40
# Px of an order's field: for all of its names, and for most where there is less room.
WIDE, ORDER, ORDER_BIG, ORDER_NARROW = 900, 184, 220, 134
FORMAT = (
    "A line a position: from 0, the start, to 1, the end (document i of k is (i − 1) / (k − 1)), "
    "how many answers were right, and of how many; or a run of the Measure page. Another file "
    "replaces it. A saved scenario names it, and does not hold it."
)


def placement_bar(scenario: Scenario, width: int) -> bool:
    """The row of controls above the picture, in `width` px; whether one predicts first."""
    # Who predicts sees neither overlays nor orders.
    predicting = bool(st.session_state.get("predict"))
    room = ORDER_NARROW if width < WIDE else ORDER_BIG if presenting() else ORDER
    with st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", key="placement_bar"
    ):
        with st.container(width="stretch"):
            _curve(scenario)
        _overlays(predicting)
        for key, label in (("order_a", "Order A"), ("order_b", "Order B")):
            with st.container(width=room):
                st.selectbox(
                    label,
                    ORDER_NAMES,
                    key=key,
                    format_func=order_words,
                    persist_state="session",
                    disabled=predicting,
                )
        return st.toggle("Predict first", key="predict", persist_state="session", width="content")


def curve_title(name: str) -> str:
    """A curve's label by its id."""
    own = own_curve()
    if name == OWN:
        return own.label if own is not None else "Your own curve"
    return find_curve(name).label


def curves_by_position() -> dict[str, str]:
    """The curves that a prompt can be laid on, documents and shares, the default one first.

    Their labels by id.
    """
    names = [one.id for one in load_curves() if one.family != "pairs"]
    names.sort(key=lambda name: name != DEFAULT_CURVE)
    names += [OWN] if own_curve() is not None else []
    return {name: curve_title(name) for name in names}


def _curve(scenario: Scenario) -> None:
    names = curves_by_position()
    now = chosen_curve(scenario).id
    now = now if now in names else OWN

    def choose(chosen: str) -> None:
        own = own_curve()
        if chosen == OWN and own is not None:
            state.attempt(lambda scenario: set_own_curve(scenario, own.label))
        else:
            state.attempt(lambda scenario: set_curve(scenario, chosen))

    bound(
        st.selectbox,
        "Curve",
        now,
        choose,
        "curve",
        face=names.get(OWN),
        options=list(names),
        format_func=names.__getitem__,
    )


def _overlays(predicting: bool) -> None:
    label = f"Overlays: {len(st.session_state['overlays'])}"
    with st.popover(label, width="content", disabled=predicting):
        names = curves_by_position()
        st.multiselect(
            "Curves laid over it",
            list(names),
            key="overlays",
            format_func=names.__getitem__,
            max_selections=4,
            persist_state="session",
        )
        round_ = st.session_state.get("curve_round", 0)
        upload = st.file_uploader(
            "Your own curve: a CSV with position, correct, total; or a run",
            key=f"curve_file_{round_}",
        )
        st.caption(FORMAT)
        if upload is not None:
            take_own_curve(upload.name, upload.getvalue())
            st.session_state["curve_round"] = round_ + 1
            st.rerun()


def take_own_curve(name: str, data: bytes) -> None:
    """Read a visitor's curve and lay it over the others; or say what is wrong and where."""
    label = one_line(name).rsplit(".", 1)[0][:MOST_NAME] or "Your own curve"
    try:
        curve = load_own_curve(data, label)
    except PlacementError as error:
        state.refuse(f"{name} was not read.", str(error))
        return
    before = own_curve()
    state.change_curve(curve, use=False)
    if st.session_state.get("revealed") == curve.id:
        st.session_state["revealed"] = None
    shown = [one for one in st.session_state["overlays"] if one != OWN]
    st.session_state["overlays_next"] = [*shown, OWN][-4:]
    words = f"{len(curve.points)} positions, laid over the others."
    if before is not None:
        words += f" It stands in place of {before.label}."
    state.tell(f"{name} was read:", words)
