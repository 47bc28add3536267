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
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.memory.memories import DECAY_AN_HOUR, EVEN, Memory, hours_since

_FIRST = 64  # rows, or numbers; doubled when full
_ROUNDING = 1e-14  # of a sum of a few hundred products
_PRECISE = 1e-9  # the most that rounding may be of a span
_SLACK = 1e-8  # of a score: three parts, each as precise as that
_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


class Recalling:
    """The memories that may be recalled, a row each; where one leaves, the last takes its row.

    Of the vectors only what is not zero is kept, one after another: `_value` at `_column` of the
    row `_owner`. What a memory leaves behind is zero, until half of all is.
    """

    def __init__(self, embedder: Callable[[str], Sequence[float]]) -> None:
        self._embedder = embedder
        self._ids: list[str] = []
        self._accessed: list[datetime] = []
        self._span: list[tuple[int, int]] = []
        self._row: dict[str, int] = {}
        self._order: dict[str, int] = {}
        self._seconds: Floats = np.zeros(_FIRST)
        self._importance: Floats = np.zeros(_FIRST)
        self._owner: Rows = np.zeros(_FIRST, np.intp)
        self._column: Rows = np.zeros(_FIRST, np.intp)
        self._value: Floats = np.zeros(_FIRST)
        self._used = self._left = self._size = 0

    def put(self, memory: Memory) -> None:
        """One more memory, or one that holds again; of equals the one put first is the better."""
        id_ = memory.id
        self._order.setdefault(id_, len(self._order))
        if memory.superseded_by is not None or id_ in self._row:
            return
        row = self._row[id_] = len(self._ids)
        unit = self._unit(memory.text)
        columns = np.flatnonzero(unit)
        start, end = self._used, self._used + len(columns)
        self._seconds, self._importance = _room(row + 1, self._seconds, self._importance)
        self._owner, self._column = _room(end, self._owner, self._column)
        (self._value,) = _room(end, self._value)
        self._ids.append(id_)
        self._accessed.append(memory.accessed)
        self._span.append((start, end))
        self._owner[start:end], self._column[start:end] = row, columns
        self._value[start:end], self._used = unit[columns], end
        self._seconds[row], self._importance[row] = _seconds(memory.accessed), memory.importance

    def drop(self, id_: str) -> None:
        """A memory that does not hold any more."""
        row, last = self._row.pop(id_), self._ids.pop()
        start, end = self._span[row]
        self._value[start:end], self._owner[start:end] = 0.0, 0
        self._left += end - start
        accessed, span = self._accessed.pop(), self._span.pop()
        if last != id_:
            from_ = len(self._ids)
            self._ids[row], self._accessed[row], self._row[last] = last, accessed, row
            self._span[row] = span
            self._owner[span[0] : span[1]] = row
            for values in (self._seconds, self._importance):
                values[row] = values[from_]
        if 2 * self._left > self._used:
            self._close_up()

    def _close_up(self) -> None:
        """Leave out what is left of memories that do not hold any more."""
        kept = np.flatnonzero(self._value[: self._used])
        starts = np.searchsorted(kept, [start for start, _ in self._span]).tolist()
        self._span = [
            (new, new + end - start) for new, (start, end) in zip(starts, self._span, strict=True)
        ]
        self._used, self._left = len(kept), 0
        for values in (self._owner, self._column):
            values[: len(kept)] = values[kept]
        self._value[: len(kept)] = self._value[kept]

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
        recency: Floats = np.exp(hours * math.log(DECAY_AN_HOUR))
        rounding = _ROUNDING * recency.max() * (1.0 + hours.min() / 100)
        owner, column = self._owner[: self._used], self._column[: self._used]
        products = self._value[: self._used] * asked[column]
        cosines: Floats = np.bincount(owner, products, size).astype(np.float64, copy=False)

        def recent(rows: Rows) -> list[float]:
            return [DECAY_AN_HOUR ** hours_since(self._accessed[row], now) for row in rows.tolist()]

        def important(rows: Rows) -> list[float]:
            return list(map(float, self._importance[rows]))

        def alike(rows: Rows) -> list[float]:
            sums, some = [0.0] * len(rows), list(range(len(rows)))
            if len(rows) > _FIRST:  # most share nothing
                shares = np.zeros(size, bool)
                shares[owner[np.flatnonzero(products)]] = True
                some = np.flatnonzero(shares[rows]).tolist()
            for at in some:
                start, end = self._span[rows[at]]
                sums[at] = max(-1.0, min(1.0, math.fsum(products[start:end].tolist())))
            return sums

        seconds, importance = self._seconds[:size], self._importance[:size]
        ends = recent(np.array([seconds.argmin(), seconds.argmax()]))
        near = [cosines <= cosines.min() + _ROUNDING, cosines >= cosines.max() - _ROUNDING]
        least, most = (alike(np.flatnonzero(rows)) for rows in near)
        scales = (
            _Scale(recency, rounding, recent, *ends),
            _Scale(importance, 0.0, important, float(importance.min()), float(importance.max())),
            _Scale(cosines, _ROUNDING, alike, min(least), max(most)),
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
        self._size = self._size or len(vector)
        if len(vector) != self._size:
            raise ValueError(
                f"vectors must be of equal length; found {self._size} and {len(vector)}"
            )
        length = math.hypot(*vector)
        if not math.isfinite(length):
            raise ValueError("the numbers of a vector, and its length, must be finite")
        return np.array(vector) / (length or 1.0)


class _Scale:
    """One part of the score of all rows, from 0 to 1 (`min_max`); `exact` gives that of some.

    The ends of the scale are exact. Where rounding might show beside the span, all values are.
    """

    def __init__(
        self,
        values: Floats,
        rounding: float,
        exact: Callable[[Rows], list[float]],
        least: float,
        most: float,
    ) -> None:
        self._exact, self._least, self._span = exact, least, most - least
        if rounding > self._span * _PRECISE > 0:
            values = np.array(exact(np.arange(len(values))))
        even = np.full(len(values), EVEN)
        self.scaled = (values - least) / self._span if self._span else even

    def of(self, rows: Rows) -> list[float]:
        """The part of these rows, as exactly as `rank` has it."""
        return [
            (value - self._least) / self._span if self._span else EVEN
            for value in self._exact(rows)
        ]


def _room(needed: int, *arrays: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """The arrays, or as many longer ones with the same in front, where they are too short."""
    if needed <= len(arrays[0]):
        return list(arrays)
    return [np.append(array, np.zeros(max(needed, len(array)), array.dtype)) for array in arrays]


def _seconds(time: datetime) -> float:
    return (time - _BEGIN).total_seconds()
