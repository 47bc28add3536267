"""Where was a fact at each turn: verbatim, in the summary, recallable, altered, gone, superseded?

Stands under the run, over the same turns. The height of a span says its state as well as its
colour; what is gone is dotted and begins with a cross, what is superseded is dashed and begins
with a double arrowhead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import plotly.graph_objects as go

from ui.charts.literal import literal, one_line
from ui.charts.memory_axis import BIG, LEFT, turn_frame
from ui.charts.placement_plot import SMALL, TEXT
from ui.charts.route_axis import Axis
from ui.charts.route_frame import Frame
from ui.charts.text_width import shorten, text_width
from ui.palette import SUPERSEDED, Theme

HEIGHT, HEIGHT_BIG = 78, 62  # px at scale 1
CROSS = "✕"

# state: the kind that colours it, how much of the lane it fills, in words
LOOKS = {
    "verbatim": ("history", 0.66, "verbatim"),
    "summary": ("summary", 0.44, "in summary"),
    "recallable": ("memory", 0.20, "recallable"),
    "altered": ("red", 0.20, "altered"),
    "gone": ("red", 0.0, "gone"),
    "superseded": ("superseded", 0.0, "superseded"),
}
# How a state is drawn that fills nothing: its glyph, its line, and the same mark as a symbol.
LINES = {
    "gone": (CROSS, "2px,3px", "x-thin"),
    "superseded": (SUPERSEDED, "9px,5px", "triangle-right"),
}


class Spanned(Protocol):
    """A state from one turn to another, by their indices, both counted in."""

    @property
    def state(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...


def life_figure(
    phrase: str,
    spans: Sequence[Spanned],
    turns: int,
    theme: Theme,
    width: int,
    *,
    note: str = "",
    words: Mapping[int, str] | None = None,
    big: bool = False,
) -> go.Figure:
    """The life line of a phrase over `turns` turns; `note` stands in the place of no spans.

    `words` say more of the span that begins at an index, where there is room for it.
    """
    lane = Axis([""], 0, 1, [], [])
    frame = turn_frame(theme, turns, lane, width, HEIGHT_BIG if big else HEIGHT,
                       scale=BIG if big else 1, top=2, bottom=26, numbered=True)  # fmt: skip
    draw_life(frame, spans, 0.5, 1.0, words or {})
    k = frame.scale
    name = shorten(one_line(phrase), (LEFT - 6) * k, SMALL * k, bold=True, least=2)
    frame.text(-6 * k, frame.high / 2, literal(name), size=SMALL, bold=True, anchor="right")
    if not spans and note:
        fitted = shorten(one_line(note), frame.wide, TEXT * k)
        frame.text(0, frame.high / 2, literal(fitted), color=theme.muted, anchor="left")
    return frame.figure(grid=False)


def draw_life(
    frame: Frame, spans: Sequence[Spanned], middle: float, lane: float, words: Mapping[int, str]
) -> None:
    """The spans along y = `middle`, in a lane so high; the words that fit in them."""
    for span in spans:
        x0, x1 = span.first + 0.5, span.last + 1.5
        _, share, _ = LOOKS[span.state]
        color = state_color(span.state, frame.theme)
        half = share * lane / 2
        if share:
            frame.box(x0, middle - half, x1, middle + half, color, layer="above")
        else:
            glyph, dash, _ = LINES[span.state]
            frame.line(x0 + 0.5, middle, x1, middle, color, 2, dash)
            frame.text(frame.px(x0 + 0.5), frame.py(middle), glyph, size=TEXT + 3, color=color,
                       bold=True)  # fmt: skip
        more = words.get(span.first, "")
        _word(frame, span, span is spans[-1], x0, x1, middle, color, more)


def _word(
    frame: Frame, span: Spanned, last: bool, x0: float, x1: float, middle: float, color: str,
    more: str,
) -> None:  # fmt: skip
    """What is written at a span, where there is room; `last` says that it lasts to the end."""
    _, share, word = LOOKS[span.state]
    k, y = frame.scale, frame.py(middle)
    inside = share >= 0.4
    since = f"from turn {span.first + 1:,}" if last else f"{span.first + 1:,}–{span.last + 1:,}"
    start = frame.px(x0) + (6 if inside else 18) * k
    room = frame.px(x1) - start - 4 * k
    texts = [one_line(more), word if inside else f"{word} {since}"]
    fitting = (text for text in texts if text and text_width(text, SMALL * k, bold=True) <= room)
    text = literal(next(fitting, ""))
    if not text:
        return
    if inside:
        frame.text(start, y, text, size=SMALL, color=frame.theme.label, anchor="left", bold=True)
    else:
        frame.text(start, y, text, size=SMALL, color=color, anchor="left", bold=True,
                   plate=frame.theme.page)  # fmt: skip


def state_color(state: str, theme: Theme) -> str:
    """The colour of a state: of a kind of section, that of the red zone, or one of its own."""
    kind = LOOKS[state][0]
    if kind == "superseded":
        return theme.superseded.color
    return theme.zones["red"].color if kind == "red" else theme.kinds[kind].color
