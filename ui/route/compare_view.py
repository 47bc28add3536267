"""Which of two routers is better on one set, and on which queries do they differ?"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from engine.routing.aims import Gate
from engine.routing.held_out import Comparison, Measured
from engine.routing.metrics import METRICS
from engine.routing.per_route import AIMS as PER_INTENT_AIMS
from engine.routing.per_route import WARNING, PerRoute
from ui.bound import bound
from ui.charts.canvas import CHART_CONFIG
from ui.charts.placement_plot import BIG
from ui.charts.route_compare import Compared, compare_figure
from ui.palette import Theme
from ui.route.compare_table import differing_table
from ui.route.controls import scorer_names, scorer_words
from ui.route.shown import Shown, is_scored_beside, look_beside
from ui.route.sides import Side, beside_single, faced, per_intent, ranks
from ui.text import as_html

KEY = "route_compare"
GAP = 16  # px between columns
FIGURE = 0.42  # of the width, where the table stands beside the figure
WIDE = 1000  # px from which it does
METRICS_SHOWN = ("accuracy", "out_of_scope_recall", "coverage", "risk")
GATES = {
    "tuned": "★ tuned for it",
    "same": "✚ the same as A",
    "own": "its own",
    "per_intent": "one per intent",
}
RANKS = {
    "AUROC": "how often a query whose best intent is right has the higher top score",
    "by gap": "the same by the gap to the second",
    "in scope": "how often an in-scope query has a higher top score than one out of scope",
    "AUGRC": "mean risk of an undetected failure over all thresholds; less is better",
    "ECE": "how far scores, read as probabilities, are off; less is better",
}


@dataclass(frozen=True)
class Choice:
    """What is chosen for B: its scorer, and how it is gated; threshold and margin of its own."""

    scorer: str
    aggregate: str
    gate: str = "tuned"
    threshold: float = 0.2
    margin: float = 0.1


def compare_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """A bar to choose B in; both by metric; the queries on which they differ."""
    choice = _choice(shown)
    words = _bar(choice)
    routing = replace(shown.routing, scorer=choice.scorer, aggregate=choice.aggregate)
    if is_scored_beside(shown, routing):
        other = look_beside(shown, routing)
    else:
        bar = st.progress(0.0, "Scoring the queries")
        other = look_beside(shown, routing, lambda done, of: bar.progress(done / max(of, 1)))
        bar.empty()
    b_setting, why = setting_of(choice, shown, other)
    if b_setting is None:
        st.write(why)
        return
    a = Side(scorer_words((shown.routing.scorer, shown.routing.aggregate)), shown.test, shown.gate)
    b = Side(scorer_words((choice.scorer, choice.aggregate)), other.test, b_setting)
    with words:
        _sides(a, b, big)
    found = faced(a, b, shown.aim)
    if not found.queries:
        st.write("No query is held out, so there is nothing to compare on.")
        return
    wide = width >= WIDE * (BIG if big else 1)
    left = round((width - GAP) * FIGURE) if wide else width
    with st.container(horizontal=True, gap="small", key="route_compare"):
        with st.container(width=left):
            st.plotly_chart(
                compare_figure(rows_of(found), f"A {a.name}", f"B {b.name}", colours, left,
                               big=big),
                theme=None, width=left, config=CHART_CONFIG, key="compare_figure",
            )  # fmt: skip
            _ranks(a, b, shown, colours, big)
        with st.container(width="stretch" if wide else width):
            _verdict(found, shown, colours, big)
            if isinstance(b_setting, PerRoute):
                _per_intent(b, b_setting, shown, colours, big)
            differing_table(a, b, colours, big)


def _choice(shown: Shown) -> Choice:
    """What is chosen; at first another scorer than the page's, tuned."""
    if KEY not in st.session_state:
        mine = (shown.routing.scorer, shown.routing.aggregate)
        first = next(name for name in scorer_names() if name != mine)
        st.session_state[KEY] = Choice(*first)
    return st.session_state[KEY]


def _bar(choice: Choice) -> DeltaGenerator:
    """The fields of B, and before them room for what both are."""

    def choose(**fields: Any) -> None:
        st.session_state[KEY] = replace(st.session_state[KEY], **fields)

    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        words = st.container(width="stretch")
        with st.container(width=200):
            bound(st.selectbox, "B: scorer", (choice.scorer, choice.aggregate),
                  lambda name: choose(scorer=name[0], aggregate=name[1]), "compare scorer",
                  options=scorer_names(choice.scorer), format_func=scorer_words)  # fmt: skip
        with st.container(width=170):
            bound(st.selectbox, "B: threshold, margin", choice.gate,
                  lambda name: choose(gate=name), "compare gate",
                  options=list(GATES), format_func=GATES.__getitem__)  # fmt: skip
        if choice.gate == "own":
            for name, step in (("threshold", 0.01), ("margin", 0.005)):
                with st.container(width=100):
                    bound(st.number_input, f"B: {name}", getattr(choice, name),
                          lambda value, name=name: choose(**{name: round(value, 6)}),
                          f"compare {name}", min_value=0.0, max_value=1.0, step=step,
                          format="%.3f")  # fmt: skip
    return words


