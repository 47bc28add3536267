"""Which order finds the facts best, and which leaves one behind?

One row an order, best first: a dot at the expected recall, a stroke at its weakest fact.

>>> order_words("langchain_reorder"), order_words("best_last"), order_words("my_order")
('LangChain reorder', 'best last', 'my order')
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from engine.placement.compare import OrderScore
from engine.placement.curve import PositionCurve
from ui.charts.canvas import CLEAR, Canvas, Margin
from ui.charts.clicks import clicked_section
from ui.charts.literal import literal
from ui.charts.placement_plot import BIG, LEADING, SMALL, TEXT
from ui.charts.placement_words import about, percent, short_label, wrap
from ui.charts.text_width import shorten, text_width
from ui.palette import Theme

HEAD = 22  # px of what the two marks mean
PITCH = 22  # px of a row
FOOT = 22  # px of the scale
WIDE = 4  # percentage points that the scale spans at least
NAMES = {"langchain_reorder": "LangChain reorder"}


def order_words(name: str) -> str:
    """The name of an order as it is read."""
    return NAMES.get(name, name.replace("_", " "))


def orders_figure(
    scores: Sequence[OrderScore],
    a: str,
    b: str,
    theme: Theme,
    width: int = 380,
    big: bool = False,
    *,
    curve: PositionCurve | None = None,
) -> go.Figure:
    """All orders in a dot plot; the orders `a` and `b` are marked and bold.

    Every row carries the order's name as `customdata[0]`, wherever it is clicked on; `curve`
    is what they were scored on, named at the foot.
    """
    k = BIG if big else 1
    text = "" if curve is None else f"{short_label(curve)}. {about([curve])}"
    source = wrap(text, width - 4, SMALL * k)
    pitch = PITCH * k
    bottom = HEAD * k + pitch * len(scores)
    height = round(bottom + FOOT * k + len(source) * LEADING * SMALL * k)
    names = [_name(score.name, a, b) for score in scores]
    wide = max((text_width(name, TEXT * k, bold) for name, bold in names), default=0)
    left, right = min(wide + 12 * k, width * 0.45), text_width("100.0", TEXT * k, True) + 14 * k
    margin = Margin(left, HEAD * k, right, height - bottom)
    shown = [100 * v for s in scores for v in (s.recall.expected, s.recall.weakest)] or [0, 100]
    low, high = _scale(shown)
    # The x axis of a canvas runs from 0: it counts points above the left end.
    canvas = Canvas(theme, tokens=high - low, width=width, height=height, margin=margin,
                    side=8 * k, scale=k)  # fmt: skip
    _draw_scale(canvas, low, high, bottom)
    middles = [HEAD * k + pitch * (row + 0.5) for row in range(len(scores))]
    values = [
        _bold(percent(score.recall.expected), bold)
        for score, (_, bold) in zip(scores, names, strict=True)
    ]
    _draw_rows(canvas, scores, values, low, middles, pitch)
    room = left - 10 * k
    words = [_bold(shorten(name, room, TEXT * k, bold), bold) for name, bold in names]
    _write_names(canvas, words, middles)
    _draw_head(canvas, left)
    if source:
        middle = height - len(source) * LEADING * SMALL * k / 2
        canvas.label(-left - canvas.side + 2, middle, "<br>".join(map(literal, source)),
                     size=SMALL, color=theme.muted, anchor="left")  # fmt: skip
        canvas.labels[-1]["align"] = "left"
    return canvas.figure()


def clicked_order(event: Mapping[str, Any] | None) -> str | None:
    """The name of the order whose row was clicked on, if one was.

    >>> clicked_order({"selection": {"points": [{"customdata": ["best_last"]}]}})
    'best_last'
    """
    return clicked_section(event)


def _name(name: str, a: str, b: str) -> tuple[str, bool]:
    marks = [mark for mark, order in (("A", a), ("B", b)) if order == name]
    return " ".join([order_words(name), *marks]), bool(marks)


def _scale(shown: Sequence[float]) -> tuple[float, float]:
    low, high = min(shown), max(shown)
    spare = max(0.0, WIDE - (high - low)) / 2
    return max(0.0, low - spare), min(100.0, high + spare)


def _draw_scale(canvas: Canvas, low: float, high: float, bottom: float) -> None:
    most = canvas.plot_width / (55 * canvas.scale)
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100) if (high - low) / s <= max(most, 1))
    for value in range(math.ceil(low / step) * step, math.floor(high) + 1, step):
        canvas.line(value - low, HEAD * canvas.scale, bottom, canvas.theme.grid, 1)
        canvas.shapes[-1]["layer"] = "below"
        canvas.label(canvas.px(value - low), bottom + 12 * canvas.scale, f"{value} %",
                     size=SMALL, color=canvas.theme.muted)  # fmt: skip


def _draw_rows(
    canvas: Canvas,
    scores: Sequence[OrderScore],
    values: Sequence[str],
    low: float,
    middles: Sequence[float],
    pitch: float,
) -> None:
    theme, k = canvas.theme, canvas.scale
    expected = [100 * score.recall.expected - low for score in scores]
    weakest = [100 * score.recall.weakest - low for score in scores]
    names = [[score.name] for score in scores]
    hover = [
        f"<b>{literal(order_words(score.name))}</b><br>expected "
        f"{percent(score.recall.expected)} %, weakest {percent(score.recall.weakest)} %"
        for score in scores
    ]
    edge = canvas.tokens(canvas.side)
    whole = [(-edge, canvas.extent + edge)] * len(scores)
    canvas.bars("rows", whole, middles, pitch, {"color": CLEAR, "line": {"width": 0}},
                customdata=names, hovertext=hover)  # fmt: skip
    bars = list(zip(weakest, expected, strict=True))
    canvas.bars("between", bars, middles, 4 * k, {"color": theme.hairline})
    ink = {"color": theme.text}
    written = {"text": list(values), "textposition": "middle right",
               "textfont": {"size": TEXT * k, **ink}}  # fmt: skip
    for name, xs, text, marker in (
        ("weakest", weakest, {}, {"symbol": "line-ns", "size": 13 * k,
                              "line": {"width": 2.5 * k, "color": theme.text}}),
        ("expected", expected, written, {"symbol": "circle", "size": 12 * k, "color": theme.link}),
    ):  # fmt: skip
        canvas.traces.append(
            {
                "type": "scatter", "mode": "markers+text" if text else "markers", "name": name,
                "x": xs, "y": list(middles), **text,
                "marker": {**marker, "opacity": 1}, "customdata": names, "hovertext": hover,
                "hoverinfo": "text", "cliponaxis": False,
                "selected": {"marker": {"opacity": 1}, "textfont": ink},
                "unselected": {"marker": {"opacity": 1}, "textfont": ink},
            }
        )  # fmt: skip


def _bold(text: str, bold: bool) -> str:
    return f"<b>{literal(text)}</b>" if bold else literal(text)


def _write_names(canvas: Canvas, names: Sequence[str], middles: Sequence[float]) -> None:
    """The names at the left edge, as one trace: single labels take longer, at every drag."""
    ink = {"color": canvas.theme.text}
    canvas.traces.append(
        {
            "type": "scatter", "mode": "text", "name": "names", "hoverinfo": "skip",
            # Plotly leaves out what stands beyond the edge: a space keeps them off it.
            "x": [-canvas.tokens(canvas.side)] * len(names), "y": list(middles),
            "text": [f"{name}\u00a0" for name in names], "textposition": "middle left",
            "textfont": {"size": TEXT * canvas.scale, **ink}, "cliponaxis": False,
            "selected": {"textfont": ink},
            "unselected": {"textfont": ink, "marker": {"opacity": 1}},
        }
    )  # fmt: skip


def _draw_head(canvas: Canvas, left: float) -> None:
    """What dot and stroke mean."""
    k, y, x = canvas.scale, 11 * canvas.scale, -left - canvas.side + 2.0
    for mark, color, word in (("●", canvas.theme.link, "expected"),
                              ("┃", canvas.theme.text, "weakest fact")):  # fmt: skip
        canvas.label(x, y, mark, size=SMALL, color=color, anchor="left")
        canvas.label(x + 15 * k, y, word, size=SMALL, color=canvas.theme.muted, anchor="left")
        x += 15 * k + text_width(word, SMALL * k) + 14 * k
