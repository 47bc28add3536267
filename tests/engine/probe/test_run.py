"""Does a run ask every question once, in order, and go on after any stop?"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Completion,
    KeyValueTask,
    ModelError,
    OwnTextTask,
    Plan,
    ProbeError,
    ProbeRun,
    ask,
    run_probe,
    wilson_interval,
)
from engine.probe import plan_for, plan_of, settings_of
from engine.run_files import Row, RowKey
from tests.engine.probe.readers import LINE, Failing, Reader, edges_only, out_of_time

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)
SMALL = KeyValueTask(5)
plans = st.builds(
    Plan,
    st.just(SMALL),
    st.lists(st.sampled_from(FIVE), min_size=1, max_size=5).map(tuple),
    n=st.integers(1, 4),
    seed=st.integers(0, 3),
    order=st.sampled_from(["interleaved", "prefix"]),
    controls=st.integers(1, 3),
)


def lists_sent(reader):
    """The prompts of the measurement itself: those with a whole list."""
    return [sent[0]["content"] for sent in reader.sent if len(LINE.findall(sent[0]["content"])) > 1]


def test_a_run_is_paired_counted_and_a_curve():
    run = run_probe(Reader(edges_only), KeyValueTask(25), FIVE, 12, seed=3)
    assert run.counts() == {
        0.0: (12, 12),
        0.25: (0, 12),
        0.5: (0, 12),
        0.75: (0, 12),
        1.0: (12, 12),
    }
    by_item = Counter((row.item_seed, row.position) for row in run.rows)
    assert set(by_item.values()) == {1}
    assert {item for item, _ in by_item} == set(run.plan.seeds)
    curve = run.curve()
    assert {x: (accuracy * n, n) for x, accuracy, n in curve.points} == run.counts()
    assert (curve.kind, curve.status, curve.family, curve.length) == (
        "measured",
        "own",
        "pairs",
        25,
    )
    assert curve.interval(curve.points[0]) == wilson_interval(12, 12)
    assert (run.oracle, run.closed_book, run.finished, run.left) == (1.0, 0.0, True, 0)
    row = run.rows[0]
    assert (row.tokens, row.seconds, row.finish_reason) == (225, 0.25, "stop")
    assert row.answer.startswith("It is ") if row.correct else row.answer == "I do not know."


@given(plans)
def test_every_question_is_asked_once_controls_first(plan):
    reader = Reader()
    rows = list(ask(reader, plan))
    assert [row.key for row in rows] == list(plan.steps)
    controls = [bool(row.control) for row in rows]
    assert controls == sorted(controls, reverse=True)
    measured = [row.key for row in rows if not row.control]
    assert sorted(measured) == sorted(
        RowKey("", seed, x) for seed in plan.seeds for x in set(plan.positions)
    )
    assert len(set(lists_sent(reader))) == len(lists_sent(reader)) == len(measured)
    # Item by item: whenever it stops, all but one item are whole.
    items = [key.item_seed for key in measured]
    assert items == sorted(items)


@given(plans, st.data())
def test_a_stopped_run_goes_on_with_the_next_question(plan, data):
    whole = list(ask(Reader(edges_only), plan))
    stop = data.draw(st.integers(0, len(whole)))
    first, second = Reader(edges_only), Reader(edges_only)
    rows = []
    asking = ask(first, plan)
    for _ in range(stop):
        rows.append(next(asking))
    asking.close()
    assert len(first.sent) == stop  # nothing is asked ahead
    rows += ask(second, plan, tuple(rows))
    assert rows == whole
    assert [*first.sent, *second.sent] == [plan.messages(row.key) for row in whole]


@given(plans, st.data())
def test_rows_in_any_order_and_with_holes_are_filled_up(plan, data):
    whole = list(ask(Reader(), plan))
    kept = data.draw(st.permutations(whole))[: data.draw(st.integers(0, len(whole)))]
    again = Reader()
    added = list(ask(again, plan, kept))
    missing = [key for key in plan.steps if key not in {row.key for row in kept}]
    if any(not key.control for key in missing):
        assert [row.key for row in added] == missing
    else:
        assert added == []


def test_rows_that_are_done_are_not_asked_again():
    whole = run_probe(Reader(), SMALL, FIVE, 4)
    unused = Reader()
    again = run_probe(unused, SMALL, FIVE, 4, rows=whole.rows)
    assert unused.sent == []
    assert again.rows == whole.rows
    assert again.oracle is None
    assert run_probe(unused, SMALL, FIVE, 4, rows=whole.all_rows) == whole

    part = Reader()
    half = run_probe(part, SMALL, FIVE, 4, rows=whole.rows[:9])
    assert len(lists_sent(part)) == 11
    assert half.counts() == whole.counts()
    assert half.oracle == 1.0  # the controls were not among the rows


def test_rows_of_another_run_are_refused():
    with pytest.raises(ValueError, match="no such question"):
        run_probe(Reader(), SMALL, FIVE, 2, rows=[Row(77, 0.5, True, "")])


def test_on_row_gets_the_measurement_and_may_stop_it():
    seen: list[Row] = []
    run = run_probe(Reader(), SMALL, FIVE, 3, on_row=seen.append)
    assert tuple(seen) == run.rows

    def stop(row):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_probe(Reader(), SMALL, FIVE, 3, on_row=stop)


def test_a_model_that_fails_stops_the_run_and_what_was_asked_is_kept():
    plan = Plan(SMALL, FIVE, n=3, controls=2)
    rows = []
    with pytest.raises(ModelError) as caught:
        for row in ask(Failing(Reader(), 9, out_of_time()), plan):
            rows.append(row)
    assert caught.value.kind == "timed_out"
    assert len(rows) == 9
    rows += ask(Reader(), plan, rows)
    assert [row.key for row in rows] == list(plan.steps)


def test_empty_and_cut_answers_are_wrong_answers_and_counted():
    class Poor(Reader):
        def complete(self, messages, **limits):
            given = super().complete(messages, **limits)
            which = len(self.sent) % 3
            if len(LINE.findall(messages[0]["content"])) < 2 or which == 0:
                return given
            if which == 1:
                raise ModelError("empty", "no text", Completion("", "stop", 7, 0.5))
            return Completion("The value of the key is well known to", "length", 7, 0.5)

    run = run_probe(Poor(), SMALL, FIVE, 3)
    assert (run.cut, run.empty, len(run.rows)) == (5, 5, 15)
    assert sum(row.correct for row in run.rows) == 5
    empty = next(row for row in run.rows if row.empty)
    assert (empty.tokens, empty.seconds, empty.correct) == (7, 0.5, False)


def test_an_answer_that_is_cut_behind_the_value_is_right():
    class Chatty(Reader):
        def complete(self, messages, **limits):
            given = super().complete(messages, **limits)
            return Completion(given.text + " As you can see,", "length", 9, 0.1)

    run = run_probe(Chatty(), SMALL, FIVE, 2)
    assert (run.cut, run.counts()[0.5]) == (10, (2, 2))


@pytest.mark.parametrize(("missed", "stops"), [(0, False), (1, False), (2, True), (20, True)])
def test_a_model_that_misses_lone_facts_is_stopped(missed, stops):
    lone = iter(range(10**6))

    def finds(index, pairs):
        return pairs > 1 or next(lone) >= missed

    reader = Reader(finds)
    if not stops:
        assert run_probe(reader, SMALL, FIVE, 2).oracle == (20 - missed) / 20
        return
    with pytest.raises(ProbeError, match=r"right 0 of 2 times; it must be in 95%.*do not know"):
        run_probe(reader, SMALL, FIVE, 2)
    assert len(reader.sent) == 2  # as soon as 95 % are out of reach


def test_a_run_that_was_stopped_by_its_controls_stays_stopped():
    plan = Plan(SMALL, FIVE, n=2)
    rows = []
    with pytest.raises(ProbeError):
        for row in ask(Reader(lambda index, pairs: False), plan):
            rows.append(row)
    better = Reader()
    with pytest.raises(ProbeError):
        list(ask(better, plan, rows))
    assert better.sent == []


def test_an_answer_is_begun_only_for_a_model_that_goes_on_from_there():
    goes_on, does_not = Reader(continues_prefill=True), Reader()
    for reader in (goes_on, does_not):
        run_probe(reader, SMALL, FIVE, 1)
    assert {sent[-1]["role"] for sent in goes_on.sent} == {"assistant"}
    assert {sent[-1]["role"] for sent in does_not.sent} == {"user"}
    with pytest.raises(ValueError, match="does not go on"):
        next(ask(does_not, plan_for(goes_on, SMALL, n=1)))


def test_anything_with_complete_is_a_model():
    class Bare:
        def complete(self, messages, *, max_tokens, temperature=0.0):
            return Reader().complete(messages, max_tokens=max_tokens)

    run = run_probe(Bare(), SMALL, [1, 0], 2)
    assert run.settings.model == "Bare"
    assert run.counts() == {0.0: (2, 2), 1.0: (2, 2)}


def test_a_question_that_is_the_same_for_every_item_is_asked_once():
    task = OwnTextTask("A was. B was. C was. D was.", "The lamp is red.", "Which lamp?", "red")
    controls = [key for key in Plan(task, FIVE, n=4).steps if key.control]
    assert [key.control for key in controls] == ["oracle", "closed_book"]


def test_the_prefix_order_goes_from_the_end_to_the_start():
    plan = Plan(KeyValueTask(25), FIVE, n=2, order="prefix", controls=1)
    prompts = [plan.messages(key)[0]["content"] for key in plan.steps if key.item_seed == 0][2:]
    shared = [
        next(i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
        for one, two in pairwise(prompts)
    ]
    assert shared == sorted(shared, reverse=True)
    assert shared[0] > 0.6 * len(prompts[0])


def test_in_the_interleaved_order_every_position_comes_first_now_and_then():
    plan = Plan(KeyValueTask(25), FIVE, n=100)
    firsts = Counter(
        key.position
        for before, key in pairwise(plan.steps)
        if not key.control and key.item_seed != before.item_seed
    )
    assert set(firsts) == set(FIVE)
    assert min(firsts.values()) >= 8


def test_no_two_seeds_share_an_item():
    assert not set(Plan(SMALL, n=9, seed=1).seeds) & set(Plan(SMALL, n=9, seed=2).seeds)


@given(plans)
def test_a_plan_comes_back_from_its_settings(plan):
    assert plan_of(settings_of(plan, Reader())) == plan


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"positions": ()}, "at least one"),
        ({"positions": (0.5, 1.5)}, "found 1.5"),
        ({"n": 0}, "n must be.*found 0"),
        ({"n": 2.0}, "n must be.*2.0"),
        ({"n": True}, "n must be.*True"),
        ({"seed": -1}, "seed must be.*-1"),
        ({"controls": 0}, "controls must be.*0"),
        ({"order": "random"}, "order must be one of interleaved, prefix; found 'random'"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        Plan(**{"task": SMALL, "positions": FIVE, "n": 2, **settings})


def test_a_run_without_answers_has_no_curve():
    plan = Plan(SMALL, FIVE, n=2)
    run = ProbeRun.of(settings_of(plan, Reader()), plan, ())
    assert (run.counts(), run.oracle, run.left) == ({}, None, len(plan.steps))
    with pytest.raises(ValueError, match="no item was asked yet"):
        run.curve()
