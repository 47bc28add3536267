"""Where does each must-find section land on the curve, in either order, and with what value?

>>> coincide([100, 104, 300], [50, 50, 50], apart=22)
[91.0, 113.0, 300]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.placement.curve import PositionCurve
from ui.charts.literal import literal
from ui.charts.measure import text_width
from ui.charts.placement_plot import TEXT, Plot
from ui.charts.placement_room import CROSSED
from ui.charts.placement_strips import AROUND, HIGH, ORDERS, TOPS, Placed, describe
from ui.charts.placement_words import percent
from ui.charts.strip_marks import spread
from ui.palette import MUST_FIND

DISC = 22  # px across
DOT = 7  # where there are too many for discs with a letter
LANES = (336, 362)  # px at which the values of A and of B are written
LANE = 20  # px of height of a lane
BETWEEN = 12  # px between two values
BEND = 20  # px below a disc at which a stem turns to a disc that was moved aside
MOST_DISCS = 24
NOTABLE = 0.01  # how far a mean must lie off the curve for its span to be drawn


@dataclass(frozen=True)
class Star:
    """A must-find section in one order (0 or 1), in px: its middle, its disc."""

    placed: Placed
    order: int
    middle: float
    disc: float
    height: float


@dataclass(frozen=True)
class Lane:
    """What is written at the foot of the stems of one order; `short` leaves the order out."""

    order: int
    stars: tuple[Star, ...]
    heads: tuple[str, ...]
    short: bool


def coincide(xs: Sequence[float], ys: Sequence[float], apart: float) -> list[float]:
    """The x of discs in a row, moved aside only where they would cover one another."""
    found = list(xs)
    order = sorted(range(len(xs)), key=lambda index: (xs[index], index))
    group: list[int] = []
    for index in [*order, -1]:
        near = (
            index >= 0
            and bool(group)
            and xs[index] - xs[group[-1]] < apart
            and abs(ys[index] - ys[group[-1]]) < apart
        )
        if group and not near:
            if len(group) > 1:
                wanted, widths = [xs[at] for at in group], [apart] * len(group)
                for at, x in zip(
                    group, spread(wanted, widths, gap=0, low=-1e9, high=1e9), strict=True
                ):
                    found[at] = x
            group = []
        group.append(index)
    return found


def stars_of(
    plot: Plot, strips: Sequence[Sequence[Placed]], must_find: Collection[str]
) -> list[Star]:
    """Every must-find section of both orders, from left to right."""
    lit = [
        (placed, order)
        for order, strip in enumerate(strips)
        for placed in strip
        if placed.block.name in must_find
    ]
    lit.sort(key=lambda item: (item[0].middle, item[1]))
    xs = [plot.x(placed.middle) for placed, _ in lit]
    # A section counts with the mean of the curve over its span: that is its height.
    ys = [plot.y(100 * placed.block.accuracy) for placed, _ in lit]
    discs = coincide(xs, ys, DISC * plot.scale) if len(lit) <= MOST_DISCS else xs
    return [
        Star(placed, order, x, disc, y)
        for (placed, order), x, disc, y in zip(lit, xs, discs, ys, strict=True)
    ]


def draw_stems(plot: Plot, stars: Sequence[Star]) -> None:
    """A line from each block up to its disc, behind the other strip; dotted for A."""
    canvas, k = plot.canvas, plot.scale
    tops = [k * (top - AROUND) for top in TOPS]
    for order, dash in enumerate(("3px,3px", "solid")):
        xs: list[float | None] = []
        ys: list[float | None] = []
        for star in stars:
            if star.order != order:
                continue
            x, y = star.middle, star.height
            path = [(star.disc, y), (x, min(y + BEND * k, tops[0])), (x, tops[0])]
            if order:
                path += [(None, None), (x, tops[0] + (HIGH + 2 * AROUND) * k), (x, tops[1])]
            for px, py in [*path, (None, None)]:
                xs.append(None if px is None else canvas.tokens(px))
                ys.append(py)
        if xs:
            line = {"color": plot.theme.text, "width": 1.5 * k, "dash": dash}
            plot.scatter(xs, ys, name=f"stems {ORDERS[order]}", mode="lines", line=line, yaxis="y")


def draw_spans(plot: Plot, stars: Sequence[Star], curve: PositionCurve) -> None:
    """The span of a section at its mean, where that is not what the curve says in its middle."""
    xs: list[float | None] = []
    percents: list[float | None] = []
    for star in stars:
        mean = star.placed.block.accuracy
        if abs(mean - curve.at(star.placed.middle)) > NOTABLE:
            xs += [star.placed.start, star.placed.end, None]
            percents += [100 * mean, 100 * mean, None]
            ends = [plot.x(star.placed.start), plot.x(star.placed.end)]
            plot.room.line(ends, [star.height] * 2, apart=False)
    if xs:
        line = {"color": plot.theme.text, "width": 1.5 * plot.scale}
        plot.scatter(xs, percents, name="spans", mode="lines", line=line)


def draw_discs(plot: Plot, stars: Sequence[Star], must_find: Collection[str]) -> None:
    """A hollow, B filled, each with its letter; small and without where there are many."""
    theme, k = plot.theme, plot.scale
    many = len(stars) > MOST_DISCS
    size = (DOT if many else DISC) * k
    for order, (fill, ink) in enumerate(((theme.page, theme.text), (theme.text, theme.page))):
        mine = [star for star in stars if star.order == order]
        if mine:
            plot.scatter(
                [plot.canvas.tokens(star.disc) for star in mine],
                [100 * star.placed.block.accuracy for star in mine],
                name=f"discs {ORDERS[order]}",
                mode="markers" if many else "markers+text",
                marker={"color": fill, "size": size, "opacity": 1,
                        "line": {"color": theme.text if fill == theme.page else theme.page,
                                 "width": (2 if fill == theme.page else 1.5) * k}},
                text="" if many else ORDERS[order],
                textposition="middle center",
                textfont={"size": 14 * k, "color": ink, "weight": 700},
                customdata=[[star.placed.block.name] for star in mine],
                hovertext=[describe(star.placed, ORDERS[order], must_find) for star in mine],
            )  # fmt: skip


def take_room(plot: Plot, stars: Sequence[Star]) -> None:
    """Keep labels off the discs, and off the lanes where a value is written."""
    half = DISC * plot.scale / 2 + 2
    for star in stars:
        plot.room.box(star.disc - half, star.disc + half, star.height - half, star.height + half)
        plot.room.line([star.middle] * 2, [star.height, plot.bottom], CROSSED / 2, apart=False)


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
