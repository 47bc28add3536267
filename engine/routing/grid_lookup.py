"""How many values of a sorted grid does each of many numbers reach, faster than by searching?

The range of the grid is cut into equal buckets. A number falls into its bucket by one product
and one cut to an integer; both keep the order of numbers, rounding included. So every grid
value in a lower bucket is smaller, every one in a higher bucket is larger, and a table says
how many are reached: exactly, unless the bucket itself holds a grid value. Such buckets are
marked in the table, and the few numbers in them are searched for.

>>> lookup = GridLookup.of(np.array([0.1, 0.2, 0.7]))
>>> lookup.reached(np.array([0.05, 0.1, 0.6, 0.7 - 0.6, 9.0, -1.0]))
array([0, 1, 2, 0, 3, 0])
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

# Fewer numbers than this are searched for: stepping takes more calls.
FEW = 1_000

Table = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class GridLookup:
    """A sorted grid with its table: `table[bucket]` is `step` × how many values are reached.

    The bucket of a number is `number * scale`, kept within the table, without its fraction.
    Where a bucket holds a grid value the table says `unsure` instead, which is more than all
    that two tables made with it can add up to: the sum of two entries still tells that one of
    them was unsure.
    """

    grid: Floats
    step: int
    scale: float
    table: Table
    unsure: int
    below: Ints
    crowd: int
    padded: Floats

    @staticmethod
    def of(grid: Floats, step: int = 1, cells: int = 1 << 20, buckets: int = 1 << 13) -> GridLookup:
        """The lookup of a grid; remembered, for a page asks for the same one again and again.

        `cells` is what an entry, or the sum of two, stays below: up to 16,384 they take two
        bytes. More buckets leave fewer numbers to search for, and take longer to lay out.
        Raises `ValueError` for a grid that is not sorted or holds a NaN.
        """
        return _made(grid.tobytes(), step, cells <= 1 << 14, buckets)

    def settle(self, numbers: Floats) -> Ints:
        """`step` × how many values each number reaches, by comparing it with them.

        Few numbers are searched for. Many, as where scores are grid values themselves, begin
        at what the buckets below theirs hold and step over the values of their own.
        """
        if len(numbers) < FEW or self.crowd > 4:
            return self.grid.searchsorted(numbers, side="right") * self.step
        reached = self.below[self.bucket(numbers)]
        for _ in range(self.crowd):
            reached += numbers >= self.padded[reached]
        return reached * self.step

    def bucket(self, numbers: Floats) -> Ints:
        """The bucket of each number."""
        return (numbers * self.scale).clip(0.0, len(self.table) - 1.0).astype(np.intp)

    def reached(self, numbers: Floats) -> Ints:
        """`step` × how many values each number reaches, by the table. `ValueError` for a NaN."""
        if np.isnan(numbers).any():
            raise ValueError("expected numbers; found NaN")
        found = self.table[self.bucket(numbers)].astype(np.intp)
        (rows,) = (found >= self.unsure).nonzero()
        found[rows] = self.settle(numbers[rows])
        return found


@lru_cache(maxsize=16)
def _made(data: bytes, step: int, small: bool, buckets: int) -> GridLookup:
    grid = np.frombuffer(data)
    wrong = np.flatnonzero(~(grid[1:] >= grid[:-1]))
    if wrong.size or np.isnan(grid).any():
        found = grid[wrong[0] : wrong[0] + 2].tolist() if wrong.size else math.nan
        raise ValueError(f"expected a grid in ascending order; found {found}")
    # The last bucket holds no grid value, so that all that lies above the grid is sure. Below
    # 1e-290 the scale would be infinite, and no order would be left.
    largest = float(np.abs(grid[np.isfinite(grid)]).max(initial=0.0))
    scale = (buckets - 2) / largest if largest > 1e-290 else 1.0
    of_grid = np.clip(grid * scale, 0, buckets - 1).astype(np.intp)
    held = np.bincount(of_grid, minlength=buckets)
    unsure = 1 << (14 if small else 30)
    below = np.cumsum(held) - held
    table: Table = (below * step).astype(np.uint16 if small else np.int64)
    table[of_grid] = unsure
    # No number is ≥ NaN, so that a step past the last value is never taken.
    padded = np.append(grid, math.nan)
    return GridLookup(grid, step, scale, table, unsure, below, int(held.max()), padded)
