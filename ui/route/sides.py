"""Two routers on the held-out queries: how good is each, and on which queries do they differ?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.routing.aims import Aim, Gate
from engine.routing.gates import MATCH, Codes
from engine.routing.held_out import Comparison, compare_routing
from engine.routing.per_route import PerRoute, compare_per_route, tune_per_route
from engine.routing.ranking import augrc, ranking, reliability
from ui.route.outcomes import codes_of
from ui.route.shown import Part, Shown

Ints = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Side:
    """One of the two: what it is called, its held-out queries, and what routes them."""

    name: str
    part: Part
    setting: Gate | PerRoute

    @property
    def codes(self) -> Codes:
        """What becomes of each held-out query, as places in `engine.routing.OUTCOMES`."""
        if isinstance(self.setting, Gate):
            return codes_of(self.part.judged, self.setting)
        return _outcomes(self.part, self.setting)

    @property
    def right(self) -> Bools:
        """Whether that is right: routed to an intent that is meant, or out of scope and not."""
        routed, judged = self.codes == MATCH, self.part.judged
        return np.where(judged.in_scope, routed & judged.correct, ~routed)

    @property
    def went(self) -> Ints:
        """Where each went: the number of its intent, or −1 and −2 for the fallbacks."""
        codes = self.codes
        return np.where(codes == MATCH, self.part.scored.best, -codes.astype(np.intp))


@dataclass(frozen=True, eq=False)
class Differing:
    """The held-out queries without collisions: who is right with how many, and where they differ.

    `rows` are places in the held-out split, those first that one of the two has right.
    """

    both: int
    only_a: int
    only_b: int
    neither: int
    rows: Ints


@lru_cache(maxsize=32)
def faced(a: Side, b: Side, aim: Aim) -> Comparison:
    """Every metric of both, and B − A, by a paired bootstrap."""
    single = ~a.part.judged.collision
    routed = (side.codes[single] == MATCH for side in (a, b))
    return compare_routing(a.part.judged.single, *routed, aim, other=b.part.judged.single)


@lru_cache(maxsize=32)
def differing(a: Side, b: Side) -> Differing:
    """Where the two do not do the same with a query."""
    single = ~a.part.judged.collision
    of_a, of_b = a.right, b.right
    both, only_a, only_b, neither = (
        int((single & mask).sum())
        for mask in (of_a & of_b, of_a & ~of_b, of_b & ~of_a, ~of_a & ~of_b)
    )
    rows = np.flatnonzero(single & (a.went != b.went))
    return Differing(both, only_a, only_b, neither, rows)


@lru_cache(maxsize=16)
def per_intent(shown: Shown, gate: Gate) -> PerRoute:
    """A threshold for each intent, found on the tuning split, beside the margin of a gate.

    Raises `ValueError` for an aim that is no sum over queries.
    """
    return tune_per_route(shown.tune.scored, shown.tune.judged, gate, shown.aim)


@lru_cache(maxsize=16)
def beside_single(part: Part, found: PerRoute, gate: Gate, aim: Aim) -> Comparison:
    """These thresholds against one gate for all, on held-out queries."""
    return compare_per_route(part.scored, part.judged, found, gate, aim)


@lru_cache(maxsize=16)
def ranks(part: Part, share: float | None) -> tuple[float, float, float, float, float]:
    """How well scores order queries: three AUROC, AUGRC and ECE, at every gate at once."""
    found = ranking(part.judged)
    return (
        found.right_by_top,
        found.right_by_gap,
        found.in_scope_by_top,
        augrc(part.judged, "top", share),
        reliability(part.judged).error,
    )


@lru_cache(maxsize=16)
def _outcomes(part: Part, setting: PerRoute) -> Codes:
    return setting.outcomes(part.scored)
