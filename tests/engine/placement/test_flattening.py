"""Is the share of attention that of a softmax, at every gap and however many distractors?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import attention_flattening
from engine.placement import gap_for_weight


@given(st.integers(0, 2000), st.floats(-30, 30))
@settings(max_examples=200, deadline=None)
def test_against_the_softmax_itself(distractors, gap):
    exponentials = [math.exp(gap), *[1.0] * distractors]
    total = math.fsum(exponentials)
    shares = [one / total for one in exponentials]
    entropy = -math.fsum(p * math.log(p) for p in shares if p)
    flat = attention_flattening(distractors, gap)
    assert flat.weight == pytest.approx(shares[0], rel=1e-9)
    assert flat.entropy == pytest.approx(entropy, rel=1e-9, abs=1e-9)
    assert flat.most_entropy == pytest.approx(math.log(distractors + 1))
    assert flat.entropy <= flat.most_entropy + 1e-9


def test_without_a_gap_all_weigh_the_same():
    flat = attention_flattening(99, 0.0)
    assert flat.weight == pytest.approx(0.01)
    assert flat.entropy == pytest.approx(flat.most_entropy)


@pytest.mark.parametrize("gap", [-1e6, -800.0, 800.0, 1e6])
def test_no_gap_overflows(gap):
    flat = attention_flattening(1000, gap)
    assert flat.weight == (1.0 if gap > 0 else 0.0)
    assert flat.entropy == pytest.approx(0.0 if gap > 0 else math.log(1000))


@given(st.integers(1, 10**6), st.floats(0.01, 0.99))
@settings(max_examples=100, deadline=None)
def test_the_gap_that_a_weight_needs_gives_that_weight(distractors, weight):
    gap = gap_for_weight(distractors, weight)
    assert attention_flattening(distractors, gap).weight == pytest.approx(weight)
    assert gap_for_weight(2 * distractors, weight) - gap == pytest.approx(math.log(2))


@pytest.mark.parametrize("distractors", [-1, 1.5, True, None])
def test_distractors_are_counted_in_whole_numbers(distractors):
    with pytest.raises(ValueError, match=str(distractors)):
        attention_flattening(distractors, 1.0)


@pytest.mark.parametrize("gap", [math.nan, math.inf])
def test_a_gap_is_finite(gap):
    with pytest.raises(ValueError, match="finite"):
        attention_flattening(3, gap)


@pytest.mark.parametrize(("distractors", "weight"), [(0, 0.5), (5, 0), (5, 1)])
def test_no_gap_reaches_all_or_nothing(distractors, weight):
    with pytest.raises(ValueError, match="between 0 and 1"):
        gap_for_weight(distractors, weight)
