"""How is a mark moved over a figure that stays as it is, and is still clicked on?

A chart is made anew with every change of its figure. So what moves stands in a transparent
figure of the same margins above the one that is clicked on, and lets clicks through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from ui.charts.canvas import CHART_CONFIG

STILL: dict[str, Any] = {**CHART_CONFIG, "displayModeBar": False}


def layered(
    base: go.Figure,
    above: go.Figure,
    key: str,
    width: int,
    on_click: Callable[[str], None],
    *,
    below: go.Figure | None = None,
    config: dict[str, Any] = STILL,
    modes: Iterable[str] = ("points",),
) -> None:
    """A figure that is clicked on, and a transparent one over it that lets clicks through.

    `modes` are the ways to select in it, of points, box and lasso. A figure `below` it is
    covered by the transparent one too.
    """
    with st.container(width=width, key=f"layers_{key}"):
        st.plotly_chart(base, theme=None, width=width, config=config, key=key,
                        on_select=lambda: on_click(key), selection_mode=modes)  # fmt: skip
        if below is not None:
            st.plotly_chart(below, theme=None, width=width, config=STILL, key=f"below_{key}")
        st.plotly_chart(above, theme=None, width=width, config=STILL, key=f"above_{key}")
