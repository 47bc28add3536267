"""How often is the best intent right at each score: may a score be read as a probability?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from engine.statistics import wilson_interval
from ui.charts.canvas import Margin
from ui.charts.placement_plot import BIG, SMALL
from ui.charts.route_axis import TICK_UP, number_axis
from ui.charts.route_frame import LINE, Frame, empty_figure, plot_size
from ui.charts.text_width import text_width
from ui.palette import Theme

HEIGHT = 320
MARGIN = Margin(72, 54, 20, 50)
SCORE = ("mean top score of the bin", "mean top score")
ACCURACY = ("accuracy: best intent right", "accuracy")
WARNING = "scores are not probabilities"
DIAGONAL = ("if scores were probabilities", "score = accuracy")
PLACES = (0.7, 0.6, 0.5, 0.4, 0.3, 0.2)  # of the diagonal, where its name may stand
MOST_COST = 190  # of room for it: lines may be crossed, points, bars and words not
EMPTY = "No query in this split."

Floats = npt.NDArray[np.floating[Any]]


def reliability_figure(
    scores: Sequence[float] | Floats,
    accuracies: Sequence[float] | Floats,
    counts: Sequence[int] | npt.NDArray[np.integer[Any]],
    ece: float,
    theme: Theme,
    width: int,
    *,
    height: int = HEIGHT,
    big: bool = False,
) -> go.Figure:
    """Bins by mean top score: accuracy with 95 % Wilson bars, n above each.

    `ece` is the expected calibration error in 0..1, over the same bins. Empty bins are left
    out.
    """
    k = BIG if big else 1
    bins = [
        (float(score), float(accuracy), int(n))
        for score, accuracy, n in zip(scores, accuracies, counts, strict=True)
        if n
    ]
    if not bins:
        return empty_figure(EMPTY, theme, width, height, k)
    wide, high = plot_size(width, height, MARGIN, k)
    low = min(0.0, *(score for score, _, _ in bins))
    x = number_axis(SCORE, low, 1, px=wide / k)
    y = number_axis(ACCURACY, 0, 1.0, px=high / k, apart=TICK_UP, unit="%")
    frame = Frame(theme, x, y, width=width, height=height, margin=MARGIN, scale=k)
    frame.scatter([0, 1], [0, 1], name="diagonal", mode="lines",
                  line={"color": theme.muted, "width": 2 * k, "dash": "2px,4px"})  # fmt: skip
    _draw_bins(frame, bins)
    frame.room.line([frame.px(0), frame.px(1)], [frame.py(0), frame.py(1)])
    _count_bins(frame, bins)
    _name_diagonal(frame)
    frame.title(f"ECE {ece:.2f}", WARNING)
    return frame.figure()


def _name_diagonal(frame: Frame) -> None:
    """What the diagonal says, beside it, in the longest wording that has room."""
    k = frame.scale
    for words in DIAGONAL:
        wide = text_width(words, SMALL * k)
        aside = wide / 2 + 10 * k
        beside = [
            (frame.px(at) + side * aside, frame.py(at) + side * 8 * k)
            for at in PLACES
            for side in (1, -1)
        ]
        beside = [at for at in beside if aside < at[0] < frame.wide - wide / 2]
        free = [at for at in beside if frame.room.cost(*at, wide, 16 * k) < MOST_COST]
        if free and wide < 0.7 * frame.wide:
            frame.plate(free, words, ground=frame.theme.page, size=SMALL, color=frame.theme.muted)
            break


def _draw_bins(frame: Frame, bins: Sequence[tuple[float, float, int]]) -> None:
    theme, k = frame.theme, frame.scale
    ends = [wilson_interval(min(accuracy * n, n), n) for _, accuracy, n in bins]
    sizes = np.sqrt([n for _, _, n in bins])
    sizes = (8 + 8 * sizes / sizes.max()) * k
    frame.scatter(
        [score for score, _, _ in bins], [accuracy for _, accuracy, _ in bins], name="bins",
        mode="lines+markers", cliponaxis=False,
        line={"color": theme.link, "width": 2 * k},
        marker={"color": theme.link, "size": sizes.astype(np.float32), "opacity": 1,
                "line": {"color": theme.page, "width": 2 * k}},
        error_y={"type": "data", "symmetric": False, "color": theme.link, "thickness": 2 * k,
                 "width": 5 * k,
                 "array": [high - accuracy
                           for (_, accuracy, _), (_, high) in zip(bins, ends, strict=True)],
                 "arrayminus": [accuracy - low
                                for (_, accuracy, _), (low, _) in zip(bins, ends, strict=True)]},
        hovertext=[
            f"<b>mean top score {score:.3f}</b><br>accuracy {100 * accuracy:.1f} &#37;, "
            f"95 &#37;: {100 * low:.1f} to {100 * high:.1f}<br>n {n:,}"
            for (score, accuracy, n), (low, high) in zip(bins, ends, strict=True)
        ],
    )  # fmt: skip
    for (score, accuracy, _), (low, high), size in zip(bins, ends, sizes.tolist(), strict=True):
        px, py = frame.px(score), frame.py(accuracy)
        frame.room.box(px - 4, px + 4, frame.py(high), frame.py(low), cost=200)
        frame.room.box(px - size / 2, px + size / 2, py - size / 2, py + size / 2)


def _count_bins(frame: Frame, bins: Sequence[tuple[float, float, int]]) -> None:
    """How many queries each bin holds, in a row above the plot, over its point."""
    k, muted = frame.scale, frame.theme.muted
    frame.text(-8 * k, -LINE / 2 * k, "n", size=SMALL, color=muted, anchor="right")
    taken = -1e9
    for score, _, n in bins:
        px, half = frame.px(score), text_width(f"{n:,}", SMALL * k) / 2
        if px - half > taken:
            frame.text(px, -LINE / 2 * k, f"{n:,}", size=SMALL, color=muted)
            taken = px + half + 4 * k
