"""How did a router score a set of labelled queries, as arrays that sweeps and metrics read?

>>> scored = Scored(("a", "b"), *map(np.array, ([.9], [.2], [0], [1], [-1])))
>>> judge(scored, [LabelledQuery("x", ("a",))]).correct
array([ True])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.routing.queries import LabelledQuery

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Scored:
    """One row a query, in the order given; it knows nothing of the truth.

    `best` and `runner_up` index `intents` (-1: there is none), `top` and `second` are their
    scores (0.0 where there is none). `rule` is the index of the rule that answered, or -1; a
    query that a rule answered has top = inf and second = 0, so it passes every gate.
    """

    intents: tuple[str, ...]
    top: Floats
    second: Floats
    best: Ints
    runner_up: Ints
    rule: Ints

    @property
    def gap(self) -> Floats:
        """top − second, the number that is compared with the margin."""
        return self.top - self.second


@dataclass(frozen=True, eq=False)
class Judged:
    """The same rows with the truth: what a sweep or a metric needs.

    `correct`: the best intent is one of those meant. `in_scope`: any intent is meant.
    `collision`: several are. `ruled`: a rule answered.
    """

    top: Floats
    second: Floats
    correct: Bools
    in_scope: Bools
    collision: Bools
    ruled: Bools

    @property
    def gap(self) -> Floats:
        """top − second."""
        return self.top - self.second

    def only(self, rows: Bools | Ints) -> Judged:
        """Some of the rows, by mask or by index."""
        return Judged(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    @property
    def single(self) -> Judged:
        """The rows that are no collision: those that one label can judge."""
        return self.only(~self.collision)


def judge(scored: Scored, queries: Sequence[LabelledQuery]) -> Judged:
    """The scores beside the truth, row by row. Raises `ValueError` where the lengths differ."""
    if len(queries) != len(scored.top):
        raise ValueError(f"{len(queries):,} queries but {len(scored.top):,} rows of scores")
    names = scored.intents
    correct = [
        best >= 0 and names[best] in query.intents
        for best, query in zip(scored.best.tolist(), queries, strict=True)
    ]
    return Judged(
        scored.top,
        scored.second,
        np.array(correct, dtype=np.bool_),
        np.array([query.in_scope for query in queries], dtype=np.bool_),
        np.array([query.collision for query in queries], dtype=np.bool_),
        scored.rule >= 0,
    )
