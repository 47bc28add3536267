"""What does the Route page show: which queries, how they score, which gate is best for them?

`scores` says how they score, `best` which gate is best, `outcomes` what a gate does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.routing import Judged, LabelledQuery, QuerySet, Scored, judge
from engine.routing.aims import Aim, Gate
from engine.routing.held_out import Comparison
from engine.routing.splits import Split, split_queries
from engine.routing.sweep import GateSweep
from engine.routing.tune import Cloud, Tuned
from engine.scenario.routing import Routing
from ui.route.best import aim_of, cloud_of, compared, swept, tuned_on
from ui.route.outcomes import Ints
from ui.route.scores import Progress, is_kept, scores_of


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


def is_scored(queries: QuerySet, routing: Routing) -> bool:
    """Whether the set has its scores already, so that it can be shown without delay."""
    return is_kept(split_of(queries).queries, routing)


def look(queries: QuerySet, routing: Routing, on_progress: Progress | None = None) -> Shown:
    """All that the page shows of a set under a router."""
    split = split_of(queries)
    scored = scores_of(split.queries, routing, on_progress)
    tune, test = parts_of(split.queries, scored)
    return Shown(split, routing, scored, judged_of(split.queries, scored), tune, test)


def is_scored_beside(shown: Shown, routing: Routing) -> bool:
    """Whether the set that is shown has its scores under another router already."""
    return is_kept(shown.queries, routing)


def look_beside(shown: Shown, routing: Routing, on_progress: Progress | None = None) -> Shown:
    """The set that is shown, with its splits, under another router."""
    queries = shown.queries
    scored = scores_of(queries, routing, on_progress)
    tune, test = parts_of(queries, scored)
    return Shown(shown.split, routing, scored, judged_of(queries, scored), tune, test)


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
