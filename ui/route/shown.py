"""What does the Route page show: which queries, how they score, which gate is best for them?

Scores are kept by text and intents, so that a label that changes scores nothing anew; what
follows from them is kept by the identity of what it follows from.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from engine.routing import (
    Intent,
    IntentRouter,
    Judged,
    LabelledQuery,
    QuerySet,
    Rule,
    Scored,
    judge,
    router_for,
    score_queries,
)
from engine.routing.aims import Aim, Gate, default_grid
from engine.routing.gates import MATCH, Codes, gate_outcomes
from engine.routing.held_out import Comparison, compare_gates
from engine.routing.splits import Split, split_queries
from engine.routing.sweep import GateSweep, sweep_judged
from engine.routing.tune import Cloud, Tuned, bootstrap_cloud, tune
from engine.scenario.routing import Routing
from ui.palette import OUTCOMES

Progress = Callable[[int, int], None]
Ints = npt.NDArray[np.intp]
MOST_SCORED = 6
RIGHT, WRONG, MISSED, LOW, TIE = range(len(OUTCOMES))


class Content:
    """The intents, rules and texts of a set: all that its scores follow from, hashed once."""

    def __init__(self, queries: QuerySet) -> None:
        texts = tuple(query.text for query in queries.queries)
        self.parts = queries.intents, queries.rules, texts
        self.hash = hash(self.parts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The queries as they were written."""
        return self.parts[2]

    @property
    def router(self) -> tuple[tuple[Intent, ...], tuple[Rule, ...]]:
        """The intents and rules."""
        return self.parts[:2]

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Content) and self.parts == other.parts


ScoreKey = tuple[Content, str, str]
_scored: OrderedDict[ScoreKey, Scored] = OrderedDict()
_lock = Lock()


@dataclass(frozen=True, eq=False)
class Part:
    """One split of a set: its queries, their rows in the whole set, scores and truth."""

    queries: tuple[LabelledQuery, ...]
    rows: Ints
    scored: Scored
    judged: Judged


@dataclass(frozen=True, eq=False)
class Shown:
    """A set with its splits, what was tuned on the first and is held out from the other."""

    split: Split
    routing: Routing
    scored: Scored
    whole: Judged
    tune: Part
    test: Part

    @property
    def queries(self) -> QuerySet:
        """The set, every query in a split."""
        return self.split.queries

    @property
    def aim(self) -> Aim:
        """What is maximised; the declared share only where the set can tell what becomes of it."""
        return aim_of(self.routing, self.tune.judged)

    @property
    def gate(self) -> Gate:
        """The gate now: ✚."""
        return self.routing.gate

    @property
    def tuned(self) -> Tuned:
        """The best gate on the tuning split: ★."""
        return tuned_on(self.tune.judged, self.aim)

    @property
    def cloud(self) -> Cloud:
        """Where ★ lands on resamples."""
        return cloud_of(self.tuned)

    @property
    def held_sweep(self) -> GateSweep:
        """The held-out split on the grid of the tuning one."""
        return swept(self.test.judged, self.tuned)

    @property
    def held(self) -> Comparison | None:
        """✚ against ★ on the held-out split; None where no gate serves the aim."""
        gate = self.tuned.gate
        return None if gate is None else compared(self.test.judged, self.gate, gate, self.aim)


@lru_cache(maxsize=16)
def split_of(queries: QuerySet) -> Split:
    """Every query in a split, as the file says or drawn by lot with a fixed seed."""
    return split_queries(queries)


@lru_cache(maxsize=16)
def router_of(queries: QuerySet, scorer: str, aggregate: str) -> IntentRouter:
    """The router of a set's intents and rules, its gates at their defaults."""
    return router_for(queries, scorer=scorer, aggregate=aggregate)


def is_scored(queries: QuerySet, routing: Routing) -> bool:
    """Whether the set has its scores already, so that it can be shown without delay."""
    return _key(split_of(queries).queries, routing) in _scored


def look(queries: QuerySet, routing: Routing, on_progress: Progress | None = None) -> Shown:
    """All that the page shows of a set under a router."""
    split = split_of(queries)
    scored = scores_of(split.queries, routing, on_progress)
    tune, test = parts_of(split.queries, scored)
    return Shown(split, routing, scored, judged_of(split.queries, scored), tune, test)


def is_scored_beside(shown: Shown, routing: Routing) -> bool:
    """Whether the set that is shown has its scores under another router already."""
    return _key(shown.queries, routing) in _scored


def look_beside(shown: Shown, routing: Routing, on_progress: Progress | None = None) -> Shown:
    """The set that is shown, with its splits, under another router."""
    queries = shown.queries
    scored = scores_of(queries, routing, on_progress)
    tune, test = parts_of(queries, scored)
    return Shown(shown.split, routing, scored, judged_of(queries, scored), tune, test)


