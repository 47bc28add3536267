"""How well do the scores rank: right answers above wrong ones, at every gate at once?

Everything here leaves out collisions, which one label cannot judge, and queries that a rule
answered, which have no score. A failure is a query whose best intent is not meant, out of
scope ones included.

>>> judged = Judged(np.array([0.9, 0.8, 0.4, 0.3]), np.array([0.1, 0.7, 0.1, 0.2]),
...                 np.array([True, True, False, False]), np.array([True, True, True, False]),
...                 *np.zeros((2, 4), bool))
>>> ranking(judged).right_by_top, ranking(judged).right_by_gap
(1.0, 0.75)
>>> round(augrc(judged, "top"), 4)
0.125
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.routing.judged import Bools, Floats, Ints, Judged
from engine.routing.metrics import METRICS, Counts
from engine.routing.sweep import GateSweep


@dataclass(frozen=True)
class Ranking:
    """AUROC, 0.5 for chance and 1 for a perfect order; NaN where one of two sides is empty.

    `right_by_…`: how often a query whose best intent is right scores above one that fails.
    `in_scope_by_…`: how often an in-scope query scores above one out of scope. Ties count half.
    `top` is the best score, `gap` the best less the second.
    """

    right_by_top: float
    right_by_gap: float
    in_scope_by_top: float
    in_scope_by_gap: float


def scored(judged: Judged) -> Judged:
    """The rows that scores are judged on: no collisions, none that a rule answered."""
    return judged.only(~judged.collision & ~judged.ruled)


def right(judged: Judged) -> Bools:
    """Whether routing the query would be right: in scope, and to the intent meant."""
    return judged.correct & judged.in_scope


def ranking(judged: Judged) -> Ranking:
    """The four areas under the ROC curve, by scikit-learn."""
    rows = scored(judged)
    return Ranking(
        *(
            _auroc(positive, numbers)
            for positive in (right(rows), rows.in_scope)
            for numbers in (rows.top, rows.gap)
        )
    )


def _auroc(positive: Bools, numbers: Floats) -> float:
    if positive.all() or not positive.any():
        return math.nan
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(positive, numbers))


@dataclass(frozen=True, eq=False)
class RiskCoverage:
    """Risk (wrong of routed) at rising coverage (routed of all), both in 0..1, equally long."""

    coverage: Floats
    risk: Floats


def risk_coverage(judged: Judged, gate: str, share: float | None = None) -> RiskCoverage:
    """The curve of one gate alone, `"top"` (threshold only) or `"gap"` (margin only).

    One point for each value the gate can be set to. `share` declares the out-of-scope share.
    """
    covered, failed = _accumulated(judged, gate, share)
    return RiskCoverage(covered, failed / covered)


def risk_coverage_of_both(sweep: GateSweep, share: float | None = None) -> RiskCoverage:
    """The least risk of all cells that cover at least so much: both gates, set at their best.

    The lower envelope, over the cells of the sweep. It is chosen on the queries it is drawn
    from, so new ones will lie a little above it.
    """
    counts = Counts.of(sweep)
    coverage, risk = (np.ravel(METRICS[name].of(counts, share)) for name in ("coverage", "risk"))
    routes = coverage > 0
    order = np.lexsort((risk[routes], coverage[routes]))
    coverage, risk = coverage[routes][order], risk[routes][order]
    best = np.minimum.accumulate(risk[::-1])[::-1]
    first = np.flatnonzero(np.diff(coverage, prepend=-1.0) > 0)
    return RiskCoverage(coverage[first], best[first])


def augrc(judged: Judged, gate: str, share: float | None = None) -> float:
    """The area under the generalized risk coverage curve; smaller is better.

    Generalized risk is the share of all queries that are routed and fail; its area over
    coverage is the mean risk of an undetected failure over all settings of the gate (Traub et
    al. 2024, Overcoming Common Flaws in the Evaluation of Selective Classification Systems,
    NeurIPS 37). With accuracy a it is (1 − AUROC) · a · (1 − a) + (1 − a)² / 2: 0 where
    nothing fails, 1/2 where all does. NaN without a scored query.
    """
    covered, failed = _accumulated(judged, gate, share, all_rows=True)
    if not covered.size:
        return math.nan
    return float(np.trapezoid(np.append(0.0, failed), np.append(0.0, covered)))


def _accumulated(
    judged: Judged, gate: str, share: float | None, all_rows: bool = False
) -> tuple[Floats, Floats]:
    """Shares of all queries routed, and routed and failed, as the gate opens value by value."""
    if gate not in ("top", "gap"):
        raise ValueError(f'gate must be "top" or "gap"; found {gate!r}')
    rows = scored(judged)
    inside = int(rows.in_scope.sum())
    outside = len(rows.top) - inside
    if share is None:
        share = outside / len(rows.top) if len(rows.top) else 0.0
    weights = np.where(rows.in_scope, (1 - share) / max(1, inside), share / max(1, outside))
    # Without a second score the margin stops nothing.
    numbers = rows.top if gate == "top" else np.where(rows.second > 0, rows.gap, np.inf)
    if not all_rows:
        can = rows.top > 0  # at 0 nothing is ever routed
        rows, weights, numbers = rows.only(can), weights[can], numbers[can]
    order = np.argsort(-numbers, kind="stable")
    covered = np.cumsum(weights[order])
    failed = np.cumsum(weights[order] * ~right(rows)[order])
    # What ties is let in together, infinite gaps too: no difference of them is 0.
    ordered = numbers[order]
    ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)[: len(order)])
    ends = ends[covered[ends] > 0]
    return covered[ends], failed[ends]


@dataclass(frozen=True)
class ReliabilityBin:
    """The queries whose score lies in one bin: mean score against share right, both 0..1."""

    low: float
    high: float
    queries: int
    mean_score: float
    accuracy: float


@dataclass(frozen=True)
class Reliability:
    """The bins that hold queries, and their expected calibration error."""

    bins: tuple[ReliabilityBin, ...]
    error: float


def reliability(judged: Judged, bins: int = 10) -> Reliability:
    """How far scores, read as probabilities of being right, are off (Naeini et al. 2015, ECE).

    Scores are similarities and no probabilities: the error says how wrong it would be to read
    them so, not how good the router is. They are clipped to 0..1 and binned evenly; the error
    is Σ bin's share × |accuracy − mean score|, NaN without a scored query.
    """
    rows = scored(judged)
    scores, hits = np.clip(rows.top, 0, 1), right(rows)
    of = np.minimum((scores * bins).astype(np.intp), bins - 1)
    held, total, hit = (
        np.bincount(of, weights, minlength=bins) for weights in (None, scores, hits)
    )
    made = tuple(
        ReliabilityBin(
            k / bins,
            (k + 1) / bins,
            int(held[k]),
            float(total[k] / held[k]),
            float(hit[k] / held[k]),
        )
        for k in np.flatnonzero(held).tolist()
    )
    if not made:
        return Reliability((), math.nan)
    return Reliability(made, float(np.abs(hit - total).sum() / len(scores)))


@dataclass(frozen=True, eq=False)
class ScoreHistogram:
    """Queries by score and by what the best intent is; `edges` is one longer than the counts."""

    edges: Floats
    right: Ints
    wrong: Ints
    out_of_scope: Ints


def score_histogram(judged: Judged, bins: int = 25, gate: str = "top") -> ScoreHistogram:
    """The scores, or with `gate="gap"` the gaps, in even bins from 0 (or below) to the largest."""
    rows = scored(judged)
    numbers = rows.gap if gate == "gap" else rows.top
    low, high = float(numbers.min(initial=0.0)), float(numbers.max(initial=0.0))
    edges = np.linspace(low, high if high > low else low + 1.0, bins + 1)
    hits = right(rows)
    kinds = (hits, ~hits & rows.in_scope, ~rows.in_scope)
    return ScoreHistogram(edges, *(np.histogram(numbers[kind], edges)[0] for kind in kinds))
