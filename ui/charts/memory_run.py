"""How full was the window at each turn, of what, and where did something leave it?

Bars by turn where there is room for them, stacked by part; areas in steps where there is not.
Below them, over the same turns, what was billed until then (`memory_billed`).
The figure stays the same while one steps through the run: `memory_playhead` draws the place
above it. A click on a column carries the turn's index as `customdata[0]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from ui.charts.canvas import CLEAR, NEVER_DIM
from ui.charts.markers import fill_marker
from ui.charts.memory_allowed import Allowed, draw_levels, draw_zones, name_levels
from ui.charts.memory_axis import BIG, TOP, turn_frame
from ui.charts.memory_billed import APART, LANE, Billed, Lane, draw_billed, lane_ticks
from ui.charts.route_axis import number_axis
from ui.charts.route_frame import Frame
from ui.palette import Theme

Ints = npt.NDArray[np.int64]

HEIGHT, HEIGHT_BIG = 322, 244  # px at scale 1
FLOOR = 9  # px below it
MOST_BARS = 300  # turns; with more, areas in steps
MOST_POINTS = 1_000  # of an area: of more turns the fullest of each stretch is drawn
MOST_COLUMNS = 500  # that can be clicked on
HEADROOM = 1.1  # of the limit
MARKS = 20  # px that the marks need above it
FIRST_ROW, APART_ROWS = 11, 16  # px below the top edge: a row for each kind of mark there is
FAR = 0.4  # below this share of the limit the picture is of the run, and the limit only named
EVICTION, CUT, EXPIRY = "▼", "◆", "◇"
SYMBOLS = {EVICTION: "triangle-down", CUT: "diamond", EXPIRY: "diamond"}


def run_figure(
    parts: Mapping[str, tuple[str, Ints]],
    bounds: Sequence[Allowed],
    evicted: Ints,
    compacted: Ints,
    billed: Billed,
    theme: Theme,
    width: int,
    *,
    expired: Ints | None = None,
    first: Ints | None = None,
    height: float = HEIGHT,
    big: bool = False,
) -> go.Figure:
    """The run in `width` px. `parts` are tokens by turn in the order of the stack, each with its
    kind; `evicted`, `compacted` and `expired` are indices of turns. `first` are the totals of
    the run before a fork, drawn as a thin line.
    """
    totals: Ints = np.sum([tokens for _, tokens in parts.values()], axis=0, dtype=np.int64)
    turns, k = len(totals), BIG if big else 1
    fullest = max(int(totals.max(initial=0)), int(first.max(initial=0)) if first is not None else 0)
    limit = max(bound.usable for bound in bounds)
    plot = height - TOP - FLOOR - APART - LANE
    headroom = max(HEADROOM, plot / (plot - MARKS))
    high = headroom * max(limit, fullest) if fullest >= FAR * limit else fullest * 1.25 + 1
    up = number_axis("", 0, high, px=plot, apart=46)
    lane = Lane.below(high / plot, billed)
    ticks, words = lane_ticks(billed, lane)
    up = up._replace(low=lane.floor, ticks=[*up.ticks, *ticks],
                     words=[*(f"{tick:,.0f}" for tick in up.ticks), *words])  # fmt: skip
    frame = turn_frame(theme, turns, up, width, height, scale=k, bottom=FLOOR)
    draw_billed(frame, billed, lane)
    draw_run(frame, parts, bounds, evicted, compacted, expired=expired, first=first, billed=billed)
    # Below them stands what was billed, of two runs that of both (`memory_playhead`).
    name_levels(frame, bounds[-1], high, lines_below=4 if first is None else 6)
    return frame.figure(**stacked(frame), yaxis={"ticklabeloverflow": "allow"})


def draw_run(
    frame: Frame,
    parts: Mapping[str, tuple[str, Ints]],
    bounds: Sequence[Allowed],
    evicted: Ints,
    compacted: Ints,
    *,
    expired: Ints | None = None,
    first: Ints | None = None,
    billed: Billed | None = None,
) -> None:
    """The bars over the zones, the lines and the marks, in a frame of tokens up."""
    theme, high = frame.theme, frame.y.high
    totals: Ints = np.sum([tokens for _, tokens in parts.values()], axis=0, dtype=np.int64)
    for bound in bounds:
        draw_zones(frame, bound, high)
    if len(totals) <= MOST_BARS:
        _bars(frame, parts)
    else:
        _areas(frame, parts, totals)
    if first is not None:
        _first_run(frame, first, bounds[-1].first)
    for bound in bounds:
        draw_levels(frame, bound, high)
    rows = [(evicted, EVICTION, theme.text), (compacted, CUT, theme.kinds["summary"].color)]
    if expired is not None:
        rows.append((expired, EXPIRY, theme.text))
    for row, (indices, glyph, color) in enumerate(row for row in rows if len(row[0])):
        _marks(frame, indices, glyph, color, FIRST_ROW + APART_ROWS * row)
    _columns(frame, parts, totals, billed)


def _bars(frame: Frame, parts: Mapping[str, tuple[str, Ints]]) -> None:
    """One trace a part; a seam of the page's colour keeps bars apart where they are wide enough."""
    for name, (kind, tokens) in parts.items():
        if not tokens.any():
            continue
        seam = 1 if frame.wide / len(tokens) > 5 else 0
        frame.traces.append(
            {
                "type": "bar", "name": name, "hoverinfo": "skip",
                "x": np.arange(1, len(tokens) + 1, dtype=np.int32),
                "y": tokens.astype(np.int32), "width": 0.86,
                "marker": fill_marker(frame.theme.kinds[kind], frame.theme)
                | {"line": {"width": seam, "color": frame.theme.page}},
                "selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}},
            }
        )  # fmt: skip


