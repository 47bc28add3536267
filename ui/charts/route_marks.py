"""What lies on a map of gates: the gate set now, the tuned one, its resamples, one query?

A mark beyond the map stands at its edge, with the number it stands for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ui.charts.placement_plot import SMALL
from ui.charts.route_frame import PLATE, Frame
from ui.charts.text_width import text_width
from ui.palette import GOLD

Gate = tuple[float, float]  # threshold and margin, or a query's top score and gap

WHITE, BLACK = "#FFFFFF", "#000000"
NOW_SIZE, STAR_SIZE = 20, 19
RING, MOST_RING = 8, 26  # px across of one resample, and of the most that fall on one gate
DOT = 13
INSIDE = ": routed by any gate inside"


def draw_cloud(frame: Frame, cloud: npt.NDArray[np.float64]) -> None:
    """A ring for each gate that resamples chose, its area by how many did."""
    if not len(cloud):
        return
    gates, counts = np.unique(cloud, axis=0, return_counts=True)
    inside = (gates[:, 0] >= frame.x.low) & (gates[:, 0] <= frame.x.high)
    inside &= (gates[:, 1] >= frame.y.low) & (gates[:, 1] <= frame.y.high)
    gates, counts = gates[inside], counts[inside]
    size = np.clip(RING * np.sqrt(counts), RING, MOST_RING) * frame.scale
    frame.scatter(
        gates[:, 0].astype(np.float32), gates[:, 1].astype(np.float32), name="resamples",
        mode="markers", cliponaxis=False,
        marker={"color": "rgba(255,255,255,.5)", "size": size.astype(np.float32), "opacity": 1,
                "line": {"color": BLACK, "width": frame.scale}},
    )  # fmt: skip


def draw_now(frame: Frame, gate: Gate) -> None:
    """✚ where the gate is now: white with a black edge."""
    _mark(frame, "now", gate, "cross", NOW_SIZE, WHITE)


def draw_tuned(frame: Frame, gate: Gate) -> None:
    """★ where tuning put it: gold with a black edge."""
    _mark(frame, "tuned", gate, "star", STAR_SIZE, GOLD)


def draw_query(frame: Frame, query: Gate, bounds: bool) -> None:
    """A query as a dot; its dotted bounds enclose the gates that route it."""
    x, y = held(frame, query)
    if bounds:
        for color, width, dash in ((WHITE, 4, "solid"), (BLACK, 2.5, "dot")):
            line = {"color": color, "width": width * frame.scale, "dash": dash}
            frame.scatter([frame.x.low, x, x], [y, y, frame.y.low], mode="lines", line=line)
    frame.scatter([x], [y], name="query", mode="markers", cliponaxis=False,
                  marker={"color": BLACK, "size": DOT * frame.scale, "opacity": 1,
                          "line": {"color": WHITE, "width": 2 * frame.scale}})  # fmt: skip
    _take(frame, x, y, DOT)


def name_query(frame: Frame, query: Gate, more: str = "") -> None:
    """The name of the dot, beside it, clear of what stands there already."""
    k, (x, y) = frame.scale, held(frame, query)
    words = f"<b>this query</b>{more}"
    wide = text_width(f"this query{more}", SMALL * k, True)
    if wide > 0.9 * frame.wide:
        words, wide = "<b>this query</b>", text_width("this query", SMALL * k, True)
    px, py = frame.px(x), frame.py(y)
    aside, away = wide / 2 + 4 * k, 20 * k
    options = [(px + side * aside, py + down * away) for down in (1, -1, 3, -3) for side in (-1, 1)]
    frame.plate(options, words, ground=WHITE, size=SMALL, color=BLACK)


def held(frame: Frame, gate: Gate) -> Gate:
    """The gate, or the nearest place on the plot."""
    return (
        min(max(gate[0], frame.x.low), frame.x.high),
        min(max(gate[1], frame.y.low), frame.y.high),
    )


def _mark(frame: Frame, name: str, gate: Gate, symbol: str, size: float, color: str) -> None:
    k = frame.scale
    x, y = held(frame, gate)
    edge: dict[str, Any] = {"color": BLACK, "width": 2 * k}
    frame.scatter([x], [y], name=name, mode="markers", cliponaxis=False,
                  marker={"symbol": symbol, "size": size * k, "color": color, "opacity": 1,
                          "line": edge})  # fmt: skip
    _take(frame, x, y, size)
    beyond = []
    if x != gate[0]:
        beyond.append(f"threshold {gate[0]:.2f} {'→' if gate[0] > x else '←'}")
    if y != gate[1]:
        beyond.append(f"margin {gate[1]:.2f} {'↑' if gate[1] > y else '↓'}")
    if beyond:
        away = (size + PLATE) / 2 * k + 4
        options = [(frame.px(x), frame.py(y) + down * away) for down in (1, -1)]
        text = ", ".join(beyond).replace("-", "−")
        frame.plate(options, text, ground=WHITE, size=SMALL, color=BLACK)


def _take(frame: Frame, x: float, y: float, size: float) -> None:
    """Let no label stand where a mark is."""
    half, px, py = size / 2 * frame.scale, frame.px(x), frame.py(y)
    frame.room.box(px - half, px + half, py - half, py + half)
