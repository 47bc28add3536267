"""Which threshold and margin serve an aim best, and how firmly do the queries say so?

>>> rng = np.random.default_rng(0)
>>> top, right = rng.random(400), rng.random(400) < 0.6
>>> judged = Judged(top, top * 0.5, right, np.ones(400, bool), *np.zeros((2, 400), bool))
>>> tuned = tune(judged, Aim("coverage", risk_ceiling=0.001))
>>> tuned.gate is None, tuned.statement
(True, 'No gate keeps the risk within 0.1 % on the tuning queries; the least is 34.1 %.')
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.routing.aims import Aim, Gate, best_cell, default_grid
from engine.routing.judged import Floats, Ints, Judged
from engine.routing.metrics import Counts
from engine.routing.sweep import (
    OUT_OF_SCOPE,
    RIGHT,
    WRONG,
    GateSweep,
    routed_at_least,
    sweep_judged,
)

RESAMPLES = 120


@dataclass(frozen=True, eq=False)
class Tuned:
    """The best gate of a grid for an aim, on the queries it was tuned on.

    `values` is the aim at every cell (−inf where a risk ceiling rules it out), `cell` the
    chosen one. Without a solution `gate` and `cell` are None and `value` is NaN; `statement`
    says either in a sentence.
    """

    aim: Aim
    sweep: GateSweep
    values: Floats
    cell: tuple[int, int] | None

    @property
    def gate(self) -> Gate | None:
        """The threshold and margin of the chosen cell."""
        if self.cell is None:
            return None
        i, j = self.cell
        return Gate(float(self.sweep.thresholds[i]), float(self.sweep.margins[j]))

    @property
    def value(self) -> float:
        """The aim at the chosen cell: on these very queries, so better than on new ones."""
        return math.nan if self.cell is None else float(self.values[self.cell])

    @property
    def statement(self) -> str:
        """The finding in a sentence."""
        gate = self.gate
        if gate is not None:
            return (
                f"Best for {self.aim.metric}: threshold {gate.threshold:g}, margin "
                f"{gate.margin:g}, on {self.sweep.queries:,} queries."
            )
        if self.aim.metric != "coverage" or not self.sweep.queries:
            return f"These queries cannot tell the {self.aim.metric} of any gate."
        counts = Counts.of(self.sweep)
        routes = self.aim.metric_of("coverage", counts) > 0
        ceiling = f"{100 * self.aim.risk_ceiling:.1f} %"
        if not routes.any():
            return "No gate of the grid routes any query."
        least = float(self.aim.metric_of("risk", counts)[routes].min())
        return (
            f"No gate keeps the risk within {ceiling} on the tuning queries; "
            f"the least is {100 * least:.1f} %."
        )


def tune(
    judged: Judged, aim: Aim | None = None, grid: tuple[Floats, Floats] | None = None
) -> Tuned:
    """The gate that serves the aim best on these queries; collisions play no part.

    `grid` is (thresholds, margins), `default_grid(judged)` unless given: even and fine, rather
    than every value at which some query flips, for the choice is less sharp than that. Raises
    `ValueError` where out-of-scope traffic is declared and the set has no such query, or the
    other way round: nothing would tell what becomes of it.
    """
    aim = aim or Aim()
    sweep = sweep_judged(judged, *(grid or default_grid(judged)))
    if aim.share and not sweep.out_of_scope:
        raise ValueError(
            f"a declared out-of-scope share of {100 * aim.share:g} % needs out-of-scope queries; "
            f"found none among {sweep.queries:,}"
        )
    if aim.share is not None and aim.share < 1 and not sweep.in_scope:
        raise ValueError(
            f"a declared in-scope share of {100 * (1 - aim.share):g} % needs in-scope queries; "
            f"found none among {sweep.queries:,}"
        )
    values = aim.values(Counts.of(sweep))
    return Tuned(aim, sweep, values, best_cell(values))


@dataclass(frozen=True, eq=False)
class Cloud:
    """Where the best cell lands when the queries are drawn anew.

    `hits[i, j]` counts the resamples that chose the cell; `unsolved` those that had none.
    """

    thresholds: Floats
    margins: Floats
    hits: Ints
    unsolved: int

    @property
    def gates(self) -> tuple[tuple[Gate, int], ...]:
        """Each gate that was chosen, and how often."""
        return tuple(
            (Gate(float(self.thresholds[i]), float(self.margins[j])), int(self.hits[i, j]))
            for i, j in np.argwhere(self.hits).tolist()
        )


def bootstrap_cloud(tuned: Tuned, seed: int = 0, resamples: int = RESAMPLES) -> Cloud:
    """The bootstrap of the chosen cell (Efron 1979): how far does it move by chance alone?

    The cells of the sweep are all that tuning sees of the queries, so drawing n queries with
    replacement is one multinomial draw over the cells. The time it takes does not grow with
    the number of queries.
    """
    sweep = tuned.sweep
    hits = np.zeros_like(tuned.values, dtype=np.intp)
    unsolved = 0
    held = np.flatnonzero(sweep.cells)
    if not held.size:
        return Cloud(sweep.thresholds, sweep.margins, hits, resamples)
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(
        sweep.queries, sweep.cells.ravel()[held] / sweep.queries, size=resamples
    )
    for sample in drawn:
        cells = np.zeros(sweep.cells.size, dtype=np.intp)
        cells[held] = sample
        values = tuned.aim.values(_counts(cells.reshape(sweep.cells.shape)))
        cell = best_cell(values)
        if cell is None:
            unsolved += 1
        else:
            hits[cell] += 1
    return Cloud(sweep.thresholds, sweep.margins, hits, unsolved)


def _counts(cells: Ints) -> Counts:
    routed = routed_at_least(cells)
    outside = int(cells[OUT_OF_SCOPE].sum())
    return Counts(
        routed[RIGHT], routed[WRONG], routed[OUT_OF_SCOPE], int(cells.sum()) - outside, outside
    )
