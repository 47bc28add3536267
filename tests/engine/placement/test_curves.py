"""Are the shipped curves the published ones, and is a curve exact where it was measured?"""

from __future__ import annotations

import csv
import json
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import PlacementError, PositionCurve, find_curve, load_curves
from engine.placement import (
    DEFAULT_CURVE,
    DEFAULT_OVERLAYS,
    Point,
    guess_errors,
    load_fits,
    measured_lengths,
    position_effect,
    sunk_to_closed_book,
    where_found,
)
from engine.placement.curve import FAMILIES, KINDS, STATUSES
from engine.placement.figures import FOLDER, read_figures, source_of
from engine.placement.fits import FITTED_MODEL

ROOT = Path(__file__).parents[3]


def rows(file: str) -> list[dict[str, str]]:
    with (FOLDER / file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def curve_of(*points: tuple[float, float], n: int | None = 100, **fields) -> PositionCurve:
    made = tuple(Point(x, accuracy, n) for x, accuracy in points)
    return PositionCurve("test", "Test", "made up", points=made, **fields)


def test_the_default_curve_holds_the_published_values():
    curve = find_curve(DEFAULT_CURVE)
    for position, accuracy in ((1, 0.758), (5, 0.572), (10, 0.538), (15, 0.554), (20, 0.632)):
        assert curve.at((position - 1) / 19) == accuracy
    assert (curve.closed_book, curve.oracle) == (0.561, 0.883)
    assert (curve.n, curve.status, curve.kind, curve.year) == (2655, "exact", "measured", 2023)
    assert "2023" in curve.label
    assert "20 documents" in curve.label
    assert curve.source.endswith("table 6")


def test_the_overlays_are_the_two_of_2026():
    gemini, claude = (find_curve(id) for id in DEFAULT_OVERLAYS)
    assert (gemini.model, gemini.length, gemini.year) == ("Gemini-2.5-Flash", 500, 2026)
    assert (claude.model, claude.length, claude.year) == ("Claude Sonnet 4.6", 30, 2026)
    assert {(c.status, c.n) for c in (gemini, claude)} == {("unreviewed", 100)}
    assert gemini.at(0) == 0.77
    assert position_effect(gemini).detectable is True
    assert position_effect(claude).detectable is False


def test_ids_are_stable():
    """Links and scenario files name them."""
    ids = [curve.id for curve in load_curves()]
    assert len(set(ids)) == len(ids) == 66
    assert {
        "liu-docs-gpt-3.5-turbo-0613-20",
        "liu-docs-gpt-4-0613-20",
        "liu-pairs-gpt-3.5-turbo-16k-0613-300",
        "replication-docs-claude-sonnet-4.6-30",
        "replication-docs-deepseek-chat-100",
        "replication-docs-gemini-2.5-flash-500",
        "own-pairs-smollm2-135m-instruct-q4-1-25",
        "veseli-share-gemma-2-27b-100",
        "fit-gpt-3.5-turbo-16k-0613-20",
    } <= set(ids)
    for curve in load_curves():
        assert re.fullmatch(r"[a-z0-9.-]+", curve.id)
        assert find_curve(curve.id) == curve


def test_every_curve_says_where_it_comes_from():
    labels = [curve.label for curve in load_curves()]
    assert len(set(labels)) == len(labels)
    for curve in load_curves():
        assert curve.kind in KINDS
        assert curve.status in STATUSES
        assert curve.family in FAMILIES
        assert curve.source
        assert curve.note
        assert curve.model
        assert curve.year
        assert (curve.n is None) == (curve.family == "share")


@pytest.mark.parametrize(
    ("file", "length", "accuracy", "prefix"),
    [
        ("liu_multidoc_qa.csv", "n_documents", "accuracy_pct", "liu-docs"),
        ("liu_kv_retrieval.csv", "n_pairs", "accuracy_pct", "liu-pairs"),
        ("replication2026_multidoc_qa.csv", "n_documents", "accuracy_full_pct", "replication"),
    ],
)
def test_every_row_of_the_files_is_a_point_of_a_curve(file, length, accuracy, prefix):
    wanted = sorted(
        (int(row[length]), round(float(row["x_rel"]), 3), float(row[accuracy]))
        for row in rows(file)
    )
    found = sorted(
        (curve.length, round(point.x, 3), round(100 * point.accuracy, 6))
        for curve in load_curves()
        if curve.id.startswith(prefix)
        for point in curve.points
    )
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert one == pytest.approx(other, abs=0.0011)


def test_digitised_points_say_how_precisely_they_were_read():
    digitised = [curve for curve in load_curves() if curve.status == "digitised"]
    assert {curve.family for curve in digitised} == {"documents", "pairs", "share"}
    assert all("±" in curve.note for curve in digitised)
    assert all("±" not in curve.note for curve in load_curves() if curve.status == "exact")


def test_the_own_measurement_is_counted_from_its_items():
    curve = next(curve for curve in load_curves() if curve.id.startswith("own-pairs"))
    assert [round(67 * point.accuracy) for point in curve.points] == [66, 48, 50, 38, 64]
    assert (curve.n, curve.oracle, curve.closed_book) == (67, 1.0, None)
    low, high = curve.interval(curve.points[0])
    assert (round(100 * low), round(100 * high)) == (92, 100)


def test_the_sources_know_every_file_and_the_readme_names_it():
    register = json.loads((FOLDER / "sources.json").read_text(encoding="utf-8"))
    files = sorted(path.name for path in FOLDER.glob("*.csv"))
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(register["files"]) == files
    assert all(f"`{file}`" in readme for file in files)
    assert all(source_of(file).status in STATUSES for file in files)


def test_an_unknown_id_is_refused_with_one_that_is_known():
    for id in ("liu", "fit-gpt-3.5-turbo-16k-0613-09", "fit-gpt-3.5-turbo-16k-0613-31", ""):
        with pytest.raises(ValueError, match=DEFAULT_CURVE):
            find_curve(id)


def test_a_damaged_file_is_named(tmp_path, monkeypatch):
    (tmp_path / "bad.csv").write_text("model,accuracy_pct\nA,lots\n", encoding="utf-8")
    monkeypatch.setattr("engine.placement.figures.FOLDER", tmp_path)
    with pytest.raises(PlacementError, match=r"bad\.csv: line 2, accuracy_pct"):
        read_figures("bad.csv", ["model", "accuracy_pct"])[0].number("accuracy_pct", 0, 100)


points = st.lists(
    st.tuples(st.integers(0, 100), st.integers(0, 1000)),
    min_size=1,
    max_size=8,
    unique_by=lambda point: point[0],
).map(lambda drawn: [(x / 100, accuracy / 1000) for x, accuracy in sorted(drawn)])


@given(points, st.floats(0, 1))
@settings(max_examples=200, deadline=None)
def test_at_is_exact_at_the_points_straight_between_and_level_beyond(drawn, x):
    curve = curve_of(*drawn)
    for place, accuracy in drawn:
        assert curve.at(place) == accuracy
    left = [point for point in drawn if point[0] <= x]
    right = [point for point in drawn if point[0] >= x]
    if not left or not right:
        expected = (right or left)[0 if not left else -1][1]
    else:
        (x1, y1), (x2, y2) = left[-1], right[0]
        expected = y1 if x1 == x2 else (y1 * (x2 - x) + y2 * (x - x1)) / (x2 - x1)
    assert curve.at(x) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("x", [-0.001, 1.001, math.nan, math.inf, -1])
def test_outside_of_the_window_there_is_no_value(x):
    with pytest.raises(ValueError, match="from 0"):
        curve_of((0, 0.5), (1, 0.5)).at(x)


@given(points, st.floats(0, 1), st.floats(0, 1))
@example([(0.0, 0.003), (0.01, 0.0)], 0.0, 5e-324)
@settings(max_examples=100, deadline=None)
def test_the_mean_is_the_integral(drawn, a, b):
    curve = curve_of(*drawn)
    start, end = min(a, b), max(a, b)
    steps = 2000
    middles = [start + (end - start) * (step + 0.5) / steps for step in range(steps)]
    naive = sum(curve.at(min(1.0, x)) for x in middles) / steps
    assert curve.mean(start, end) == pytest.approx(naive, abs=2e-3)
    assert curve.mean(start, start) == curve.at(start)


def test_the_mean_of_a_level_curve_is_its_level():
    curve = curve_of((0, 0.1), (0.3, 0.1), (1, 0.1))
    for end in (0.1, 0.3, 0.7, 1.0):
        assert curve.mean(0.0, end) == 0.1
    with pytest.raises(ValueError, match="span"):
        curve.mean(0.5, 0.4)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ([], "no points"),
        ([(0.5, 0.1), (0.2, 0.1)], "left to right"),
        ([(0.5, 0.1)] * 3, "left to right"),
        ([(0, 1.1)], "0..1"),
        ([(-0.1, 1)], "0..1"),
        ([(0, math.nan)], "0..1"),
    ],
)
def test_points_that_make_no_curve_are_refused(made, words):
    with pytest.raises(ValueError, match=words):
        curve_of(*made)


