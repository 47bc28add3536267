"""Is the tuned gate better than the present one, on queries it was not tuned on?

>>> top = np.linspace(0.1, 0.9, 200)
>>> ones, none = np.ones(200, bool), np.zeros(200, bool)
>>> judged = Judged(top, np.zeros(200), top > 0.5, ones, none, none)
>>> found = compare_gates(judged, Gate(0.6, 0), Gate(0.5, 0), Aim("accuracy"), seed=1)
>>> found.statement
'★ beats ✚ by 0.08 to 0.17.'
>>> compare_gates(judged.only(top > 0.85), Gate(0.86, 0), Gate(0.5, 0), Aim("accuracy")).statement
'Too few queries to tell ★ from ✚: difference 0.00 to 0.46.'
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.routing.aims import Aim, Gate
from engine.routing.gates import MATCH, gate_outcomes
from engine.routing.judged import Bools, Floats, Ints, Judged
from engine.routing.metrics import METRICS, Counts
from engine.routing.tune import tune
from engine.statistics import wilson_interval

RESAMPLES = 2_000
NOT_ROUTED, ROUTED_RIGHT, ROUTED_WRONG = range(3)


@dataclass(frozen=True)
class Measured:
    """A value with its interval; all three NaN where the queries cannot tell."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of the interval: what stands after ±."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Comparison:
    """Two ways of routing on the same queries, with 95 % intervals (or as asked).

    `now` and `tuned` have every metric by name, at the aim's share and costs. `differences` are
    tuned − now, by a paired bootstrap: both are counted on the same resampled queries, so that
    what they have in common cancels out. `flipped` counts queries that fare otherwise with one
    than with the other.
    """

    aim: Aim
    queries: int
    flipped: int
    now: Mapping[str, Measured]
    tuned: Mapping[str, Measured]
    differences: Mapping[str, Measured]

    @property
    def difference(self) -> Measured:
        """tuned − now in the aim's metric."""
        return self.differences[self.aim.metric]

    @property
    def certain(self) -> bool:
        """Whether the queries tell the two apart: the interval of the difference leaves out 0."""
        return self.difference.low > 0 or self.difference.high < 0

    @property
    def statement(self) -> str:
        """The finding in a sentence, in the metric's own unit."""
        return self.sentence("✚", "★")

    def sentence(self, now: str, tuned: str) -> str:
        """The same with other names for the two."""
        if not self.flipped:
            return f"{tuned} and {now} do the same with every held-out query."
        d = self.difference
        if d.high < 0:
            return f"{now} beats {tuned} by {_range(-d.high, -d.low)}."
        if d.low > 0:
            return f"{tuned} beats {now} by {_range(d.low, d.high)}."
        return f"Too few queries to tell {tuned} from {now}: difference {_range(d.low, d.high)}."


def _range(low: float, high: float) -> str:
    if math.isnan(low):
        return "unknown"
    # An end that is not 0 must not be written as 0.
    small = min(abs(end) for end in (low, high))
    digits = 2 if max(abs(low), abs(high)) >= 0.1 and not 0 < small < 0.005 else 3
    return " to ".join(f"{bound:.{digits}f}".replace("-", "−") for bound in (low + 0.0, high + 0.0))


def compare_gates(
    held_out: Judged, now: Gate, tuned: Gate, aim: Aim | None = None, seed: int = 0
) -> Comparison:
    """The tuned gate against the present one; collisions play no part."""
    rows = held_out.single
    return compare_routing(rows, routes(rows, now), routes(rows, tuned), aim or Aim(), seed)


def routes(judged: Judged, gate: Gate) -> Bools:
    """Which queries a gate routes."""
    passed: Bools = gate_outcomes(judged.top, judged.second, gate.threshold, gate.margin) == MATCH
    return passed


def compare_in_folds(
    judged: Judged,
    fold: Ints,
    now: Gate,
    aim: Aim | None = None,
    grid: tuple[Floats, Floats] | None = None,
    seed: int = 0,
) -> Comparison:
    """The same for a set too small to be halved: cross-validation by `splits.folds`.

    Each fold is routed by a gate tuned on the other folds, and all are judged together. That
    judges the way of tuning; the gate to ship is tuned on the whole set. Where no gate serves
    the aim, or the other folds cannot tell, nothing of the fold is routed.
    """
    aim = aim or Aim()
    fold, rows = fold[~judged.collision], judged.single
    tuned = np.zeros(len(rows.top), dtype=np.bool_)
    for k in np.unique(fold).tolist():
        gate = tune(rows.only(fold != k), aim, grid).gate
        if gate is not None:
            tuned[fold == k] = routes(rows.only(fold == k), gate)
    return compare_routing(rows, routes(rows, now), tuned, aim, seed)


