"""Does a sweep count what a router would do, for every query at every gate, to the last bit?"""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.routing import grid_lookup
from engine.routing import sweep as sweep_file
from engine.routing.gates import OUTCOMES, gate_outcomes
from engine.routing.grid_lookup import GridLookup
from engine.routing.sweep import GateSweep, sweep_gates

# 1e300 lies outside every bucket, and beside the largest number is infinity.
pytestmark = pytest.mark.filterwarnings("ignore:overflow")
COUNTS = ("routed_right", "routed_wrong", "routed_out_of_scope", "low_confidence", "ambiguous_tie")


def outcome(score: float, second: float, threshold: float, margin: float) -> str:
    """The gates of the contract, for one query."""
    if score <= 0 or score < threshold:
        return "low_confidence"
    if score - second < margin and second > 0:
        return "ambiguous_tie"
    return "match"


def naive(rows, thresholds, margins) -> dict[str, list[list[int]]]:
    """Every query at every gate."""
    counts = {name: [[0] * len(margins) for _ in thresholds] for name in COUNTS}
    for i, threshold in enumerate(thresholds):
        for j, margin in enumerate(margins):
            for top, second, correct, in_scope in rows:
                name = outcome(top, second, threshold, margin)
                if name == "match":
                    name = "routed_right" if correct else "routed_wrong"
                    name = name if in_scope else "routed_out_of_scope"
                counts[name][i][j] += 1
    return counts


def swept(rows, thresholds, margins) -> GateSweep:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    return sweep_gates(*columns, thresholds, margins)


def assert_agree(rows, thresholds, margins):
    sweep = swept(rows, thresholds, margins)
    for name, counts in naive(rows, thresholds, margins).items():
        array = getattr(sweep, name)
        assert array.shape == (len(thresholds), len(margins))
        assert np.issubdtype(array.dtype, np.integer)
        assert array.tolist() == counts, name
    assert sweep.queries == len(rows)
    assert sweep.out_of_scope == sum(not row[3] for row in rows)
    assert sweep.in_scope + sweep.out_of_scope == sweep.queries


# Numbers that meet: tenths and their differences, what lies right beside them, and the odd ones.
tenths = st.integers(-2, 12).map(lambda n: n / 10)
scores = st.one_of(
    tenths,
    st.tuples(tenths, tenths).map(lambda pair: pair[0] - pair[1]),
    st.floats(-1, 1),
    st.sampled_from([0.0, -0.0, 5e-324, 1e-300, 0.7 - 0.6, 1e9, 1e300, float("inf")]),
)
beside = st.tuples(scores, st.sampled_from([-np.inf, 0, np.inf])).map(
    lambda pair: float(np.nextafter(*pair)) if pair[1] else pair[0]
)
seconds = st.one_of(tenths, st.floats(-0.1, 1), st.just(0.0))
rows_of_scores = st.lists(st.tuples(beside, seconds, st.booleans(), st.booleans()), max_size=12)
grids = st.lists(beside, max_size=8).map(sorted)


@given(rows_of_scores, grids, grids)
@example([(0.7, 0.6, True, True)], [0.2], [0.0, 0.7 - 0.6, 0.1])
@example([(0.0, 0.0, True, True), (0.3, 0.3, True, True)], [-1.0, 0.0], [-0.1, 0.0, 5e-324])
@example([(float("inf"), 0.0, True, True)], [1.0, float("inf")], [1.0, float("inf")])
@settings(max_examples=300, deadline=None)
def test_a_sweep_agrees_with_a_loop_over_every_query_and_every_cell(rows, thresholds, margins):
    assert_agree(rows, thresholds, margins)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_it_agrees_where_scores_and_gaps_lie_on_the_grid_or_right_beside_it(data):
    thresholds, margins = data.draw(grids.filter(len)), data.draw(grids.filter(len))
    touch = st.sampled_from([-np.inf, 0.0, np.inf])

    def near(grid):
        value = data.draw(st.sampled_from(grid))
        towards = data.draw(touch)
        return float(np.nextafter(value, towards)) if towards else value

    rows = []
    for _ in range(data.draw(st.integers(1, 8))):
        top, gap = near(thresholds), near(margins)
        second = top - gap if np.isfinite(top) and np.isfinite(gap) else 0.5
        rows.append((top, second, data.draw(st.booleans()), data.draw(st.booleans())))
    assert_agree(rows, thresholds, margins)


@given(rows_of_scores, grids, grids, st.integers(1, 4))
@settings(max_examples=100, deadline=None)
def test_sweeps_of_disjoint_queries_add_up(rows, thresholds, margins, parts):
    whole = swept(rows, thresholds, margins)
    pieces = [swept(rows[start::parts], thresholds, margins) for start in range(parts)]
    total = reduce(add, pieces)
    assert np.array_equal(total.cells, whole.cells)
    for name in COUNTS:
        assert np.array_equal(getattr(total, name), getattr(whole, name))


@given(rows_of_scores, scores.filter(np.isfinite), scores.filter(np.isfinite))
@settings(max_examples=200, deadline=None)
def test_outcomes_of_one_gate_are_those_of_the_contract(rows, threshold, margin):
    top, second = (np.array([row[k] for row in rows], dtype=float) for k in (0, 1))
    codes = gate_outcomes(top, second, threshold, margin)
    assert [OUTCOMES[code] for code in codes] == [
        outcome(row[0], row[1], threshold, margin) for row in rows
    ]


