"""Where do the queries lie, by top score and gap, and what does a gate make of each?

Two figures that lie one over the other: `scatter_base_figure` holds the queries and is
selected from; `scatter_gate_figure` is transparent and holds the gate. Without outcomes the
base tells in scope from out of scope only, and a click anywhere on it places a gate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from ui.charts.canvas import CHART_CONFIG, CLEAR, Margin
from ui.charts.literal import literal
from ui.charts.placement_plot import BIG, SMALL
from ui.charts.route_axis import TICK_UP, first_that_fits, number_axis
from ui.charts.route_frame import (
    LINE,
    Frame,
    empty_figure,
    plot_size,
)
from ui.charts.route_gate import draw_gate, draw_regions
from ui.charts.route_marks import Gate, draw_query, name_query
from ui.charts.route_places import GAP_MOST, RULED, drawn_at, ruled_at, score_span
from ui.charts.route_thin import rows_to_draw
from ui.palette import OUTCOMES, Theme

SELECT_CONFIG: dict[str, Any] = CHART_CONFIG | {
    "modeBarButtons": [["select2d", "lasso2d", "toImage"]],
    "displayModeBar": True,
}
HEIGHT = 330
MARGIN = Margin(68, 26, 12, 50)
OVER = 0.015  # of a span that an axis runs on beyond its last number: room for half a mark
TOOLS = 84  # px at the top right that the buttons of the chart take
MOST_DRAWN = 3000
MANY = 250  # marks of one outcome; more of them are drawn smaller
MOST_TEXTS = 1000  # beyond, only the queries routed wrongly are told in words
MOST_LETTERS = 70
CLICKS = (61, 31)  # places that can be clicked on where a gate is placed
RULE = "rule"
TITLES = (
    "top score · filled in scope, hollow out of scope",
    "top score · hollow: out of scope",
    "top score",
)
EMPTY = "No query in this split."

# Drawn in this order, the misrouted over all others; px across, opacity.
ORDER = {
    "routed_right": (7, 0.65),
    "low_confidence": (8, 0.7),
    "ambiguous_tie": (7, 0.75),
    "routed_out_of_scope": (11, 1.0),
    "routed_wrong": (11, 1.0),
}
WRONG = [OUTCOMES.index(name) for name in ("routed_wrong", "routed_out_of_scope")]

Floats = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]


def scatter_base_figure(
    top: Floats,
    gap: Floats,
    in_scope: Bools,
    theme: Theme,
    width: int,
    *,
    outcome: npt.NDArray[np.integer[Any]] | None = None,
    texts: Sequence[str] | None = None,
    height: int = HEIGHT,
    big: bool = False,
) -> go.Figure:
    """The queries by top score and gap; beyond 3,000 a part, which the figure says.

    `outcome` holds each query's number in `palette.OUTCOMES` at the gate; without it nothing
    is told of outcomes, and a click gives a gate (`clicks.clicked_gate`). A selection gives
    rows of these arrays (`route_places.rows_selected`). A query that a rule answered has an
    infinite top score, and stands at the right edge. `texts` are the queries, for hovering.
    """
    k = BIG if big else 1
    if not top.size:
        return empty_figure(EMPTY, theme, width, height, k)
    frame = _frame(top, theme, width, height, k)
    xs, ys = drawn_at(top, gap)
    wrong = None if outcome is None else np.isin(outcome, WRONG)
    rows = rows_to_draw(xs, ys, wrong, MOST_DRAWN)
    if outcome is None:
        _draw_scopes(frame, xs, ys, in_scope, rows)
        _draw_clicks(frame)
    else:
        said = _hover(top, gap, rows, texts, wrong)
        _draw_outcomes(frame, xs, ys, in_scope, rows, outcome, said)
    if rows.size < top.size:
        drawn = f"{rows.size:,} of {top.size:,} drawn"
        wordings = (f"{drawn}: crowded places thinned", drawn)
        room = frame.wide + MARGIN.left * k - TOOLS
        text = first_that_fits(wordings, room, SMALL * k)
        frame.text(-MARGIN.left * k, (2 - LINE / 2) * k, text, size=SMALL, color=theme.muted,
                   anchor="left")  # fmt: skip
    if outcome is None:
        return frame.figure(hoverdistance=-1)
    line = {"color": theme.text, "width": 2, "dash": "dot"}
    # With a drag mode of its own a chart would take no clicks on points.
    tools = {"bgcolor": CLEAR, "color": theme.muted, "activecolor": theme.text}
    return frame.figure(newselection={"line": line}, modebar=tools)


def scatter_gate_figure(
    top: Floats,
    theme: Theme,
    width: int,
    *,
    gate: Gate | None = None,
    query: Gate | None = None,
    height: int = HEIGHT,
    big: bool = False,
) -> go.Figure:
    """The gate (threshold, margin) over the scatter of the same `top`, its regions named.

    `query` is the (top score, gap) of one query, as a dot.
    """
    k = BIG if big else 1
    if not top.size:
        return empty_figure("", theme, width, height, k)
    frame = _frame(top, theme, width, height, k)
    if gate is not None:
        draw_gate(frame, gate)
        draw_regions(frame, gate)
    if query is not None:
        draw_query(frame, query, bounds=False)
        name_query(frame, query)
    return frame.figure(bare=True)


def _frame(top: Floats, theme: Theme, width: int, height: int, scale: float) -> Frame:
    """The axes both figures share: from 0, or the lowest score, to the highest, then rules."""
    wide, high = plot_size(width, height, MARGIN, scale)
    low, last, ruled = score_span(top)
    beyond = (last - low) * (RULED if ruled else OVER)
    x = number_axis(TITLES, low - (last - low) * OVER, last + beyond, px=wide / scale)
    if ruled:
        room = (last + beyond - low) * 40 * scale / wide
        ticks = [(t, w) for t, w in zip(x.ticks, x.words, strict=True) if t < last + beyond - room]
        ticks.append((ruled_at(low, last), RULE))
        x = x._replace(ticks=[t for t, _ in ticks], words=[w for _, w in ticks])
    over = GAP_MOST * 3 * OVER
    y = number_axis("gap to second", -over / 2, GAP_MOST + over, px=high / scale, apart=TICK_UP)
    words = [f"≥ {w}" if t >= GAP_MOST - 1e-9 else w for t, w in zip(y.ticks, y.words, strict=True)]
    return Frame(theme, x, y._replace(words=words), width=width, height=height, margin=MARGIN,
                 scale=scale)  # fmt: skip


def _draw_scopes(frame: Frame, xs: Floats, ys: Floats, in_scope: Bools, rows: Any) -> None:
    theme, k = frame.theme, frame.scale
    for name, mask, color, symbol in (
        ("in scope", in_scope, theme.link, "circle"),
        ("out of scope", ~in_scope, theme.overlays[0], "diamond-open"),
    ):
        at = rows[mask[rows]]
        # A click places a gate: no query is less for it.
        same = {"marker": {"opacity": 0.75}}
        frame.scatter(xs[at], ys[at], name=name, mode="markers", cliponaxis=False,
                      selected=same, unselected=same,
                      marker=_marker(color, symbol, 8 * k, 0.75))  # fmt: skip


def _draw_outcomes(
    frame: Frame, xs: Floats, ys: Floats, in_scope: Bools, rows: Any, outcome: Any,
    said: dict[int, str],
) -> None:  # fmt: skip
    k, theme = frame.scale, frame.theme
    for name, (size, opacity) in ORDER.items():
        look = theme.outcomes[name]
        of_it = rows[outcome[rows] == OUTCOMES.index(name)]
        small = min(1, max((MANY / max(of_it.size, 1)) ** 0.3, 0.45))
        for inside in (True, False):
            at = of_it[in_scope[of_it] == inside]
            if not at.size:
                continue
            words = {"hovertemplate": "top score %{x:.3f}<br>gap %{y:.3f}<extra></extra>"}
            if int(at[0]) in said:
                words = {"hovertext": [said.get(row, "") for row in at.tolist()]}
            symbol = look.symbol if inside else f"{look.symbol}-open"
            frame.scatter(
                xs[at], ys[at], name=look.word, mode="markers", cliponaxis=False,
                customdata=at.astype(np.int32),
                marker=_marker(look.color, symbol, size * small * k, opacity if inside else 1),
                selected={"marker": {"opacity": 1}}, unselected={"marker": {"opacity": 0.25}},
                **words,
            )  # fmt: skip


def _marker(color: str, symbol: str, size: float, opacity: float) -> dict[str, Any]:
    edge = {"width": max(1.5, size / 6)} if symbol.endswith("-open") else {"width": 0}
    return {"color": color, "symbol": symbol, "size": size, "opacity": opacity, "line": edge}


def _hover(
    top: Floats, gap: Floats, rows: Any, texts: Sequence[str] | None, wrong: Any
) -> dict[int, str]:
    """What is said of each drawn query: all of them, or where there are many the wrong ones."""
    if texts is None:
        return {}
    told = rows if rows.size <= MOST_TEXTS else rows[wrong[rows]][:MOST_TEXTS]
    said = {}
    for row in told.tolist():
        text, score = texts[row], top[row]
        short = text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS].rstrip() + "…"
        why = f"top score {score:.3f} · gap {gap[row]:.3f}" if np.isfinite(score) else "by a rule"
        said[row] = f"<b>{literal(short)}</b><br>{why}"
    return said


def _draw_clicks(frame: Frame) -> None:
    """Invisible markers everywhere: a plot without a mark under the pointer emits no click."""
    across = np.linspace(max(frame.x.low, 0), frame.x.high, CLICKS[0]).round(2)
    up = np.linspace(0, GAP_MOST, CLICKS[1]).round(3)
    xs, ys = (at.ravel().astype(np.float32) for at in np.meshgrid(across, up))
    unseen = {"marker": {"opacity": 0}}
    frame.scatter(xs, ys, name="clicks", mode="markers", marker={"opacity": 0, "size": 10},
                  selected=unseen, unselected=unseen,
                  hovertemplate="set threshold %{x:.2f}<br>margin %{y:.2f}<extra></extra>",
                  )  # fmt: skip
