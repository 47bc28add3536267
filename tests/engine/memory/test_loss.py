"""Is a fact lost when, and only when, it can neither be read nor fetched?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn
from engine.memory import Canary, Policy, fork, lifeline, plant, replay, survival
from engine.memory.traces import Trace
from tests.engine.memory.talks import WORDS, rolling_policies, talks

ROLLING = ("rolling_window",)


def filler(number):
    answers = [Turn("assistant", f"Answer {n}. " + "word " * 20) for n in range(number)]
    return [Turn("user", "Go on."), *answers]


@pytest.mark.parametrize(
    ("phrase", "text", "held"),
    [
        ("ORDER-42", "[4] user: it is order-42.", "verbatim"),
        ("ORDER-42", "it is ORDER-421", "gone"),
        ("ORDER-42", "it is ORDER-43", "altered"),
        ("41,207.55", "paid 41,207.55 today", "verbatim"),
        ("41,207.55", "paid 41,207.56 today", "altered"),
        ("41,207.55", "paid 41,207 today", "gone"),
        ("€149.90", "costs $149.90", "altered"),
        ("don't delete the logs", "do delete the logs", "altered"),
        ("don't delete the logs", "don't delete logs", "shortened"),
        ("the 14 March", "on 14 March", "shortened"),
        ("14 March", "the 15 March", "altered"),
        ("by mail, not by phone", "by mail, not phone", "altered"),
        ("订单四十二", "他的订单四十二没有到", "verbatim"),
        ("订单四十二", "他的订单四十三没有到", "altered"),
        ("A-1", "Is it A-1?", "gone"),
        ("A-1", "Is it lost? It is A-1.", "verbatim"),
        ("12. März", "bis zum 12. März haben", "verbatim"),
        ("12. März", "bis zum 13. März haben", "altered"),
        ("12 dec", "den 12. dec. og ikke før", "verbatim"),
        ("12. März", "Es sind 12. Märzen war gestern", "altered"),
        ("5 May", "It costs 5. May I have it?", "altered"),
    ],
)
def test_how_a_text_holds_a_phrase(phrase, text, held):
    assert Trace.of(phrase).in_text(text) == held


def test_a_value_of_the_same_form_that_its_turn_had_is_no_changed_one():
    trace = Trace.of("A-1")
    assert trace.in_text("only A-2 is open", beside=["A-1 and A-2 are open"]) == "gone"


@pytest.mark.parametrize(("summary", "altered"), [("[15] hello", False), ("[5] 22 June", True)])
def test_the_number_of_a_turn_that_a_summary_cites_is_no_changed_value(summary, altered):
    turns = [*filler(3), Turn("user", "We meet on 21 June."), *filler(12)]
    policy = Policy(160, rungs=("fold", "rolling_window"), buffer=1)
    snapshots = replay(turns, policy, summarizers={"extractive": lambda old: summary})
    assert any(summary in snapshot.summary for snapshot in snapshots)
    assert ("altered" in lifeline(snapshots, "21 June").states) == altered


@settings(max_examples=80, deadline=None)
@given(talks(), rolling_policies(), st.lists(st.sampled_from(WORDS), min_size=1, max_size=2))
def test_in_a_rolling_window_a_fact_is_there_while_a_turn_that_says_it_is(turns, policy, words):
    phrase = " ".join(words)
    snapshots = replay(turns, policy)
    line = lifeline(snapshots, phrase)
    trace = Trace.of(phrase)
    said = False
    for turn, snapshot, state in zip(turns, snapshots, line.held, strict=True):
        said = said or trace.said_in(turn.text)
        there = any(trace.said_in(other.text) for other in snapshot.window)
        assert state == ("verbatim" if there else "gone" if said else None)
    if line.lost_at is not None:
        assert line.held[line.lost_at - 1] == "verbatim" or line.lost_at == line.sources[0]
        assert line.by is not None
        assert set(line.by.turns) & set(line.sources)


def test_a_life_line_goes_from_verbatim_to_the_summary_to_gone():
    turns = [Turn("user", "Hello."), Turn("user", "It is ORDER-42."), *filler(12)]
    policy = Policy(150, rungs=("fold",), summary_tokens=36)
    line = lifeline(replay(turns, policy), "ORDER-42")
    assert list(dict.fromkeys(line.states)) == [None, "verbatim", "summary", "gone"]
    assert line.by.rung == "fold"
    assert [span.state for span in line.spans] == ["verbatim", "summary", "gone"]
    assert line.spans[0].first == 1
    assert line.spans[-1].last == len(turns) - 1


def test_what_is_cleared_can_be_fetched_as_long_as_its_pointer_stands():
    turns = [Turn("user", "Go."), Turn("assistant", "read()", call_ids=("c",))]
    turns.append(Turn("tool", "The code is X-77. " + "word " * 80, result_of="c"))
    turns += filler(2)
    cleared = lifeline(replay(turns, Policy(150, keep=0, rungs=("clear_tool_results",))), "X-77")
    assert cleared.states[-1] == "recallable"
    assert cleared.lost_at is None
    both = Policy(150, keep=0, rungs=("clear_tool_results", "rolling_window"))
    assert lifeline(replay([*turns, *filler(8)], both), "X-77").states[-1] == "gone"


def test_what_is_in_the_notes_is_recallable():
    turns = [Turn("user", "Hello."), Turn("user", "My order is ORDER-42."), *filler(8)]
    assert lifeline(replay(turns, Policy(200, rungs=("notes",))), "ORDER-42").states[-1] == (
        "recallable"
    )


def test_a_summarizer_that_changes_a_digit_is_found_out():
    turns = [Turn("user", "Hello."), Turn("user", "It costs 41,207.55 euros."), *filler(8)]
    wrong = {"mine": lambda turns: "It costs 41,207.56 euros."}
    policy = Policy(200, rungs=("fold",), summarizer="mine")
    line = lifeline(replay(turns, policy, summarizers=wrong), "41,207.55")
    assert line.states[-1] == "altered"
    assert line.lost_at is not None


def test_being_asked_about_it_does_not_count():
    turns = [Turn("user", "Hello."), Turn("user", "It is ORDER-42."), *filler(6)]
    turns.append(Turn("user", "Do you still know ORDER-42?"))
    line = lifeline(replay(turns, Policy(100, rungs=ROLLING)), "ORDER-42")
    assert line.states[-1] == "gone"
    assert line.sources == (1,)


def test_a_fork_has_one_life_line():
    turns = [Turn("user", "Hello."), Turn("user", "It is ORDER-42."), *filler(8)]
    run = replay(turns, Policy(100, rungs=ROLLING))
    forked = fork(run, 3, Policy(1_000, rungs=ROLLING))
    assert lifeline(run, "ORDER-42").states[-1] == "gone"
    assert lifeline(forked, "ORDER-42").states[1:] == ("verbatim",) * 10


def test_a_phrase_that_nobody_says():
    line = lifeline(replay([Turn("user", "Hello.")], Policy(100)), "ORDER-42")
    assert (line.states, line.lost_at, line.spans) == ((None,), None, ())
    with pytest.raises(ValueError, match="needs a word"):
        lifeline([], " … ")


def test_survival_by_kind_and_round():
    canaries = [
        Canary("identifier", "ORDER-42", "My order is ORDER-42."),
        Canary("goal", "before my trip to Oslo", "I need it before my trip to Oslo."),
    ]
    turns = [Turn("user", "Hello."), *filler(10)]
    turns = plant(plant(turns, canaries[0], 1), canaries[1], 4)
    snapshots = replay(turns, Policy(150, rungs=ROLLING))
    table = survival(snapshots, canaries)
    rounds = sum(any(e.kind == "evicted" for e in s.events) for s in snapshots)
    assert [row.round for row in table if row.kind == "goal"] == list(range(1, rounds + 1))
    of_order = [(row.survived, row.said) for row in table if row.kind == "identifier"]
    assert of_order == [(0, 1)] * rounds
    assert [row.survived for row in table if row.kind == "goal"][-1] == 1  # asked last: kept


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Canary("colour", "red"), "must be one of rule, figure"),
        (lambda: Canary("figure", "500", "It is 501."), "does not say '500'"),
        (lambda: plant([], Canary("figure", "500"), 1), "at 0 to 0; found 1"),
    ],
)
def test_a_wrong_canary_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