def scores_of(queries: QuerySet, routing: Routing, on_progress: Progress | None = None) -> Scored:
    """Every query's scores. What was scored before is remembered."""
    key = _key(queries, routing)
    with _lock:
        if key in _scored:
            _scored.move_to_end(key)
            return _scored[key]
        near = next(
            (item for item in reversed(_scored.items())
             if item[0][0].router == key[0].router and item[0][1:] == key[1:]), None,
        )  # fmt: skip

    def score(texts: tuple[str, ...]) -> Scored:
        router = router_of(queries, routing.scorer, routing.aggregate)
        return score_queries(router, texts, on_progress)

    texts = key[0].texts
    scored = score(texts) if near is None else _with_new(texts, near[0][0].texts, near[1], score)
    with _lock:
        _scored[key] = scored
        while len(_scored) > MOST_SCORED:
            _scored.popitem(last=False)
    return scored


def _with_new(
    texts: tuple[str, ...],
    old: tuple[str, ...],
    scored: Scored,
    score: Callable[[tuple[str, ...]], Scored],
) -> Scored:
    """The scores of texts of which most were scored before: after a query more or less."""
    place = {text: row for row, text in enumerate(old)}
    new = tuple(dict.fromkeys(text for text in texts if text not in place))
    parts = [scored, score(new)] if new else [scored]
    place |= {text: len(old) + row for row, text in enumerate(new)}
    rows = np.fromiter((place[text] for text in texts), np.intp, len(texts))
    return Scored(
        scored.intents,
        *(
            np.concatenate([getattr(part, name) for part in parts])[rows]
            for name in ("top", "second", "best", "runner_up", "rule")
        ),
    )


def _key(queries: QuerySet, routing: Routing) -> ScoreKey:
    return content_of(queries), routing.scorer, routing.aggregate


@lru_cache(maxsize=16)
def content_of(queries: QuerySet) -> Content:
    """What the scores of a set follow from."""
    return Content(queries)


@lru_cache(maxsize=16)
def judged_of(queries: QuerySet, scored: Scored) -> Judged:
    """The scores beside the truth, of both splits."""
    return judge(scored, queries.queries)


@lru_cache(maxsize=16)
def parts_of(queries: QuerySet, scored: Scored) -> tuple[Part, Part]:
    """The tuning split and the held-out one."""
    judged = judged_of(queries, scored)
    parts = []
    for name in ("tune", "test"):
        rows = np.flatnonzero([query.split == name for query in queries.queries])
        own = Scored(
            scored.intents,
            *(getattr(scored, field)[rows] for field in ("top", "second", "best", "runner_up")),
            scored.rule[rows],
        )
        parts.append(
            Part(tuple(queries.queries[row] for row in rows), rows, own, judged.only(rows))
        )
    return parts[0], parts[1]


def aim_of(routing: Routing, judged: Judged) -> Aim:
    """The aim as the set can serve it: without queries out of scope no share can be declared."""
    aim = routing.tuned_for
    both = 0 < own_share(judged) < 1
    return aim if both else Aim(aim.metric, None, aim.costs, aim.risk_ceiling)


@lru_cache(maxsize=32)
def own_share(judged: Judged) -> float:
    """The share of a split's queries that is out of scope; 0 where there are none."""
    in_scope = judged.single.in_scope
    return 1 - float(in_scope.mean()) if in_scope.size else 0.0


@lru_cache(maxsize=32)
def tuned_on(judged: Judged, aim: Aim) -> Tuned:
    """The best gate for an aim."""
    return tune(judged, aim, grid_of(judged))


@lru_cache(maxsize=16)
def grid_of(judged: Judged) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The gates of the map."""
    return default_grid(judged)


@lru_cache(maxsize=32)
def cloud_of(tuned: Tuned) -> Cloud:
    """Where the best gate lands on resamples."""
    return bootstrap_cloud(tuned)


@lru_cache(maxsize=32)
def swept(judged: Judged, tuned: Tuned) -> GateSweep:
    """Another split on the grid of a tuned one."""
    return sweep_judged(judged, tuned.sweep.thresholds, tuned.sweep.margins)


@lru_cache(maxsize=64)
def compared(judged: Judged, now: Gate, tuned: Gate, aim: Aim) -> Comparison:
    """Two gates on queries that neither was tuned on."""
    return compare_gates(judged, now, tuned, aim)


@lru_cache(maxsize=64)
def codes_of(judged: Judged, gate: Gate) -> Codes:
    """What the gate does with each query, as places in `engine.routing.OUTCOMES`."""
    return gate_outcomes(judged.top, judged.second, gate.threshold, gate.margin)


@lru_cache(maxsize=64)
def outcomes_of(judged: Judged, gate: Gate) -> Ints:
    """What becomes of each query, as places in `ui.palette.OUTCOMES`."""
    codes = codes_of(judged, gate)
    routed = np.where(judged.in_scope, np.where(judged.correct, RIGHT, WRONG), MISSED)
    return np.where(codes == MATCH, routed, codes + LOW - 1)
