"""Which queries are drawn where there are too many for a picture to hold?

Crowded places are thinned, so that what stands alone stays; what is routed wrongly comes first.

>>> top = np.array([0.5, 0.5, 0.5, 0.9]); gap = np.array([0.1, 0.1, 0.1, 0.3])
>>> rows_to_draw(top, gap, np.array([False, False, True, False]), most=3).tolist()
[0, 2, 3]
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

COLUMNS, ROWS = 64, 48  # places among which density is evened out

Floats = npt.NDArray[np.floating[Any]]
Rows = npt.NDArray[np.intp]


def rows_to_draw(top: Floats, gap: Floats, first: npt.NDArray[np.bool_] | None, most: int) -> Rows:
    """At most `most` row numbers, in order; those of `first` before all others.

    Without chance: each place keeps its earliest rows, as many as the least crowded allow.
    """
    if top.size <= most:
        return np.arange(top.size)
    rank = _rank_in_place(_places(top, COLUMNS) * ROWS + _places(gap, ROWS))
    if first is None:
        first = np.zeros(top.size, dtype=np.bool_)
    kept = _thinned(np.flatnonzero(first), rank, most)
    rest = _thinned(np.flatnonzero(~first), rank, most - kept.size)
    return np.sort(np.concatenate([kept, rest]))


def _places(values: Floats, count: int) -> npt.NDArray[np.int16]:
    low, high = float(values.min()), float(values.max())
    share = (values - low) / max(high - low, 1e-12)
    return np.minimum((share * count).astype(np.int16), count - 1)


def _rank_in_place(place: npt.NDArray[np.int16]) -> Rows:
    """For each row how many earlier ones stand in the same place."""
    order = np.argsort(place, kind="stable")
    ordered = place[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    lengths = np.diff(np.concatenate([starts, [place.size]]))
    rank = np.empty(place.size, dtype=np.intp)
    rank[order] = np.arange(place.size) - np.repeat(starts, lengths)
    return rank


def _thinned(rows: Rows, rank: Rows, most: int) -> Rows:
    """The `most` of these rows that are the earliest in their places."""
    if rows.size <= most:
        return rows
    return rows[np.argsort(rank[rows], kind="stable")[:most]]
