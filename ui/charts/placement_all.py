"""What do all chosen curves look like, each with its name, and none mixed with what it is not?

Up to five stand in one plot; more are set apart by model. Key-value curves have the position
of the pair on x, and are never drawn together with those over documents.
"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from engine.placement.curve import PositionCurve
from ui.charts.canvas import Margin
from ui.charts.placement_lines import Style, draw_curve, name_overlays, styles
from ui.charts.placement_panels import draw_panels, panels_height, panels_of
from ui.charts.placement_plot import BIG, SMALL, Plot
from ui.charts.placement_words import AXES, about
from ui.palette import Theme

MOST_TOGETHER = 5
HEIGHT = 440  # px of the picture of few curves; its source comes below
MARGIN = Margin(54, 6, 44, 48)


def curves_figure(
    curves: Sequence[PositionCurve], theme: Theme, width: int, big: bool = False
) -> go.Figure:
    """All these curves over x, named directly; by model where there are more than five.

    Every point carries its curve's id as `customdata[0]`. Raises `ValueError` for curves of
    different families: an answer among documents is no value among pairs.
    """
    families = {curve.family for curve in curves}
    if len(families) > 1:
        raise ValueError(f"curves of one family are expected; found {', '.join(sorted(families))}")
    scale = BIG if big else 1
    source = about(curves)
    axis, each = AXES[curves[0].family] if curves else ("", "")
    if len(curves) > MOST_TOGETHER:
        panels = panels_of(curves)
        source += ". ± is half the widest 95 % interval"
        plot = Plot(theme, width=width, height=panels_height(panels, width, scale), source=source,
                    scale=scale, margin=Margin(44, 6, 12, 30))  # fmt: skip
        draw_panels(plot, panels)
        axis = f"{axis}; one line for each {each}"
    else:
        plot = Plot(theme, width=width, height=HEIGHT, source=source, scale=scale, margin=MARGIN)
        plot.fit(point.accuracy for curve in curves for point in curve.points)
        plot.axis_at([(0, "start"), (0.25, "25 %"), (0.5, "50 %"), (0.75, "75 %"), (1, "end")])
        chosen = [Style(theme.link, "solid", "circle"), *styles(theme)][: len(curves)]
        for curve, style in zip(curves, chosen, strict=True):
            draw_curve(plot, curve, style, customdata=[[curve.id]] * len(curve.points))
        name_overlays(plot, curves, chosen)
    y = plot.axis + (34 if len(curves) <= MOST_TOGETHER else 12) * scale
    plot.text(plot.x(0.5), y, axis, size=SMALL, color=theme.muted)
    return plot.figure()
