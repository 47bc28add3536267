"""How does one turn come about: what is gathered, how is it ordered, what is placed, what not?

Three strips at one scale of tokens, and under them what is left out, each block where it fell
from. Lines join a section to its place in the next strip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from ui.charts.canvas import Canvas, Margin
from ui.charts.literal import literal
from ui.charts.markers import fill_marker, hatch_marker
from ui.charts.memory_axis import BIG
from ui.charts.memory_window import block_label
from ui.palette import Theme

HIGH, STEP, TOP = 34, 74, 30
OUT = 6  # px by which a block that is left out is lower than the others
LEFT = 84
LABEL = 15
MOST_LINES = 80
ROWS = ("gathered", "ordered", "placed", "left out")
HEIGHT = TOP + 3 * STEP + HIGH + 8


@dataclass(frozen=True)
class Piece:
    """A section on its way: its kind, its tokens before and after, 0 where it is left out.

    `short` is what is written on it, `part` where it was gathered from.
    """

    name: str
    kind: str
    short: str
    part: str
    before: int
    after: int
    said: str


def turn_figure(
    pieces: Mapping[str, Piece],
    ordered: Sequence[str],
    placed: Sequence[str],
    usable: int,
    reserve: int,
    theme: Theme,
    width: int,
    *,
    big: bool = False,
) -> go.Figure:
    """The picture of a turn; `pieces` by name, as they were gathered."""
    k = BIG if big else 1
    gathered = list(pieces)
    total = sum(piece.before for piece in pieces.values())
    canvas = Canvas(theme, tokens=max(total, usable) + reserve, width=width, height=HEIGHT * k,
                    margin=Margin(left=LEFT * k), scale=k)  # fmt: skip
    out = [name for name in ordered if name not in set(placed)]
    starts = [
        _starts([(name, pieces[name].before) for name in gathered]),
        _starts([(name, pieces[name].before) for name in ordered]),
        _starts([(name, pieces[name].after) for name in placed]),
    ]
    starts.append({name: starts[1][name] for name in out})
    middles = [(TOP + STEP * row + HIGH / 2) * k for row in range(4)]
    if len(pieces) <= MOST_LINES:
        _lines(canvas, pieces, starts, middles, HIGH / 2 * k)
    for row, middle in enumerate(middles):
        sizes = {name: pieces[name].after if row == 2 else pieces[name].before
                 for name in starts[row]}  # fmt: skip
        high = (HIGH - OUT * (row == 3)) * k
        _blocks(canvas, pieces, starts[row], sizes, middle, high)
        words = f"<b>{ROWS[row]}</b>" if sizes or row == 2 else f"{ROWS[row]}: nothing"
        canvas.label(-8 * k, middle, words, size=LABEL, color=theme.text,
                     anchor="right")  # fmt: skip
    _parts(canvas, pieces, starts[0], (TOP - 12) * k)
    _window(canvas, sum(pieces[name].after for name in placed), usable, reserve, middles[2],
            HIGH * k)  # fmt: skip
    return canvas.figure()


def _starts(sizes: Sequence[tuple[str, int]]) -> dict[str, float]:
    starts, at = {}, 0.0
    for name, tokens in sizes:
        starts[name] = at
        at += tokens
    return starts


def _blocks(
    canvas: Canvas,
    pieces: Mapping[str, Piece],
    starts: Mapping[str, float],
    sizes: Mapping[str, int],
    middle: float,
    high: float,
) -> None:
    gap = canvas.tokens(1)
    for kind, fill in canvas.theme.kinds.items():
        mine = [name for name in starts if pieces[name].kind == kind and sizes[name]]
        if mine:
            canvas.bars(
                kind,
                [(starts[n], starts[n] + max(sizes[n] - gap, sizes[n] / 2)) for n in mine],
                [middle] * len(mine), high, fill_marker(fill, canvas.theme),
                hovertext=[literal(pieces[n].said) for n in mine],
            )  # fmt: skip
    for name, start in starts.items():
        piece = pieces[name]
        block_label(canvas, piece.short, start, start + sizes[name], middle, canvas.theme.label,
                    canvas.theme.kinds[piece.kind].color)  # fmt: skip


def _lines(
    canvas: Canvas,
    pieces: Mapping[str, Piece],
    starts: Sequence[Mapping[str, float]],
    middles: Sequence[float],
    half: float,
) -> None:
    """From each block to itself in the next strip; from the second to the last straight down."""
    ends = ((0, 1), (1, 2), (1, 3))
    for upper, lower in ends:
        for name in starts[lower]:
            piece = pieces[name]
            size = piece.after if lower == 2 else piece.before
            x0, x1 = starts[upper][name] + piece.before / 2, starts[lower][name] + size / 2
            dropped = lower == 3
            line = {
                "color": canvas.theme.muted if dropped else canvas.theme.kinds[piece.kind].color,
                "width": 1.5 * canvas.scale,
                "dash": "dot" if dropped else "solid",
            }
            canvas.shapes.append(
                {"type": "line", "x0": x0, "x1": x1, "y0": middles[upper] + half,
                 "y1": middles[lower] - half, "line": line, "layer": "below"}
            )  # fmt: skip


def _parts(
    canvas: Canvas, pieces: Mapping[str, Piece], starts: Mapping[str, float], y: float
) -> None:
    """Where the blocks of the first strip were gathered from, over them."""
    spans: dict[str, list[float]] = {}
    for name, piece in pieces.items():
        end = starts[name] + piece.before
        span = spans.setdefault(piece.part, [starts[name], end, 0])
        span[1], span[2] = end, span[2] + piece.before
    for part, (start, end, tokens) in spans.items():
        block_label(canvas, f"{part} {tokens:,.0f}", start, end, y, canvas.theme.text, None)
        if start:
            canvas.line(start, y - 8, y + 12, canvas.theme.muted, 1)


def _window(
    canvas: Canvas, used: int, usable: int, reserve: int, middle: float, high: float
) -> None:
    """What is free of the window, and what is kept for the answer."""
    theme = canvas.theme
    if used < usable:
        marker = {"color": theme.panel, "line": {"color": theme.hairline, "width": 1}}
        canvas.bars("free", [(used, usable)], [middle], high, marker,
                    hovertext=[f"{usable - used:,} tokens free"])  # fmt: skip
        block_label(canvas, f"free {usable - used:,}", used, usable, middle, theme.muted, None)
    if reserve:
        canvas.bars("reserve", [(usable, usable + reserve)], [middle], high,
                    hatch_marker("/", theme),
                    hovertext=[f"{reserve:,} tokens kept for the answer"])  # fmt: skip
        block_label(canvas, f"reserve {reserve:,}", usable, usable + reserve, middle, theme.text,
                    theme.page)  # fmt: skip
    canvas.line(usable, middle - high / 2 - 5, middle + high / 2 + 5, theme.text, 3)
