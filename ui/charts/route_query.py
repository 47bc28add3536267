"""How does one query score against each intent, and what do both gates make of it?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from ui.charts.literal import literal
from ui.charts.placement_plot import BIG, TEXT, faded
from ui.charts.route_bars import THICK, Bar, bar_frame, name_style
from ui.charts.route_frame import LINE, Frame, empty_figure
from ui.charts.strip_marks import spread
from ui.charts.text_width import text_width
from ui.palette import Theme

MOST_BARS = 9
HEAD = 30  # px above the bars for the names of the gates
GAP = 12  # px between these names
ROOM = 1.06  # of the highest score that the axis runs to
REASONS = {"match": "routed_right", "low_confidence": "low_confidence",
           "ambiguous_tie": "ambiguous_tie"}  # fmt: skip
EMPTY = "No intents to score against."


def query_figure(
    names: Sequence[str],
    scores: Sequence[float],
    threshold: float,
    margin: float,
    reason: str,
    theme: Theme,
    width: int,
    *,
    axis: str = "score",
    most: int = MOST_BARS,
    big: bool = False,
) -> go.Figure:
    """The best intents by score, the threshold as a line, the margin as a band.

    `reason` is the router's: "match", "low_confidence", "ambiguous_tie" or "rule". The band reaches
    from the end of the top bar back by the margin: a second bar that ends in it is a tie.
    `axis` says what a score is, such as "cosine to the intent's centroid".
    """
    k = BIG if big else 1
    order = sorted(range(len(names)), key=lambda at: -scores[at])[:most]
    if not order:
        return empty_figure(EMPTY, theme, width, 200, k)
    best = theme.outcomes[REASONS.get(reason, "low_confidence")].color
    # At a tie both are lit: neither was chosen. Where a rule answered, no score decided.
    lit = {"ambiguous_tie": 2, "rule": 0}.get(reason, 1)
    bars = [
        Bar(
            names[at],
            float(scores[at]),
            best if rank < lit else theme.panel,
            best if rank < lit else theme.muted,
            f"<b>{literal(names[at])}</b><br>score {scores[at]:.3f}",
        )
        for rank, at in enumerate(order)
    ]
    top = bars[0].value
    low = min(0.0, *(bar.value for bar in bars), top - margin if top > 0 else 0.0)
    high = max(ROOM * max(top, threshold), 0.1)
    frame = bar_frame(bars, (axis, "score"), (low, high), theme, width, k, head=HEAD)
    _draw_gates(frame, threshold, margin, top, tied=len(bars) > 1 and bars[1].value > 0)
    return frame.figure(yaxis=name_style(frame))


def _draw_gates(frame: Frame, threshold: float, margin: float, top: float, tied: bool) -> None:
    """The threshold over all bars, the margin over the first two, both named above them."""
    k, theme = frame.scale, frame.theme
    tie = theme.outcomes["ambiguous_tie"]
    frame.line(threshold, -0.5, threshold, frame.y.low, theme.page, 5)
    frame.line(threshold, -0.5, threshold, frame.y.low, theme.text, 2.5)
    texts, at, colors = [f"threshold {threshold:.2f}"], [frame.px(threshold)], [theme.text]
    if margin > 0 and tied:
        frame.box(top - margin, -0.5, top, 1 + THICK / 2 + 0.1, faded(tie.color, 0.35), "between")
        frame.shapes[-1]["line"] = {"color": tie.color, "width": 1.5 * k, "dash": "dot"}
        texts.append(f"margin {margin:.2f}")
        at.append((frame.px(top) + frame.px(top - margin)) / 2)
        colors.append(tie.text)
    order = sorted(range(len(at)), key=lambda n: at[n])
    widths = [text_width(texts[n], TEXT * k) for n in order]
    centres = spread([at[n] for n in order], widths, gap=GAP * k, low=-frame.margin.left,
                     high=frame.wide + frame.margin.right - 2)  # fmt: skip
    for n, px in zip(order, centres, strict=True):
        frame.text(px, -LINE / 2 * k, texts[n], color=colors[n])
