"""Two settings on one set of queries: by how much do their metrics differ, and is it chance?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from ui.charts.canvas import Margin
from ui.charts.literal import literal, one_line
from ui.charts.placement_plot import BIG, SMALL, TEXT
from ui.charts.route_axis import Axis, number_axis
from ui.charts.route_bars import name_style
from ui.charts.route_frame import LINE, Frame, empty_figure
from ui.charts.text_width import shorten, text_width
from ui.palette import Theme

Interval = tuple[float, float, float]  # value, low, high

PITCH = 40  # px from metric to metric
APART = 0.17  # of the pitch, of a setting from the middle of its row
HEAD, FOOT = 34, 34
NAMES = 0.3  # of the width at most
GAP = 10
EMPTY = "No metric to compare."


class Compared(NamedTuple):
    """One metric of both settings with 95 % intervals, and second − first with its own."""

    name: str
    first: Interval
    second: Interval
    difference: Interval


def compare_figure(
    rows: Sequence[Compared],
    first: str,
    second: str,
    theme: Theme,
    width: int,
    *,
    big: bool = False,
) -> go.Figure:
    """A row a metric: both settings as dots with intervals, and at the right the difference.

    The difference is bold where its interval leaves out 0. `first` and `second` name the
    settings.
    """
    k = BIG if big else 1
    if not rows:
        return empty_figure(EMPTY, theme, width, 160, k)
    size = TEXT * k
    names = [shorten(one_line(row.name), NAMES * width, size) for row in rows]
    left = max(text_width(name, size) for name in names) / k + 2 * GAP
    said = [(_signed(row.difference), _signed_range(row.difference)) for row in rows]
    wordings = [[f"{a}  {b}" for a, b in said], [a for a, _ in said]]
    # The interval of the difference stands in the hover text where there is no room for it.
    whole = max(text_width(text, size, True) for text in wordings[0]) / k + 2 * GAP
    short = (width / k) - left - whole < 140
    texts = wordings[short]
    right = max(text_width(text, size, True) for text in texts) / k + 2 * GAP
    ends = [end for row in rows for one in (row.first, row.second) for end in one]
    low, high = min(0.0, *ends), max(1.0, *ends)
    margin = Margin(left, HEAD, right, FOOT)
    x = number_axis("", low, high, px=max(width / k - left - right, 40))
    y = Axis([""], len(rows) - 0.5, -0.5, range(len(rows)), [literal(name) for name in names])
    frame = Frame(theme, x, y, width=width, height=HEAD + FOOT + PITCH * len(rows),
                  margin=margin, scale=k)  # fmt: skip
    _draw_setting(frame, rows, first, False)
    _draw_setting(frame, rows, second, True)
    for at, (row, text) in enumerate(zip(rows, texts, strict=True)):
        certain = row.difference[1] > 0 or row.difference[2] < 0
        frame.text(frame.wide + GAP * k, frame.py(at), text, anchor="left", bold=certain,
                   color=theme.text if certain else theme.muted)  # fmt: skip
    _name_settings(frame, first, second)
    return frame.figure(yaxis=name_style(frame))


def _draw_setting(frame: Frame, rows: Sequence[Compared], name: str, second: bool) -> None:
    k, color, symbol = frame.scale, *_look(frame.theme, second)
    values = [row.second if second else row.first for row in rows]
    frame.scatter(
        [value for value, _, _ in values],
        [at + (APART if second else -APART) for at in range(len(rows))],
        name="second" if second else "first", mode="markers",
        error_x={"type": "data", "symmetric": False, "color": color, "thickness": 2 * k,
                 "width": 4 * k, "array": [high - value for value, _, high in values],
                 "arrayminus": [value - low for value, low, _ in values]},
        marker={"color": color, "symbol": symbol, "size": 11 * k, "opacity": 1,
                "line": {"color": frame.theme.page, "width": k}},
        hovertext=[
            f"<b>{literal(row.name)}</b>, {literal(one_line(name))}<br>{value:.3f}, "
            f"95 %: {low:.3f} to {high:.3f}<br>difference {_signed(row.difference)} "
            f"{_signed_range(row.difference)}"
            for row, (value, low, high) in zip(rows, values, strict=True)
        ],
    )  # fmt: skip


def _look(theme: Theme, second: bool) -> tuple[str, str]:
    return (theme.link, "circle") if second else (theme.overlays[0], "square")


def _name_settings(frame: Frame, first: str, second: str) -> None:
    """Which mark is which, above the plot."""
    k, size = frame.scale, TEXT * frame.scale
    room = (frame.wide + frame.margin.left + frame.margin.right) / 2 - 3 * GAP * k
    at, y = -frame.margin.left + GAP * k, -HEAD * k + LINE / 2 * k
    for name, is_second, glyph in ((first, False, "■"), (second, True, "●")):
        color, _ = _look(frame.theme, is_second)
        text = shorten(one_line(name), room, size, bold=True)
        frame.text(at, y, f"{glyph} {literal(text)}", anchor="left", bold=True, color=color)
        at += text_width(f"{glyph} {text}", size, True) + 2 * GAP * k
    left = frame.wide + frame.margin.right - GAP * k - at
    words = next((w for w in ("difference, 95 %", "difference")
                  if text_width(w, SMALL * k) <= left), "")  # fmt: skip
    if words:
        frame.text(frame.wide + frame.margin.right - GAP * k, y, words, size=SMALL,
                   anchor="right", color=frame.theme.muted)  # fmt: skip


def _signed(one: Interval) -> str:
    return f"{one[0]:+.2f}".replace("-", "−")


def _signed_range(one: Interval) -> str:
    return f"({one[1]:+.2f} to {one[2]:+.2f})".replace("-", "−")
