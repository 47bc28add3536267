"""Does the growing curve show what was counted, on an axis that stands still?"""

from __future__ import annotations

import pytest

from engine.placement import find_curve
from engine.statistics import wilson_interval
from ui.charts.measure_curve import measure_figure
from ui.charts.measure_wrong import wrong_figure
from ui.palette import LIGHT

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)
KV = "own-pairs-smollm2-135m-instruct-q4-1-25"


def drawn(counts, positions=FIVE, **more):
    figure = measure_figure(counts, positions, LIGHT, 860, source="a run", **more).to_dict()
    trace = next(trace for trace in figure["data"] if trace.get("name") == "measured")
    return figure, trace


def words(figure):
    return [label["text"] for label in figure["layout"]["annotations"]]


def test_the_points_are_the_shares_and_the_whiskers_their_wilson_intervals():
    _, trace = drawn({0.0: (66, 67), 0.5: (50, 67)})
    low, high = wilson_interval(66, 67)
    assert trace["x"] == [0.0, 0.5]
    assert trace["y"][0] == pytest.approx(100 * 66 / 67)
    assert trace["y"][0] + trace["error_y"]["array"][0] == pytest.approx(100 * high)
    assert trace["y"][0] - trace["error_y"]["arrayminus"][0] == pytest.approx(100 * low)


def test_the_axis_is_the_same_whatever_was_counted():
    ranges = [
        drawn(counts)[0]["layout"]["yaxis2"]["range"]
        for counts in ({}, {0.0: (0, 1)}, dict.fromkeys(FIVE, (67, 67)))
    ]
    assert ranges[0] == ranges[1] == ranges[2]
    assert ranges[0][0] < 0
    assert ranges[0][1] > 100


def test_what_was_counted_stands_under_its_position_and_what_was_not_says_so():
    figure, _ = drawn({0.0: (66, 67), 0.5: (0, 3)})
    assert {"99 %", "66 of 67", "0 %", "0 of 3"} <= set(words(figure))
    assert words(figure).count("no answer yet") == 3
    assert figure["layout"]["xaxis"]["ticktext"] == ["start", "25 %", "50 %", "75 %", "end"]


def test_overlays_are_named_and_do_not_move_the_axis():
    figure, _ = drawn({0.0: (1, 2)}, overlays=[find_curve(KV)])
    assert any("SmolLM2-135M-Instruct" in text for text in words(figure))
    assert figure["layout"]["yaxis2"]["range"] == drawn({})[0]["layout"]["yaxis2"]["range"]


def test_many_positions_leave_room_for_every_figure():
    many = tuple(at / 20 for at in range(21))
    figure, trace = drawn(dict.fromkeys(many, (3, 4)), many)
    assert len(trace["x"]) == 21
    assert len(figure["layout"]["xaxis"]["ticktext"]) == 11


@pytest.mark.parametrize(("length", "bars"), [(25, 25), (50, 50), (75, 38), (1000, 50)])
def test_wrong_answers_are_counted_by_place_and_none_is_lost(length, bars):
    places = {0: 7, 3: 2, length - 1: 4}
    trace = wrong_figure(places, length, LIGHT, 800).to_dict()["data"][0]
    assert len(trace["y"]) == bars
    assert sum(trace["y"]) == 13
    filled = [color == LIGHT.link for color in trace["marker"]["color"]]
    assert filled[0]
    assert filled[-1]
    assert not filled[bars // 2]