def compare_routing(
    rows: Judged,
    now: Bools,
    tuned: Bools,
    aim: Aim,
    seed: int = 0,
    *,
    other: Judged | None = None,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> Comparison:
    """Two masks of what is routed, on the same queries (no collisions among them).

    `other` are these queries as another scorer judged them; `tuned` then routes those. Raises
    `ValueError` where they cannot be the same queries.

    Plain shares of queries (recall, in-scope accuracy; all but balanced and utility where no
    share is declared) get Wilson's interval, the rest the percentile bootstrap. All that is
    drawn is how many queries in and out of scope both, one or neither routes right, wrong or
    not: one multinomial. Where every query of a kind fares alike, resamples do so too, and a
    bootstrap interval is too narrow.
    """
    other = rows if other is None else other
    if not np.array_equal(rows.in_scope, other.in_scope):
        raise ValueError("both scorers must judge the same queries in the same order")
    fates = _fates(rows, now), _fates(other, tuned)
    n = len(now)
    joint = np.bincount(9 * rows.in_scope + 3 * fates[0] + fates[1], minlength=18)
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(n, joint / n, size=resamples) if n else np.zeros((resamples, 18), int)
    whole, samples = joint.reshape(2, 3, 3), drawn.reshape(-1, 2, 3, 3)
    # Axis −2 is what becomes of queries now, axis −1 what when tuned.
    sides = [(_counts(whole.sum(axis=axis)), _counts(samples.sum(axis=axis))) for axis in (-1, -2)]
    measured: tuple[dict[str, Measured], dict[str, Measured]] = {}, {}
    differences = {}
    for name in METRICS:
        drawn_of = []
        for (counts, resampled), into in zip(sides, measured, strict=True):
            drawn_of.append(aim.metric_of(name, resampled))
            into[name] = _measured(name, aim, counts, drawn_of[-1], confidence)
        differences[name] = Measured(
            measured[1][name].value - measured[0][name].value,
            *_percentiles(drawn_of[1] - drawn_of[0], confidence),
        )
    flipped = int(((now != tuned) | (fates[0] != fates[1])).sum())
    return Comparison(aim, n, flipped, *measured, differences)


def _fates(rows: Judged, routed: Bools) -> Ints:
    right = rows.correct & rows.in_scope
    return np.where(routed, np.where(right, ROUTED_RIGHT, ROUTED_WRONG), NOT_ROUTED)


def _counts(fates: Ints) -> Counts:
    """Of (…, out of scope and in scope, fates)."""
    outside, inside = fates[..., 0, :], fates[..., 1, :]
    return Counts(
        inside[..., ROUTED_RIGHT],
        inside[..., ROUTED_WRONG],
        outside[..., ROUTED_WRONG],
        inside.sum(axis=-1),
        outside.sum(axis=-1),
    )


def _measured(
    name: str, aim: Aim, counts: Counts, resampled: Floats, confidence: float
) -> Measured:
    value = float(aim.metric_of(name, counts))
    share = _as_share(name, aim, counts)
    if share is not None:
        return Measured(value, *wilson_interval(*share, confidence))
    return Measured(value, *_percentiles(resampled, confidence))


def _as_share(name: str, aim: Aim, counts: Counts) -> tuple[int, int] | None:
    """(successes, n) where the metric is a plain share of these queries."""
    right, wrong, missed, inside, outside = (int(x) for x in vars(counts).values())
    if name == "in_scope_accuracy":
        share = right, inside
    elif name == "out_of_scope_recall":
        share = outside - missed, outside
    elif aim.share is None and name in ("accuracy", "coverage", "false_route_rate", "risk"):
        n, routed = inside + outside, right + wrong + missed
        share = {
            "accuracy": (right + outside - missed, n),
            "coverage": (routed, n),
            "false_route_rate": (wrong + missed, n),
            "risk": (wrong + missed, routed),
        }[name]
    else:
        return None
    return share if share[1] else None


def _percentiles(values: Floats, confidence: float) -> tuple[float, float]:
    known = values[~np.isnan(values)]
    if not known.size:
        return math.nan, math.nan
    tail = (1 - confidence) / 2
    low, high = np.quantile(known, (tail, 1 - tail)).tolist()
    return low, high
