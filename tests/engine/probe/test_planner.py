"""Are planned numbers of items those of the tables, and does a test of that size find the gap?"""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import mcnemar_exact, wilson_interval
from engine.probe import detectable_difference, items_for_difference, items_for_interval

CURVES = Path(__file__).parents[4] / "shared" / "data" / "curves"


def published(name):
    path = CURVES / name
    if not path.exists():
        pytest.skip(f"{name} is not here")
    return list(csv.DictReader(path.open(encoding="utf-8")))


def test_the_two_that_everybody_asks_for():
    assert (items_for_interval(0.10), items_for_interval(0.05)) == (93, 381)


@pytest.mark.parametrize(
    ("half_width", "accuracy", "confidence", "n"),
    [
        (0.1, 0.9, 0.95, 37),
        (0.05, 0.9, 0.95, 141),
        (0.025, 0.5, 0.95, 1533),
        (0.05, 0.5, 0.99, 657),
    ],
)
def test_intervals_against_the_table(half_width, accuracy, confidence, n):
    assert items_for_interval(half_width, accuracy, confidence) == n


@pytest.mark.parametrize(
    ("discordant", "difference", "n"),
    [(0.1, 0.05, 312), (0.1, 0.08, 121), (0.2, 0.10, 155), (0.3, 0.15, 103), (0.3, 0.20, 57)],
)
def test_differences_against_the_table(discordant, difference, n):
    assert items_for_difference(difference, discordant) == n


def test_the_whole_table_of_intervals():
    for row in published("probe_sample_sizes_wilson.csv"):
        confidence = float(row["confidence"].partition("%")[0]) / 100
        half_width, accuracy = float(row["half_width_pts"]) / 100, float(row["true_accuracy"])
        assert items_for_interval(half_width, accuracy, confidence) == int(row["n_per_position"])


def test_the_whole_table_of_differences():
    for row in published("probe_sample_sizes_paired.csv"):
        difference, discordant = float(row["true_difference_pts"]) / 100, row["discordant_rate"]
        n = int(row["n_pairs_80pct_power_alpha05"])
        assert items_for_difference(difference, float(discordant)) == n


@given(st.floats(0.02, 0.4), st.floats(0, 1))
def test_it_is_the_fewest_items_that_do(half_width, accuracy):
    n = items_for_interval(half_width, accuracy)

    def half(n):
        low, high = wilson_interval(accuracy * n, n)
        return (high - low) / 2

    assert half(n) <= half_width
    assert n == 1 or half(n - 1) > half_width


@given(st.integers(6, 2000), st.floats(0.01, 0.6))
def test_what_is_detectable_is_what_that_many_items_are_planned_for(n, discordant):
    gap = detectable_difference(n, discordant)
    assert items_for_difference(gap, max(gap, discordant)) <= n
    assert items_for_difference(gap - 1e-4, max(gap, discordant)) >= n - 1


def test_a_planned_run_finds_the_gap_in_four_of_five():
    """Simulated, not derived: 400 runs of the planned size, each tested exactly."""
    difference, discordant = 0.15, 0.3
    n = items_for_difference(difference, discordant)
    random = Random(8)
    found = 0
    for _ in range(400):
        draws = [random.random() for _ in range(n)]
        first = sum(draw < (discordant + difference) / 2 for draw in draws)
        both = sum(draw < discordant for draw in draws)
        found += mcnemar_exact(first, both - first) < 0.05
    assert 0.7 < found / 400 < 0.9


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (lambda: items_for_interval(0), "half_width"),
        (lambda: items_for_interval(0.1, 1.2), "accuracy.*1.2"),
        (lambda: items_for_difference(0, 0.3), "difference.*0"),
        (lambda: items_for_difference(0.3, 0.2), "discordant.*0.3.*0.2"),
        (lambda: items_for_difference(0.3, 0.4, power=1), "power.*1"),
        (lambda: items_for_difference(0.3, 0.4, level=0), "level.*0"),
    ],
)
def test_what_cannot_be_planned_is_refused(plan, words):
    with pytest.raises(ValueError, match=words):
        plan()
