"""Which intents lie so close to each other that a router mistakes one for the other?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from ui.charts.literal import literal
from ui.charts.placement_plot import BIG
from ui.charts.route_bars import Bar, bar_frame, name_style
from ui.charts.route_frame import empty_figure
from ui.charts.text_width import shorten
from ui.palette import Theme

MOST_PAIRS = 12
NAMES = 0.56  # of the width: two names a bar
HOVER = 420  # px of width of a line in a hover box
EMPTY = "Fewer than two intents: nothing to compare."


class Overlap(NamedTuple):
    """Two intents, how close they are (1: the same), and which words they share."""

    first: str
    second: str
    closeness: float
    shared: Sequence[str] = ()


def overlap_figure(
    pairs: Sequence[Overlap],
    theme: Theme,
    width: int,
    *,
    axis: str = "closeness: cosine of the two intents",
    most: int = MOST_PAIRS,
    big: bool = False,
) -> go.Figure:
    """The closest pairs of intents as bars, the closest on top."""
    k = BIG if big else 1
    closest = sorted(pairs, key=lambda pair: -pair.closeness)[:most]
    if not closest:
        return empty_figure(EMPTY, theme, width, 160, k)
    color = theme.overlays[0]
    bars = [Bar(f"{p.first} · {p.second}", p.closeness, color, color, _hover(p)) for p in closest]
    low = min(0.0, *(bar.value for bar in bars))
    high = max(1.0, *(bar.value for bar in bars))
    frame = bar_frame(bars, (axis, "closeness"), (low, high), theme, width, k, share=NAMES)
    return frame.figure(yaxis=name_style(frame))


def _hover(pair: Overlap) -> str:
    head = f"<b>{literal(pair.first)}</b> and <b>{literal(pair.second)}</b>: {pair.closeness:.3f}"
    if not pair.shared:
        return head
    return f"{head}<br>shared: {literal(shorten(', '.join(pair.shared), HOVER, 15))}"
