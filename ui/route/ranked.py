"""How well do the scores of some queries rank them? Kept, so that a gate that moves costs nothing.

Collisions and queries that a rule answered are left out: neither has a score to be judged by.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.routing import Judged
from engine.routing.aims import Gate
from engine.routing.metrics import METRICS, Counts
from engine.routing.ranking import (
    Ranking,
    Reliability,
    RiskCoverage,
    augrc,
    ranking,
    reliability,
    risk_coverage,
    risk_coverage_of_both,
    scored,
)
from engine.routing.sweep import GateSweep, sweep_gates

Floats = npt.NDArray[np.float64]
Curve = tuple[Floats, Floats]
# Gates tried of each kind for the curve of both: with fewer queries every gate there is.
GATES = 250
# Of fewer queries than this share the risk jumps from 0 to 1 with the first that is wrong.
LEAST_COVERAGE = 0.05


@dataclass(frozen=True, eq=False)
class Ranked:
    """The rows that have a score, and what does not depend on the gate; `share` as the maps."""

    rows: Judged
    share: float | None
    curves: dict[str, Curve]
    ranking: Ranking
    augrc: tuple[float, float]
    reliability: Reliability

    def at(self, gate: Gate) -> tuple[float, float] | None:
        """Coverage and risk of a gate, None where it routes nothing."""
        counts = Counts.at(self.rows, gate.threshold, gate.margin)
        coverage, risk = (METRICS[name].of(counts, self.share) for name in ("coverage", "risk"))
        return (coverage, risk) if coverage > 0 else None


@lru_cache(maxsize=16)
def ranked(judged: Judged, share: float | None) -> Ranked:
    """All of it for one split. A declared share needs queries of both kinds to speak of."""
    rows = scored(judged)
    if rows.in_scope.all() or not rows.in_scope.any():
        share = None
    curves = {}
    if len(rows.top):
        curves = {
            "both gates": _drawn(risk_coverage_of_both(_every_gate(rows), share)),
            "threshold only": _drawn(risk_coverage(rows, "top", share)),
            "margin only": _drawn(risk_coverage(rows, "gap", share)),
        }
    areas = (augrc(rows, "top", share), augrc(rows, "gap", share))
    return Ranked(rows, share, curves, ranking(rows), areas, reliability(rows))


def _drawn(curve: RiskCoverage) -> Curve:
    enough = curve.coverage >= LEAST_COVERAGE
    return curve.coverage[enough], curve.risk[enough]


def _every_gate(rows: Judged) -> GateSweep:
    """Gates at the scores there are, evenly by rank where they are many."""
    thresholds, margins = (
        np.unique(np.append(0.0, np.quantile(values, np.linspace(0, 1, GATES), method="higher")))
        for values in (rows.top, rows.gap)
    )
    return sweep_gates(rows.top, rows.second, rows.correct, rows.in_scope, thresholds, margins)
