"""Are a user's own figures read right, and is a wrong cell named by line and field?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import PlacementError, effective_window, load_own_curve, wilson_interval
from engine.placement import curve_from_counts, load_occupancy
from engine.placement.table import read_table

GOOD = "position,correct,total\n0,66,67\n0.25,48,67\n0.5,50,67\n0.75,38,67\n1,64,67\n"


def test_a_curve_of_ones_own():
    curve = load_own_curve(GOOD, label="SmolLM2 here")
    assert [point.x for point in curve.points] == [0, 0.25, 0.5, 0.75, 1]
    assert curve.at(0.75) == 38 / 67
    assert (curve.label, curve.n, curve.status, curve.kind) == (
        "SmolLM2 here",
        67,
        "own",
        "measured",
    )
    assert curve.interval(curve.points[0]) == wilson_interval(66, 67)
    assert curve.closed_book is curve.oracle is None


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace(",", ";").replace("0.", "0,"),
        GOOD.replace(",", "\t"),
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        "\n\n" + GOOD + "\n\n",
        GOOD.replace("position,correct,total", " Position , CORRECT,total "),
        "\n".join(reversed(GOOD.strip().split("\n")[1:])).join(["position,correct,total\n", "\n"]),
        GOOD.replace("66", "66.0"),
    ],
)
def test_the_same_curve_however_it_is_written(text, tmp_path):
    assert load_own_curve(text).points == load_own_curve(GOOD).points
    assert load_own_curve(text.encode()).points == load_own_curve(GOOD).points
    file = tmp_path / "own.csv"
    file.write_bytes(text.encode())
    assert load_own_curve(file).points == load_own_curve(GOOD).points


def test_other_columns_are_passed_over_and_rows_at_one_position_add_up():
    text = "model,position,correct,total\nm,0,1,1\nm,0,0,1\nm,1,1,1\nm,0,1,1\n"
    curve = load_own_curve(text)
    assert [(point.accuracy, point.n) for point in curve.points] == [(2 / 3, 3), (1, 1)]
    assert curve.n == 1


@pytest.mark.parametrize(
    ("text", "line", "field", "words"),
    [
        ("", 1, "position", "found nothing"),
        ("position,correct\n0,1\n", 1, "total", "a column named total"),
        ("position,position,correct,total\n", 1, "position", "only one column"),
        (GOOD.replace("0.25,48,67", "5,48,67"), 3, "position", "from 0 to 1; found '5'"),
        (GOOD.replace("0.25,48,67", ",48,67"), 3, "position", "found nothing"),
        (GOOD.replace("0.25,48,67", "nan,48,67"), 3, "position", "'nan'"),
        (GOOD.replace("0.5,50,67", "0.5,68,67"), 4, "correct", "from 0 to 67; found '68'"),
        (GOOD.replace("0.5,50,67", "0.5,-1,67"), 4, "correct", "'-1'"),
        (GOOD.replace("0.5,50,67", "0.5,7.5,67"), 4, "correct", "whole number"),
        (GOOD.replace("0.5,50,67", "0.5,50,0"), 4, "total", "1 or more; found '0'"),
        (GOOD.replace("0.5,50,67", "0.5,50"), 4, "total", "found nothing"),
        (GOOD.replace("0.5,50,67", "0,5,50,67"), 4, None, "expected 3 cells; found 4"),
        ("position,correct,total\n", 1, "position", "at least two"),
        ("position,correct,total\n0,1,1\n\n0,1,1\n", 4, "position", "at least two"),
    ],
)
def test_a_wrong_cell_is_named(text, line, field, words):
    with pytest.raises(PlacementError) as caught:
        load_own_curve(text)
    error = caught.value
    assert (error.line, error.field) == (line, field)
    assert words in str(error)
    assert f"line {line}" in str(error)
    assert isinstance(error, ValueError)


def test_bytes_that_are_no_text_are_named_by_line():
    with pytest.raises(PlacementError, match="Line 2: byte 0xff at position 23 is not UTF-8"):
        load_own_curve(b"position,correct,total\n\xff,1,1\n")


def test_what_is_found_is_shortened():
    with pytest.raises(PlacementError) as caught:
        load_own_curve(f"position,correct,total\n{'9' * 500},1,1\n")
    assert len(str(caught.value)) < 150


def test_a_cell_that_is_too_large_for_a_table_is_an_error_too():
    with pytest.raises(PlacementError, match="line 2"):
        read_table("a\n" + "x" * 200_000, ["a"])


cells = st.sampled_from(["0", "1", "0.5", "67", "1e400", "-0", "nan", "", '"', "x", "\0", "1_0"])
lines = st.lists(st.lists(cells, max_size=4).map(",".join), max_size=5)


@given(st.one_of(lines.map(lambda drawn: "\n".join(["position,correct,total", *drawn])), st.text()))
@settings(max_examples=200, deadline=None)
def test_whatever_is_pasted_is_read_or_refused_with_a_line(text):
    for source in (text, text.encode("utf-8", "surrogatepass")):
        try:
            curve = load_own_curve(source)
        except PlacementError as error:
            assert error.line is not None
        else:
            assert all(0 <= point.accuracy <= 1 for point in curve.points)


def test_a_curve_from_counts_is_what_a_probe_makes():
    curve = curve_from_counts({1.0: (8, 10), 0.0: (9, 10)}, label="Probe", source="a run")
    assert [(point.x, point.accuracy) for point in curve.points] == [(0, 0.9), (1, 0.8)]


OCCUPANCY, ACCURACY = [0.1, 0.3, 0.5, 0.7, 0.9], [0.92, 0.91, 0.90, 0.82, 0.70]


def test_where_it_bends_by_hand():
    """Drops of 0, 1, 2, 10 and 22 points: 5 lie three eighths of the way from 50 % to 70 %."""
    window = effective_window(OCCUPANCY, ACCURACY, 10_000)
    assert window.bend == pytest.approx(0.5 + 0.2 * 3 / 8)
    assert window.red == 0.57
    assert window.amber == 0.51  # 2.5 points: one sixteenth of the way
    assert window.earliest < window.bend < window.latest
    assert window.certain
    assert [point.drop for point in window.points] == [0, 0.01, 0.02, 0.10, 0.22]


def test_a_drop_of_ones_choice():
    window = effective_window(OCCUPANCY, ACCURACY, 10_000, drop=0.16)
    assert window.bend == pytest.approx(0.8)
    assert window.red == 0.80
    assert window.amber == 0.65


def test_few_questions_say_little():
    few = effective_window(OCCUPANCY, ACCURACY, 100)
    many = effective_window(OCCUPANCY, ACCURACY, 3000)
    assert few.bend == many.bend
    assert few.earliest < many.earliest < many.bend < many.latest < few.latest
    none = effective_window(OCCUPANCY, ACCURACY, 8)
    assert not none.certain
    assert none.latest is None
    assert "past 90 %" in none.statement


def test_no_bend_proposes_no_marks():
    window = effective_window([0.2, 0.9], [0.80, 0.79], 5000)
    assert (window.bend, window.amber, window.red) == (None, None, None)
    assert window.statement == "Up to 90 % full, accuracy stays within 5 points of its 80.0 %."
    few = effective_window([0.2, 0.9], [0.80, 0.79], 50)
    assert "cannot be ruled out" in few.statement


def test_a_drop_that_is_just_reached_counts():
    window = effective_window([0.1, 0.5], [0.95, 0.90], 1000)
    assert window.bend == pytest.approx(0.5)
    assert window.red == 0.5


def test_the_points_may_come_in_any_order_and_each_with_its_n():
    window = effective_window(OCCUPANCY[::-1], ACCURACY[::-1], [500, 400, 300, 200, 100])
    assert [point.n for point in window.points] == [100, 200, 300, 400, 500]
    assert window.points[0].interval == wilson_interval(92, 100)
    assert window.points[0].drop_interval == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([0.1], [0.9], 10), "two points; found 1"),
        (([0.1, 0.2], [0.9], 10), "equally long; found 2, 1 and 2"),
        (([0.1, 0.2], [0.9, 0.8], [10]), "found 2, 2 and 1"),
        (([0.1, 0.1], [0.9, 0.8], 10), "0.1 stands twice"),
        (([0.1, 20], [0.9, 0.8], 10), "occupancy.*20"),
        (([0.1, 0.2], [0.9, 80], 10), "accuracy.*80"),
        (([0.1, 0.2], [0.9, 0.8], 0), "n must be.*0"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        effective_window(*arguments)


@pytest.mark.parametrize("drop", [0, 1, -0.1, 5])
def test_a_drop_is_a_share(drop):
    with pytest.raises(ValueError, match="drop"):
        effective_window(OCCUPANCY, ACCURACY, 10, drop=drop)


def test_occupancy_is_read_from_a_file():
    text = "occupancy,accuracy,n\n0.1,0.92,200\n0.5,0.9,200\n"
    assert effective_window(*load_occupancy(text)).points[1].accuracy == 0.9


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        ("occupancy,accuracy\n", 1, "n"),
        ("occupancy,accuracy,n\n0.1,0.9,10\n", 2, "occupancy"),
        ("occupancy,accuracy,n\n0.1,0.9,10\n0.1,0.8,10\n", 3, "occupancy"),
        ("occupancy,accuracy,n\n10,0.9,10\n0.1,0.8,10\n", 2, "occupancy"),
        ("occupancy,accuracy,n\n0.1,90,10\n0.2,0.8,10\n", 2, "accuracy"),
        ("occupancy,accuracy,n\n0.1,0.9,10\n0.2,0.8,many\n", 3, "n"),
    ],
)
def test_a_wrong_cell_of_it_is_named(text, line, field):
    with pytest.raises(PlacementError) as caught:
        load_occupancy(text)
    assert (caught.value.line, caught.value.field) == (line, field)