def _sides(a: Side, b: Side, big: bool) -> None:
    lines = "".join(
        f"<div><b>{letter}</b> {as_html(side.name)}: {setting_words(side.setting)}{more}</div>"
        for letter, side, more in (("A", a, ", as above"), ("B", b, ""))
    )
    st.html(f'<div class="{"cp-big" if big else ""}"><div class="cp-sides">{lines}</div></div>')


def setting_of(choice: Choice, shown: Shown, other: Shown) -> tuple[Gate | PerRoute | None, str]:
    """What routes B's queries; where nothing can, None and why."""
    if choice.gate == "same":
        return shown.gate, ""
    if choice.gate == "own":
        return Gate(choice.threshold, choice.margin), ""
    if choice.gate == "per_intent" and shown.aim.metric not in PER_INTENT_AIMS:
        aims = " or ".join(PER_INTENT_AIMS)
        return None, (
            f"Thresholds per intent can be found for the aim {aims}; it is now "
            f"{shown.aim.metric}. Choose another aim above, or another gate for B."
        )
    tuned = other.tuned.gate
    if tuned is None:
        return None, other.tuned.statement
    return (per_intent(other, tuned) if choice.gate == "per_intent" else tuned), ""


def setting_words(setting: Gate | PerRoute) -> str:
    """A gate in words."""
    gate = setting if isinstance(setting, Gate) else setting.gate
    first = f"threshold {gate.threshold:.3f}" if setting is gate else "one threshold per intent"
    return f"{first}, margin {gate.margin:.3f}"


def rows_of(found: Comparison) -> list[Compared]:
    """The metrics of both sides, the one that is maximised first; without those unknown."""
    names = dict.fromkeys((found.aim.metric, *METRICS_SHOWN))
    rows = [
        Compared(
            METRICS[name].label,
            *(_interval(side[name]) for side in (found.now, found.tuned, found.differences)),
        )
        for name in names
    ]
    return [row for row in rows if not any(map(math.isnan, (*row.first, *row.second)))]


def _interval(measured: Measured) -> tuple[float, float, float]:
    return measured.value, measured.low, measured.high


def _verdict(found: Comparison, shown: Shown, colours: Theme, big: bool) -> None:
    edge = colours.primary if found.certain else colours.zones["amber"].color
    label = METRICS[shown.aim.metric].label
    words = f"{label} on {found.queries:,} held out: {found.sentence('A', 'B')}"
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-verdict" '
        f'style="border-color:{edge}">{as_html(words[:1].upper() + words[1:])}</div></div>'
    )


def _per_intent(b: Side, found: PerRoute, shown: Shown, colours: Theme, big: bool) -> None:
    """What thresholds per intent are worth beside one gate for all, and the warning."""
    single = beside_single(b.part, found, found.gate, shown.aim)
    words = single.sentence("B with one threshold", "B with one per intent")
    edge = colours.zones["amber"].color
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-verdict" '
        f'style="border-color:{edge}">{as_html(words)} {as_html(WARNING)}</div></div>'
    )
    with st.popover("Show the thresholds"):
        st.dataframe(
            {
                "intent": [route.intent for route in found.routes],
                "threshold": [
                    "none is routed" if math.isinf(route.threshold) else f"{route.threshold:.3f}"
                    for route in found.routes
                ],
                "tuned on, queries": [route.queries for route in found.routes],
            },
            hide_index=True,
        )


def _ranks(a: Side, b: Side, shown: Shown, colours: Theme, big: bool) -> None:
    heads = "".join(f'<th title="{as_html(RANKS[name])}">{name}</th>' for name in RANKS)
    body = "".join(
        f"<tr><td>{letter}</td>" + "".join(f"<td>{_decimal(v)}</td>" for v in values) + "</tr>"
        for letter, values in (
            ("A", ranks(a.part, shown.aim.share)),
            ("B", ranks(b.part, shown.aim.share)),
        )
    )
    st.html(
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-dense" '
        f'style="border-color:{colours.text}"><tr><th>at any gate</th>{heads}</tr>{body}</table>'
        "</div>"
    )


def _decimal(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.2f}"
