"""From which margin on does the risk of what is routed stay under a ceiling, by threshold?

>>> risk = np.array([[0.3, 0.04, 0.06, 0.01], [0.04, 0.03, np.nan, np.nan], [0.2, 0.2, 0.2, 0.2]])
>>> stays_under(risk, 0.05).tolist()
[3, 0, 4]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ui.charts.placement_plot import SMALL
from ui.charts.route_frame import Frame

LEVELS = (0.05, 0.10, 0.20)
WISHES = (0.62, 0.36, 0.12)  # shares of a line at which its label would best stand
INK = "#000000"
HALO = "#FFFFFF"
TRIES = 24

# A ceiling, and its line in data units.
Line = tuple[float, list[float | None], list[float | None]]
Floats = npt.NDArray[np.floating[Any]]


def stays_under(risk: Floats, level: float) -> npt.NDArray[np.intp]:
    """For each threshold the index of the smallest margin from which risk stays ≤ `level`.

    `risk` has the shape (thresholds, margins), nan where nothing is routed: that keeps under
    any ceiling. The number of margins where no margin is enough.
    """
    over = risk > level  # nan is not
    last = over.shape[1] - np.argmax(over[:, ::-1], axis=1)
    return np.where(over.any(axis=1), last, 0)


def iso_line(
    risk: Floats, level: float, x_edges: Floats, y_edges: Floats
) -> tuple[list[float | None], list[float | None]]:
    """The line of one ceiling along the edges of cells, in data units; None where it breaks.

    It runs where some margin is needed and some is enough; from there it drops to the bottom.
    """
    at = stays_under(risk, level)
    none_is_enough = at == risk.shape[1]
    nothing = np.isnan(risk).all(axis=1)
    xs: list[float | None] = []
    ys: list[float | None] = []
    before = None
    for column, index in enumerate(at.tolist()):
        here = None if none_is_enough[column] or nothing[column] else float(y_edges[index])
        left, right = float(x_edges[column]), float(x_edges[column + 1])
        if here is not None and index > 0:
            xs += [left, right]
            ys += [here, here]
        elif before is not None:
            if here is not None:
                xs.append(left)
                ys.append(here)
            xs.append(None)
            ys.append(None)
            here = None
        else:
            here = None
        before = here
    return xs, ys


def iso_lines(risk: Floats, x_edges: Floats, y_edges: Floats) -> list[Line]:
    """The lines of all ceilings that some gate keeps and some other does not."""
    lines = [(level, *iso_line(risk, level, x_edges, y_edges)) for level in LEVELS]
    return [line for line in lines if line[1]]


def draw_iso(frame: Frame, lines: Sequence[Line]) -> None:
    """The lines, black on a white halo."""
    k = frame.scale
    for _, xs, ys in lines:
        # None becomes nan, and 32-bit floats are half the size of written numbers.
        places = np.array([xs, ys], dtype=np.float32)
        for color, width in ((HALO, 5), (INK, 2)):
            frame.scatter(*places, mode="lines", line={"color": color, "width": width * k})


def name_iso(frame: Frame, lines: Sequence[Line]) -> None:
    """A label for each line in a white box, over the resamples and clear of the other marks."""
    for level, xs, ys in lines:
        options = _along(frame, xs, ys, WISHES[LEVELS.index(level)])
        frame.plate(options, f"risk {100 * level:g} %", ground=HALO, size=SMALL, color=INK)


def _along(
    frame: Frame, xs: Sequence[float | None], ys: Sequence[float | None], wish: float
) -> list[tuple[float, float]]:
    """Places along a line in px, the wished one first."""
    pxs = np.array([math.nan if x is None else frame.px(x) for x in xs])
    pys = np.array([math.nan if y is None else frame.py(y) for y in ys])
    # A step into a gap is nan: it takes no way, so no label stands in a gap.
    way = np.nan_to_num(np.hypot(np.diff(pxs), np.diff(pys))).cumsum()
    way, drawn = np.concatenate([[0.0], way]), ~np.isnan(pxs)
    way, pxs, pys = way[drawn], pxs[drawn], pys[drawn]
    shares = np.linspace(0, 1, TRIES)
    shares = shares[np.argsort(np.abs(shares - wish), kind="stable")]
    at = shares * way[-1]
    return list(
        zip(np.interp(at, way, pxs).tolist(), np.interp(at, way, pys).tolist(), strict=True)
    )
