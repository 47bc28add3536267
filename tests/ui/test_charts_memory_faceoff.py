"""Do the figures of a face-off hold what the runs hold, equally wide, with any words in them?"""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine.memory.loss import Span
from ui.charts.clicks import clicked_turn
from ui.charts.memory_faceoff import (
    LABELS,
    SIDE,
    Lane,
    Plot,
    faceoff_figure,
    faceoff_playhead,
    lane_height,
    plots_in,
)
from ui.memory.tables import Bounds
from ui.palette import DARK, LIGHT

NONE = np.array([], dtype=np.int64)
LANES = (
    Lane("rule", "do not ship", (Span("verbatim", 2, 9), Span("summary", 10, 14),
                                 Span("gone", 15, 19))),
    Lane("date", "14 March", (Span("verbatim", 4, 19),)),
)  # fmt: skip


def figure(plot: Plot, turns: int = 20, lanes=LANES, theme=LIGHT, fullest: int = 90):
    parts = {"turns": ("history", np.arange(turns) % 9 * 10), "summary": ("summary", NONE)}
    parts["summary"] = ("summary", np.full(turns, 5))
    bounds = (Bounds(0, turns - 1, 100, 70, 85, 85),)
    marks = np.array([9]), np.array([10]), np.array([12])
    return faceoff_figure(parts, bounds, *marks, lanes, fullest, theme, plot)


def test_all_plots_of_a_row_are_equally_wide_and_high():
    first, second = figure(Plot(300, named=True)), figure(Plot(300))
    sizes = [
        (plot.width - figure.layout.margin.l - figure.layout.margin.r, figure.layout.height)
        for plot, figure in ((Plot(300, named=True), first), (Plot(300), second))
    ]
    assert sizes[0] == sizes[1]
    assert first.layout.yaxis.range == second.layout.yaxis.range
    assert first.layout.xaxis.range == second.layout.xaxis.range


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("named", [False, True])
def test_the_playhead_has_the_axes_of_what_it_stands_over(named, big):
    plot = Plot(260, named, big)
    base, above = figure(plot), faceoff_playhead(7, 20, len(LANES), LIGHT, plot)
    for name in ("l", "r", "t", "b"):
        assert base.layout.margin[name] == above.layout.margin[name]
    assert base.layout.height == pytest.approx(above.layout.height)
    assert base.layout.xaxis.range == above.layout.xaxis.range


def test_every_span_is_drawn_over_its_turns_and_a_loss_has_a_cross():
    traces = {trace.name: trace for trace in figure(Plot(300)).data}
    assert list(traces["verbatim"].x) == [2.5, 10.5, None, 4.5, 20.5, None]
    assert list(traces["summary"].x[:2]) != list(traces["verbatim"].x[:2])
    assert list(traces["lost"].x) == [16.0]
    heights = [traces["verbatim"].y[0], traces["verbatim"].y[3]]
    assert 0 > heights[0] > heights[1]
    # Kept states differ in height too, not in colour alone.
    drawn = [
        trace
        for trace in figure(Plot(300)).data
        if trace.type == "scatter" and trace.mode == "lines"
    ]
    assert len({trace.line.width for trace in drawn}) == len(drawn)


def test_a_click_on_any_column_tells_its_turn_over_the_lanes_too():
    base = figure(Plot(300))
    columns = base.data[-1]
    assert columns.name == "turns"
    low, high = base.layout.yaxis.range
    assert set(columns.base if hasattr(columns.base, "__len__") else [columns.base]) == {low}
    assert columns.y[0] == pytest.approx(high - low)
    told = [
        clicked_turn({"selection": {"points": [{"customdata": list(data)}]}})
        for data in columns.customdata
    ]
    assert told == list(range(20))


def test_runs_are_drawn_to_one_scale():
    assert figure(Plot(300), fullest=500).layout.yaxis.range[1] == pytest.approx(550)
    assert figure(Plot(300), fullest=20).layout.yaxis.range[1] == pytest.approx(110)


def test_names_stand_at_the_first_plot_only_and_as_they_are():
    hostile = Lane("rule", "<b>x</b> $y$ %{z}\n\u202eend", (Span("gone", 1, 19),))
    words = [
        label.text for label in figure(Plot(300, named=True), lanes=(hostile,)).layout.annotations
    ]
    assert any(word.startswith("&lt;b&gt;x") for word in words)
    assert "rule" in words
    assert not figure(Plot(300), lanes=(hostile,)).layout.annotations


@pytest.mark.parametrize(("turns", "lanes"), [(1, 0), (1, 1), (5_000, 40)])
def test_sizes(turns, lanes):
    many = [Lane("rule", f"fact {n}", (Span("verbatim", 0, turns - 1),)) for n in range(lanes)]
    drawn = figure(Plot(200, named=True), turns, many, DARK)
    assert drawn.layout.height > lanes * lane_height(lanes)
    assert len(drawn.layout.shapes) < 20
    assert len(json.dumps(drawn.to_plotly_json(), default=list)) < 400_000


@pytest.mark.parametrize("room", [320, 770, 1_160, 1_440, 2_000])
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_a_row_fits_its_room(room, most):
    count, wide = plots_in(room, most, 16)
    assert 1 <= count <= most
    assert not (most == 4 and count == 3)
    if room >= 770:
        needed = LABELS + SIDE + (count - 1) * 2 * SIDE + count * wide + (count - 1) * 16
        assert room - count <= needed <= room
