"""Which gates are good, on the queries they are tuned on and on those held out?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import streamlit as st

from engine.routing.aims import Gate
from engine.routing.metrics import METRICS, Counts
from engine.routing.sweep import GateSweep
from ui.charts.clicks import clicked_gate
from ui.charts.route_heat import heat_range, worth_showing
from ui.charts.route_map import map_base_figure, map_marks_figure
from ui.components.layered import layered
from ui.palette import Theme
from ui.route.controls import change
from ui.route.shown import Shown

Floats = npt.NDArray[np.float64]


def maps_pane(
    shown: Shown,
    colours: Theme,
    widths: tuple[int, int],
    big: bool,
    query: Gate | None = None,
    on_click: Callable[[str], None] | None = None,
) -> None:
    """Both maps, one beside the other; a click on either moves the gate, or does `on_click`."""
    maps = _maps(shown)
    metric = METRICS[shown.aim.metric]
    heat = heat_range(maps[0][0], maps[1][0], lower_is_better=not metric.higher_is_better)
    rows, columns = worth_showing(
        heat, maps[0][0], maps[1][0], lower_is_better=not metric.higher_is_better
    )
    sweep = shown.tuned.sweep
    thresholds, margins = sweep.thresholds[:rows], sweep.margins[:columns]
    tuned = shown.tuned.gate
    cloud = [(g.threshold, g.margin) for g, hits in shown.cloud.gates for _ in range(hits)]
    for number, (name, part, width) in enumerate(
        (("Tune", shown.tune, widths[0]), ("Held out", shown.test, widths[1]))
    ):
        values, risk = (grid[:rows, :columns] for grid in maps[number])
        base = map_base_figure(
            thresholds, margins, values, risk, heat, colours, width,
            metric=metric.label, title=name, subtitle=f"{metric.label} on {len(part.queries):,}",
            lower_is_better=not metric.higher_is_better, bar=number == 1, y_title=number == 0,
            big=big,
        )  # fmt: skip
        marks = map_marks_figure(
            thresholds, margins, colours, width,
            now=(shown.gate.threshold, shown.gate.margin),
            tuned=None if tuned is None else (tuned.threshold, tuned.margin),
            cloud=cloud if number == 0 else (),
            query=None if query is None else (query.threshold, query.margin),
            bar=number == 1, y_title=number == 0, big=big,
        )  # fmt: skip
        layered(base, marks, f"map_{number}", width, on_click or _move_gate)


def _move_gate(key: str) -> None:
    gate = clicked_gate(st.session_state[key])
    if gate is not None:
        change(threshold=gate[0], margin=gate[1])


def _maps(shown: Shown) -> list[tuple[Floats, Floats]]:
    return [_values(shown, sweep) for sweep in (shown.tuned.sweep, shown.held_sweep)]


def _values(shown: Shown, sweep: GateSweep) -> tuple[Floats, Floats]:
    """The metric, and the risk where anything is routed, at every gate."""
    counts, aim = Counts.of(sweep), shown.aim
    values = np.asarray(aim.metric_of(aim.metric, counts), dtype=np.float64)
    coverage = aim.metric_of("coverage", counts)
    risk = np.where(coverage > 0, aim.metric_of("risk", counts), np.nan)
    return values, risk
