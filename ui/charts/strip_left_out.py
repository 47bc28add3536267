"""What stands in the row under the strip: the blocks that were left out, as many as fit.

Largest first, at the scale of the strip, each with its name beside it; what does not fit is
"and n more". The selected one is always among those shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.scenario.ledger import Ledger, Row
from ui.charts.canvas import CLEAR, Canvas
from ui.charts.literal import literal, one_line
from ui.charts.markers import outline_marker
from ui.charts.strip_layout import left_out
from ui.charts.text_width import shorten, text_width
from ui.charts.words import describe, short_name
from ui.palette import PINNED, TRIMMED

SIZE = 14
SPACE = 26  # px between two pieces
BESIDE = 8  # px between a block and its name
NAME = 150  # px that a name may take
LEGEND = f"{PINNED} pinned   {TRIMMED} trimmed   number = ledger row"


@dataclass(frozen=True)
class Piece:
    """One block of the row: its label, and how wide block and label are in px."""

    row: Row
    tokens: int
    name: str
    block: float
    label: float

    @property
    def width(self) -> float:
        """Block, label and the space between them."""
        return self.block + BESIDE + self.label


def choose(
    pieces: Sequence[Piece], room: float, more: float, selected: str | None, space: float
) -> list[Piece]:
    """The pieces that fit `room` px, largest first; `more` px are kept for "and n more".

    The selected one takes the place of the last ones where it would not be seen.
    """
    if sum(piece.width + space for piece in pieces) - space <= room:
        return list(pieces)
    wanted = [piece for piece in pieces if piece.row.section.name == selected]
    left = room - more - sum(piece.width + space for piece in wanted)
    shown = []
    for piece in pieces:
        if piece in wanted:
            continue
        left -= piece.width + space
        if left < 0:
            break
        shown.append(piece)
    return [piece for piece in pieces if piece in shown or piece in wanted]


def draw_left_out(
    canvas: Canvas, ledger: Ledger, selected: str | None, top: float, bottom: float
) -> None:
    """Draw the whole row between `top` and `bottom` px: total, blocks, rest, legend."""
    k, theme = canvas.scale, canvas.theme
    middle, space, size = (top + bottom) / 2, SPACE * k, SIZE * k
    total = f"Left out {ledger.before - ledger.after:,}"
    canvas.label(0, middle, total, size=SIZE, color=theme.text, bold=True, anchor="left")
    x = text_width(total, size, bold=True) + space
    room = canvas.plot_width - x
    missing = left_out(ledger)
    # Of thousands only the largest can be shown; the selected one may be any of them.
    pieces = [
        _piece(canvas, row, tokens, room, selected)
        for rank, (row, tokens) in enumerate(missing)
        if rank < 60 or row.section.name == selected
    ]
    more = text_width(f"and {len(missing):,} more", size)
    legend = text_width(LEGEND, size) + space
    shown = choose(pieces, room - legend, more, selected, space)
    if len(shown) < len(missing):
        without = choose(pieces, room, more, selected, space)
        if len(without) == len(missing) or len(shown) < 3:
            shown, legend = without, 0
    if legend and canvas.plot_width > 420 * k:
        canvas.label(
            canvas.plot_width, middle, LEGEND, size=SIZE, color=theme.muted, anchor="right"
        )
    hits: list[tuple[float, Piece]] = []
    for piece in shown:
        hits.append((x, piece))
        bold = piece.row.section.name == selected
        name, count = literal(piece.name), f"<b>{piece.tokens:,}</b>"
        text = f"<b>{name}</b> {count}" if bold else f"{name} {count}"
        canvas.label(
            x + piece.block + BESIDE, middle, text, size=SIZE, color=theme.text, anchor="left"
        )
        if bold:
            x0, x1 = canvas.tokens(x), canvas.tokens(x + piece.block)
            canvas.outline(x0, x1, top, bottom)
        x += piece.width + space
    rest = len(missing) - len(shown)
    if rest:
        text = f"and {rest:,} more" if shown else f"{rest:,} sections"
        canvas.label(x, middle, text, size=SIZE, color=theme.text, anchor="left")
    _bars(canvas, hits, top, bottom)


def _piece(canvas: Canvas, row: Row, tokens: int, room: float, selected: str | None) -> Piece:
    k = canvas.scale
    bold = row.section.name == selected
    name = f"{row.index + 1} {one_line(short_name(row.section.name))}"
    name = shorten(name, NAME * k, SIZE * k, bold) or f"{row.index + 1}"
    # A section larger than the window would push out all others: it is cut at a quarter.
    block = min(max(canvas.px(tokens), 5 * k), room / 4)
    label = text_width(name + " ", SIZE * k, bold) + text_width(f"{tokens:,}", SIZE * k, True)
    return Piece(row, tokens, name, block, label)


def _bars(canvas: Canvas, placed: Sequence[tuple[float, Piece]], top: float, bottom: float) -> None:
    """Outlined bars a kind, and over them one invisible trace: block and name can be clicked."""
    theme, middle, height = canvas.theme, (top + bottom) / 2, bottom - top

    def spans(pieces: Sequence[tuple[float, Piece]], part: str) -> list[tuple[float, float]]:
        return [(canvas.tokens(x), canvas.tokens(x + getattr(p, part))) for x, p in pieces]

    for kind, fill in theme.kinds.items():
        of_kind = [(x, piece) for x, piece in placed if piece.row.section.kind == kind]
        if of_kind:
            canvas.bars(
                f"left out: {kind}", spans(of_kind, "block"), [middle] * len(of_kind), height,
                outline_marker(fill, theme),
            )  # fmt: skip
    if placed:
        canvas.bars(
            "left out", spans(placed, "width"), [middle] * len(placed), height,
            {"color": CLEAR, "line": {"width": 0}},
            customdata=[[piece.row.section.name] for _, piece in placed],
            hovertext=[
                describe(piece.row, f"{piece.tokens:,} of {piece.row.before:,} tokens left out")
                for _, piece in placed
            ],
        )  # fmt: skip
