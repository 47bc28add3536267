"""How are named things drawn as lying bars, the name and its number at the left of each?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ui.charts.canvas import Margin
from ui.charts.literal import literal, one_line
from ui.charts.placement_plot import TEXT
from ui.charts.route_axis import Axis, number_axis
from ui.charts.route_frame import Frame
from ui.charts.text_width import shorten, text_width
from ui.palette import Theme

PITCH = 28  # px from bar to bar
THICK = 0.72  # of the pitch
NAMES = 0.42  # of the width that names and numbers take at most, unless told
GAP = 6  # px between a name and its number, and between that and the plot


class Bar(NamedTuple):
    """A bar from 0 to `value`: its name as the user wrote it, colour, edge, and hover text."""

    name: str
    value: float
    color: str
    edge: str
    hover: str  # escaped already


def bar_frame(
    bars: Sequence[Bar],
    titles: Sequence[str],
    span: tuple[float, float],
    theme: Theme,
    width: int,
    scale: float,
    *,
    head: float = 8,
    share: float = NAMES,
) -> Frame:
    """The bars from top to bottom over an axis from `span[0]` to `span[1]`.

    Names and numbers take at most `share` of the width.
    """
    size = TEXT * scale
    numbers = [f"{bar.value:.2f}".replace("-", "−") for bar in bars]
    most = share * width - max(text_width(n, size, True) for n in numbers) - 2 * GAP * scale
    names = [shorten(one_line(bar.name), most, size) for bar in bars]
    words = [f"{literal(a)} <b>{b}</b>" for a, b in zip(names, numbers, strict=True)]
    left = max(
        text_width(a, size) + text_width(b, size, True) for a, b in zip(names, numbers, strict=True)
    )
    margin = Margin(left / scale + 3 * GAP, head, 16, 48)
    height = head + 48 + PITCH * len(bars)
    px = (width - scale * (margin.left + margin.right)) / scale
    x = number_axis(titles, *span, px=max(px, 40))
    rows = list(range(len(bars)))
    y = Axis([""], len(bars) - 0.5, -0.5, rows, words)
    frame = Frame(theme, x, y, width=width, height=height, margin=margin, scale=scale)
    frame.traces.append(
        {
            "type": "bar",
            "name": "bars",
            "orientation": "h",
            "x": [bar.value for bar in bars],
            "y": rows,
            "width": THICK,
            "marker": {"color": [bar.color for bar in bars],
                       "line": {"color": [bar.edge for bar in bars], "width": scale}},
            "hoverinfo": "text",
            "hovertext": [bar.hover for bar in bars],
        }
    )  # fmt: skip
    return frame


def name_style(frame: Frame) -> dict[str, object]:
    """How the axis of names is written: in the colour and size of text, without ticks."""
    return {
        "ticks": "",
        "showgrid": False,
        "showline": True,
        "tickfont": {"size": TEXT * frame.scale, "color": frame.theme.text},
        "ticklabelstandoff": int(GAP * frame.scale),
    }
