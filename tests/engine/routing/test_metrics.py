"""Do the metrics say what they claim, query by query, and at a declared share?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.routing.gates import AMBIGUOUS_TIE, LOW_CONFIDENCE, MATCH, gate_outcomes
from engine.routing.metrics import METRICS, Costs, Counts, collision_recall
from engine.routing.sweep import sweep_judged
from tests.engine.routing.sets import as_judged, hundredths, judged_sets, many

COSTS = Costs(wrong=2.0, needless_fallback=0.5, missed_out_of_scope=3.0)


def one_by_one(judged, threshold, margin, costs):
    """Every metric as a mean over the queries themselves, at the set's own share."""
    rows = judged.single
    routed = gate_outcomes(rows.top, rows.second, threshold, margin) == MATCH
    good = routed & rows.correct & rows.in_scope
    false = routed & ~good
    worth = np.select(
        [good, routed & rows.in_scope, routed, rows.in_scope],
        [1.0, -costs.wrong, -costs.missed_out_of_scope, -costs.needless_fallback],
        0.0,
    )

    def mean(values):
        return float(np.mean(values)) if len(values) else math.nan

    inside, caught = mean(good[rows.in_scope]), mean(~routed[~rows.in_scope])
    known = [value for value in (inside, caught) if not math.isnan(value)]
    return {
        "accuracy": mean(good | (~routed & ~rows.in_scope)),
        "in_scope_accuracy": inside,
        "out_of_scope_recall": caught,
        "balanced": mean(known),
        "coverage": mean(routed),
        "false_route_rate": mean(false),
        "risk": (false.sum() / routed.sum() if routed.any() else 0.0) if len(routed) else math.nan,
        "utility": mean(worth),
    }


@given(judged_sets, hundredths, hundredths)
@settings(max_examples=200, deadline=None)
def test_every_metric_is_a_mean_over_queries(judged, threshold, margin):
    expected = one_by_one(judged, threshold, margin, COSTS)
    counts = Counts.at(judged, threshold, margin)
    assert set(expected) == set(METRICS)
    for name, metric in METRICS.items():
        assert metric.of(counts, costs=COSTS) == pytest.approx(expected[name], nan_ok=True), name


@given(judged_sets, st.floats(0.01, 0.99))
@settings(max_examples=100, deadline=None)
def test_a_declared_share_is_what_the_set_would_say_if_it_were_mixed_so(judged, share):
    """Weighting queries, and copying them, come to the same."""
    rows = judged.single
    copies = np.where(rows.in_scope, 3, 1)
    tripled = rows.only(np.repeat(np.arange(len(copies)), copies))
    if rows.in_scope.all() or not rows.in_scope.any():
        return
    own = float(np.mean(~tripled.in_scope))
    for metric in METRICS.values():
        plain = metric.of(Counts.at(tripled, 0.3, 0.1))
        assert metric.of(Counts.at(rows, 0.3, 0.1), share=own) == pytest.approx(plain)


@given(judged_sets, st.none() | st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_a_whole_grid_says_what_each_gate_says(judged, share):
    thresholds, margins = [0.0, 0.3, 0.6], [0.0, 0.1]
    counts = Counts.of(sweep_judged(judged, thresholds, margins))
    for metric in METRICS.values():
        values = metric.of(counts, share, COSTS)
        for i, threshold in enumerate(thresholds):
            for j, margin in enumerate(margins):
                one = metric.of(Counts.at(judged, threshold, margin), share, COSTS)
                value = np.broadcast_to(values, (3, 2))[i, j]
                assert value == pytest.approx(one, nan_ok=True)


def test_the_worked_example_by_hand():
    counts = Counts(right=70, wrong=5, missed=4, in_scope=80, out_of_scope=20)
    values = {name: metric.of(counts, share=0.5) for name, metric in METRICS.items()}
    assert values == pytest.approx(
        {
            "accuracy": 0.5 * 70 / 80 + 0.5 * 16 / 20,
            "in_scope_accuracy": 70 / 80,
            "out_of_scope_recall": 16 / 20,
            "balanced": (70 / 80 + 16 / 20) / 2,
            "coverage": 0.5 * 75 / 80 + 0.5 * 4 / 20,
            "false_route_rate": 0.5 * 5 / 80 + 0.5 * 4 / 20,
            "risk": (0.5 * 5 / 80 + 0.5 * 4 / 20) / (0.5 * 75 / 80 + 0.5 * 4 / 20),
            "utility": 0.5 * (70 - 2 * 5 - 0.5 * 5) / 80 - 0.5 * 2 * 4 / 20,
        }
    )


def test_nothing_routed_is_no_risk_and_nothing_known_is_not_a_number():
    nothing = Counts(right=0, wrong=0, missed=0, in_scope=5, out_of_scope=5)
    assert METRICS["risk"].of(nothing) == 0
    inside = Counts(right=3, wrong=1, missed=0, in_scope=5, out_of_scope=0)
    assert math.isnan(METRICS["out_of_scope_recall"].of(inside))
    assert math.isnan(METRICS["accuracy"].of(inside, share=0.2))
    assert METRICS["accuracy"].of(inside, share=0) == METRICS["accuracy"].of(inside) == 0.6
    assert METRICS["risk"].text(math.nan) == "–"
    assert METRICS["utility"].text(-0.5) == "−0.500"


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan])
def test_a_share_is_a_share(share):
    with pytest.raises(ValueError, match="out-of-scope share"):
        METRICS["accuracy"].of(Counts(1, 1, 1, 2, 2), share=share)


@pytest.mark.parametrize("cost", [-1, math.inf, math.nan])
def test_a_cost_is_a_number_from_0(cost):
    with pytest.raises(ValueError, match="the cost wrong"):
        Costs(wrong=cost)


def test_collisions_are_counted_apart():
    judged = many(500, collisions=0.3)
    one = collision_recall(judged, 0.2, 0.1)
    rows = judged.only(judged.collision)
    codes = gate_outcomes(rows.top, rows.second, 0.2, 0.1)
    assert one.queries == len(codes) > 50
    assert one.ambiguous == (codes == AMBIGUOUS_TIE).sum() > 0
    assert one.low_confidence == (codes == LOW_CONFIDENCE).sum()
    assert one.routed_to_one_of_theirs == ((codes == MATCH) & rows.correct).sum()
    assert one.routed_elsewhere == ((codes == MATCH) & ~rows.correct).sum()
    assert one.recall == one.ambiguous / one.queries
    assert Counts.at(judged, 0.2, 0.1).in_scope == (judged.in_scope & ~judged.collision).sum()
    assert math.isnan(collision_recall(as_judged([]), 0.2, 0.1).recall)
