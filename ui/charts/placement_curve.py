"""Where do the facts of a prompt land on a measured curve, in one order and in another?

`placement_figure` draws the curve with its band, other curves over it, and beneath, on the
same x, the prompt in order A and in order B; from each must-find section a stem goes up to
its disc on the curve. `placement_lines` draws curves, `placement_strips` the prompts,
`placement_stars` and `placement_lanes` what joins them, `placement_plot` the frame.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import plotly.graph_objects as go

from engine.placement.curve import PositionCurve
from ui.charts.placement_lanes import draw_lane, lane_of
from ui.charts.placement_lines import (
    draw_curve,
    draw_references,
    draw_values,
    name_curve,
    name_overlays,
    name_references,
    styles,
)
from ui.charts.placement_plot import BIG, Plot
from ui.charts.placement_stars import (
    MOST_DISCS,
    draw_discs,
    draw_spans,
    draw_stems,
    stars_of,
    take_room,
)
from ui.charts.placement_strips import PlacedBlock, draw_strips, stand
from ui.charts.placement_words import about
from ui.palette import Theme

__all__ = ["HEIGHT", "PlacedBlock", "placement_figure"]

HEIGHT = 572  # px of the picture; its source comes below
BOTTOM = 384  # px at which the curve's part of it ends
ABOVE, BELOW = 28, 76  # px of that part above and below the data
CAVEAT = "It ranks orders; it is no probability for your prompt."


def placement_figure(
    curve: PositionCurve,
    overlays: Sequence[PositionCurve],
    strips: tuple[Sequence[PlacedBlock], Sequence[PlacedBlock]],
    must_find: Collection[str],
    theme: Theme,
    width: int,
    big: bool = False,
    selected: str | None = None,
) -> go.Figure:
    """A curve, overlays, and the orders A and B beneath, drawn for `width` px.

    `must_find` holds the names that are lit. Blocks and discs carry the section's name as
    `customdata[0]`. `big` is for the back of a room.
    """
    plot = Plot(
        theme, width=width, height=HEIGHT, source=_source(curve, overlays),
        scale=BIG if big else 1, bottom=BOTTOM,
    )  # fmt: skip
    plot.fit(_shares(curve, overlays), above=ABOVE, below=BELOW)
    plot.axis_at([(0, "start"), (0.25, "25 %"), (0.5, "50 %"), (0.75, "75 %"), (1, "end")])
    placed = [stand(strip) for strip in strips]
    stars = stars_of(plot, placed, must_find)
    lanes = [lane_of(plot, stars, order) for order in range(len(placed))]
    few = len(stars) <= MOST_DISCS
    draw_stems(plot, stars if few else [star for lane in lanes for star in lane.stars])
    draw_strips(plot, placed, must_find, selected)
    known = styles(theme)
    chosen = [known[index % len(known)] for index in range(len(overlays))]
    for overlay, style in zip(overlays, chosen, strict=True):
        draw_curve(plot, overlay, style)
    draw_references(plot, curve)
    draw_curve(plot, curve)
    if few:
        take_room(plot, stars)
    if few:
        draw_spans(plot, stars, curve)
    draw_discs(plot, stars, must_find)
    for lane in lanes:
        draw_lane(plot, lane)
    draw_values(plot, curve)
    name_curve(plot, curve)
    name_references(plot, curve)
    name_overlays(plot, overlays, chosen)
    return plot.figure()


def _shares(curve: PositionCurve, overlays: Sequence[PositionCurve]) -> list[float]:
    shares = [point.accuracy for one in (curve, *overlays) for point in one.points]
    for point in curve.points:
        shares += curve.interval(point) or ()
    return shares + [s for s in (curve.closed_book, curve.oracle) if s is not None]


def _source(curve: PositionCurve, overlays: Sequence[PositionCurve]) -> str:
    parts = ["Accuracy by position", about([curve], band=True)]
    if overlays:
        parts.append(f"Overlays: {about(overlays)}")
    if curve.note:
        parts.append(curve.note.strip().rstrip("."))
    return f"{'. '.join(parts)}. {CAVEAT}"
