"""Where is the one right document found, among k of them?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.placement import Found, measured_lengths, where_found
from ui.charts.placement_found import found_figure
from ui.palette import Theme
from ui.placement.effects import status
from ui.placement.figure import show


def found_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """One gold document moves through k documents, and the measured accuracy follows."""
    lengths = measured_lengths()
    controls = st.columns([1, 3], vertical_alignment="bottom")
    st.session_state.setdefault("found_length", 20 if 20 in lengths else lengths[0])
    length = controls[0].selectbox(
        "Documents", lengths, key="found_length", persist_state="session"
    )
    position = controls[1].slider(
        f"The one right document stands at position … of {length}",
        1,
        int(length),
        min(10, int(length)),
        key=f"found_at_{length}",
        persist_state="session",
    )
    found = where_found(position - 1, int(length))
    ids = [one.curve.id for one in found if one.curve.length == length]
    default = scenario.placement.curve if scenario.placement.curve in ids else ids[0]
    chosen = st.selectbox(
        "Model",
        ids,
        index=ids.index(default),
        key=f"found_curve_{length}",
        format_func=lambda name: next(o.curve.label for o in found if o.curve.id == name),
        persist_state="session",
    )
    one = next(one for one in found if one.curve.id == chosen)
    low_high = one.interval
    sure = (
        f", 95 % interval {100 * low_high[0]:.1f} to {100 * low_high[1]:.1f} %"
        if low_high
        else ", between measured points"
    )
    st.write(f"**{100 * one.accuracy:.1f} %** of the answers are right{sure}.")
    show(found_figure(one.curve, position - 1, colours, width, big), "found_figure", width)
    rows = [
        {
            "model": other.curve.label,
            "accuracy, %": round(100 * other.accuracy, 1),
            "95 % interval": _interval(other),
            "n": other.curve.n,
            "status": status(other.curve),
            "measured here": "yes" if other.measured else "no: between points, or a fit",
            "source": other.curve.source,
        }
        for other in found
    ]
    with st.expander(f"All {len(rows)} models at position {position} of {length}"):
        st.dataframe(rows, hide_index=True, width="stretch")


def _interval(found: Found) -> str:
    if found.interval is None:
        return ""
    low, high = found.interval
    return f"{100 * low:.1f} to {100 * high:.1f}"
