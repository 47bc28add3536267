"""What if every route had a threshold of its own?

Found exactly, one sweep a route. With many routes and few queries each, such thresholds fit
the queries they were found on and little else: `WARNING`; judge them on held-out queries.

>>> scored = Scored(("pay", "move"), np.array([0.9, 0.3, 0.8, 0.4]), np.zeros(4),
...                 np.array([0, 0, 1, 1]), np.full(4, -1), np.full(4, -1))
>>> from engine.routing import LabelledQuery, judge
>>> asked = [LabelledQuery("…", names) for names in (("pay",), ("pay",), ("move",), ())]
>>> found = tune_per_route(scored, judge(scored, asked), Gate(0.5, 0.1), Aim("accuracy"))
>>> [(route.intent, round(route.threshold, 3), route.queries) for route in found.routes]
[('pay', 0.15, 2), ('move', 0.6, 2)]
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.routing.aims import Aim, Gate
from engine.routing.gates import MATCH, Codes, gate_outcomes
from engine.routing.held_out import Comparison, compare_routing, routes
from engine.routing.judged import Bools, Floats, Judged, Scored
from engine.routing.metrics import Costs

WARNING = (
    "Thresholds per route overfit: each rests on the few queries whose best intent it is. "
    "Ship them only where they beat the single gate on held-out queries."
)
AIMS = ("accuracy", "utility")


@dataclass(frozen=True)
class Route:
    """One intent's own threshold, and the queries whose best intent it is.

    Infinity where none of them is worth routing, the shared threshold where there are none.
    """

    intent: str
    threshold: float
    queries: int


@dataclass(frozen=True)
class PerRoute:
    """A threshold for each intent, in the router's order, beside one margin for all."""

    gate: Gate
    routes: tuple[Route, ...]

    @property
    def thresholds(self) -> Mapping[str, float]:
        """Intent → threshold."""
        return {route.intent: route.threshold for route in self.routes}

    def outcomes(self, scored: Scored) -> Codes:
        """What becomes of each query, as places in `OUTCOMES`; what a rule answered passes."""
        own = np.array([*(route.threshold for route in self.routes), math.inf])
        return gate_outcomes(scored.top, scored.second, own[scored.best], self.gate.margin)

    def passes(self, scored: Scored) -> Bools:
        """Which queries are routed."""
        passed: Bools = self.outcomes(scored) == MATCH
        return passed


def routes_at_any(top: Floats, second: Floats, margin: float) -> Bools:
    """Which queries the margin lets through, whatever the threshold."""
    return (top > 0) & ~((second > 0) & (top - second < margin))


def tune_per_route(scored: Scored, judged: Judged, gate: Gate, aim: Aim) -> PerRoute:
    """For each intent the threshold that serves the aim best, the margin of `gate` for all.

    Accuracy and utility are sums over queries, so each route can be settled alone: its queries
    in falling order of score, what routing them gains added up, and the best place to stop
    taken, halfway to the next score (or to 0). Raises `ValueError` for another aim.
    """
    if aim.metric not in AIMS:
        raise ValueError(
            f"thresholds per route are found for {' or '.join(AIMS)}; found {aim.metric!r}"
        )
    gains = _gains(judged, aim)
    counted = ~judged.collision & ~judged.ruled & (scored.best >= 0)
    open_to = counted & routes_at_any(judged.top, judged.second, gate.margin)
    found = []
    for k, intent in enumerate(scored.intents):
        mine = scored.best == k
        queries = int((mine & counted).sum())
        rows = mine & open_to
        threshold = _best_stop(judged.top[rows], gains[rows]) if rows.any() else gate.threshold
        found.append(Route(intent, threshold, queries))
    return PerRoute(gate, tuple(found))


def _gains(judged: Judged, aim: Aim) -> Floats:
    """What routing each query adds to the aim, against its falling back."""
    costs = aim.costs if aim.metric == "utility" else None
    right, wrong, missed = _gain_of_each(costs)
    inside = int((judged.in_scope & ~judged.collision).sum())
    outside = int((~judged.in_scope).sum())
    share = outside / max(1, inside + outside) if aim.share is None else aim.share
    return np.where(
        judged.in_scope,
        np.where(judged.correct, right, wrong) * (1 - share) / max(1, inside),
        missed * share / max(1, outside),
    )


def _gain_of_each(costs: Costs | None) -> tuple[float, float, float]:
    if costs is None:
        return 1.0, 0.0, -1.0
    needless = costs.needless_fallback
    return 1.0 + needless, needless - costs.wrong, -costs.missed_out_of_scope


def _best_stop(top: Floats, gains: Floats) -> float:
    order = np.argsort(-top, kind="stable")
    scores, total = top[order], np.cumsum(gains[order])
    ends = np.flatnonzero(np.append(np.diff(scores) != 0, True))
    # On a tie the first stop: what gains nothing is not routed.
    best = int(ends[np.argmax(np.round(total[ends], 12))])
    if total[best] <= 0:
        return math.inf
    last = float(scores[best])
    below = float(scores[best + 1]) if best + 1 < len(scores) else 0.0
    halfway = (last + below) / 2
    return halfway if below < halfway else last


def compare_per_route(
    scored: Scored, held_out: Judged, per_route: PerRoute, single: Gate, aim: Aim, seed: int = 0
) -> Comparison:
    """Thresholds per route (★, `tuned`) against one gate (✚, `now`) on held-out queries."""
    rows = ~held_out.collision
    judged = held_out.only(rows)
    return compare_routing(
        judged, routes(judged, single), per_route.passes(scored)[rows], aim, seed
    )
