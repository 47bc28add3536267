"""Why does the weight on one fact sink among many?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.placement import attention_flattening
from ui.charts.placement_flattening import flattening_figure
from ui.palette import Theme
from ui.placement.figure import show


def flattening_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """A model of one attention head: how its weight on the signal sinks among distractors."""
    controls = st.columns(2)
    gap = controls[0].slider(
        "Logit gap of the signal over each distractor", 0.0, 15.0, 5.0, 0.5, key="gap"
    )
    exponent = controls[1].slider("Distractors, as a power of ten", 0.0, 5.0, 2.0, 0.25, key="many")
    many = round(10**exponent)
    now = attention_flattening(many, gap)
    st.write(
        f"Among **{many:,}** distractors the signal gets **{100 * now.weight:.1f} %** of the "
        f"attention; the entropy is {now.entropy:.2f} of at most {now.most_entropy:.2f} nats."
    )
    show(flattening_figure(gap, colours, width, many, big=big), "flattening_figure", width)
    st.latex(r"w = \frac{e^{g}}{e^{g} + N} \qquad H(p) = -\sum_i p_i \log p_i")
    st.caption("Illustrative: the formula of one softmax, not a measurement of a model.")
