"""Which intents are taken for which, and which are asked back instead of answered?

>>> from engine.routing.queries import LabelledQuery
>>> asked = [("pay", 0), ("pay", 1), ("pay", 0), ("move", 1), ("", 0)]
>>> queries = [LabelledQuery("…", (name,) if name else ()) for name, _ in asked]
>>> table = confusion(("pay", "move"), np.array([best for _, best in asked]),
...                   np.array([MATCH, MATCH, AMBIGUOUS_TIE, MATCH, MATCH]), queries)
>>> table.matrix
array([[1, 1, 0, 1],
       [0, 1, 0, 0],
       [1, 0, 0, 0]])
>>> table.pairs[0]
ConfusedPair(truth='pay', routed_to='move', queries=1, share=0.3333333333333333)
>>> [round(table.reports[0].precision, 2), round(table.reports[0].recall, 2)]
[0.5, 0.33]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.routing.gates import AMBIGUOUS_TIE, LOW_CONFIDENCE, MATCH, Codes
from engine.routing.judged import Ints
from engine.routing.queries import LabelledQuery

# The last row; its name cannot be an intent's.
NO_INTENT = "out of scope"


@dataclass(frozen=True)
class ConfusedPair:
    """How many queries of one truth were routed to one other intent, and which share of it."""

    truth: str
    routed_to: str
    queries: int
    share: float


@dataclass(frozen=True)
class IntentReport:
    """One intent: precision, recall and F1 in 0..1, its queries, what it was most taken for.

    A fallback counts against recall, not against precision. Precision is NaN where nothing was
    routed to the intent, recall where it has no query, F1 where neither is known. `taken_for`
    names other intents with their counts, most frequent first.
    """

    intent: str
    precision: float
    recall: float
    f1: float
    support: int
    taken_for: tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class Confusion:
    """Counts by truth (rows) and by what the router did (columns), collisions left out.

    Columns: the router's intents in order, then low_confidence and ambiguous_tie. Rows: the
    same intents, then labels that the router does not know, then out of scope.
    """

    rows: tuple[str, ...]
    intents: tuple[str, ...]
    matrix: Ints
    collisions: int

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns are."""
        return (*self.intents, "low_confidence", "ambiguous_tie")

    @property
    def pairs(self) -> tuple[ConfusedPair, ...]:
        """What was routed to another intent, worst first; ties in the order of the table."""
        off = self.matrix[:, : len(self.intents)].copy()
        np.fill_diagonal(off, 0)
        rows, columns = np.nonzero(off)
        order = np.argsort(-off[rows, columns], kind="stable")
        totals = self.matrix.sum(axis=1)
        return tuple(
            ConfusedPair(
                self.rows[i], self.intents[j], int(off[i, j]), float(off[i, j] / totals[i])
            )
            for i, j in zip(rows[order].tolist(), columns[order].tolist(), strict=True)
        )

    @property
    def reports(self) -> tuple[IntentReport, ...]:
        """Every intent of the router, in its order."""
        routed = self.matrix[:, : len(self.intents)].sum(axis=0)
        support = self.matrix.sum(axis=1)
        taken: dict[str, list[tuple[str, int]]] = {}
        for pair in self.pairs:
            taken.setdefault(pair.truth, []).append((pair.routed_to, pair.queries))
        return tuple(
            _report(
                name, int(self.matrix[k, k]), int(routed[k]), int(support[k]), taken.get(name, [])
            )
            for k, name in enumerate(self.intents)
        )


def _report(
    name: str, hits: int, routed: int, support: int, taken: Sequence[tuple[str, int]]
) -> IntentReport:
    precision = hits / routed if routed else math.nan
    recall = hits / support if support else math.nan
    f1 = 2 * hits / (routed + support) if routed + support else math.nan
    return IntentReport(name, precision, recall, f1, support, tuple(taken))


def confusion(
    intents: Sequence[str], best: Ints, outcomes: Codes, queries: Sequence[LabelledQuery]
) -> Confusion:
    """The table of one gate: for each query the index of its best intent, its outcome, its truth.

    Queries that mean several intents are left out and counted in `collisions`. Raises
    `ValueError` where the three differ in length.
    """
    if not len(best) == len(outcomes) == len(queries):
        raise ValueError(
            f"expected one row a query; found {len(best):,} best, {len(outcomes):,} outcomes "
            f"and {len(queries):,} queries"
        )
    row_of = {name: k for k, name in enumerate(intents)}
    for query in queries:
        if len(query.intents) == 1:
            row_of.setdefault(query.intents[0], len(row_of))
    nothing, width = len(row_of), len(intents) + 2
    truth = np.array(
        [row_of[q.intents[0]] if q.intents else nothing for q in queries if not q.collision],
        dtype=np.intp,
    )
    single = np.array([not query.collision for query in queries], dtype=np.bool_)
    column = np.select(
        [outcomes == MATCH, outcomes == LOW_CONFIDENCE, outcomes == AMBIGUOUS_TIE],
        [best, width - 2, width - 1],
    )[single]
    shape = (nothing + 1, width)
    counts = np.bincount(truth * width + column, minlength=shape[0] * width).reshape(shape)
    return Confusion((*row_of, NO_INTENT), tuple(intents), counts, int(len(single) - single.sum()))
