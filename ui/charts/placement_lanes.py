"""What is written at the foot of the stems: each must-find section's value, A above B?

All where they fit, in a shorter form where they otherwise would not, else the weakest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ui.charts.literal import literal
from ui.charts.placement_plot import TEXT, Plot
from ui.charts.placement_stars import Star
from ui.charts.placement_strips import ORDERS
from ui.charts.placement_words import percent
from ui.charts.strip_marks import spread
from ui.charts.text_width import text_width
from ui.palette import MUST_FIND

LANES = (336, 362)  # px at which the values of A and of B are written
LANE = 20  # px of height of a lane
BETWEEN = 12  # px between two values


@dataclass(frozen=True)
class Lane:
    """What is written at the foot of the stems of one order; `short` leaves the order out."""

    order: int
    stars: tuple[Star, ...]
    heads: tuple[str, ...]
    short: bool


def lane_of(plot: Plot, stars: Sequence[Star], order: int) -> Lane:
    """What is written in the lane of an order: all values; the weakest where not all fit."""
    mine = [star for star in stars if star.order == order]
    ranked = sorted(mine, key=lambda star: star.placed.block.accuracy)
    size, count = TEXT * plot.scale, len(mine)
    room = plot.canvas.plot_width + 2 * plot.canvas.side
    while True:
        weakest = set(map(id, ranked[:count]))
        kept = tuple(star for star in mine if id(star) in weakest)
        for form in ("{star}{n} in {order}: ", "{star}{n} "):
            heads = tuple(
                form.format(star=MUST_FIND, n=star.placed.block.number, order=ORDERS[order])
                for star in kept
            )
            lane = Lane(order, kept, heads, short="in" not in form)
            needed = sum(width + BETWEEN * plot.scale for width in _widths(lane, size))
            if needed <= room or count <= 1:
                return lane
        count = max(1, min(count - 1, int(room / (needed / count))))


def draw_lane(plot: Plot, lane: Lane) -> None:
    """Its values at the foot of the stems, moved aside where they would touch."""
    k, side, y = plot.scale, plot.canvas.side, LANES[lane.order] * plot.scale
    widths = _widths(lane, TEXT * k)
    centres = spread([star.middle for star in lane.stars], widths, gap=BETWEEN * k,
                     low=-side, high=plot.canvas.plot_width + side)  # fmt: skip
    for star, head, x, width in zip(lane.stars, lane.heads, centres, widths, strict=True):
        text = f"{literal(head)}<b>{percent(star.placed.block.accuracy)}</b>"
        plot.text(x, y, text, size=TEXT, color=plot.theme.text, plate=plot.theme.page)
        half = LANE * k / 2
        plot.room.box(x - width / 2, x + width / 2, y - half, y + half)
    if lane.short and lane.stars:
        plot.text(plot.canvas.plot_width + side + 6 * k, y, f"in {ORDERS[lane.order]}", size=TEXT,
                  color=plot.theme.muted, anchor="left")  # fmt: skip


def _widths(lane: Lane, size: float) -> list[float]:
    return [
        text_width(head, size) + text_width(percent(star.placed.block.accuracy), size, True)
        for star, head in zip(lane.stars, lane.heads, strict=True)
    ]
