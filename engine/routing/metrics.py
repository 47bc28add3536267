"""How good is a gate, or every gate of a sweep, at a declared share of out-of-scope traffic?

One set of formulas over counts: a whole grid, one gate, or a pile of resamples alike.

>>> counts = Counts(right=70, wrong=5, missed=4, in_scope=80, out_of_scope=20)
>>> [round(METRICS["accuracy"].of(counts, share), 4) for share in (None, 0.5)]
[0.86, 0.8375]
>>> METRICS["risk"].text(METRICS["risk"].of(counts))
'11.4 %'
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.routing.judged import Judged
from engine.routing.sweep import GateSweep, sweep_gates, sweep_judged

# A number, or an array of any shape: one value a gate.
Values = Any


@dataclass(frozen=True, eq=False)
class Counts:
    """How many queries were routed right, wrong, or although out of scope (`missed`), of how many.

    Each is a number or an array; together they broadcast.
    """

    right: Values
    wrong: Values
    missed: Values
    in_scope: Values
    out_of_scope: Values

    @staticmethod
    def of(sweep: GateSweep) -> Counts:
        """The counts of a sweep, one a cell."""
        return Counts(
            sweep.routed_right,
            sweep.routed_wrong,
            sweep.routed_out_of_scope,
            sweep.in_scope,
            sweep.out_of_scope,
        )

    @staticmethod
    def at(judged: Judged, threshold: float, margin: float) -> Counts:
        """The counts at one gate, as whole numbers; collisions are left out."""
        sweep = sweep_judged(judged, [threshold], [margin])
        right, wrong, missed = (
            int(counts[0, 0])
            for counts in (sweep.routed_right, sweep.routed_wrong, sweep.routed_out_of_scope)
        )
        return Counts(right, wrong, missed, sweep.in_scope, sweep.out_of_scope)


@dataclass(frozen=True)
class Costs:
    """What a query that goes wrong costs, where one that is routed right earns 1.

    `wrong`: routed to another intent; `needless_fallback`: in scope and not routed;
    `missed_out_of_scope`: out of scope and routed. One that is out of scope and caught is 0.
    """

    wrong: float = 2.0
    needless_fallback: float = 0.5
    missed_out_of_scope: float = 2.0

    def __post_init__(self) -> None:
        for name, cost in vars(self).items():
            if not (math.isfinite(cost) and cost >= 0):
                raise ValueError(f"the cost {name} must be 0 or more; found {cost!r}")


@dataclass(frozen=True, eq=False)
class Rates:
    """The conditional rates all metrics are made of, and the share they are mixed by, in 0..1.

    `right` and `wrong` are of the in-scope queries, `missed` of those out of scope; NaN where
    the set has none of them.
    """

    right: Values
    wrong: Values
    missed: Values
    share: Values
    costs: Costs

    def mixed(self, inside: Values, outside: Values) -> Values:
        """(1 − share) × inside + share × outside; a share of 0 or 1 needs only one of them."""
        inside = np.where(self.share == 1, 0.0, inside)
        outside = np.where(self.share == 0, 0.0, outside)
        return (1 - self.share) * inside + self.share * outside


def rates(counts: Counts, share: float | None = None, costs: Costs | None = None) -> Rates:
    """The rates of counts; `share` declares the traffic's out-of-scope share, None keeps the set's.

    Raises `ValueError` for a share outside 0..1.
    """
    if share is not None and not 0 <= share <= 1:
        raise ValueError(f"the out-of-scope share must lie from 0 to 1; found {share!r}")
    inside, outside = np.asarray(counts.in_scope), np.asarray(counts.out_of_scope)
    return Rates(
        _share_of(counts.right, inside),
        _share_of(counts.wrong, inside),
        _share_of(counts.missed, outside),
        _share_of(outside, inside + outside) if share is None else np.asarray(float(share)),
        costs or Costs(),
    )


def _share_of(part: Values, whole: Values) -> Values:
    return np.divide(part, whole, out=np.full(np.broadcast(part, whole).shape, np.nan),
                     where=np.asarray(whole) > 0)  # fmt: skip


def _in_scope_accuracy(r: Rates) -> Values:
    return r.right


def _accuracy(r: Rates) -> Values:
    return r.mixed(r.right, 1 - r.missed)


def _balanced(r: Rates) -> Values:
    caught = np.where(np.isnan(r.missed), r.right, 1 - r.missed)
    return (np.where(np.isnan(r.right), caught, r.right) + caught) / 2


def _out_of_scope_recall(r: Rates) -> Values:
    return 1 - r.missed


def _coverage(r: Rates) -> Values:
    return r.mixed(r.right + r.wrong, r.missed)


def _false_route_rate(r: Rates) -> Values:
    return r.mixed(r.wrong, r.missed)


def _risk(r: Rates) -> Values:
    false, routed = np.broadcast_arrays(_false_route_rate(r), _coverage(r))
    return np.divide(false, routed, out=np.where(np.isnan(routed), np.nan, 0.0), where=routed > 0)


def _utility(r: Rates) -> Values:
    needless = 1 - r.right - r.wrong
    inside = r.right - r.costs.wrong * r.wrong - r.costs.needless_fallback * needless
    return r.mixed(inside, -r.costs.missed_out_of_scope * r.missed)


@dataclass(frozen=True)
class Metric:
    """One metric: how it is called, what it says, how it is read and written."""

    name: str
    label: str
    meaning: str
    higher_is_better: bool
    percent: bool
    formula: Callable[[Rates], Values]

    def of(self, counts: Counts, share: float | None = None, costs: Costs | None = None) -> Values:
        """Its value for counts: a float for one gate, an array for many.

        `share` is the declared out-of-scope share of the traffic; with None the set's own.
        NaN where the set has no query that could tell, as a recall of nothing.
        """
        values = self.formula(rates(counts, share, costs))
        return float(values) if np.ndim(values) == 0 else values

    def text(self, value: float) -> str:
        """The value as it is shown: in percent, or with three decimals."""
        if math.isnan(value):
            return "–"
        return f"{100 * value:.1f} %" if self.percent else f"{value:.3f}".replace("-", "−")


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("accuracy", "accuracy", "routed right, or out of scope and not routed; of all",
               True, True, _accuracy),
        Metric("in_scope_accuracy", "in-scope accuracy", "routed right; of those in scope",
               True, True, _in_scope_accuracy),
        Metric("out_of_scope_recall", "out-of-scope recall", "not routed; of those out of scope",
               True, True, _out_of_scope_recall),
        Metric("balanced", "balanced accuracy",
               "mean of in-scope accuracy and out-of-scope recall; of one alone where the set "
               "lacks the other", True, True, _balanced),
        Metric("coverage", "coverage", "routed; of all", True, True, _coverage),
        Metric("false_route_rate", "false routes", "routed to what is not meant; of all",
               False, True, _false_route_rate),
        Metric("risk", "risk", "routed to what is not meant; of those routed, 0 where none is",
               False, True, _risk),
        Metric("utility", "utility",
               "1 for each query routed right, less the costs of those that go wrong; a query",
               True, False, _utility),
    )
}  # fmt: skip


@dataclass(frozen=True)
class CollisionRecall:
    """What a gate does with queries that mean several intents: a tie is what is hoped for."""

    queries: int
    ambiguous: int
    low_confidence: int
    routed_to_one_of_theirs: int
    routed_elsewhere: int

    @property
    def recall(self) -> float:
        """The share answered with an ambiguous tie; NaN without such a query."""
        return self.ambiguous / self.queries if self.queries else math.nan


def collision_recall(judged: Judged, threshold: float, margin: float) -> CollisionRecall:
    """The queries that no other metric counts, at one gate.

    >>> judged = Judged(np.array([0.7, 0.9]), np.array([0.65, 0.2]), *(np.ones((4, 2), bool)))
    >>> collision_recall(judged, 0.2, 0.1).recall
    0.5
    """
    rows = judged.only(judged.collision)
    sweep = sweep_gates(rows.top, rows.second, rows.correct, rows.in_scope, [threshold], [margin])
    counts = (
        sweep.ambiguous_tie, sweep.low_confidence, sweep.routed_right, sweep.routed_wrong
    )  # fmt: skip
    return CollisionRecall(sweep.queries, *(int(count[0, 0]) for count in counts))
