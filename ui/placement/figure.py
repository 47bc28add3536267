"""How does a view of the lower part show a figure?"""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from ui.charts.canvas import CHART_CONFIG


def show(figure: go.Figure, key: str, width: int) -> None:
    """A figure that is looked at, not clicked on, as wide as its labels were fitted to."""
    st.plotly_chart(figure, theme=None, width=width, config=CHART_CONFIG, key=key)
