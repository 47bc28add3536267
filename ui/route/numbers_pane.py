"""What do the gates now and tuned do on held-out queries, and can they be told apart?"""

from __future__ import annotations

import math

import streamlit as st

from engine.routing.held_out import Measured, compare_in_folds
from engine.routing.metrics import METRICS, collision_recall
from engine.routing.splits import folds, needs_folds
from ui.palette import NOW, TUNED, Theme
from ui.route.shown import Shown
from ui.text import as_html

# Below the metric that is maximised: label and name.
OTHERS = (
    ("coverage", "coverage"),
    ("risk", "risk"),
    ("oos caught", "out_of_scope_recall"),
    ("accuracy", "accuracy"),
    ("utility", "utility"),
)


def numbers_pane(shown: Shown, colours: Theme, big: bool) -> None:
    """The held-out numbers, the verdict in a sentence, and what the cloud is."""
    held = shown.held
    if held is None:
        _verdict(shown.tuned.statement, colours, certain=False)
        return
    tuned = shown.tuned.gate
    assert tuned is not None
    metric = METRICS[shown.aim.metric]
    values = [side[metric.name] for side in (held.now, held.tuned)]
    rows = [
        ("threshold", f"{shown.gate.threshold:.3f}", f"{tuned.threshold:.3f}", ""),
        ("margin", f"{shown.gate.margin:.3f}", f"{tuned.margin:.3f}", ""),
        (metric.label, *(_text(metric.name, value) for value in values), "cp-aim"),
        ("± 95 %", *(_half(metric.percent, value) for value in values), ""),
    ]
    rows += [
        (label, _text(name, held.now[name]), _text(name, held.tuned[name]), "")
        for label, name in OTHERS
        if name != metric.name
    ]
    collisions = [collision_recall(shown.test.judged, g.threshold, g.margin)
                  for g in (shown.gate, tuned)]  # fmt: skip
    if collisions[0].queries:
        rows.append(
            (f"ties of {collisions[0].queries}", *(str(c.ambiguous) for c in collisions), "")
        )
    body = "".join(
        f'<tr class="{css}"><td>{as_html(label)}</td><td>{now}</td><td>{then}</td></tr>'
        for label, now, then, css in rows
    )
    st.html(
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-dense" '
        f'style="border-color:{colours.text}"><tr><th>held out, {held.queries:,}</th>'
        f"<th>{NOW} now</th><th>{TUNED} tuned</th></tr>{body}</table></div>"
    )
    statement = held.statement
    if needs_folds(len(shown.queries.queries)):
        statement += f" {_in_folds(shown)}"
    _verdict(statement, colours, held.certain and held.difference.value > 0)
    unsolved = shown.cloud.unsolved
    more = f"; none on {unsolved}" if unsolved else ""
    st.html(f'<span class="cp-muted">○ where {TUNED} lands on 120 resamples{more}</span>')


def _in_folds(shown: Shown) -> str:
    """The same question asked of the whole small set, by cross-validation."""
    everything = shown.whole
    fold = folds(shown.queries.queries)
    found = compare_in_folds(everything, fold, shown.gate, shown.aim)
    return f"In 5 folds of all {found.queries:,}: {found.statement}"


def _verdict(words: str, colours: Theme, certain: bool) -> None:
    edge = colours.primary if certain else colours.zones["amber"].color
    st.html(f'<div class="cp-verdict" style="border-color:{edge}">{as_html(words)}</div>')


def _text(name: str, measured: Measured) -> str:
    """A metric in its short form: whole percents, or two decimals."""
    value = measured.value
    if math.isnan(value):
        return "–"
    return f"{100 * value:.0f} %" if METRICS[name].percent else f"{value:.2f}".replace("-", "−")


def _half(percent: bool, measured: Measured) -> str:
    half = measured.half_width
    if math.isnan(half):
        return "–"
    return f"{100 * half:.0f} %" if percent else f"{half:.2f}"
