"""Where do wrong answers point: to the edges, to neighbours, or nowhere?"""

from __future__ import annotations

import streamlit as st

from engine.probe.wrong import EDGE, where_wrong
from ui.charts.canvas import CHART_CONFIG
from ui.charts.measure_wrong import wrong_figure
from ui.measure.held import OpenRun
from ui.palette import Theme

MOST_WIDTH = 900


def wrong_view(run: OpenRun | None, colours: Theme, width: int, big: bool) -> None:
    """A histogram over the places that wrong answers name, and the shares in words."""
    rows = [row for row in run.rows if not row.control] if run is not None else []
    wrong = [row for row in rows if not row.correct]
    if run is None or not wrong:
        st.write("No wrong answer yet." if rows else "No question was answered yet.")
        return
    length = run.settings.length
    cut, empty = sum(row.cut for row in rows), sum(row.empty for row in rows)
    ended = f"{cut} answers were cut at their limit, {empty} were empty."
    if length is None:
        st.write(f"**{len(wrong)} of {len(rows)}** answers are wrong. In this task an answer does "
                 f"not name another place. {ended}")  # fmt: skip
        return
    found = where_wrong(rows, length)
    words = f"Of **{found.wrong}** wrong answers **{found.another}** name another pair of the list"
    if found.share_near_edge is not None:
        words += (
            f"; **{found.share_near_edge:.0%}** of these one near an end, "
            f"where {found.expected_near_edge:.0%} would be chance"
        )
    st.write(f"{words}. {found.nothing} name none. {ended}")
    room = min(width, MOST_WIDTH)
    if found.places:
        st.plotly_chart(
            wrong_figure(found.places, length, colours, room, big),
            theme=None, width=room, config=CHART_CONFIG, key="wrong_figure",
        )  # fmt: skip
        st.caption(f"Filled: in the first or last {EDGE:.1%} of the list.")
