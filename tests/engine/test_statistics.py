"""Are the intervals those of the textbook?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import holm, mcnemar_exact, wilson_interval
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


@pytest.mark.parametrize(
    ("only_a", "only_b", "p"),
    [
        (16, 0, 2 / 2**16),  # 3e-5
        (0, 16, 2 / 2**16),
        (0, 0, 1),
        (1, 0, 1),
        (5, 5, 1),
        (6, 0, 2 / 2**6),
        (8, 3, 2 * (1 + 11 + 55 + 165) / 2**11),  # 0.2266, as published with the replication
        (24, 12, 0.0652),
        (8, 17, 0.1078),
        (2, 5, 0.4531),
    ],
)
def test_mcnemar_against_worked_numbers(only_a, only_b, p):
    assert mcnemar_exact(only_a, only_b) == pytest.approx(p, abs=6e-5)


@given(st.integers(0, 400), st.integers(0, 400))
@settings(max_examples=100, deadline=None)
def test_mcnemar_is_the_two_sided_test_of_a_fair_coin(only_a, only_b):
    n, few = only_a + only_b, min(only_a, only_b)
    below = sum(math.comb(n, k) for k in range(few + 1))
    assert mcnemar_exact(only_a, only_b) == pytest.approx(min(1, 2 * below / 2**n), rel=1e-9)


def test_scipy_says_the_same():
    from scipy.stats import binomtest

    for only_a, only_b in [(16, 0), (3, 8), (40, 61), (7, 7)]:
        expected = binomtest(only_a, only_a + only_b, 0.5).pvalue
        assert mcnemar_exact(only_a, only_b) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("arguments", [(-1, 0), (0, 1.5), (True, 0), (0, None), ("3", 0)])
def test_mcnemar_counts_whole_items(arguments):
    with pytest.raises(ValueError, match=r"only_[ab] must be a whole number"):
        mcnemar_exact(*arguments)


@pytest.mark.parametrize(
    ("p_values", "corrected"),
    [
        ([], []),
        ([0.03], [0.03]),
        ([0.02, 0.03], [0.04, 0.04]),
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),  # Wikipedia's worked example
        ([0.6, 0.9], [1, 1]),
    ],
)
def test_holm_against_worked_numbers(p_values, corrected):
    assert holm(p_values) == pytest.approx(corrected)


@given(st.lists(st.floats(0, 1), max_size=6), st.floats(0.001, 0.2))
def test_holm_rejects_what_stepping_down_rejects(p_values, level):
    """The definition: from the smallest on, reject while p ≤ level / (tests not yet rejected)."""
    rejected, left = set(), sorted(range(len(p_values)), key=lambda at: p_values[at])
    while left and p_values[left[0]] * len(left) <= level:
        rejected.add(left.pop(0))
    corrected = holm(p_values)
    assert {at for at, p in enumerate(corrected) if p <= level} == rejected
    assert all(
        p <= one <= min(1, p * len(p_values)) for p, one in zip(p_values, corrected, strict=True)
    )


def test_holm_takes_p_values():
    with pytest.raises(ValueError, match=r"0 to 1; found 1\.1"):
        holm([0.5, 1.1])
