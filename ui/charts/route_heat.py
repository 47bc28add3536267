"""Over which range do nine flat colours tell good gates from poor ones, and where do cells end?

>>> heat_range(np.array([[0.0, 0.25, 0.5], [0.25, 0.25, 0.75]]))
(0.1875, 0.75)
>>> levels(np.array([0.0, 0.3, 0.6]), (0.0, 0.6), lower_is_better=False).tolist()
[0, 4, 8]
>>> edges([0.0, 0.1, 0.3]).round(2).tolist()
[-0.05, 0.05, 0.2, 0.4]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

STEPS = 9
POOR = 15  # percentile below which all is one colour, or the useless corner eats the scale
UNKNOWN = STEPS  # the level of a cell without a value
FLAT = 0.05  # half the range of a map whose cells are all alike

Floats = npt.NDArray[np.floating[Any]]


def heat_range(*grids: Floats, lower_is_better: bool = False) -> tuple[float, float]:
    """The range of colours for maps that stand side by side: from poor to the best cell.

    Poor is the 15th percentile of all cells, or the 85th of a metric whose best is the lowest.
    Cells without a value (nan) do not count; without any, (0, 1).
    """
    values = np.concatenate([np.ravel(grid) for grid in grids]) if grids else np.array([])
    values = values[np.isfinite(values)]
    if not values.size:
        return 0.0, 1.0
    if lower_is_better:
        low, high = float(values.min()), float(np.percentile(values, 100 - POOR))
    else:
        low, high = float(np.percentile(values, POOR)), float(values.max())
    if high - low < 1e-9:
        # Nearly all are as good as the best one: poor is then the worst there is.
        low, high = float(values.min()), float(values.max())
    if high - low < 1e-9:
        return low - FLAT, high + FLAT
    return low, high


def levels(
    values: Floats, heat: tuple[float, float], lower_is_better: bool
) -> npt.NDArray[np.uint8]:
    """The colour of each value, 0 (poor) to 8 (best), and 9 where there is no value."""
    low, high = heat
    with np.errstate(invalid="ignore"):
        share = (values - low) / (high - low)
        share = 1 - share if lower_is_better else share
        level = np.clip(np.floor(share * STEPS), 0, STEPS - 1)
    return np.where(np.isfinite(values), level, UNKNOWN).astype(np.uint8)


def edges(centres: Sequence[float] | Floats) -> Floats:
    """Where the cells around these centres begin and end: one number more than centres."""
    at = np.asarray(centres, dtype=np.float64)
    if at.size < 2:
        half = 0.05
        return np.array([at[0] - half, at[0] + half]) if at.size else np.array([])
    middles = (at[:-1] + at[1:]) / 2
    return np.concatenate([[2 * at[0] - middles[0]], middles, [2 * at[-1] - middles[-1]]])


def worth_showing(
    heat: tuple[float, float], *grids: Floats, lower_is_better: bool = False
) -> tuple[int, int]:
    """How many thresholds and margins to show: none of those after which every cell is poor.

    `grids` share one shape. One of each at least.

    >>> worth_showing((0.2, 0.9), np.array([[0.9, 0.3, 0.1], [0.2, 0.1, 0.0]]))
    (1, 2)
    """
    if not grids or not grids[0].size:
        return 0, 0
    good = np.zeros(grids[0].shape, dtype=bool)
    for grid in grids:
        with np.errstate(invalid="ignore"):
            good |= grid < heat[1] if lower_is_better else grid > heat[0]
    counts = []
    for other in (1, 0):
        found = np.flatnonzero(good.any(axis=other))
        counts.append(int(found[-1]) + 1 if found.size else good.shape[1 - other])
    return counts[0], counts[1]
