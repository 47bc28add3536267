"""What is a gate tuned for, and which cell of a sweep serves that best?

>>> aim = Aim("utility", share=0.1)
>>> values = np.array([[0.1, 0.5, 0.5], [0.1, 0.5, 0.5], [0.1, 0.5, 0.5], [0.5, 0.1, 0.1]])
>>> best_cell(values)  # of seven equal cells the middle of the six that hang together
(1, 1)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from engine.routing.judged import Floats, Judged
from engine.routing.metrics import METRICS, Costs, Counts, Values

AIMS = ("accuracy", "balanced", "utility", "coverage")
# Values this near are equal: sums in another order differ in the last digits.
EQUAL = 1e-9
STEPS = 60


@dataclass(frozen=True)
class Gate:
    """One threshold and one margin."""

    threshold: float
    margin: float


# What the router starts with.
DEFAULT_GATE = Gate(0.2, 0.1)


@dataclass(frozen=True)
class Aim:
    """The metric to maximise, at a declared out-of-scope share and with given costs.

    `"coverage"` is maximised among the gates whose risk is at most `risk_ceiling`; the other
    metrics take no notice of the ceiling. `share` None is the set's own.
    """

    metric: str = "utility"
    share: float | None = None
    costs: Costs = field(default_factory=Costs)
    risk_ceiling: float = 0.05

    def __post_init__(self) -> None:
        if self.metric not in AIMS:
            raise ValueError(f"expected an aim of {', '.join(AIMS)}; found {self.metric!r}")
        if self.share is not None and not 0 <= self.share <= 1:
            raise ValueError(f"the out-of-scope share must lie from 0 to 1; found {self.share!r}")
        if not 0 <= self.risk_ceiling <= 1:
            raise ValueError(f"the risk ceiling must lie from 0 to 1; found {self.risk_ceiling!r}")

    def metric_of(self, name: str, counts: Counts) -> Values:
        """Any metric of counts, at this aim's share and costs."""
        return METRICS[name].of(counts, self.share, self.costs)

    def values(self, counts: Counts) -> Floats:
        """What is maximised, for each gate; −inf where a gate is out of the question."""
        values = np.asarray(self.metric_of(self.metric, counts), dtype=np.float64)
        if self.metric == "coverage":
            risk = self.metric_of("risk", counts)
            values = np.where((values > 0) & (risk <= self.risk_ceiling + EQUAL), values, -np.inf)
        return np.where(np.isnan(values), -np.inf, values)


def best_cell(values: Floats) -> tuple[int, int] | None:
    """The cell with the largest value, None where no cell is in question (all −inf).

    Of equal cells, the largest patch that hangs together (side by side) is taken, and in it
    the cell nearest its centre: a gate with room on all sides holds better on new queries than
    one on an edge. What still ties goes to the smaller threshold, then the smaller margin.
    """
    most = values.max(initial=-math.inf)
    if most == -math.inf:
        return None
    level = values >= most - EQUAL
    if level.sum() > 1:
        from scipy.ndimage import label

        patches, _ = label(level)
        sizes = np.bincount(patches.ravel())
        level = patches == 1 + np.argmax(sizes[1:])
    rows, columns = np.nonzero(level)
    away = (rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2
    nearest = int(np.argmin(np.round(away, 9)))
    return int(rows[nearest]), int(columns[nearest])


def default_grid(judged: Judged, steps: int = STEPS) -> tuple[Floats, Floats]:
    """Even thresholds and margins from 0, at round numbers, for the map of these queries.

    At most about `steps` of each. They stop where every cell is poor: above a threshold that
    95 % of the right best intents miss, and a margin that 75 % of them miss. A gate between
    two grid values differs from the nearest cell by the few queries that lie between them.
    Where that leaves nothing (no query, or none that scores), they go to 1 and to 0.5.
    """
    rows = judged.only(~judged.collision & ~judged.ruled)
    right = rows.only(rows.correct & rows.in_scope)
    right = right if len(right.top) else rows
    ends = _quantile(right.top, 0.95) or 1.0, _quantile(right.gap, 0.75) or 0.5
    return _even(ends[0], steps), _even(ends[1], steps)


def _quantile(values: Floats, share: float) -> float:
    return float(np.quantile(values, share, method="higher")) if len(values) else 0.0


def _even(end: float, steps: int) -> Floats:
    """0, step, 2 · step … up to the first that is ≥ end; a step of 1, 2, 2.5 or 5 · 10^k."""
    least = max(end, 1e-6) / steps
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= least * 0.999)
    count = max(2, math.ceil(end / step - EQUAL) + 1)
    return np.round(np.arange(count) * step, 12)
