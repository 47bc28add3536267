"""Does the verdict say what the items say, no more and no less?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import KeyValueTask, ProbeRun, mcnemar_exact, run_probe
from engine.probe import Plan, compare, settings_of, verdict, where_wrong
from engine.probe.comparing import WORTH_FINDING
from engine.probe.verdict import SHAPES, verdict_on
from engine.run_files import Row
from tests.engine.probe.readers import Reader, edges_only

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)
TASK = KeyValueTask(5)


def run_of(start, middle, end, n):
    """A run in which the first so many items were found at each of three places."""
    plan = Plan(TASK, (0.0, 0.5, 1.0), n=n)
    rows = [
        Row(item, x, item < found, "…")
        for item in plan.seeds
        for x, found in ((0.0, start), (0.5, middle), (1.0, end))
    ]
    return ProbeRun.of(settings_of(plan, Reader()), plan, rows)


@pytest.mark.parametrize(
    ("start", "middle", "end", "shape"),
    [
        (66, 50, 66, "middle"),
        (66, 50, 52, "start"),
        (50, 50, 66, "end"),
        (66, 50, 30, "falling"),
        (30, 50, 66, "rising"),
        (30, 50, 30, "edges"),
        (30, 50, 50, "late start"),
        (50, 50, 30, "early end"),
        (67, 67, 67, "none"),
        (52, 50, 51, "none"),
    ],
)
def test_every_shape_has_its_name(start, middle, end, shape):
    said = verdict(run_of(start, middle, end, 67))
    assert said.shape == shape
    assert said.final
    assert {shape for shape, _ in SHAPES.values()} >= {shape}


def test_the_tests_behind_it_are_those_of_the_textbook():
    run = run_of(66, 50, 54, 67)
    start, end = compare(run.rows)
    assert (start.only_edge, start.only_middle, start.n) == (16, 0, 67)
    assert start.p == mcnemar_exact(16, 0) == pytest.approx(3.05e-5, rel=1e-3)
    assert start.corrected == 2 * start.p
    assert end.corrected == end.p == mcnemar_exact(4, 0) == 0.125
    assert start.difference == 16 / 67


def test_one_that_is_just_significant_alone_is_not_after_correction():
    run = run_of(56, 50, 55, 67)  # six and five items: p = 0.031 and 0.0625
    said = verdict(run)
    assert said.comparisons[0].p < 0.05 < said.comparisons[0].corrected
    assert said.shape == "none"


def test_few_items_are_called_underpowered_and_many_are_not():
    few = verdict(run_of(9, 8, 10, 10))
    assert (few.shape, few.underpowered) == ("none", True)
    assert any(detail.startswith("Underpowered: 10 items") for detail in few.details)
    early = verdict_on(few.comparisons, final=False)
    assert early.sentence == "So far, after 10 items: too early to tell the middle from the ends."
    many = verdict(run_of(602, 600, 601, 700))
    assert (many.shape, many.underpowered) == ("none", False)
    assert "would have been found in four runs of five" in " ".join(many.details)
    assert many.comparisons[0].detectable < WORTH_FINDING
    three = verdict(run_of(3, 0, 3, 3))
    assert three.sentence == "3 items are too few to tell the middle from the ends."


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(1, 40))
def test_underpowered_is_said_only_where_nothing_was_found_and_more_could_be(s, m, e, n):
    for one in compare(run_of(min(s, n), min(m, n), min(e, n), n).rows):
        if one.underpowered:
            assert one.sign == 0
            assert one.detectable is None or one.detectable > abs(one.difference)
        assert (one.sign == 0) == (one.corrected >= 0.05)
        assert one.sign in (0, 1 if one.difference > 0 else -1)


@pytest.mark.parametrize(
    ("start", "middle", "n", "words"),
    [
        (70, 70, 100, "Start against middle: no gap"),
        (71, 70, 100, "Start against middle: 1 point more"),
        (60, 70, 100, "Start against middle: 10 points less"),
        (351, 350, 700, "Start against middle: less than a point more"),
    ],
)
def test_a_gap_is_said_as_it_is(start, middle, n, words):
    assert words in " ".join(verdict(run_of(start, middle, start, n)).details)


def test_a_middle_that_is_found_more_often_is_said_to_be():
    said = verdict(run_of(20, 60, 20, 67))
    assert (said.shape, said.sentence) == (
        "edges",
        "The middle is found more often than both ends.",
    )


def test_the_middle_is_the_one_nearest_to_one_half_not_the_lowest():
    finds = {0: True, 1: False, 2: True, 3: True, 4: True}
    run = run_probe(Reader(lambda index, pairs: pairs == 1 or finds[index]), TASK, FIVE, 12)
    assert [(one.edge, one.x, one.middle) for one in compare(run.rows)] == [
        ("start", 0.0, 0.5),
        ("end", 1.0, 0.5),
    ]
    assert verdict(run).shape == "none"


def test_two_positions_say_nothing():
    said = verdict(run_probe(Reader(), TASK, (0, 1), 12))
    assert (said.shape, said.comparisons) == ("unknown", ())
    assert "three positions" in said.sentence
    assert verdict_on(()).shape == "unknown"


def test_a_run_that_goes_on_says_so():
    whole = run_probe(Reader(edges_only), KeyValueTask(25), FIVE, 20)
    part = ProbeRun.of(whole.settings, whole.plan, whole.all_rows[: 40 + 5 * 12 + 2])
    said = verdict(part)
    assert not said.final
    assert said.sentence.startswith("So far, after 12 items: the middle is found less often")
    assert verdict(whole).sentence == "The middle is found less often than both ends."


def test_items_asked_at_one_place_only_do_not_count():
    run = run_of(20, 5, 20, 20)
    rows = [row for row in run.rows if not (row.position == 0.5 and row.item_seed >= 10)]
    start, _ = compare(rows)
    assert (start.n, start.only_edge) == (10, 5)


def test_cut_and_empty_answers_are_told():
    run = run_of(9, 9, 9, 9)
    rows = [Row(0, 0.0, False, "", "length"), *run.rows[1:]]
    details = verdict(ProbeRun.of(run.settings, run.plan, rows)).details
    assert "1 of 27 answers were cut at 16 tokens." in details
    assert "1 of 27 answers were empty and count as wrong." in details


def test_wrong_answers_are_counted_by_where_they_point():
    class Recites(Reader):
        """Names the first value of the list when it does not find the one asked for."""

        def complete(self, messages, **limits):
            lines = messages[0]["content"].splitlines()
            self.miss = lines[0][-4:] if len(lines) > 3 else "none"
            return super().complete(messages, **limits)

    run = run_probe(Recites(edges_only), KeyValueTask(25), FIVE, 8)
    wrong = where_wrong(run.all_rows, length=25)
    assert (wrong.wrong, wrong.another, wrong.near_edge, wrong.nothing) == (24, 24, 24, 0)
    assert wrong.places == {0: 24}
    assert wrong.share_near_edge == 1
    assert wrong.expected_near_edge == pytest.approx(
        8 / 24
    )  # four places at each end, of 24 others


def test_without_wrong_answers_nothing_points():
    wrong = where_wrong(run_probe(Reader(), TASK, FIVE, 3).rows, length=5)
    assert (wrong.wrong, wrong.another, wrong.share_near_edge, wrong.places) == (0, 0, None, {})
