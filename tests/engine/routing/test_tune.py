"""Does tuning find the best gate, say how firmly, and judge it on other queries?"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import wilson_interval
from engine.routing.aims import AIMS, Aim, Gate, best_cell, default_grid
from engine.routing.gates import OUTCOMES, gate_outcome
from engine.routing.held_out import (
    compare_gates,
    compare_in_folds,
    compare_routing,
    routes,
)
from engine.routing.judged import Judged, Scored
from engine.routing.metrics import METRICS, Costs, Counts
from engine.routing.per_route import compare_per_route, tune_per_route
from engine.routing.ranking import right
from engine.routing.tune import bootstrap_cloud, tune
from tests.engine.routing.sets import as_judged, judged_sets, many

GRID = (np.linspace(0, 0.9, 10), np.linspace(0, 0.4, 9))


@pytest.mark.parametrize("metric", AIMS)
@pytest.mark.parametrize("share", [None, 0.4])
def test_no_gate_of_the_grid_is_better(metric, share):
    judged = many(300)
    aim = Aim(metric, share, Costs(2, 0.1, 3), risk_ceiling=0.2)
    tuned = tune(judged, aim, GRID)
    assert tuned.gate is not None

    def value(gate):
        counts = Counts.at(judged, gate.threshold, gate.margin)
        if metric == "coverage" and aim.metric_of("risk", counts) > 0.2 + 1e-9:
            return -math.inf
        return aim.metric_of(metric, counts)

    gates = [Gate(t, m) for t in GRID[0] for m in GRID[1]]
    assert tuned.value == pytest.approx(max(map(value, gates)))
    assert value(tuned.gate) == pytest.approx(tuned.value)
    assert f"threshold {tuned.gate.threshold:g}" in tuned.statement


def test_the_declared_share_moves_the_best_gate():
    judged = many(2_000)
    few, lots = (tune(judged, Aim("accuracy", share)).gate for share in (0.03, 0.6))
    assert few.threshold < lots.threshold


def test_a_ceiling_that_nothing_keeps():
    judged = as_judged([(0.9, 0.1, False, True, False), (0.4, 0.0, True, True, False)] * 9)
    tuned = tune(judged, Aim("coverage", risk_ceiling=0.4), GRID)
    assert (tuned.gate, tuned.cell) == (None, None)
    assert math.isnan(tuned.value)
    assert tuned.statement == (
        "No gate keeps the risk within 40.0 % on the tuning queries; the least is 50.0 %."
    )
    assert bootstrap_cloud(tuned).unsolved > 50
    unscored = as_judged([(0.0, 0.0, False, True, False)])
    assert "routes any" in tune(unscored, Aim("coverage"), GRID).statement


def test_what_the_set_cannot_tell_is_refused_or_said():
    inside = as_judged([(0.9, 0.1, True, True, False)])
    with pytest.raises(ValueError, match=r"share of 10 % needs out-of-scope queries.*among 1"):
        tune(inside, Aim(share=0.1))
    outside = as_judged([(0.9, 0.1, False, False, False)])
    with pytest.raises(ValueError, match="needs in-scope queries"):
        tune(outside, Aim(share=0.1))
    assert tune(inside, Aim(share=0)).gate is not None
    stray = tune(outside, Aim("accuracy"), GRID)
    assert (stray.gate, stray.statement) == (None, "No query in scope: nothing to tune.")
    assert bootstrap_cloud(stray).unsolved == 120
    nothing = tune(as_judged([]), Aim("accuracy"), GRID)
    assert nothing.gate is None
    assert "cannot tell" in nothing.statement
    assert bootstrap_cloud(nothing).unsolved == 120


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"metric": "risk"}, "expected an aim of accuracy.*'risk'"),
        ({"share": 2}, "share"),
        ({"risk_ceiling": -1}, "ceiling"),
    ],
)
def test_an_aim_that_cannot_be(change, words):
    with pytest.raises(ValueError, match=words):
        Aim(**change)


def test_the_middle_of_the_largest_plateau():
    values = np.zeros((7, 9))
    values[1:6, 1:6] = 1  # its middle is (3, 3)
    values[0, 8] = 1 - 1e-12  # as high, but a lonely peak
    assert best_cell(values) == (3, 3)
    assert best_cell(np.full((2, 2), -np.inf)) is None
    assert best_cell(np.array([[0.0, 2.0], [1.0, 0.0]])) == (0, 1)
    assert best_cell(np.array([[1.0, 1.0]])) == (0, 0)  # a tie: the smaller margin


@given(judged_sets)
@settings(max_examples=60, deadline=None)
def test_a_grid_is_even_and_ends_where_little_is_left(judged):
    for grid, name in zip(default_grid(judged, steps=20), ("top", "gap"), strict=True):
        assert grid[0] == 0
        assert 2 <= len(grid) <= 22
        assert np.diff(grid) == pytest.approx(np.full(len(grid) - 1, grid[1]))
        rows = judged.only(~judged.collision)
        numbers = getattr(rows.only(right(rows)) if right(rows).any() else rows, name)
        if not (numbers > 0).any():
            assert grid[-1] == (1 if name == "top" else 0.5)
        else:
            assert np.mean(numbers > grid[-1] + 1e-9) <= (0.05 if name == "top" else 0.25) + 1e-9


def test_the_cloud_is_seeded_and_counts_its_resamples():
    tuned = tune(many(400), Aim("utility"), GRID)
    cloud = bootstrap_cloud(tuned, seed=4)
    assert cloud.hits.sum() + cloud.unsolved == 120
    assert np.array_equal(cloud.hits, bootstrap_cloud(tuned, seed=4).hits)
    assert not np.array_equal(cloud.hits, bootstrap_cloud(tuned, seed=5).hits)
    assert sum(times for _, times in cloud.gates) == cloud.hits.sum()


def test_drawing_cells_is_drawing_queries():
    """The cloud beside one made the slow way, query by query: the same places, about as often."""
    judged, aim = many(120, seed=2), Aim("accuracy")
    grid = (np.array([0.0, 0.35, 0.6]), np.array([0.0, 0.15]))
    fast = bootstrap_cloud(tune(judged, aim, grid), seed=0, resamples=2_000).hits / 2_000
    slow = np.zeros_like(fast)
    rng = np.random.default_rng(1)
    for _ in range(600):
        slow[tune(judged.only(rng.integers(0, 120, 120)), aim, grid).cell] += 1 / 600
    assert np.abs(fast - slow).max() < 0.08


def test_more_queries_gather_the_cloud():
    spreads = []
    for n in (100, 10_000):
        hits = bootstrap_cloud(tune(many(n), Aim("accuracy"), GRID)).hits
        spreads.append(np.repeat(GRID[0], hits.sum(axis=1)).std())
    assert spreads[1] < spreads[0]


def test_held_out_values_are_those_of_the_metrics_and_shares_have_wilsons_interval():
    judged, now, tuned = many(400, seed=7), Gate(0.2, 0.1), Gate(0.45, 0.02)
    found = compare_gates(judged, now, tuned, Aim("accuracy"))
    for gate, side in ((now, found.now), (tuned, found.tuned)):
        counts = Counts.at(judged, gate.threshold, gate.margin)
        for name, metric in METRICS.items():
            assert side[name].value == pytest.approx(metric.of(counts))
            assert side[name].low <= side[name].value <= side[name].high
        assert (side["in_scope_accuracy"].low, side["in_scope_accuracy"].high) == wilson_interval(
            counts.right, counts.in_scope
        )
        routed = counts.right + counts.wrong + counts.missed
        assert (side["risk"].low, side["risk"].high) == wilson_interval(
            counts.wrong + counts.missed, routed
        )
    assert found.difference.value == pytest.approx(
        found.tuned["accuracy"].value - found.now["accuracy"].value
    )
    assert found.flipped == (routes(judged, now) != routes(judged, tuned)).sum()
    again = compare_gates(judged, now, tuned, Aim("accuracy"))
    assert again == found


def test_the_paired_interval_is_that_of_resampled_queries():
    judged, now, tuned = many(300, seed=3), Gate(0.2, 0.1), Gate(0.45, 0.02)
    aim = Aim("utility", share=0.3)
    found = compare_gates(judged, now, tuned, aim).difference
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(1_500):
        rows = judged.only(rng.integers(0, 300, 300))
        values = [
            aim.metric_of("utility", Counts.at(rows, gate.threshold, gate.margin))
            for gate in (tuned, now)
        ]
        drawn.append(values[0] - values[1])
    assert (found.low, found.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.012)


def alike(inside: int, outside: int, right: bool = True) -> Judged:
    """Queries that all score 0.9; those in scope all right, or all wrong."""
    return as_judged([(0.9, 0.1, right, True, False)] * inside
                     + [(0.9, 0.1, False, False, False)] * outside)  # fmt: skip


def test_of_few_queries_the_interval_is_that_of_smoothed_resamples():
    """Against queries drawn one by one, among them shares of one for all that could become."""
    judged = as_judged([(0.9, 0.1, True, True, False)] * 7 + [(0.3, 0.1, False, False, False)] * 3)
    masks = (routes(judged, gate) for gate in (Gate(0.2, 0.0), Gate(0.5, 0.0)))
    aim = Aim("utility", share=0.2)
    found = compare_routing(judged, *masks, aim, resamples=20_000)
    not_routed, right, wrong = 0, 1, 2
    seen = [((True, right, right), 7), ((False, wrong, not_routed), 3)]
    both_ways = [(a, b) for a in range(3) for b in range(3)]
    inside = [(True, *two) for two in both_ways if sorted(two) != [right, wrong]]
    outside = [(False, *two) for two in both_ways if right not in two]
    weighed = seen + [(k, 0.5 / len(kind)) for kind in (inside, outside) for k in kind]
    kinds, weights = zip(*weighed, strict=True)
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(4_000):
        queries = [
            kinds[at] for at in rng.choice(len(kinds), 10, p=np.array(weights) / sum(weights))
        ]
        values = []
        for side in (1, 2):
            fates = [(query[0], query[side]) for query in queries]
            n_inside = sum(query[0] for query in queries)
            counts = Counts(fates.count((True, right)), fates.count((True, wrong)),
                            fates.count((False, wrong)), n_inside, 10 - n_inside)  # fmt: skip
            values.append(aim.metric_of("utility", counts))
        drawn.append((*values, values[1] - values[0]))
    sides = (found.now["utility"], found.tuned["utility"], found.difference)
    for side, values in zip(sides, zip(*drawn, strict=True), strict=True):
        expected = np.nanquantile(values, [0.025, 0.975])
        assert (side.low, side.high) == pytest.approx(expected, abs=0.09)


@pytest.mark.parametrize("right", [True, False])
def test_a_handful_that_fares_alike_has_a_wide_interval_about_what_was_seen(right):
    now, tuned = Gate(0.2, 0.0), Gate(0.95, 0.0)
    found = compare_gates(alike(5, 0, right), now, tuned, Aim("utility"))
    for measured in (found.now["utility"], found.tuned["utility"], found.difference,
                     found.differences["accuracy"]):  # fmt: skip
        assert measured.high - measured.low > 0.2
        assert measured.low <= measured.value <= measured.high
    lots = compare_gates(alike(2_000, 500, right), now, tuned, Aim("utility", share=0.2))
    assert lots.difference.high - lots.difference.low < 0.02


def test_what_a_set_does_not_have_is_not_made_up():
    found = compare_gates(alike(5, 0), Gate(0.2, 0.0), Gate(0.5, 0.0))
    assert math.isnan(found.now["out_of_scope_recall"].low)
    assert math.isnan(found.differences["out_of_scope_recall"].high)


@given(judged_sets, st.sampled_from(["accuracy", "balanced", "utility"]))
@settings(max_examples=40, deadline=None)
def test_every_interval_holds_what_was_seen(judged, metric):
    found = compare_gates(judged, Gate(0.2, 0.1), Gate(0.5, 0.0), Aim(metric))
    for name in METRICS:
        for measured in (found.now[name], found.tuned[name], found.differences[name]):
            if not math.isnan(measured.low):
                assert measured.low - 1e-9 <= measured.value <= measured.high + 1e-9, name


def test_two_scorers_are_compared_query_by_query():
    """Against resampled queries, each judged by both scorers."""
    n, aim = 300, Aim("balanced", share=0.2)
    first, better = many(n, seed=3), many(n, seed=4)
    better = replace(better, in_scope=first.in_scope)
    better = replace(better, correct=first.in_scope & (better.correct | first.correct))
    gates = Gate(0.4, 0.05), Gate(0.3, 0.1)
    sides = list(zip((first, better), gates, strict=True))
    masks = [routes(judged, gate) for judged, gate in sides]
    found = compare_routing(first, *masks, aim, other=better)
    for side, (judged, gate) in zip((found.now, found.tuned), sides, strict=True):
        counts = Counts.at(judged, gate.threshold, gate.margin)
        for name in METRICS:
            assert side[name].value == pytest.approx(float(aim.metric_of(name, counts)))
    rng = np.random.default_rng(0)
    names = ("balanced", "coverage", "risk", "utility")
    drawn = {name: [] for name in names}
    for _ in range(1_500):
        rows = rng.integers(0, n, n)
        counts = [Counts.at(j.only(rows), g.threshold, g.margin) for j, g in sides]
        for name in names:
            values = [aim.metric_of(name, count) for count in counts]
            drawn[name].append(values[1] - values[0])
    for name in names:
        interval = (found.differences[name].low, found.differences[name].high)
        expected = np.quantile(drawn[name], [0.025, 0.975])
        assert interval == pytest.approx(expected, abs=0.015), name
    assert found.difference == found.differences["balanced"]
    assert found.sentence("A", "B").startswith("A beats B by 0.")
    with pytest.raises(ValueError, match="the same queries"):
        compare_routing(first, *masks, aim, other=replace(better, in_scope=~first.in_scope))


def test_few_queries_do_not_tell_and_many_do():
    gates = Gate(0.2, 0.1), Gate(0.45, 0.02)
    few = compare_gates(many(30, seed=1), *gates, Aim("utility"))
    assert not few.certain
    assert few.statement.startswith("Too few queries to tell ★ from ✚: difference −")
    lots = compare_gates(many(5_000), *gates, Aim("utility"))
    assert lots.certain
    assert lots.statement.startswith("★ beats ✚ by 0.")
    back = compare_gates(many(5_000), *gates[::-1], Aim("utility"))
    assert back.statement.startswith("✚ beats ★ by 0.")
    same = compare_gates(many(50), gates[0], gates[0])
    assert same.statement == "★ and ✚ do the same with every held-out query."
    assert math.isnan(compare_gates(as_judged([]), *gates).now["accuracy"].value)


def test_folds_route_each_query_by_a_gate_that_has_not_seen_it():
    judged = many(90, seed=8, collisions=0.1)
    fold = np.arange(90) % 3
    aim, now = Aim("accuracy"), Gate(0.2, 0.1)
    found = compare_in_folds(judged, fold, now, aim, GRID)
    right_total = 0.0
    for k in range(3):
        gate = tune(judged.only(fold != k), aim, GRID).gate
        counts = Counts.at(judged.only(fold == k), gate.threshold, gate.margin)
        right_total += counts.right + counts.out_of_scope - counts.missed
    assert found.queries == (~judged.collision).sum()
    assert found.tuned["accuracy"].value == pytest.approx(right_total / found.queries)


routes_of = st.lists(st.integers(0, 2), min_size=12, max_size=12)


@given(judged_sets.filter(lambda judged: len(judged.top) <= 12), routes_of, st.sampled_from([0, 1]))
@settings(max_examples=100, deadline=None)
def test_thresholds_per_route_are_the_best_there_are(judged, best, which):
    """Against every combination of thresholds at the scores themselves, route by route."""
    n = len(judged.top)
    none = np.full(n, -1)
    scored = Scored(("a", "b", "c"), judged.top, judged.second, np.array(best[:n], int), none, none)
    aim = Aim(("accuracy", "utility")[which])
    found = tune_per_route(scored, judged, Gate(0.5, 0.1), aim)
    single = ~judged.collision

    def value(passes):
        rows = single & judged.in_scope
        counts = Counts(
            int((passes & rows & judged.correct).sum()),
            int((passes & rows & ~judged.correct).sum()),
            int((passes & single & ~judged.in_scope).sum()),
            int(rows.sum()),
            int((single & ~judged.in_scope).sum()),
        )
        return aim.metric_of(aim.metric, counts)

    mine = value(found.passes(scored))
    if math.isnan(mine):
        return
    for k, route in enumerate(found.routes):
        for other in (*judged.top.tolist(), 0.0, math.inf):
            changed = replace(
                found,
                routes=tuple(
                    replace(r, threshold=other) if j == k else r for j, r in enumerate(found.routes)
                ),
            )
            assert value(changed.passes(scored)) <= mine + 1e-9
        assert route.queries == (single & (scored.best == k)).sum()


def test_per_route_is_judged_beside_the_single_gate():
    judged = many(600, seed=4, collisions=0.05)
    rng = np.random.default_rng(0)
    none = np.full(600, -1)
    scored = Scored(
        tuple("abcdefghij"), judged.top, judged.second, rng.integers(0, 10, 600), none, none
    )
    tune_rows, test_rows = np.arange(300), np.arange(300, 600)

    def part(rows):
        arrays = (getattr(scored, name)[rows] for name in ("top", "second", "best"))
        return Scored(scored.intents, *arrays, none[rows], none[rows])

    aim, single = Aim("utility"), Gate(0.4, 0.05)
    found = tune_per_route(part(tune_rows), judged.only(tune_rows), single, aim)
    seen, unseen = (
        compare_per_route(part(rows), judged.only(rows), found, single, aim)
        for rows in (tune_rows, test_rows)
    )
    for row, code in enumerate(found.outcomes(scored).tolist()):
        own = found.routes[scored.best[row]].threshold
        expected = gate_outcome(scored.top[row], scored.second[row], own, single.margin)
        assert OUTCOMES[code] == expected
    assert seen.difference.value > unseen.difference.value  # they overfit
    assert unseen.queries == (~judged.collision[test_rows]).sum()
    with pytest.raises(ValueError, match="'balanced'"):
        tune_per_route(scored, judged, single, Aim("balanced"))
