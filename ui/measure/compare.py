"""Which published curves and earlier runs are laid over the run?"""

from __future__ import annotations

import streamlit as st

from engine.placement import PositionCurve, load_curves
from ui.measure.held import OpenRun
from ui.measure.shown import mine

OVERLAYS = "measure_overlays"


def possible_overlays(run: OpenRun | None) -> dict[str, PositionCurve]:
    """What can be laid over it, by id: key-value curves first, then all others, then own runs."""
    curves = sorted(load_curves(), key=lambda curve: curve.family != "pairs")
    found = {curve.id: curve for curve in curves}
    for other in mine():
        # The one at the other length is in the picture by itself.
        if run is not None and other.name in {run.name, *run.pair}:
            continue
        curve = other.curve()
        if curve is not None:
            found[other.name] = curve
    return found


def chosen_overlays(run: OpenRun | None) -> list[PositionCurve]:
    """The curves that are laid over it now."""
    chosen = st.session_state.get(OVERLAYS, [])
    if not chosen:
        return []
    possible = possible_overlays(run)
    return [possible[name] for name in chosen if name in possible]
