"""How many queries does each pair of threshold and margin route right, wrong, or not at all?

>>> sweep = sweep_gates([0.9, 0.7, 0.4], [0.2, 0.6, 0.0], [True, True, False],
...                     [True, True, False], thresholds=[0.2, 0.5], margins=[0.0, 0.1])
>>> sweep.routed_right
array([[2, 1],
       [2, 1]])
>>> sweep.ambiguous_tie  # 0.7 − 0.6 < 0.1 in floating point
array([[0, 1],
       [0, 1]])
>>> (sweep + sweep).low_confidence
array([[0, 0],
       [2, 2]])
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.routing.grid_lookup import Floats, GridLookup, Ints
from engine.routing.judged import Bools, Judged

# What becomes of a query that is routed: the first axis of `GateSweep.cells`.
OUT_OF_SCOPE, WRONG, RIGHT = range(3)
# So many rows at once, that what is worked on stays in the processor's second cache.
ROWS = 1 << 15
LEAST = np.nextafter(0.0, 1.0)
# Above so many rows a larger table, with fewer numbers to search for, is laid out in no time.
MANY = 100_000


@dataclass(frozen=True, eq=False)
class GateSweep:
    """Exact counts for every cell of thresholds × margins, as integer arrays of that shape.

    `cells[kind, i, j]` counts the queries that reach i of the thresholds and j of the margins,
    by what they would be when routed: out of scope, wrong, right. That is all a sweep knows of
    its queries; all counts are sums of it, and sweeps of disjoint queries add up with `+`.
    """

    thresholds: Floats
    margins: Floats
    cells: Ints

    def __post_init__(self) -> None:
        # Read once by all that count: what a sweep says must not change under them.
        self.cells.flags.writeable = False

    def __add__(self, other: GateSweep) -> GateSweep:
        """The sweep of both sets of queries. `ValueError` where the grids differ."""
        if not isinstance(other, GateSweep):
            return NotImplemented
        for name in ("thresholds", "margins"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if not np.array_equal(mine, theirs):
                raise ValueError(
                    f"sweeps add up on equal grids; the {name} differ: "
                    f"{len(mine)} and {len(theirs)} of them"
                )
        return GateSweep(self.thresholds, self.margins, self.cells + other.cells)

    @cached_property
    def _routed(self) -> Ints:
        return routed_at_least(self.cells)

    @property
    def routed_right(self) -> Ints:
        """Routed to an intent that is meant."""
        counts: Ints = self._routed[RIGHT]
        return counts

    @property
    def routed_wrong(self) -> Ints:
        """In scope, and routed to another intent."""
        counts: Ints = self._routed[WRONG]
        return counts

    @property
    def routed_out_of_scope(self) -> Ints:
        """Routed, although no intent is meant."""
        counts: Ints = self._routed[OUT_OF_SCOPE]
        return counts

    @cached_property
    def low_confidence(self) -> Ints:
        """Stopped by the threshold; the margin plays no part in it."""
        below = self._by_threshold.sum(axis=0)[:-1].cumsum()
        shape = len(self.thresholds), len(self.margins)
        return np.repeat(below, shape[1]).reshape(shape)

    @cached_property
    def ambiguous_tie(self) -> Ints:
        """Past the threshold, and stopped by the margin."""
        counts: Ints = self.queries - self.low_confidence
        for routed in self._routed:
            counts -= routed
        return counts

    @cached_property
    def _by_threshold(self) -> Ints:
        sums: Ints = self.cells.sum(axis=2)
        return sums

    @property
    def queries(self) -> int:
        """How many queries were swept."""
        return int(self._by_threshold.sum())

    @property
    def out_of_scope(self) -> int:
        """How many of them are out of scope."""
        return int(self._by_threshold[OUT_OF_SCOPE].sum())

    @property
    def in_scope(self) -> int:
        """How many of them are in scope."""
        return self.queries - self.out_of_scope


def routed_at_least(cells: Ints) -> Ints:
    """For the gate of each cell, how many queries reach its threshold and its margin.

    Sums over the last two axes from the far end; the cells of no threshold and of no margin
    fall away. `cells` may have any axes before these: kinds, resamples.
    """
    sums: Ints = cells[..., :0:-1, :0:-1].cumsum(axis=-2)
    return np.cumsum(sums, axis=-1, out=sums)[..., ::-1, ::-1]


def sweep_gates(
    top: npt.ArrayLike,
    second: npt.ArrayLike,
    intended_correct: npt.ArrayLike,
    in_scope: npt.ArrayLike,
    thresholds: npt.ArrayLike,
    margins: npt.ArrayLike,
) -> GateSweep:
    """What every gate of a grid does with every query, in O(queries + cells), exactly.

    One row a query: the best and the second score, whether the best intent is meant, and
    whether any is (out of scope, `intended_correct` plays no part). The gates are the router's:

        score ≤ 0 or score < threshold              → low_confidence
        else second > 0 and score − second < margin → ambiguous_tie (margin 0 never ties)
        else                                        → routed

    in float64, so 0.7 − 0.6 < 0.1 ties here as there. The grids are any sorted numbers, evenly
    spaced or not, repeated or negative ones too. A score of infinity passes every gate. Raises
    `ValueError` for rows of different lengths, grids that are not sorted, and NaN.
    """
    tops, seconds, rows, columns = (
        np.ascontiguousarray(x, dtype=np.float64) for x in (top, second, thresholds, margins)
    )
    right, inside = (np.ascontiguousarray(x, dtype=np.bool_) for x in (intended_correct, in_scope))
    n = len(tops)
    if not n == len(seconds) == len(right) == len(inside):
        raise ValueError(
            "expected one row a query; found "
            f"{n:,} top, {len(seconds):,} second, {len(right):,} correct, {len(inside):,} in scope"
        )
    # One cell more than grid values: a query reaches none of them, or up to all.
    shape = (3, len(rows) + 1, len(columns) + 1)
    keys = _cell_of_each(tops, seconds, right, inside, rows, columns)
    counts = np.bincount(keys, minlength=shape[0] * shape[1] * shape[2])
    return GateSweep(rows, columns, counts.reshape(shape))


def sweep_judged(judged: Judged, thresholds: npt.ArrayLike, margins: npt.ArrayLike) -> GateSweep:
    """The sweep of judged queries, collisions left out: one label cannot judge them."""
    rows = judged.single
    return sweep_gates(rows.top, rows.second, rows.correct, rows.in_scope, thresholds, margins)


def _cell_of_each(
    top: Floats, second: Floats, right: Bools, inside: Bools, thresholds: Floats, margins: Floats
) -> npt.NDArray[np.integer[Any]]:
    """For each query the flat index of its cell, by two lookups.

    score ≤ 0 or score < threshold is the same as score < max(threshold, the least number above
    0); and a second score of 0 or less is as good as an infinite gap.
    """
    n, width = len(top), len(margins) + 1
    cells = (len(thresholds) + 1) * width
    buckets = 1 << (13 if n < MANY else 16)
    rows = GridLookup.of(np.maximum(thresholds, LEAST), width, cells, buckets)
    columns = GridLookup.of(margins, 1, cells, buckets)
    keys = np.empty(n, rows.table.dtype)
    # A cast to 64 bits in two steps takes half the time of one: most processors have no other.
    block = min(n, ROWS)
    places, short, index = (np.empty((2, block), t) for t in (np.float64, np.int32, np.intp))
    column_keys = np.empty(block, keys.dtype)
    for start in range(0, n, ROWS):
        part = slice(start, start + ROWS)
        scores, key = top[part], keys[part]
        if len(key) < block:
            places, short, index = (x[:, : len(key)] for x in (places, short, index))
            column_keys = column_keys[: len(key)]
        gaps = scores - second[part]
        if not gaps.max() <= np.inf:
            raise ValueError("expected scores that are numbers; found NaN")
        (alone,) = (second[part] <= 0).nonzero()
        gaps[alone] = np.inf
        np.multiply(scores, rows.scale, out=places[0])
        np.multiply(gaps, columns.scale, out=places[1])
        places.clip(0.0, buckets - 1.0, out=places)
        np.copyto(short, places, casting="unsafe")
        np.copyto(index, short)
        rows.table.take(index[0], out=key, mode="wrap")
        columns.table.take(index[1], out=column_keys, mode="wrap")
        key += column_keys
        (unsure,) = (key >= rows.unsure).nonzero()
        key[unsure] = rows.settle(scores[unsure]) + columns.settle(gaps[unsure])
        kind = inside[part].view(np.uint8) + (right[part] & inside[part]).view(np.uint8)
        key += np.multiply(kind, cells, dtype=key.dtype)
    return keys
