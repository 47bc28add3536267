"""How does the run stand beside what others measured, and beside earlier runs of one's own?"""

from __future__ import annotations

import streamlit as st

from engine.placement import PositionCurve
from ui.measure.compare import OVERLAYS, possible_overlays
from ui.measure.held import OpenRun
from ui.measure.lengths import other_curve
from ui.measure.shown import draw_all_again, mine, show
from ui.palette import Theme

MOST = 4


def compare_view(run: OpenRun | None, colours: Theme, width: int, big: bool) -> None:
    """Which curves are laid over the picture; their figures as a table; earlier runs to open."""
    possible = possible_overlays(run)
    chosen = st.multiselect(
        "Laid over the picture: published curves and your earlier runs, up to four",
        list(possible),
        key=OVERLAYS,
        format_func=lambda name: possible[name].label if name in possible else name,
        max_selections=MOST,
        persist_state="session",
        on_change=draw_all_again,
    )
    curves = [possible[name] for name in chosen if name in possible]
    own = run.curve() if run is not None else None
    curves[:0] = [curve for curve in (own, other_curve(run)) if curve is not None]
    if curves:
        st.dataframe([_line(curve) for curve in curves], hide_index=True, width="stretch")
    st.caption("Curves over documents, pairs and shares come from other tasks: they are compared "
               "in shape, not in height.")  # fmt: skip
    others = [other for other in mine() if run is None or other.name != run.name]
    for other in others:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Open", key=f"open_{other.name}", on_click=_open, args=(other,))
            done = f"{len(other.rows):,} of {other.job.total:,} calls"
            kind = ", recorded" if other.recorded else ""
            st.text(f"{other.settings.label}{kind}: {done}, {other.job.state}")


def _open(run: OpenRun) -> None:
    show(run)
    draw_all_again()


def _line(curve: PositionCurve) -> dict[str, object]:
    points = {"start": 0.0, "middle": 0.5, "end": 1.0}
    shares = {f"{name}, %": round(100 * curve.at(x), 1) for name, x in points.items()}
    return {"curve": curve.label, **shares, "n a point": curve.n, "source": curve.source}
