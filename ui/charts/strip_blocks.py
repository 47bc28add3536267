"""How is one block of the strip drawn, labelled and described?"""

from __future__ import annotations

from engine.scenario.ledger import Ledger, Row
from ui.charts.canvas import PLATE_PAD, Canvas
from ui.charts.literal import literal, one_line
from ui.charts.markers import fill_marker
from ui.charts.strip_layout import GAP_PX, MOST_WITH_GAPS, Block, Lanes, span_of
from ui.charts.text_width import shorten, text_width
from ui.charts.words import describe, short_name
from ui.palette import PINNED, TRIMMED

LABEL = 15
GLYPH = 14
NAME_PAD = 5  # px of the block's own pattern to be seen on either side of a name


def draw_blocks(canvas: Canvas, drawn: list[Block], usable: int, at: Lanes) -> None:
    """One trace a kind, then labels on plates, then the glyphs above."""
    gap = canvas.tokens(GAP_PX) if len(drawn) <= MOST_WITH_GAPS else 0.0
    least = canvas.tokens(1)
    for kind, fill in canvas.theme.kinds.items():
        of_kind = [block for block in drawn if block.main.section.kind == kind]
        spans = []
        for block in of_kind:
            start = block.start + max(0.0, min(gap, block.tokens - least)) / 2
            spans.append((start, start + max(block.tokens - gap, least)))
        if spans:
            canvas.bars(
                kind, spans, [at.middle] * len(spans), at.height, fill_marker(fill, canvas.theme),
                customdata=[[block.main.section.name] for block in of_kind],
                hovertext=[hover(block) for block in of_kind],
            )  # fmt: skip
    for block in drawn:
        _label(canvas, block, usable, at)
    _glyphs(canvas, drawn, at)


def _label(canvas: Canvas, block: Block, usable: int, at: Lanes) -> None:
    if len(block.rows) > 1:
        return
    ends = [block.start, block.end]
    if block.start < usable < block.end:
        # The line at 100 % runs through: the label takes the wider side of it.
        ends = [block.start, usable] if usable * 2 > sum(ends) else [usable, block.end]
    room = canvas.px(ends[1] - ends[0]) - GAP_PX
    text = block_label(block.main, room, LABEL * canvas.scale)
    if text:
        fill = canvas.theme.kinds[block.main.section.kind].color
        canvas.label(
            canvas.px(sum(ends) / 2), at.middle, literal(text), size=LABEL,
            color=canvas.theme.label, bold=True, plate=fill,
        )  # fmt: skip


def block_label(row: Row, room: float, size: float) -> str:
    """The label of a block in `room` px: number and name, shortened, number alone, nothing."""
    number, name = f"{row.index + 1}", one_line(row.section.name)
    beside = room - 2 * NAME_PAD
    short = f"{number} {short_name(name)}"
    for text in (f"{number} {name}", short):
        if text_width(text, size, bold=True) <= beside:
            return text
    # At least three letters of a name, or it says no more than the number.
    cut = shorten(short, beside, size, bold=True, least=len(number) + 4)
    if cut:
        return cut
    return number if text_width(number, size, bold=True) <= room - 2 * PLATE_PAD else ""


def hover(block: Block) -> str:
    """What stands in the hover box of a block, escaped."""
    if len(block.rows) == 1:
        return describe(block.main)
    first, last = block.rows[0].index + 1, block.rows[-1].index + 1
    return (
        f"<b>{len(block.rows)} sections</b>, {first} to {last}; the largest is<br>"
        f"{describe(block.main)}"
    )


def _glyphs(canvas: Canvas, drawn: list[Block], at: Lanes) -> None:
    last = -1e9
    for block in drawn:
        pinned = any(row.section.pinned for row in block.rows)
        trimmed = any(row.outcome == "truncated" for row in block.rows)
        x = canvas.px((block.start + block.end) / 2)
        # Two glyphs closer than this would run into one.
        if (pinned or trimmed) and x - last >= 13 * canvas.scale:
            last = x
            glyph = PINNED if pinned else TRIMMED
            canvas.label(x, at.glyph, glyph, size=GLYPH, color=canvas.theme.text)


def draw_outline(canvas: Canvas, ledger: Ledger, name: str | None, at: Lanes) -> None:
    """The outline of the selected section, wide enough to be found where it is a sliver."""
    span = span_of(ledger, name)
    if span:
        spare = max(0, canvas.tokens(8 * canvas.scale) - (span[1] - span[0])) / 2
        canvas.outline(span[0] - spare, span[1] + spare, at.top, at.bottom)
