"""Where does each must-find section land on the curve, in either order, and with what value?

>>> coincide([100, 104, 300], [50, 50, 50], apart=22, low=0, high=600)
[91.0, 113.0, 300.0]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.placement.curve import PositionCurve
from ui.charts.placement_plot import Plot
from ui.charts.placement_room import CROSSED
from ui.charts.placement_strips import AROUND, HIGH, ORDERS, TOPS, Placed, describe
from ui.charts.strip_marks import spread

DISC = 22  # px across
DOT = 7  # where there are too many for discs with a letter
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


def coincide(
    xs: Sequence[float], ys: Sequence[float], apart: float, low: float, high: float
) -> list[float]:
    """The x of discs from left to right, moved aside only where they would cover one another.

    `apart` is how far the middles of two must be apart; all stay from `low` to `high`.
    """
    groups: list[list[int]] = []
    for index in range(len(xs)):
        last = groups[-1][-1] if groups else None
        if last is not None and xs[index] - xs[last] < apart and abs(ys[index] - ys[last]) < apart:
            groups[-1].append(index)
        else:
            groups.append([index])
    found: list[float] = []
    for group in groups:
        wanted, widths = [xs[index] for index in group], [apart] * len(group)
        found += spread(wanted, widths, gap=0, low=low - apart / 2, high=high + apart / 2)
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
    side, edge = plot.canvas.side, plot.canvas.plot_width
    discs = xs
    if len(lit) <= MOST_DISCS:
        discs = coincide(xs, ys, DISC * plot.scale, -side, edge + side)
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
            path: list[tuple[float | None, float | None]]
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
        # A click on one disc must not fade the letters of the others.
        kept = {"marker": {"opacity": 1}, "textfont": {"color": ink}}
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
                selected=kept,
                unselected=kept,
                customdata=[[star.placed.block.name] for star in mine],
                hovertext=[describe(star.placed, ORDERS[order], must_find) for star in mine],
            )  # fmt: skip


def take_room(plot: Plot, stars: Sequence[Star]) -> None:
    """Keep labels off the discs, and off the lanes where a value is written."""
    half = DISC * plot.scale / 2 + 2
    for star in stars:
        plot.room.box(star.disc - half, star.disc + half, star.height - half, star.height + half)
        plot.room.line([star.middle] * 2, [star.height, plot.bottom], CROSSED / 2, apart=False)
