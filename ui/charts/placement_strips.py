"""How do two orders of one prompt stand under a curve: blocks by tokens, stars lit?

>>> blocks = [PlacedBlock("a", "task", 30, 1, 0, 0.6), PlacedBlock("b", "task", 10, 2, 1, 0.7)]
>>> [(placed.start, placed.end) for placed in stand(blocks)]
[(0.0, 0.75), (0.75, 1.0)]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.scenario.ledger import Row
from engine.sections import ContextSection
from ui.charts.canvas import CLEAR
from ui.charts.literal import literal, one_line
from ui.charts.markers import fill_marker
from ui.charts.placement_plot import Plot
from ui.charts.placement_words import percent
from ui.charts.strip_blocks import LABEL, block_label
from ui.charts.strip_layout import GAP_PX, MOST_WITH_GAPS, spans
from ui.charts.text_width import shorten, text_width
from ui.palette import MUST_FIND

ORDERS = ("A", "B")
TOPS = (404, 484)  # px at which the strips begin
HIGH = 51
AROUND = 3.5  # px that the outline of a must-find block stands off it
LETTER = 20
MOST_OUTLINES = 60  # of both strips
LEAST = 8  # px that an outline spans at least


@dataclass(frozen=True)
class PlacedBlock:
    """One section in an order: its ledger row counted from 1, and what the curve says there.

    `weight` is its share (0..1) of all that must be found, 0 for the others; `accuracy` the
    mean of the curve over its span, 0..1.
    """

    name: str
    kind: str
    tokens: int
    number: int
    weight: float
    accuracy: float


class Placed(NamedTuple):
    """A block and where it stands, from 0 to 1 of the prompt."""

    block: PlacedBlock
    start: float
    end: float

    @property
    def middle(self) -> float:
        """The middle of its span."""
        return (self.start + self.end) / 2


def stand(blocks: Sequence[PlacedBlock]) -> list[Placed]:
    """Where each block stands; those without tokens stand nowhere."""
    sent = [block for block in blocks if block.tokens > 0]
    ends = spans([block.tokens for block in sent], 1.0) if sent else []
    return [Placed(block, start, end) for block, (start, end) in zip(sent, ends, strict=True)]


def describe(placed: Placed, order: str, must_find: Collection[str]) -> str:
    """What stands in the hover box of a block, escaped: name, span, share of recall."""
    block = placed.block
    if block.name in must_find:
        last = (
            f"{MUST_FIND} found {percent(block.accuracy)} % × weight {percent(block.weight)} %"
            f" = {percent(block.weight * block.accuracy)} points of recall"
        )
    else:
        last = f"a fact here would be found {percent(block.accuracy)} %; no share of recall"
    return (
        f"<b>{block.number} {_named(block.name)}</b><br>{order}: {percent(placed.start)} % to "
        f"{percent(placed.end)} % · {block.tokens:,} tokens · {block.kind}<br>{last}"
    )


@lru_cache(maxsize=2048)
def _named(name: str) -> str:
    return literal(shorten(one_line(name), 420, 14, bold=True))


def draw_strips(
    plot: Plot,
    strips: Sequence[Sequence[Placed]],
    must_find: Collection[str],
    selected: str | None,
) -> None:
    """Both strips: one trace a kind, an outline around what must be found, labels on plates."""
    canvas, theme, k = plot.canvas, plot.theme, plot.scale
    middles = [k * (top + HIGH / 2) for top in TOPS]
    gaps = [canvas.tokens(GAP_PX) if len(strip) <= MOST_WITH_GAPS else 0.0 for strip in strips]
    least = canvas.tokens(1)
    every = [(placed, order) for order, strip in enumerate(strips) for placed in strip]
    for kind, fill in theme.kinds.items():
        of_kind = [(placed, order) for placed, order in every if placed.block.kind == kind]
        if of_kind:
            drawn = []
            for placed, order in of_kind:
                wide = placed.end - placed.start
                start = placed.start + max(0.0, min(gaps[order], wide - least)) / 2
                drawn.append((start, start + max(wide - gaps[order], least)))
            canvas.bars(
                kind, drawn, [middles[order] for _, order in of_kind], HIGH * k,
                fill_marker(fill, theme),
                customdata=[[placed.block.name] for placed, _ in of_kind],
                hovertext=[describe(p, ORDERS[order], must_find) for p, order in of_kind],
            )  # fmt: skip
    outlined = [(p, order) for p, order in every if p.block.name in must_find]
    if outlined:
        _outlines(plot, outlined, middles)
    for placed, order in every:
        _label(plot, placed, middles[order], placed.block.name in must_find)
        if selected is not None and placed.block.name == selected:
            _select(plot, placed, middles[order])
    for letter, middle in zip(ORDERS, middles, strict=True):
        x = -canvas.side - 12 * k
        plot.text(x, middle, letter, size=LETTER, color=theme.text, bold=True)


def _outlines(plot: Plot, outlined: Sequence[tuple[Placed, int]], middles: Sequence[float]) -> None:
    canvas, k, color = plot.canvas, plot.scale, plot.theme.text
    if len(outlined) > MOST_OUTLINES:
        # Outlines would hide the blocks: a stroke above and one below each.
        edges = [(placed.start, placed.end) for placed, _ in outlined] * 2
        off = (HIGH + AROUND) / 2 * k
        at = [middles[order] + side * off for side in (-1, 1) for _, order in outlined]
        canvas.bars("must find", edges, at, AROUND * k, {"color": color})
        return
    around, least = canvas.tokens(AROUND * k), canvas.tokens(LEAST * k)
    edges = []
    for placed, _ in outlined:
        spare = max(0.0, least - (placed.end - placed.start)) / 2 + around / 2
        edges.append((placed.start - spare, placed.end + spare))
    canvas.bars(
        "must find", edges, [middles[order] for _, order in outlined], (HIGH + 2 * AROUND) * k,
        {"color": CLEAR, "line": {"color": color, "width": 3 * k}},
    )  # fmt: skip


def _label(plot: Plot, placed: Placed, middle: float, star: bool) -> None:
    canvas, block = plot.canvas, placed.block
    size = LABEL * plot.scale
    before = f"{MUST_FIND} " if star else ""
    room = canvas.px(placed.end - placed.start) - GAP_PX
    if room < size / 2:  # less than a digit
        return
    room -= text_width(before, size, True)
    section = ContextSection(block.name, "", kind=block.kind)
    row = Row(block.number - 1, section, "included", "fits", block.tokens, block.tokens)
    text = block_label(row, room, size)
    if text:
        fill = plot.theme.kinds[block.kind].color
        plot.text(canvas.px(placed.middle), middle, literal(before + text), size=LABEL,
                  color=plot.theme.label, bold=True, plate=fill)  # fmt: skip


def _select(plot: Plot, placed: Placed, middle: float) -> None:
    """A thick outline in the colour of links, and a mark beneath: it is the selected one."""
    canvas, k, theme = plot.canvas, plot.scale, plot.theme
    spare = max(0.0, canvas.tokens(LEAST * k) - (placed.end - placed.start)) / 2
    around = canvas.tokens(2 * k)
    x0, x1 = placed.start - spare - around, placed.end + spare + around
    y0, y1 = middle - (HIGH / 2 + 2) * k, middle + (HIGH / 2 + 2) * k
    canvas.box(x0, x1, y0, y1, edge=theme.page, width=7 * k)
    canvas.box(x0, x1, y0, y1, edge=theme.link, width=4 * k)
    plot.text(canvas.px(placed.middle), y1 + 8 * k, "▲", size=14, color=theme.link, bold=True)
