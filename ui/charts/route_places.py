"""Where in the scatter is a query drawn, and which queries lie where somebody drew a selection?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ui.charts.clicks import selected_rows

GAP_MOST = 0.3  # a gap beyond is drawn here: no margin worth setting lies there
RULED = 0.09  # of a span, beyond the last score: room for what rules answered

Floats = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]


def score_span(top: Floats) -> tuple[float, float, bool]:
    """The lowest score or 0, the highest, and whether a rule answered any query."""
    scores = top[np.isfinite(top)]
    if not scores.size:
        return 0.0, 1.0, True
    low = min(0.0, float(scores.min()))
    return low, max(float(scores.max()), low + 0.1), scores.size < top.size


def ruled_at(low: float, last: float) -> float:
    """Where a query stands whose score is infinite: a rule answered it."""
    return last + (last - low) * RULED * 0.8


def drawn_at(top: Floats, gap: Floats) -> tuple[Floats, Floats]:
    """Where queries are drawn: their gaps held at the most that is shown, rules at the edge."""
    low, last, _ = score_span(top)
    xs = np.where(np.isfinite(top), top, ruled_at(low, last))
    return xs.astype(np.float32), np.clip(gap, 0, GAP_MOST).astype(np.float32)


def rows_selected(event: Mapping[str, Any] | None, top: Floats, gap: Floats) -> list[int]:
    """The rows within the boxes and lassos drawn, also those not drawn; else those clicked on.

    `top` and `gap` are those of the figure.

    >>> event = {"selection": {"box": [{"x": [0.8, 0.4], "y": [0.1, 0.5]}]}}
    >>> rows_selected(event, np.array([0.5, 0.5, 0.9]), np.array([0.9, 0.0, 0.2]))
    [0]
    """
    selection = (event or {}).get("selection") or {}
    boxes, lassos = selection.get("box") or [], selection.get("lasso") or []
    if not (boxes or lassos) or not top.size:
        return selected_rows(event)
    xs, ys = drawn_at(top, gap)
    inside = np.zeros(top.size, dtype=np.bool_)
    for box in boxes:
        (x0, x1), (y0, y1) = sorted(box["x"]), sorted(box["y"])
        inside |= (x0 <= xs) & (xs <= x1) & (y0 <= ys) & (ys <= y1)
    for lasso in lassos:
        inside |= _within(xs, ys, lasso["x"], lasso["y"])
    return np.flatnonzero(inside).tolist()


def _within(xs: Floats, ys: Floats, across: Sequence[float], up: Sequence[float]) -> Bools:
    """Which points lie in a polygon: a ray from each crosses its sides an odd number of times."""
    odd = np.zeros(xs.size, dtype=np.bool_)
    for at in range(len(across)):
        (x0, y0), (x1, y1) = (across[at - 1], up[at - 1]), (across[at], up[at])
        if y0 != y1:
            crossed = x0 + (ys - y0) / (y1 - y0) * (x1 - x0)
            odd ^= ((y0 > ys) != (y1 > ys)) & (xs < crossed)
    return odd
