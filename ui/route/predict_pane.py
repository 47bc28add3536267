"""Before you look: where would you put the gate, and what would that have cost?"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import streamlit as st

from engine.routing import Scored
from engine.routing.aims import Aim, Gate
from engine.routing.judged import Judged
from engine.routing.metrics import METRICS, Counts
from ui.bound import bound
from ui.charts.clicks import clicked_gate
from ui.charts.route_places import GAP_MOST, score_span
from ui.charts.route_scatter import scatter_base_figure, scatter_gate_figure
from ui.components.layered import layered
from ui.palette import NOW, TUNED, Theme
from ui.route.best import compared
from ui.route.controls import change
from ui.route.maps_pane import maps_pane
from ui.route.shown import Part, Shown
from ui.text import as_html

PREDICT = "predict_gate"  # whether one predicts first
# The gate that was guessed, and the scores it was revealed on: others are another question.
GUESS, REVEALED = "guessed_gate", "revealed_scores"
PICTURE = 0.68  # of the width
TALL, LEAST, MOST = 0.62, 380, 560  # its height as a share of its width, and its bounds in px
STARTED = Gate(0.0, 0.0)  # what the fields show before a gate is placed
QUESTION = (
    '<p class="cp-name">Where would you put the gate?</p><p>Click in the picture. What lies right '
    "of the line and above it is routed.</p>"
)
OTHERS = ("coverage", "risk", "accuracy")


def predict_toggle() -> None:
    """The switch at the head of the page."""
    st.toggle("Predict first", key=PREDICT, persist_state="session",
              help="Place a gate by eye before the map and the numbers are shown.")  # fmt: skip


def predicting() -> bool:
    """Whether one predicts first."""
    return bool(st.session_state.get(PREDICT))


def predict_pane(
    shown: Shown, colours: Theme, width: int, maps: tuple[int, int], big: bool
) -> None:
    """The scatter on which a gate is placed; once revealed, the maps with it and its cost.

    `width` is the page's in px, `maps` those of the maps.
    """
    guess: Gate | None = st.session_state.get(GUESS)
    if guess is not None and _revealed() is shown.scored:
        _maps_with(shown, guess, colours, maps, big)
    else:
        _scatter_to_place_on(shown, guess, colours, width, big)


def _revealed() -> Scored | None:
    return st.session_state.get(REVEALED)


def _place(gate: Gate) -> None:
    st.session_state[GUESS] = gate


def _scatter_to_place_on(
    shown: Shown, guess: Gate | None, colours: Theme, width: int, big: bool
) -> None:
    judged, wide = shown.tune.judged, round(width * PICTURE)
    height = min(max(round(wide * TALL), LEAST), MOST)
    base = scatter_base_figure(
        judged.top, judged.gap, judged.in_scope, colours, wide, height=height, big=big
    )
    above = scatter_gate_figure(
        judged.top, colours, wide, height=height, big=big,
        gate=None if guess is None else (guess.threshold, guess.margin),
    )  # fmt: skip

    def place(key: str) -> None:
        gate = clicked_gate(st.session_state[key])
        if gate is not None:
            _place(Gate(*gate))

    with st.container(horizontal=True, gap="small", key="predict"):
        with st.container(width=wide):
            layered(base, above, "guess", wide, place)
        with st.container(width="stretch"):
            st.html(_told(colours, big, QUESTION))
            _fields(guess, judged)
            st.button(
                "Reveal",
                type="primary",
                width="stretch",
                disabled=guess is None,
                on_click=st.session_state.update,
                args=({REVEALED: shown.scored},),
                help="Shows the map of every gate, with yours on it.",
            )
            st.html(_told(colours, big, _legend(shown, colours) + _aim(shown.aim)))


def _told(colours: Theme, big: bool, paragraphs: str) -> str:
    edge = f'style="border-color:{colours.primary}"'
    return f'<div class="cp-query{" cp-big" if big else ""}" {edge}>{paragraphs}</div>'


def _legend(shown: Shown, colours: Theme) -> str:
    inside = shown.tune.judged.in_scope
    return (
        f'<p><b style="color:{colours.link}">●</b> {int(inside.sum()):,} tuning queries in '
        f'scope, <b style="color:{colours.overlays[0]}">◇</b> {int((~inside).sum()):,} out of '
        "scope. Which would be routed right is not shown.</p>"
    )


def _aim(aim: Aim) -> str:
    return f"<p><b>The aim: {aim.metric}</b>. {as_html(_meaning(aim))}</p>"


def _meaning(aim: Aim) -> str:
    """What is maximised, in a sentence."""
    if aim.metric == "utility":
        c = aim.costs
        return (
            f"A query routed right earns 1. A wrong route costs {c.wrong:g}, one out of scope "
            f"that is routed {c.missed_out_of_scope:g}, a needless fallback "
            f"{c.needless_fallback:g}."
        )
    if aim.metric == "coverage":
        return f"As many routed as possible while at most {aim.risk_ceiling:.0%} of them are wrong."
    meaning = METRICS[aim.metric].meaning
    return f"{meaning[0].upper()}{meaning[1:]}."


def _fields(guess: Gate | None, judged: Judged) -> None:
    """The guess in numbers, for the keyboard."""
    now = guess or STARTED
    _, highest, _ = score_span(judged.top)
    ranges = (("threshold", 0.01, max(1.0, highest)), ("margin", 0.005, max(1.0, GAP_MOST)))
    with st.container(horizontal=True, gap="small"):
        for name, step, most in ranges:
            with st.container(width=120):
                bound(
                    st.number_input,
                    f"Your {name}",
                    float(getattr(now, name)),
                    lambda value, name=name: _place(replace(now, **{name: float(value)})),  # type: ignore[misc]
                    f"guess {name}",
                    min_value=0.0,
                    max_value=float(most),
                    step=step,
                    format="%.3f",
                )


def _maps_with(shown: Shown, guess: Gate, colours: Theme, maps: tuple[int, int], big: bool) -> None:
    """Both maps with the guess as the gate now, and what it costs against the best."""
    routing = replace(shown.routing, threshold=guess.threshold, margin=guess.margin)
    with st.container(horizontal=True, gap="small", key="predict_maps"):
        maps_pane(replace(shown, routing=routing), colours, maps, big, on_click=lambda key: None)
        with st.container(width="stretch"):
            st.html(_cost_table(shown, guess, colours, big))
    edge = colours.primary
    st.html(
        f'<div class="cp-verdict" style="border-color:{edge}">'
        + "<br>".join(as_html(line) for line in cost_words(shown, guess))
        + "</div>"
    )
    with st.container(horizontal=True, gap="small"):
        st.button("Go on with my gate", type="primary", on_click=_go_on, args=(guess,))
        st.button("Guess again", on_click=_again)


def _go_on(guess: Gate) -> None:
    change(threshold=min(guess.threshold, 1.0), margin=min(guess.margin, 1.0))
    st.session_state[PREDICT] = False
    _again()


def _again() -> None:
    st.session_state.update({GUESS: None, REVEALED: None})


def _value(part: Part, gate: Gate, aim: Aim, metric: str) -> float:
    counts = Counts.at(part.judged, gate.threshold, gate.margin)
    return float(aim.metric_of(metric, counts))


def _cost_table(shown: Shown, guess: Gate, colours: Theme, big: bool) -> str:
    """Yours against the best, on both splits."""
    tuned = shown.tuned.gate
    gates = [guess] if tuned is None else [guess, tuned]
    heads = (f"{NOW} yours", f"{TUNED} best")[: len(gates)]

    def row(label: str, cells: list[str], css: str = "") -> str:
        inner = "".join(f"<td>{cell}</td>" for cell in cells)
        return f'<tr class="{css}"><td>{as_html(label)}</td>{inner}</tr>'

    body = [row(name, [f"{getattr(gate, name):.3f}" for gate in gates])
            for name in ("threshold", "margin")]  # fmt: skip
    names = [shown.aim.metric, *(name for name in OTHERS if name != shown.aim.metric)]
    for title, part in (("tuning queries", shown.tune), ("held out", shown.test)):
        body.append(f'<tr><th colspan="{len(gates) + 1}">{title}</th></tr>')
        for name in names:
            cells = [_short(name, _value(part, gate, shown.aim, name)) for gate in gates]
            body.append(row(METRICS[name].label, cells, "cp-aim" if name == names[0] else ""))
    head = "".join(f"<th>{words}</th>" for words in heads)
    return (
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-dense" '
        f'style="border-color:{colours.text}"><tr><th></th>{head}</tr>{"".join(body)}</table></div>'
    )


def cost_words(shown: Shown, guess: Gate) -> list[str]:
    """What the guess costs in the aim's unit, on the tuning queries and on those held out."""
    tuned, aim = shown.tuned.gate, shown.aim
    metric = METRICS[aim.metric]
    mine = _value(shown.tune, guess, aim, metric.name)
    if tuned is None:
        return [f"Your gate: {metric.label} {_short(metric.name, mine)}.", shown.tuned.statement]
    best = _value(shown.tune, tuned, aim, metric.name)
    others = ", ".join(
        f"{name} {_short(name, _value(shown.tune, guess, aim, name))}"
        for name in ("coverage", "risk")
        if name != metric.name
    )
    first = (
        f"Tuning queries: your gate has {metric.label} {_short(metric.name, mine)} ({others}), "
        f"the best {_short(metric.name, best)}"
    )
    counts = Counts.at(shown.tune.judged, guess.threshold, guess.margin)
    if not np.isfinite(aim.values(counts)):
        first += "; yours breaks the ceiling on risk."
    elif best > mine:
        first += f": yours costs {_lost(metric.name, best - mine)}."
    else:
        first += ": yours is as good."
    held = compared(shown.test.judged, guess, tuned, aim)
    words = held.statement.replace(NOW, "your gate").replace(TUNED, "the best")
    return [first, f"Held out: {words}"]


def _short(name: str, value: float) -> str:
    """A value as the numbers beside the maps are written: whole percents, or two decimals."""
    if math.isnan(value):
        return "–"
    return f"{100 * value:.0f} %" if METRICS[name].percent else f"{value:.2f}".replace("-", "−")


def _lost(name: str, value: float) -> str:
    """A difference in a metric's own unit."""
    return f"{100 * value:.1f} points" if METRICS[name].percent else f"{value:.2f} a query"
