"""Where in a plot is there room for a label, beside the line that it names?

The plot is a grid of small cells; what is drawn makes its cells cost something. A label
goes where its box costs least and stands nearest to its line.

>>> room = Room(0, 400, 0, 200)
>>> room.line([0, 400], [100, 100])
>>> x, y = room.near(80, 16, [0, 400], [100, 100], wish=200)
>>> abs(x - 200) < 4, 8 <= abs(y - 100) < 22
(True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

CELL = 4.0  # px
TAKEN = 1e6  # a label or a disc stands here
CROSSED = 25.0  # a line runs through here
TINTED = 0.05  # a band lies here
ACROSS = 150.0  # another line runs between a label and its own
BESIDE = 5.0  # px between a label and its line
FAR = 1.0  # what a px further from the line costs
ASIDE = 0.04  # what a px away from the wished place costs


class Room:
    """What is taken of the px from x0 to x1 and y0 to y1; names of lines stay within `inner`."""

    def __init__(
        self, x0: float, x1: float, y0: float, y1: float, inner: tuple[float, float] | None = None
    ) -> None:
        self.x0, self.y0, self.inner = x0, y0, inner or (x0, x1)
        self._cost = np.zeros((max(1, int((y1 - y0) / CELL)), max(1, int((x1 - x0) / CELL))))
        self._lines: list[tuple[Sequence[float], Sequence[float]]] = []

    def box(self, x0: float, x1: float, y0: float, y1: float, cost: float = TAKEN) -> None:
        """Let a box cost so much a cell."""
        part = self._cost[self._slices(x0, x1, y0, y1)]
        np.maximum(part, cost, out=part)

    def line(
        self, xs: Sequence[float], ys: Sequence[float], cost: float = CROSSED, apart: bool = True
    ) -> None:
        """Let a line through these points cost so much a cell; names keep to one side of it."""
        if apart:
            self._lines.append((xs, ys))
        rows, columns = self._cost.shape
        for (xa, ya), (xb, yb) in pairwise(zip(xs, ys, strict=True)):
            steps = int(max(abs(xb - xa), abs(yb - ya)) / (CELL / 2)) + 2
            column = ((np.linspace(xa, xb, steps) - self.x0) / CELL).astype(int)
            row = ((np.linspace(ya, yb, steps) - self.y0) / CELL).astype(int)
            inside = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
            row, column = row[inside], column[inside]
            self._cost[row, column] = np.maximum(self._cost[row, column], cost)

    def cost(self, x: float, y: float, width: float, height: float) -> float:
        """What a box around (x, y) would cost; beyond the plot everything is free."""
        part = self._slices(x - width / 2, x + width / 2, y - height / 2, y + height / 2)
        return float(self._cost[part].sum())

    def first(
        self, options: Sequence[tuple[float, float]], width: float, height: float
    ) -> tuple[float, float] | None:
        """The first of the centres that is free, else the cheapest; None where all are taken."""
        costs = []
        for option in options:
            costs.append(self.cost(*option, width, height))
            if costs[-1] < 2 * CROSSED:
                break
        least = min(costs)
        if least >= TAKEN:
            return None
        x, y = options[costs.index(least)]
        self.box(x - width / 2, x + width / 2, y - height / 2, y + height / 2)
        return x, y

    def near(
        self,
        width: float,
        height: float,
        xs: Sequence[float],
        ys: Sequence[float],
        wish: float | None = None,
        aside: float = ASIDE,
    ) -> tuple[float, float] | None:
        """The best centre for a label of the line through these points; it is taken then.

        `wish` is the x it would best stand at. None where no place is free of other labels.
        """
        high, wide = int(-(-height // CELL)) + 1, int(-(-width // CELL)) + 1
        rows, columns = self._cost.shape
        if high > rows or wide > columns:
            return None
        total = np.zeros((rows + 1, columns + 1))
        total[1:, 1:] = self._cost.cumsum(0).cumsum(1)
        covered = total[high:, wide:] - total[:-high, wide:]
        covered -= total[high:, :-wide] - total[:-high, :-wide]
        x = self.x0 + CELL * (np.arange(covered.shape[1]) + wide / 2)
        y = self.y0 + CELL * (np.arange(covered.shape[0]) + high / 2)
        own = np.interp(x, xs, ys)
        # How far the box is from the line: in its middle, and anywhere along its width.
        along = sliding_window_view(np.interp(self.x0 + CELL * np.arange(columns), xs, ys), wide)
        nearest = np.maximum(y[:, None] - along.max(1), along.min(1) - y[:, None])
        away = np.maximum(np.abs(y[:, None] - own), 0) + np.maximum(nearest, 0) - height
        price = covered + FAR / 2 * np.maximum(away - 2 * BESIDE, 0)
        for other in self._lines:
            between = np.interp(x, *other)
            price += ACROSS * ((y[:, None] > between) != (own > between))
        if wish is not None:
            price += aside * np.abs(x - wish)
        price[:, (x - width / 2 < self.inner[0]) | (x + width / 2 > self.inner[1])] = np.inf
        at = np.unravel_index(int(price.argmin()), price.shape)
        if covered[at] >= TAKEN or price[at] == np.inf:
            return None
        best = float(x[at[1]]), float(y[at[0]])
        self.box(best[0] - width / 2, best[0] + width / 2, best[1] - height / 2,
                 best[1] + height / 2)  # fmt: skip
        return best

    def _slices(self, x0: float, x1: float, y0: float, y1: float) -> tuple[slice, slice]:
        return (
            slice(max(0, int((y0 - self.y0) // CELL)), max(0, int(-(-(y1 - self.y0) // CELL)))),
            slice(max(0, int((x0 - self.x0) // CELL)), max(0, int(-(-(x1 - self.x0) // CELL)))),
        )
