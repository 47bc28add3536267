"""What do the gates now and tuned do on held-out queries, and can they be told apart?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import streamlit as st

from engine.routing.aims import Gate
from engine.routing.held_out import Measured, compare_in_folds
from engine.routing.metrics import METRICS, collision_recall
from engine.routing.splits import folds, needs_folds
from ui.palette import NOW, TUNED, Theme
from ui.route.best import compared
from ui.route.shown import Shown
from ui.text import as_html

# A gate's column: its head, the gate, its metrics by name.
Side = tuple[str, Gate, Mapping[str, Measured]]

LINES, LINE_EM = 2, 1.6  # of the verdict; of two for a set that is judged in folds too
# Below the metric that is maximised: label and name.
OTHERS = (
    ("coverage", "coverage"),
    ("risk", "risk"),
    ("oos caught", "out_of_scope_recall"),
    ("accuracy", "accuracy"),
    ("utility", "utility"),
)


def numbers_pane(shown: Shown, colours: Theme, big: bool) -> None:
    """The held-out numbers, and the verdict in a sentence."""
    held = shown.held
    # Where no gate serves the aim, the gate now is shown by itself.
    found = held or compared(shown.test.judged, shown.gate, shown.gate, shown.aim)
    sides = [(NOW + " now", shown.gate, found.now)]
    if held is not None and shown.tuned.gate is not None:
        sides.append((TUNED + " tuned", shown.tuned.gate, held.tuned))
    st.html(_table(shown, found.queries, sides, colours, big))
    if held is None:
        ceiling = shown.aim.metric == "coverage" and shown.tuned.sweep.in_scope
        allow = " Allow more under Costs." if ceiling else ""
        _verdict(shown.tuned.statement + allow, colours, certain=False)
        return
    statement, lines = held.statement, LINES
    if needs_folds(len(shown.queries.queries)):
        statement += f" {_in_folds(shown)}"
        lines *= 2
    _verdict(statement, colours, held.certain and held.difference.value > 0, lines)


def _table(shown: Shown, queries: int, sides: Sequence[Side], colours: Theme, big: bool) -> str:
    """The numbers as HTML, one column a gate; it holds figures and our own words only."""
    metric = METRICS[shown.aim.metric]
    gates, measured = [gate for _, gate, _ in sides], [values for _, _, values in sides]
    rows = [
        ("threshold", [f"{gate.threshold:.3f}" for gate in gates], ""),
        ("margin", [f"{gate.margin:.3f}" for gate in gates], ""),
        (metric.label, [_text(metric.name, values[metric.name]) for values in measured], "cp-aim"),
        ("± 95 %", [_half(metric.percent, values[metric.name]) for values in measured], ""),
        *(
            (label, [_text(name, values[name]) for values in measured], "")
            for label, name in OTHERS
            if name != metric.name
        ),
    ]
    ties = [collision_recall(shown.test.judged, gate.threshold, gate.margin) for gate in gates]
    if ties[0].queries:
        label = f"ties of {ties[0].queries} more *"
        rows.append((label, [str(tie.ambiguous) for tie in ties], ""))
    body = "".join(
        f'<tr class="{css}"><td>{as_html(label)}</td>'
        + "".join(f"<td>{cell}</td>" for cell in cells)
        + "</tr>"
        for label, cells, css in rows
    )
    heads = "".join(f"<th>{name}</th>" for name, _, _ in sides)
    note = "* mean several intents: a tie is right" if ties[0].queries else ""
    return (
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-dense" '
        f'style="border-color:{colours.text}"><tr><th>held out, {queries:,}</th>{heads}</tr>'
        f'{body}</table><span class="cp-muted cp-note">{note}</span></div>'
    )


def _in_folds(shown: Shown) -> str:
    """The same question asked of the whole small set, by cross-validation."""
    everything = shown.whole
    fold = folds(shown.queries.queries)
    found = compare_in_folds(everything, fold, shown.gate, shown.aim)
    words = found.statement[:1].lower() + found.statement[1:]
    return f"In 5 folds of all {found.queries:,}: {words}"


def _verdict(words: str, colours: Theme, certain: bool, lines: int = LINES) -> None:
    """The verdict, on as many lines as it may need: what is below it stays where it is."""
    edge = colours.primary if certain else colours.zones["amber"].color
    st.html(
        f'<div style="min-height:{lines * LINE_EM}em"><div class="cp-verdict" '
        f'style="border-color:{edge}">{as_html(words)}</div></div>'
    )


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
