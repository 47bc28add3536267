"""Are the intervals those of the textbook?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import wilson_interval
from engine.statistics import difference_interval


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (66, 67, 0.9202, 0.9974),  # 92 to 100 %
        (64, 67, 0.8764, 0.9847),
        (38, 67, 0.4481, 0.6789),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
        (267, 306, 0.8305, 0.9054),  # as published with the figures: 83.1 to 90.5
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_against_worked_numbers(successes, n, low, high):
    assert wilson_interval(successes, n) == pytest.approx((low, high), abs=6e-5)


def test_ninety_two_to_a_hundred():
    low, high = wilson_interval(66, 67)
    assert (round(100 * low), round(100 * high)) == (92, 100)


def test_without_a_trial_nothing_is_known():
    assert wilson_interval(0, 0) == (0, 1)
    assert difference_interval((0, 0), (1, 2)) == (-1, 1)


@given(st.integers(1, 3000), st.data(), st.sampled_from([0.8, 0.95, 0.99]))
@settings(max_examples=200, deadline=None)
def test_wilson_solves_its_own_equation(n, data, confidence):
    """Its ends are the shares from which the observed one lies z standard errors away."""
    successes = data.draw(st.integers(0, n))
    z = {0.8: 1.2815515655446004, 0.95: 1.959963984540054, 0.99: 2.5758293035489004}[confidence]
    low, high = wilson_interval(successes, n, confidence)
    share = successes / n
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        assert abs(share - end) == pytest.approx(z * math.sqrt(end * (1 - end) / n), abs=1e-9)


def test_exact_ends_are_exact():
    assert wilson_interval(0, 7)[0] == 0
    assert wilson_interval(7, 7)[1] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((3, 2), "successes.*3"),
        ((-1, 2), "successes.*-1"),
        ((math.nan, 2), "successes.*nan"),
        ((1, -2), "n must be.*-2"),
        ((1, 2.0), "n must be.*2.0"),
        ((1, True), "n must be.*True"),
        ((1, 2, 0), "confidence.*0"),
        ((1, 2, 1), "confidence.*1"),
        ((1, 2, 95), "confidence.*95"),
    ],
)
def test_what_is_no_count_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        wilson_interval(*arguments)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [  # Newcombe 1998, Statistics in Medicine 17, table II, method 10
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_differences_against_the_paper(first, second, low, high):
    assert difference_interval(first, second) == pytest.approx((low, high), abs=6e-5)
