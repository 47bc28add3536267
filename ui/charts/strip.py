"""What does the window look like: what is in it, in which order, and how much room is left?

`strip_figure` draws a ledger as one strip at the scale of the window, with the marks on its
scale and what was left out in a row beneath. `strip_layout` says where each block stands,
`strip_blocks` draws them, `strip_scale` draws the rest of the scale, `strip_left_out` the row.
"""

from __future__ import annotations

import plotly.graph_objects as go

from engine.scenario.ledger import Ledger
from engine.scenario.model import Scenario
from ui.charts.canvas import Canvas
from ui.charts.strip_blocks import draw_blocks, draw_outline
from ui.charts.strip_layout import blocks, lanes
from ui.charts.strip_left_out import draw_left_out
from ui.charts.strip_scale import draw_bracket, draw_marks, draw_room
from ui.palette import Theme

HEIGHT = 158
BIG = 1.35


def strip_figure(
    ledger: Ledger,
    scenario: Scenario,
    selected: str | None,
    theme: Theme,
    width: int,
    big: bool = False,
) -> go.Figure:
    """The window strip of a ledger, drawn for `width` px; `big` is for the back of a room.

    Every block, in the strip and in the row of what is left out, carries its section's name
    as `customdata[0]`. Labels and hover show names as they stand, whatever signs they hold.
    """
    scale = BIG if big else 1
    window, reserve = scenario.budget.max_input_tokens, scenario.budget.reserved_output_tokens
    canvas = Canvas(
        theme,
        tokens=max(window, ledger.used + reserve),
        width=width,
        height=HEIGHT * scale,
        scale=scale,
    )
    at = lanes(ledger, scale)
    drawn = blocks(ledger, canvas.tokens(1))
    draw_room(canvas, ledger, scenario, at)
    draw_blocks(canvas, drawn, ledger.usable, at)
    draw_outline(canvas, ledger, selected, at)
    draw_marks(canvas, ledger, scenario, at)
    if ledger.overflow is not None:
        draw_bracket(canvas, ledger, drawn, at)
    elif ledger.rows:
        draw_left_out(canvas, ledger, selected, at.out_top, at.out_bottom)
    return canvas.figure()
