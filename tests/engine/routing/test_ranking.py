"""Are rankings, curves, calibration and the confusion table those of their definitions?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.routing.confusion import confusion
from engine.routing.gates import AMBIGUOUS_TIE, LOW_CONFIDENCE, MATCH
from engine.routing.metrics import METRICS, Counts
from engine.routing.queries import LabelledQuery
from engine.routing.ranking import (
    augrc,
    ranking,
    reliability,
    right,
    risk_coverage,
    risk_coverage_of_both,
    score_histogram,
    scored,
)
from engine.routing.sweep import sweep_judged
from tests.engine.routing.sets import as_judged, judged_sets, many


def pairs_won(positive, numbers):
    """The share of (positive, negative) pairs in the right order; ties half."""
    up, down = numbers[positive], numbers[~positive]
    if not len(up) or not len(down):
        return math.nan
    return float(np.mean((up[:, None] > down) + 0.5 * (up[:, None] == down)))


@given(judged_sets)
@settings(max_examples=60, deadline=None)
def test_auroc_counts_pairs(judged):
    rows, found = scored(judged), ranking(judged)
    expected = [
        pairs_won(positive, numbers)
        for positive in (right(rows), rows.in_scope)
        for numbers in (rows.top, rows.gap)
    ]
    assert list(vars(found).values()) == pytest.approx(expected, nan_ok=True)


@given(judged_sets)
@settings(max_examples=100, deadline=None)
def test_augrc_is_what_traub_et_al_derive_from_auroc(judged):
    rows = scored(judged)
    if not len(rows.top):
        assert math.isnan(augrc(judged, "top"))
        return
    a = float(np.mean(right(rows)))
    ranked = pairs_won(right(rows), rows.top)
    won = 0.0 if math.isnan(ranked) else ranked
    assert augrc(judged, "top") == pytest.approx((1 - won) * a * (1 - a) + (1 - a) ** 2 / 2)


@given(judged_sets, st.none() | st.floats(0.1, 0.9))
@settings(max_examples=60, deadline=None)
def test_every_point_of_a_curve_is_a_gate(judged, share):
    rows = scored(judged)
    if share and (rows.in_scope.all() or not rows.in_scope.any()):
        return
    curve = risk_coverage(judged, "top", share)
    gates = sorted({value for value in rows.top.tolist() if value > 0}, reverse=True)
    expected = [
        [METRICS[name].of(Counts.at(rows, gate, 0.0), share) for name in ("coverage", "risk")]
        for gate in gates
    ]
    found = np.column_stack([curve.coverage, curve.risk])
    assert found == pytest.approx(np.array(expected).reshape(-1, 2))


def test_the_margin_alone():
    judged = as_judged(
        [
            (0.9, 0.8, True, True, False),
            (0.9, 0.1, False, True, False),
            (0.2, 0.0, True, True, False),  # no second: no margin stops it
            (0.0, 0.0, False, True, False),  # nothing routes it
        ]
    )
    curve = risk_coverage(judged, "gap")
    assert curve.coverage == pytest.approx([0.25, 0.5, 0.75])
    assert curve.risk == pytest.approx([0, 0.5, 1 / 3])


def test_what_no_margin_stops_is_let_in_together():
    judged = as_judged([(0.9, 0.0, True, True, False), (0.8, 0.0, False, True, False),
                        (0.9, 0.5, True, True, False)])  # fmt: skip
    curve = risk_coverage(judged, "gap")
    assert curve.coverage.tolist() == pytest.approx([2 / 3, 1])
    assert curve.risk.tolist() == pytest.approx([1 / 2, 1 / 3])


@given(judged_sets)
@settings(max_examples=60, deadline=None)
def test_both_gates_are_nowhere_worse_than_one(judged):
    rows = scored(judged)
    values = [sorted({0.0, *numbers.tolist()}) for numbers in (rows.top, rows.gap)]
    both = risk_coverage_of_both(sweep_judged(rows, *values))
    assert np.all(np.diff(both.coverage) > 0)
    assert np.all(np.diff(both.risk) >= 0)
    for coverage, risk in zip(*vars(risk_coverage(judged, "top")).values(), strict=True):
        at = np.searchsorted(both.coverage, coverage - 1e-9)
        assert both.risk[at] <= risk + 1e-9


def test_a_gate_has_a_name():
    with pytest.raises(ValueError, match="'both'"):
        risk_coverage(many(5), "both")


@given(judged_sets, st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_calibration_error_is_the_mean_distance_of_its_bins(judged, bins):
    rows, found = scored(judged), reliability(judged, bins)
    assert sum(part.queries for part in found.bins) == len(rows.top)
    if not len(rows.top):
        assert math.isnan(found.error)
        return
    far = sum(part.queries * abs(part.accuracy - part.mean_score) for part in found.bins)
    assert found.error == pytest.approx(far / len(rows.top))
    assert all(part.low - 1e-9 <= part.mean_score <= part.high + 1e-9 for part in found.bins)


def test_scores_outside_0_to_1_are_clipped():
    judged = as_judged([(1.4, 0.0, True, True, False)])
    assert reliability(judged).bins[0].mean_score == 1
    assert reliability(judged).error == 0


@given(judged_sets, st.sampled_from(["top", "gap"]))
@settings(max_examples=60, deadline=None)
def test_a_histogram_holds_every_scored_query_once(judged, gate):
    rows, found = scored(judged), score_histogram(judged, 7, gate)
    held = [int(counts.sum()) for counts in (found.right, found.wrong, found.out_of_scope)]
    assert sum(held) == len(rows.top)
    assert held[0] == right(rows).sum()
    assert held[2] == (~rows.in_scope).sum()
    assert len(found.edges) == 8


def test_what_a_rule_answered_and_what_collides_is_left_out():
    rows = [(0.9, 0.1, True, True, False), (0.8, 0.7, True, True, True)]
    judged = as_judged([*rows, (0.5, 0.1, False, True, False)], ruled=[2])
    assert scored(judged).top.tolist() == [0.9]
    assert augrc(judged, "top") == 0


def test_two_hundred_queries_one_by_one():
    rng = np.random.default_rng(3)
    intents = ("a", "b", "c")
    truths = [
        [(), ("a",), ("b",), ("c",), ("new",), ("a", "b")][k] for k in rng.integers(0, 6, 200)
    ]
    queries = [LabelledQuery("…", truth) for truth in truths]
    best, codes = rng.integers(0, 3, 200), rng.integers(0, 3, 200).astype(np.int8)
    table = confusion(intents, best, codes, queries)
    assert table.rows[:3] == intents
    assert table.rows[3:] == ("new", "out of scope")
    expected: dict[tuple[str, str], int] = {}
    for truth, k, code in zip(truths, best.tolist(), codes.tolist(), strict=True):
        if len(truth) < 2:
            did = {
                MATCH: intents[k],
                LOW_CONFIDENCE: "low_confidence",
                AMBIGUOUS_TIE: "ambiguous_tie",
            }[code]
            key = (truth[0] if truth else "out of scope", did)
            expected[key] = expected.get(key, 0) + 1
    found = {
        (row, column): int(table.matrix[i, j])
        for i, row in enumerate(table.rows)
        for j, column in enumerate(table.columns)
        if table.matrix[i, j]
    }
    assert found == expected
    assert table.collisions == sum(len(truth) == 2 for truth in truths)
    wrong = {key: n for key, n in expected.items() if key[1] in intents and key[0] != key[1]}
    assert {(pair.truth, pair.routed_to): pair.queries for pair in table.pairs} == wrong
    counts = [pair.queries for pair in table.pairs]
    assert counts == sorted(counts, reverse=True)
    for report in table.reports:
        name = report.intent
        hits = expected.get((name, name), 0)
        routed = sum(n for (_, did), n in expected.items() if did == name)
        meant = sum(n for (truth, _), n in expected.items() if truth == name)
        assert (report.precision, report.recall) == (hits / routed, hits / meant)
        assert report.f1 == pytest.approx(
            2 / (1 / report.precision + 1 / report.recall)
        )  # harmonic mean
        assert report.support == meant
        assert dict(report.taken_for) == {
            did: n for (truth, did), n in wrong.items() if truth == name
        }


def test_an_intent_that_nobody_meant_or_got():
    table = confusion(("a",), np.array([], int), np.array([], np.int8), [])
    (report,) = table.reports
    assert all(math.isnan(value) for value in (report.precision, report.recall, report.f1))
    with pytest.raises(ValueError, match="1 queries"):
        confusion(("a",), np.array([], int), np.array([], np.int8), [LabelledQuery("x")])