def test_words_outside_of_the_lists_are_refused():
    for field in ("kind", "status", "family"):
        with pytest.raises(ValueError, match="'guessed' is none of"):
            curve_of((0, 1), **{field: "guessed"})


def test_a_curve_with_an_unknown_n_has_no_interval():
    assert curve_of((0, 1), n=None).n is None
    assert curve_of((0, 1), n=None).interval(Point(0, 1)) is None
    fitted = load_fits()[FITTED_MODEL].curve(20)
    assert fitted.interval(fitted.points[0]) is None


def test_the_fit_reproduces_its_own_error():
    fit = load_fits()[FITTED_MODEL]
    misses = [
        100 * fit.accuracy(int(row["gold_index"]), int(row["n_documents"]))
        - float(row["accuracy_pct"])
        for row in rows("liu_multidoc_qa.csv")
        if row["model"] == "GPT-3.5-Turbo (16K)"
    ]
    assert len(misses) == 15
    rmse = math.sqrt(sum(miss * miss for miss in misses) / len(misses))
    assert rmse == pytest.approx(0.67, abs=0.05)
    assert rmse == pytest.approx(fit.rmse_points, abs=0.05)
    assert max(map(abs, misses)) == pytest.approx(fit.worst_points, abs=0.05)
    assert (fit.floor, fit.primacy, fit.recency) == (0.4945, 0.2458, 0.1323)