@pytest.mark.parametrize("rows", [99, 40_000, 130_000])
@pytest.mark.parametrize(
    ("thresholds", "margins"),
    [
        (np.linspace(0, 1, 101), np.linspace(0, 0.5, 51)),
        (np.geomspace(1e-6, 1, 100), np.geomspace(1e-6, 1, 100)),  # crowded at one end
        (np.sort([0.5, 0.5, 0.5 + 1e-16, *np.full(9, 0.6)]), np.array([0.0])),
        (np.linspace(0, 1, 300), np.linspace(0, 1, 300)),  # more cells than two bytes count
        (np.array([]), np.array([0.1])),
    ],
)
def test_many_queries_agree_with_searching(rows, thresholds, margins):
    """Past one block of rows and past the small table; half of the scores are round numbers."""
    rng = np.random.default_rng(5)
    top = rng.random(rows)
    top[::2] = np.round(top[::2], 2)
    second = np.round(top * rng.random(rows), 2)
    second[second > top] = 0
    right, inside = rng.random(rows) < 0.8, rng.random(rows) < 0.7
    gap = np.where(second > 0, top - second, np.inf)
    at = np.where(top > 0, np.searchsorted(thresholds, top, side="right"), 0)
    over = np.searchsorted(margins, gap, side="right")
    kind = np.where(inside, np.where(right, 2, 1), 0)
    expected = np.zeros((3, len(thresholds) + 1, len(margins) + 1), dtype=int)
    np.add.at(expected, (kind, at, over), 1)
    sweep = sweep_gates(top, second, right, inside, thresholds, margins)
    assert np.array_equal(sweep.cells, expected)


@given(grids, st.lists(beside, max_size=8), st.integers(1, 3))
@settings(max_examples=200, deadline=None)
def test_a_lookup_finds_what_bisection_finds(grid, numbers, few):
    lookup = GridLookup.of(np.array(grid, dtype=float), step=3, buckets=64)
    drawn = np.array([*numbers, *grid], dtype=float)
    expected = 3 * np.searchsorted(np.array(grid, dtype=float), drawn, side="right")
    assert np.array_equal(lookup.reached(drawn), expected)
    before = grid_lookup.FEW
    grid_lookup.FEW = few  # so that stepping is taken too
    try:
        assert np.array_equal(lookup.settle(drawn), expected)
    finally:
        grid_lookup.FEW = before


def test_a_rule_answers_at_every_gate():
    sweep = sweep_gates([np.inf], [0.0], [True], [True], [0.0, 1.0, 1e9], [0.0, 1.0])
    assert sweep.routed_right.tolist() == [[1, 1]] * 3


def test_nothing_to_sweep():
    sweep = sweep_gates([], [], [], [], [0.1, 0.2], [0.0])
    assert sweep.routed_right.tolist() == [[0], [0]]
    assert (sweep.queries, sweep.in_scope) == (0, 0)


def test_inputs_stay_as_they_are_and_counts_cannot_be_written():
    top, second = np.array([0.5, 0.2]), np.array([0.0, 0.1])
    before = top.copy(), second.copy()
    sweep = sweep_gates(top, second, [True, True], [True, True], [0.1], [0.1])
    assert np.array_equal(top, before[0])
    assert np.array_equal(second, before[1])
    with pytest.raises(ValueError, match="read-only"):
        sweep.cells[0, 0, 0] = 9


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"top": [0.5]}, "one row a query; found 1 top, 2 second"),
        ({"top": [0.5, float("nan")]}, "found NaN"),
        ({"second": [float("nan"), 0.1]}, "found NaN"),
        ({"thresholds": [0.2, 0.1]}, r"ascending order; found \[0.2, 0.1\]"),
        ({"margins": [float("nan")]}, "ascending order; found nan"),
    ],
)
def test_what_cannot_be_swept_is_refused(change, words):
    arguments = {
        "top": [0.5, 0.4],
        "second": [0.1, 0.1],
        "intended_correct": [True, True],
        "in_scope": [True, True],
        "thresholds": [0.1, 0.2],
        "margins": [0.0],
    }
    with pytest.raises(ValueError, match=words):
        sweep_gates(**(arguments | change))


def test_sweeps_on_other_grids_do_not_add_up():
    rows = [(0.5, 0.1, True, True)]
    with pytest.raises(ValueError, match="thresholds differ: 1 and 2"):
        swept(rows, [0.1], [0.1]) + swept(rows, [0.1, 0.2], [0.1])
    with pytest.raises(ValueError, match="margins differ"):
        swept(rows, [0.1], [0.1]) + swept(rows, [0.1], [0.2])


def test_blocks_do_not_show():
    rng = np.random.default_rng(2)
    columns = rng.random(50), rng.random(50) / 2, rng.random(50) < 0.5, rng.random(50) < 0.5
    whole = sweep_gates(*columns, [0.2, 0.4], [0.1, 0.2])
    before = sweep_file.ROWS
    sweep_file.ROWS = 7
    try:
        assert np.array_equal(sweep_gates(*columns, [0.2, 0.4], [0.1, 0.2]).cells, whole.cells)
    finally:
        sweep_file.ROWS = before
