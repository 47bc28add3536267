"""What does a memory of three tiers keep, whatever is said and whatever its summarizer does?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn, get_tokenizer
from engine.memory import TieredMemory
from tests.engine.memory.talks import talks


def texts(turns):
    return " / ".join(turn.text for turn in turns)


def numbers(turns):
    return "".join(f"<{turn.id}>" for turn in turns)


def filled(memory, *said):
    for text in said:
        memory.add_turn("user", text)
    return memory


def test_the_oldest_turn_leaves_first_and_its_summary_cites_it():
    memory = filled(TieredMemory(2, summarizer=texts), "one", "two", "three", "four")
    assert [turn.text for turn in memory.turns] == ["three", "four"]
    assert memory.summary == "one\ntwo"
    assert memory.summary_sources == ("1", "2")
    assert memory.error is None


@pytest.mark.parametrize("size", [0, 1])
def test_a_buffer_of_nothing_or_of_one_turn_ends(size):
    memory = filled(TieredMemory(size, summarizer=texts), "one", "two")
    assert len(memory.turns) == size
    assert memory.summary_sources == ("1", "2")[: 2 - size]


def test_a_turn_larger_than_the_buffer_goes_straight_into_the_summary():
    memory = filled(TieredMemory(buffer_tokens=3, summarizer=texts), "ok", "much longer than that")
    assert memory.turns == ()
    assert memory.summary_sources == ("1", "2")


@settings(max_examples=60, deadline=None)
@given(talks(), st.integers(0, 5), st.booleans())
def test_every_turn_is_kept_or_summarised_exactly_once(turns, size, by_tokens):
    limit = {"buffer_tokens": size * 4} if by_tokens else {"buffer_size": size}
    seen = []
    memory = TieredMemory(**limit, summarizer=lambda gone: seen.extend(gone) or numbers(gone))
    for turn in turns:
        memory.add_turn(turn)
    kept = [turn.id for turn in memory.turns]
    assert len(set(memory.summary_sources)) == len(memory.summary_sources)
    assert sorted([*memory.summary_sources, *kept], key=int) == [
        str(number) for number in range(1, len(turns) + 1)
    ]
    assert [turn.id for turn in seen] == list(memory.summary_sources)
    count = get_tokenizer("chars/4").count
    total = sum(count(turn.text) for turn in memory.turns) if by_tokens else len(kept)
    assert total <= size * (4 if by_tokens else 1)


@settings(max_examples=60, deadline=None)
@given(talks(), st.integers(0, 4), st.integers(0, 2**14))
def test_a_summarizer_that_fails_now_and_then_loses_nothing(turns, size, failures):
    calls = iter(range(1000))

    def sometimes(gone):
        number = next(calls)
        if failures >> number % 14 & 1:
            return (None, "", " \n")[number % 3]
        return numbers(gone)

    memory = TieredMemory(size, summarizer=sometimes)
    for number, turn in enumerate(turns, 1):
        before = memory.turns, memory.summary, memory.summary_sources
        asked = next(calls)
        calls = iter(range(asked, 1000))
        memory.add_turn(turn)
        if memory.error:
            assert memory.turns[:-1] == before[0]
            assert (memory.summary, memory.summary_sources) == before[1:]
        named = [*memory.summary_sources, *(turn.id for turn in memory.turns)]
        assert sorted(named, key=int) == [str(n) for n in range(1, number + 1)]
        assert next(calls) - asked <= 1  # one try a turn
        calls = iter(range(asked + 1, 1000))


@pytest.mark.parametrize("nothing", [None, "", "  \n"])
def test_a_summarizer_that_returns_nothing_leaves_the_buffer_overfull_and_is_asked_again(nothing):
    answers = iter([nothing, "both"])
    memory = filled(TieredMemory(1, summarizer=lambda turns: next(answers)), "one", "two")
    assert [turn.text for turn in memory.turns] == ["one", "two"]
    assert memory.error == "the summarizer returned nothing"
    memory.add_turn("user", "three")
    assert ([turn.text for turn in memory.turns], memory.summary) == (["three"], "both")
    assert memory.summary_sources == ("1", "2")
    assert memory.error is None


def test_a_summarizer_that_raises_says_why():
    def fails(turns):
        raise TimeoutError("no answer in 30 s")

    memory = filled(TieredMemory(0, summarizer=fails), "one")
    assert memory.error == "the summarizer failed: no answer in 30 s"
    assert [turn.text for turn in memory.turns] == ["one"]


def test_a_call_and_its_result_leave_together_and_a_late_result_follows():
    memory = TieredMemory(2, summarizer=numbers)
    memory.add_turn(Turn("assistant", "f()", call_ids=("c",)))
    memory.add_turn("user", "and?")
    memory.add_turn("user", "well?")
    assert memory.summary_sources == ("1",)
    memory.add_turn(Turn("tool", "7", result_of="c"))
    assert memory.summary_sources == ("1", "4")
    assert [turn.text for turn in memory.turns] == ["and?", "well?"]


def test_ids_are_kept_where_they_differ():
    memory = TieredMemory(0, summarizer=texts)
    for turn in (Turn("user", "a", id="x"), Turn("user", "b", id="x"), Turn("user", "c", id="2")):
        memory.add_turn(turn)
    assert len(set(memory.summary_sources)) == 3
    assert memory.summary_sources[0] == "x"


def test_a_changed_budget_is_marked_in_the_summary():
    said = ("The budget is 500.", "Fine.", "Sorry, the budget is now 700.", "Fine.")
    memory = filled(TieredMemory(1), *said)
    assert memory.summary.splitlines() == [
        "[1] user: The budget is 500 (superseded by 700 [3]).",
        "[2] user: Fine.",
        "[3] user: Sorry, the budget is now 700.",
    ]


def test_recall_gives_the_best_fact_first_with_its_score():
    memory = TieredMemory(4)
    for fact in ("The order is A-1.", "The customer lives in Oslo.", "No calls after six."):
        memory.remember(fact)
    found = memory.recall("Where does the customer live?", k=2)
    assert found[0].text == "The customer lives in Oslo."
    assert found[0].score > found[1].score
    assert memory.recall("order", k=0) == []
    assert TieredMemory(4).recall("order") == []


def test_recency_goes_by_the_clock_that_is_passed_in():
    now = [datetime(2026, 3, 1, tzinfo=UTC)]
    memory = TieredMemory(4, clock=lambda: now[0])
    for fact in ("a red lamp", "a blue lamp"):
        memory.remember(fact)
        now[0] += timedelta(hours=100)
    assert memory.recall("lamp")[0].text == "a blue lamp"


def test_the_context_is_sections_of_three_kinds():
    memory = filled(TieredMemory(2, summarizer=texts), "one", "two", "three")
    memory.remember("three is a number")
    memory.remember("unrelated")
    sections = memory.context("three?").as_sections()
    assert [(section.name, section.kind) for section in sections] == [
        ("summary", "summary"),
        ("memory m1", "memory"),
        ("turn 2 user", "history"),
        ("turn 3 user", "history"),
    ]
    assert [section.pinned for section in sections] == [False, False, False, True]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "either buffer_size"),
        ({"buffer_size": 1, "buffer_tokens": 1}, "either buffer_size"),
        ({"buffer_size": -1}, "buffer_size must be a whole number of turns"),
        ({"buffer_size": True}, "found True"),
        ({"buffer_tokens": 1.5}, "found 1.5"),
    ],
)
def test_a_wrong_buffer_is_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        TieredMemory(**arguments)


def test_a_turn_without_text_is_refused():
    with pytest.raises(ValueError, match="expected a Turn, or a role and its text"):
        TieredMemory(1).add_turn("user")