def _areas(frame: Frame, parts: Mapping[str, tuple[str, Ints]], totals: Ints) -> None:
    """A stack of areas in steps; of very many turns the fullest of each stretch."""
    turns = fullest_turns(totals, MOST_POINTS)
    for name, (kind, tokens) in parts.items():
        if tokens.any():
            frame.scatter(
                (turns + 1).astype(np.int32), tokens[turns].astype(np.int32), name=name,
                mode="lines", stackgroup="window", fillcolor=frame.theme.kinds[kind].color,
                line={"width": 0, "shape": "hvh", "color": frame.theme.kinds[kind].color},
            )  # fmt: skip


def fullest_turns(totals: Ints, most: int) -> Ints:
    """The indices of at most so many turns: in each stretch of equal length the fullest.

    >>> fullest_turns(np.array([3, 9, 1, 2, 8, 8]), 3).tolist()
    [1, 3, 4]
    """
    if len(totals) <= most:
        return np.arange(len(totals))
    edges = np.linspace(0, len(totals), most + 1).astype(np.int64)
    return np.array([a + int(totals[a:b].argmax()) for a, b in pairwise(edges)])


def _first_run(frame: Frame, totals: Ints, since: int) -> None:
    """From the last turn that both runs share."""
    turns = fullest_turns(totals, MOST_POINTS)
    turns = turns[turns >= since - 1]
    line = {"color": frame.theme.text, "width": 1.5 * frame.scale, "shape": "hvh"}
    frame.scatter(turns + 1, totals[turns], mode="lines", line=line, name="first run")


def _marks(frame: Frame, indices: Ints, glyph: str, color: str, below: float) -> None:
    """A row of glyphs so many px below the top edge."""
    y = frame.y.high - below * frame.scale * (frame.y.high - frame.y.low) / frame.high
    room = frame.wide / len(frame.x.ticks or [1])
    crowded = len(indices) * 12 > max(frame.wide, room)
    size = (7 if crowded else 13) * frame.scale
    # A hollow mark is its edge, and lets neither a line nor a bar through.
    page = frame.theme.page
    fill, edge = (page, (2 * frame.scale, color)) if glyph == EXPIRY else (color, (1, page))
    frame.scatter((indices + 1).astype(np.int32), np.full(len(indices), y), mode="markers",
                  marker={"symbol": SYMBOLS[glyph], "size": size, "color": fill,
                          "line": {"width": edge[0], "color": edge[1]}},
                  **NEVER_DIM)  # fmt: skip


def _columns(
    frame: Frame, parts: Mapping[str, tuple[str, Ints]], totals: Ints, billed: Billed | None
) -> None:
    """Over all: columns that are not seen, are clicked on, and say what the window held."""
    turns = len(totals)
    starts = np.unique(np.linspace(0, turns, min(turns, MOST_COLUMNS) + 1).astype(np.int64)[:-1])
    widths = np.diff([*starts, turns])
    words = []
    for start in starts:
        held = ", ".join(
            f"{name} {tokens[start]:,}" for name, (_, tokens) in parts.items() if tokens[start]
        )
        said = f"<b>turn {start + 1:,}</b>: {totals[start]:,} tokens<br>{held}"
        if billed is not None:
            said += f"<br>billed {billed.run[start]:,}, if all stayed {billed.uncompacted[start]:,}"
        words.append(said)
    frame.traces.append(
        {
            "type": "bar", "name": "turns", "x": starts + (widths + 1) / 2,
            "y": np.full(len(starts), frame.y.high - frame.y.low), "base": frame.y.low,
            "width": widths, "yaxis": "y2",
            "customdata": [[int(start)] for start in starts],
            "hovertext": words, "hoverinfo": "text",
            "marker": {"color": CLEAR, "line": {"width": 0}},
            "selected": {"marker": {"opacity": 0}}, "unselected": {"marker": {"opacity": 0}},
        }
    )  # fmt: skip


def stacked(frame: Frame) -> dict[str, Any]:
    """The layout of a run: bars in a stack, columns over them on an axis of the same range."""
    above = {"overlaying": "y", "range": [frame.y.low, frame.y.high], "visible": False,
             "fixedrange": True}  # fmt: skip
    return {"barmode": "stack", "bargap": 0, "yaxis2": above}
