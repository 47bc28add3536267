"""What is in the window at one turn: which turns, what stands for others, what is free?

Blocks at the scale of the window, in the order in which a model reads them, each with its
turn's number; what is narrower than 2 px is drawn together with its neighbours of the same part.
A block that is one turn carries the turn's index as `customdata[0]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import plotly.graph_objects as go

from ui.charts.canvas import Canvas
from ui.charts.literal import literal
from ui.charts.markers import fill_marker, hatch_marker
from ui.charts.memory_axis import BIG
from ui.charts.text_width import text_width
from ui.palette import Theme

HEIGHT = 42
LEAST_PX, GAP_PX = 2.0, 1.0
LABEL = 14


@dataclass(frozen=True)
class Block:
    """A text in the window: its kind, what it is called in short, what is said of it, its turn."""

    kind: str
    name: str
    tokens: int
    said: str
    turn: int | None = None


def window_figure(
    blocks: Sequence[Block],
    usable: int,
    reserve: int,
    marks: Sequence[tuple[int, str]],
    theme: Theme,
    width: int,
    *,
    big: bool = False,
) -> go.Figure:
    """The strip of a window of `usable` tokens and a reserve; `marks` are (tokens, colour)."""
    k = BIG if big else 1
    used = sum(block.tokens for block in blocks)
    canvas = Canvas(theme, tokens=max(usable, used) + reserve, width=width, height=HEIGHT * k,
                    scale=k)  # fmt: skip
    middle, high = HEIGHT * k / 2, (HEIGHT - 8) * k
    drawn = merged(blocks, LEAST_PX * canvas.tokens(1))
    for kind, fill in theme.kinds.items():
        mine = [(start, block) for start, block in drawn if block.kind == kind]
        if mine:
            gap = canvas.tokens(GAP_PX)
            canvas.bars(
                kind,
                [(a, a + max(block.tokens - gap, block.tokens / 2)) for a, block in mine],
                [middle] * len(mine), high, fill_marker(fill, theme),
                hovertext=[literal(block.said) for _, block in mine],
                customdata=[[block.turn] for _, block in mine],
            )  # fmt: skip
    for start, block in drawn:
        block_label(canvas, block.name, start, start + block.tokens, middle, theme.label,
               theme.kinds[block.kind].color)  # fmt: skip
    if used < usable:
        marker = {"color": theme.panel, "line": {"color": theme.hairline, "width": 1}}
        canvas.bars("free", [(used, usable)], [middle], high, marker,
                    hovertext=[f"{usable - used:,} tokens free"])  # fmt: skip
        # The label stands in the widest stretch that no mark runs through.
        cuts = sorted(tokens for tokens, _ in marks if used < tokens < usable)
        clear = max(pairwise([used, *cuts, usable]), key=lambda ends: ends[1] - ends[0])
        block_label(canvas, f"free {usable - used:,}", *clear, middle, theme.muted, None)
    if reserve:
        start = max(used, usable)
        canvas.bars("reserve", [(start, start + reserve)], [middle], high,
                    hatch_marker("/", theme),
                    hovertext=[f"{reserve:,} tokens kept for the answer"])  # fmt: skip
        block_label(canvas, f"reserve {reserve:,}", start, start + reserve, middle, theme.text,
               theme.page)  # fmt: skip
    for tokens, color in marks:
        canvas.line(tokens, 0, HEIGHT * k, color, 2)
    canvas.line(usable, 0, HEIGHT * k, theme.text, 3)
    return canvas.figure()


def merged(blocks: Sequence[Block], least: float) -> list[tuple[float, Block]]:
    """The blocks with their starts; neighbours of one kind too narrow to be seen are made one.

    >>> one = Block("history", "2", 4, "turn 2: 4 tokens", 1)
    >>> [(start, block.name, block.tokens) for start, block in merged([one, one, one], 6)]
    [(0.0, '', 8), (8.0, '2', 4)]
    """
    done: list[tuple[float, Block]] = []
    at = 0.0
    for block in blocks:
        if done and done[-1][1].kind == block.kind and done[-1][1].tokens < least:
            start, last = done[-1]
            tokens = last.tokens + block.tokens
            said = f"{last.said.split(' … ')[0]} … {block.said}"
            done[-1] = (start, Block(block.kind, "", tokens, said, last.turn))
        elif block.tokens:
            done.append((at, block))
        at += block.tokens
    return done


def block_label(
    canvas: Canvas, text: str, x0: float, x1: float, y: float, color: str, plate: str | None
) -> None:
    words = [text, text.split(" ")[0]]
    room = canvas.px(x1 - x0) - 6
    fits = [word for word in words if word and text_width(word, LABEL * canvas.scale, True) <= room]
    if fits:
        canvas.label(canvas.px((x0 + x1) / 2), y, literal(fits[0]), size=LABEL, color=color,
                     bold=plate is not None, plate=plate)  # fmt: skip
