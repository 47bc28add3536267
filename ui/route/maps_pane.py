"""Which gates are good, on the queries they are tuned on and on those held out?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go
import streamlit as st

from engine.routing.aims import Aim, Gate
from engine.routing.metrics import METRICS, Counts
from engine.routing.sweep import GateSweep
from engine.routing.tune import Tuned
from ui.charts.clicks import clicked_gate
from ui.charts.route_heat import heat_range, worth_showing
from ui.charts.route_map import map_base_figure, map_marks_figure
from ui.components.layered import layered
from ui.palette import Theme
from ui.route.controls import change
from ui.route.shown import Shown

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Maps:
    """Both maps as they stay while the gate moves, and the gates on them."""

    thresholds: Floats
    margins: Floats
    figures: tuple[go.Figure, ...]


def maps_pane(
    shown: Shown,
    colours: Theme,
    widths: tuple[int, int],
    big: bool,
    query: Gate | None = None,
    on_click: Callable[[str], None] | None = None,
) -> None:
    """Both maps, one beside the other; a click on either moves the gate, or does `on_click`."""
    # Collisions are counted apart: no label can judge them.
    sizes = [len(part.judged.single.top) for part in (shown.tune, shown.test)]
    maps = _maps(shown.tuned, shown.held_sweep, sizes, colours, widths, big)
    tuned = shown.tuned.gate
    cloud = [(g.threshold, g.margin) for g, hits in shown.cloud.gates for _ in range(hits)]
    for number, width in enumerate(widths):
        marks = map_marks_figure(
            maps.thresholds, maps.margins, colours, width,
            now=(shown.gate.threshold, shown.gate.margin),
            tuned=None if tuned is None else (tuned.threshold, tuned.margin),
            cloud=cloud if number == 0 else (),
            query=None if query is None else (query.threshold, query.margin),
            bar=number == 1, y_title=number == 0, big=big,
        )  # fmt: skip
        layered(maps.figures[number], marks, f"map_{number}", width, on_click or _move_gate)


# Most of what a gate's move would cost is drawing the maps beneath it anew.
@lru_cache(maxsize=16)
def _maps(
    tuned: Tuned,
    held: GateSweep,
    sizes: tuple[int, int],
    colours: Theme,
    widths: tuple[int, int],
    big: bool,
) -> Maps:
    aim = tuned.aim
    metric = METRICS[aim.metric]
    values = [metric_and_risk(aim, sweep) for sweep in (tuned.sweep, held)]
    lower = not metric.higher_is_better
    heat = heat_range(values[0][0], values[1][0], lower_is_better=lower)
    rows, columns = worth_showing(heat, values[0][0], values[1][0], lower_is_better=lower)
    thresholds, margins = tuned.sweep.thresholds[:rows], tuned.sweep.margins[:columns]
    figures = tuple(
        map_base_figure(
            thresholds, margins, of_it[:rows, :columns], risk[:rows, :columns], heat, colours,
            widths[number], metric=metric.label, title=("Tune", "Held out")[number],
            subtitle=f"{metric.label} on {sizes[number]:,}", lower_is_better=lower,
            bar=number == 1, y_title=number == 0, big=big,
        )
        for number, (of_it, risk) in enumerate(values)
    )  # fmt: skip
    return Maps(thresholds, margins, figures)


def _move_gate(key: str) -> None:
    gate = clicked_gate(st.session_state[key])
    if gate is not None:
        change(threshold=gate[0], margin=gate[1])


def metric_and_risk(aim: Aim, sweep: GateSweep) -> tuple[Floats, Floats]:
    """The metric that is maximised, and the risk where anything is routed, at every gate."""
    counts = Counts.of(sweep)
    values = np.asarray(aim.metric_of(aim.metric, counts), dtype=np.float64)
    coverage = aim.metric_of("coverage", counts)
    risk = np.where(coverage > 0, aim.metric_of("risk", counts), np.nan)
    return values, risk
