"""Is expected recall what the contract says, and is it said where no order matters?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    ORDERINGS,
    ContextSection,
    PositionCurve,
    compare_orders,
    expected_recall,
    find_curve,
    order_for_recall,
    weakest_recall,
)
from engine.placement import (
    DEFAULT_CURVE,
    Point,
    lift,
    load_fits,
    order_effect,
    recall_of,
    spans_on_curve,
)
from engine.placement.fits import FITTED_MODEL
from tests.engine.strategies import Letters

ONE = Letters()
LIU = find_curve(DEFAULT_CURVE)
LEVEL = PositionCurve("l", "Level", "made up", points=(Point(0, 0.6), Point(1, 0.6)))
NOISE = find_curve("replication-docs-claude-sonnet-4.6-30")


def section(name: str, tokens: int, priority: float = 0, kind: str = "evidence") -> ContextSection:
    return ContextSection(name, "x" * tokens, priority=priority, kind=kind)


prompts = st.lists(st.integers(0, 40), min_size=1, max_size=7).map(
    lambda sizes: [section(f"s{number}", size, -number) for number, size in enumerate(sizes)]
)


@given(prompts, st.data())
@settings(max_examples=150, deadline=None)
def test_against_a_numerical_integration(prompt, data):
    """Each token's place is tried; the mean over a section is the mean over its tokens' places."""
    names = [one.name for one in prompt]
    weights = data.draw(
        st.dictionaries(st.sampled_from([*names, "absent"]), st.integers(1, 5), min_size=1)
    )
    total = sum(len(one.text) for one in prompt)
    per_token, start, naive = 400, 0, dict.fromkeys(weights, 0.0)
    for one in prompt:
        size = len(one.text)
        if one.name in weights and size:
            steps = size * per_token
            places = ((start + (step + 0.5) / per_token) / total for step in range(steps))
            naive[one.name] = sum(LIU.at(min(1.0, place)) for place in places) / steps
        start += size
    expected = sum(weights[name] * naive[name] for name in weights) / sum(weights.values())
    assert expected_recall(prompt, LIU, weights, ONE) == pytest.approx(expected, abs=1e-4)
    least = min(naive.values())
    assert weakest_recall(prompt, LIU, weights, ONE) == pytest.approx(least, abs=1e-4)


@given(st.permutations(range(6)), st.integers(1, 30))
@settings(max_examples=100, deadline=None)
def test_equal_weights_over_equal_blocks_are_the_same_in_every_order(order, size):
    blocks = [section(f"s{number}", size) for number in order]
    weights = {one.name: 1 for one in blocks}
    assert expected_recall(blocks, LIU, weights, ONE) == pytest.approx(LIU.mean(0, 1), abs=1e-12)


def test_it_is_the_mean_over_the_span_not_the_value_at_its_middle():
    whole = [section("all", 100)]
    assert expected_recall(whole, LIU, {"all": 1}, ONE) == pytest.approx(LIU.mean(0, 1))
    assert expected_recall(whole, LIU, {"all": 1}, ONE) != pytest.approx(LIU.at(0.5), abs=0.01)


def test_by_hand():
    """Accuracy falls from 1 to 0: a first quarter has the mean 7/8, a last one 1/8."""
    slope = PositionCurve("s", "Slope", "made up", points=(Point(0, 1.0), Point(1, 0.0)))
    prompt = [section("a", 10), section("b", 20), section("c", 10)]
    assert expected_recall(prompt, slope, {"a": 1}, ONE) == pytest.approx(7 / 8)
    assert expected_recall(prompt, slope, {"b": 9}, ONE) == pytest.approx(1 / 2)
    assert expected_recall(prompt, slope, {"a": 3, "c": 1}, ONE) == pytest.approx(
        (3 * 7 / 8 + 1 / 8) / 4
    )
    assert weakest_recall(prompt, slope, {"a": 3, "c": 1}, ONE) == pytest.approx(1 / 8)


def test_separators_are_ignored_and_the_tokenizer_is_used():
    prompt = [ContextSection("a", "x" * 8), ContextSection("b", "x" * 24)]
    spans = spans_on_curve(prompt, LIU)
    assert [(span.start, span.end, span.tokens) for span in spans] == [(0, 0.25, 2), (0.25, 1, 6)]
    assert spans_on_curve(prompt, LIU, "o200k_base")[0].tokens != 8


def test_a_section_that_is_absent_or_empty_counts_nothing():
    prompt = [section("a", 10), section("empty", 0)]
    found = expected_recall(prompt, LEVEL, {"a": 1}, ONE)
    assert found == pytest.approx(0.6)
    for missing in ("gone", "empty"):
        assert expected_recall(prompt, LEVEL, {"a": 1, missing: 1}, ONE) == pytest.approx(0.3)
        assert weakest_recall(prompt, LEVEL, {"a": 1, missing: 1}, ONE) == 0
        assert recall_of(prompt, LEVEL, {"a": 1, missing: 1}, ONE).weakest_name == missing
    assert expected_recall([], LEVEL, {"a": 1}) == 0


@given(st.floats(1e-300, 1e300))
@settings(max_examples=50, deadline=None)
def test_weights_are_normalised(scale):
    prompt = [section("a", 10), section("b", 30)]
    once = expected_recall(prompt, LIU, {"a": 1, "b": 2}, ONE)
    assert expected_recall(prompt, LIU, {"a": scale, "b": 2 * scale}, ONE) == pytest.approx(once)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ({}, "at least one"),
        ({"a": 0}, "at least one"),
        ({"a": -1}, "'a'.*-1"),
        ({"a": math.nan}, "'a'.*nan"),
        ({"a": math.inf}, "'a'.*inf"),
    ],
)
def test_weights_that_weigh_nothing_are_refused(weights, words):
    with pytest.raises(ValueError, match=words):
        expected_recall([section("a", 5)], LIU, weights)


def test_two_sections_of_one_name_are_refused():
    with pytest.raises(ValueError, match="'a'"):
        expected_recall([section("a", 5), section("a", 5)], LIU, {"a": 1})


def test_lift_places_it_between_closed_book_and_oracle():
    assert lift(0.561, LIU) == 0
    assert lift(0.883, LIU) == 1
    assert lift(0.572, LIU) == pytest.approx((0.572 - 0.561) / (0.883 - 0.561))
    assert lift(0.5, LIU) < 0
    assert lift(0.5, LEVEL) is None
    assert recall_of([section("a", 5)], LIU, {"a": 1}).lift == pytest.approx(
        lift(LIU.mean(0, 1), LIU)
    )


def test_on_a_fitted_curve_it_is_the_mean_over_the_chunks():
    """A prompt of 200 tokens in 20 chunks of 10: a section over two and a half of them."""
    fit = load_fits()[FITTED_MODEL]
    prompt = [section("before", 40), section("fact", 25), section("after", 135)]
    chunks = [fit.accuracy(index, 20) for index in range(20)]
    by_hand = (10 * chunks[4] + 10 * chunks[5] + 5 * chunks[6]) / 25
    assert expected_recall(prompt, fit.curve(20), {"fact": 1}, ONE) == pytest.approx(by_hand)


def test_edges_first_is_best_on_a_u_and_best_in_the_middle_worst():
    prompt = [section(f"d{rank}", 50, -rank) for rank in (4, 1, 7, 3, 2, 6, 5)]
    scores = compare_orders(prompt, LIU, {"d1": 1}, ONE)
    by_name = {score.name: score.recall.expected for score in scores}
    assert set(by_name) == set(ORDERINGS)
    assert by_name["edges_first"] == max(by_name.values())
    assert by_name["best_in_the_middle"] == min(by_name.values())
    assert [score.recall.expected for score in scores] == sorted(by_name.values(), reverse=True)
    assert expected_recall(order_for_recall(prompt), LIU, {"d1": 1}, ONE) == by_name["edges_first"]
    effect = order_effect(scores, LIU)
    assert effect.matters
    assert effect.gap == pytest.approx(100 * (max(by_name.values()) - min(by_name.values())))


def reason(prompt, weights, curve=LIU) -> str:
    effect = order_effect(compare_orders(prompt, curve, weights, ONE), curve)
    assert effect.matters == (effect.reason == "better")
    if effect.reason in ("better", "within_noise"):
        assert "points more" in effect.statement
    else:
        assert effect.statement.startswith("No order changes anything")
    return effect.reason


def test_it_is_said_where_no_order_matters_and_why():
    rules, task = section("rules", 20, 9, "instructions"), section("task", 20, 9, "task")
    docs = [section(f"d{rank}", 50, -rank) for rank in (2, 1, 3, 4)]
    assert reason([rules, docs[0], task], {"d2": 1}) == "nothing_moves"
    assert reason([rules, *docs, task], {"gone": 1}) == "nothing_sent"
    assert reason([rules, *docs, task], {"rules": 1, "task": 1}) == "facts_fixed"
    assert reason([rules, *docs, task], {"d1": 1}, LEVEL) == "all_equal"
    same = {one.name: 1 for one in docs}
    assert reason([rules, *docs, task], same) == "all_equal"
    assert reason([rules, *docs, task], {"d1": 1}, NOISE) == "within_noise"
    assert reason([rules, *docs, task], {"d1": 1}) == "better"