@pytest.mark.parametrize("documents", [9, 31, 0, -1])
def test_the_fit_says_nothing_outside_of_ten_to_thirty(documents):
    fit = load_fits()[FITTED_MODEL]
    with pytest.raises(ValueError, match=f"10 to 30.*{documents}"):
        fit.accuracy(0, documents)
    with pytest.raises(ValueError, match="10 to 30"):
        fit.curve(documents)
    with pytest.raises(ValueError, match="from 0 to 19"):
        fit.accuracy(20, 20)


@pytest.mark.parametrize("documents", [10, 17, 30])
def test_a_fitted_curve_is_level_within_each_chunk(documents):
    fit = load_fits()[FITTED_MODEL]
    curve = fit.curve(documents)
    for index in range(documents):
        level = fit.accuracy(index, documents)
        assert curve.at(index / documents) == level
        assert curve.at((index + 0.5) / documents) == level
        assert curve.mean(index / documents, (index + 1) / documents) == pytest.approx(level)
    assert curve.at(1.0) == fit.accuracy(documents - 1, documents)
    whole = sum(fit.accuracy(index, documents) for index in range(documents)) / documents
    assert curve.mean(0, 1) == pytest.approx(whole)


def test_a_fit_is_never_used_for_pairs():
    assert {c.family for c in load_curves() if c.kind == "fitted"} == {"documents"}
    for length in measured_lengths("pairs"):
        assert all(found.curve.kind == "measured" for found in where_found(0, length, "pairs"))


def test_where_the_fact_is_found_among_twenty():
    for index, accuracy in ((0, 0.758), (4, 0.572), (9, 0.538), (14, 0.554), (19, 0.632)):
        found = {one.curve.id: one for one in where_found(index, 20)}
        here = found[DEFAULT_CURVE]
        assert here.measured
        assert here.accuracy == accuracy
        assert here.interval[0] < here.accuracy < here.interval[1]
    between = {one.curve.id: one for one in where_found(7, 20)}[DEFAULT_CURVE]
    assert not between.measured
    assert between.interval is None
    assert between.accuracy == pytest.approx(0.572 + (0.538 - 0.572) * 3 / 5)
    assert sorted(one.accuracy for one in where_found(7, 20)) == [
        one.accuracy for one in reversed(where_found(7, 20))
    ]
    with pytest.raises(ValueError, match="from 0 to 19"):
        where_found(20, 20)


def test_a_guess_is_compared_point_by_point():
    errors = guess_errors(find_curve(DEFAULT_CURVE), [0.7, 0.7, 0.65, 0.6, 0.6])
    assert [round(row.off_points, 1) for row in errors.rows] == [-5.8, 12.8, 11.2, 4.6, -3.2]
    assert errors.mean_points == pytest.approx(7.52)
    with pytest.raises(ValueError, match=r"expected 5 guesses.*found 1"):
        guess_errors(find_curve(DEFAULT_CURVE), [0.5])
    with pytest.raises(ValueError, match="70"):
        guess_errors(find_curve(DEFAULT_CURVE), [70, 0, 0, 0, 0])


def test_from_five_to_fifteen_the_passages_did_not_help():
    curve = find_curve(DEFAULT_CURVE)
    assert [curve.position(point.x) for point in sunk_to_closed_book(curve)] == [5, 10, 15]
    assert sunk_to_closed_book(find_curve("liu-docs-gpt-4-0613-20")) == ()


def test_an_effect_is_claimed_only_where_it_can_be():
    assert position_effect(find_curve(DEFAULT_CURVE)).detectable is True
    assert position_effect(find_curve("fit-gpt-3.5-turbo-16k-0613-20")).detectable is None
    assert position_effect(find_curve("veseli-share-gemma-2-27b-100")).detectable is None
    assert position_effect(find_curve("own-pairs-smollm2-135m-instruct-q4-1-25")).detectable
    flat = curve_of((0, 0.72), (0.5, 0.70), (1, 0.71))
    assert position_effect(flat).detectable is False
    assert "2.0 points" in position_effect(flat).how


def test_importing_the_engine_stays_light():
    """No file of figures is read, and nothing heavy comes in with it."""
    program = (
        "import sys, engine; from engine.placement.figures import _register, baselines; "
        "print(_register.cache_info().currsize, baselines.cache_info().currsize, "
        "*({'scipy', 'sklearn', 'wordllama', 'yaml', 'pandas', 'statistics'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "0"]
