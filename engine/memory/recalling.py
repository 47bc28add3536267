"""Which few of many memories are the best for a query, without scoring each by itself?

The same order as `MemoryStore.rank`, from arrays that are kept up to date: every score is worked
out in one go, which rounds a little differently, and only those so near to the best that it may
matter are worked out again as `rank` does it.

>>> from datetime import UTC, datetime
>>> from engine.memory.store import MemoryStore
>>> now = datetime(2026, 3, 1, tzinfo=UTC)
>>> store, _ = MemoryStore().remember("The order number is A-1.", now)
>>> store, _ = store.remember("The customer wants mail, no calls.", now)
>>> recalled = Recalling(store.embedder)
>>> for memory in store.memories:
...     recalled.put(memory)
>>> recalled.best("Which order number?", now, 1)
[('m1', 0.47140452079103157)]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from engine.memory.memories import DECAY_AN_HOUR, EVEN, Memory, hours_since

_FIRST = 64  # rows; doubled when full
_ROUNDING = 1e-14  # of a sum of a few hundred products
_PRECISE = 1e-9  # the most that rounding may be of a span
_SLACK = 1e-8  # of a score: three parts, each as precise as that
_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


class Recalling:
    """The memories that may be recalled, a row each; where one leaves, the last takes its row."""

    def __init__(self, embedder: Callable[[str], Sequence[float]]) -> None:
        self._embedder = embedder
        self._ids: list[str] = []
        self._accessed: list[datetime] = []
        self._row: dict[str, int] = {}
        self._order: dict[str, int] = {}
        self._units: Floats = np.zeros((0, 0))
        self._seconds: Floats = np.zeros(0)
        self._importance: Floats = np.zeros(0)

    def put(self, memory: Memory) -> None:
        """One more memory, or one that holds again; of equals the one put first is the better."""
        id_ = memory.id
        self._order.setdefault(id_, len(self._order))
        if memory.superseded_by is not None or id_ in self._row:
            return
        row = self._row[id_] = len(self._ids)
        unit = self._unit(memory.text)
        if row == len(self._seconds):
            more = max(row, _FIRST)
            units = self._units.reshape(row, len(unit))
            self._units = np.vstack([units, np.zeros((more, len(unit)))])
            self._seconds = np.append(self._seconds, np.zeros(more))
            self._importance = np.append(self._importance, np.zeros(more))
        self._ids.append(id_)
        self._accessed.append(memory.accessed)
        self._units[row], self._importance[row] = unit, memory.importance
        self._seconds[row] = _seconds(memory.accessed)

    def drop(self, id_: str) -> None:
        """A memory that does not hold any more."""
        row, last = self._row.pop(id_), self._ids.pop()
        accessed = self._accessed.pop()
        if last != id_:
            end = len(self._ids)
            self._ids[row], self._accessed[row], self._row[last] = last, accessed, row
            for values in (self._units, self._seconds, self._importance):
                values[row] = values[end]

    def touch(self, id_: str, now: datetime) -> None:
        """A memory was recalled; one that does not hold has no row."""
        row = self._row.get(id_)
        if row is None:
            return
        self._accessed[row] = now
        self._seconds[row] = _seconds(now)

    def best(self, query: str, now: datetime, k: int) -> list[tuple[str, float]]:
        """The ids of the `k` best, each with its cosine with the query; all weights are 1."""
        size = len(self._ids)
        if not size or k < 1:
            return []
        asked = self._unit(query)
        hours = np.maximum(0.0, (_seconds(now) - self._seconds[:size]) / 3600)
        recency, cosines = DECAY_AN_HOUR**hours, self._units[:size] @ asked

        def recent(rows: Rows) -> list[float]:
            return [DECAY_AN_HOUR ** hours_since(self._accessed[row], now) for row in rows.tolist()]

        def important(rows: Rows) -> list[float]:
            return list(map(float, self._importance[rows]))

        def alike(rows: Rows) -> list[float]:
            products = self._units[rows] * asked
            sums = [0.0] * len(rows)
            for at in np.flatnonzero(products.any(axis=1)).tolist():  # zeros are no work
                sums[at] = max(-1.0, min(1.0, math.fsum(products[at].tolist())))
            return sums

        scales = (
            _Scale(recency, _ROUNDING * recency.max(), recent),
            _Scale(self._importance[:size], 0.0, important),
            _Scale(cosines, _ROUNDING, alike),
        )
        scores = scales[0].scaled + scales[1].scaled + scales[2].scaled
        worst = np.partition(scores, -k)[-k] if k < size else -math.inf
        rows = np.flatnonzero(scores >= worst - _SLACK)
        parts = zip(*(scale.of(rows) for scale in scales), strict=True)
        found = [
            (-(one + two + three), self._order[self._ids[row]], self._ids[row], cosine)
            for (one, two, three), row, cosine in zip(
                parts, rows.tolist(), alike(rows), strict=True
            )
        ]
        return [(id_, cosine) for _, _, id_, cosine in sorted(found)[:k]]

    def _unit(self, text: str) -> Floats:
        """The embedding, of length 1, as `cosine_dense` divides it."""
        vector = [float(value) for value in self._embedder(text)]
        length = math.hypot(*vector)
        if not math.isfinite(length):
            raise ValueError("the numbers of a vector, and its length, must be finite")
        return np.array(vector) / (length or 1.0)


class _Scale:
    """One part of the score of all rows, from 0 to 1 (`min_max`); `exact` gives that of some.

    The ends of the scale are exact. Where rounding might show beside the span, all values are.
    """

    def __init__(
        self, values: Floats, rounding: float, exact: Callable[[Rows], list[float]]
    ) -> None:
        self._exact = exact
        self._least = min(exact(np.flatnonzero(values <= values.min() + rounding)))
        most = max(exact(np.flatnonzero(values >= values.max() - rounding)))
        self._span = most - self._least
        if rounding > self._span * _PRECISE > 0:
            values = np.array(exact(np.arange(len(values))))
        even = np.full(len(values), EVEN)
        self.scaled = (values - self._least) / self._span if self._span else even

    def of(self, rows: Rows) -> list[float]:
        """The part of these rows, as exactly as `rank` has it."""
        return [
            (value - self._least) / self._span if self._span else EVEN
            for value in self._exact(rows)
        ]


def _seconds(time: datetime) -> float:
    return (time - _BEGIN).total_seconds()
