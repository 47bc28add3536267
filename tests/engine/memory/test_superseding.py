"""Is a fact superseded when its subject got another value, and at no other time?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn
from engine.compaction import assignments, supersedes
from engine.memory import Canary, Policy, lifeline, replay, survival
from engine.memory.exchange import exchange
from engine.memory.superseding import superseded_spans
from engine.memory.traces import Trace

WIDE = Policy(10_000)
OLD = "The budget is 500 euros."


def talk(*texts: str) -> list[Turn]:
    """The user speaks; a text that begins with A: is the assistant's."""
    return [Turn("assistant", text[2:].strip()) if text.startswith("A:") else Turn("user", text)
            for text in texts]  # fmt: skip


def since(texts: tuple[str, ...], phrase: str, by: str = "") -> list[tuple[int, int]]:
    """From which turn to which the phrase is superseded, numbered from 1."""
    line = lifeline(replay(talk(*texts), WIDE), phrase, by)
    return [(s.first + 1, s.last + 1) for s in line.spans if s.state == "superseded"]


@pytest.mark.parametrize("phrase", ["500", "500 euros", "budget is 500"])
def test_an_old_value_is_superseded_from_the_turn_that_gives_the_new_one(phrase):
    turns = talk(OLD, "A: Fine.", "The budget is now 700 euros.", "A: Good.")
    line = lifeline(replay(turns, WIDE), phrase)
    assert line.states == ("verbatim", "verbatim", "superseded", "superseded")
    assert line.held == ("verbatim",) * 4
    assert line.lost_at is None
    assert not line.survives(2)
    assert line.spans[-1].by.sentence == "superseded by 700 euros at turn 3"
    new = lifeline(replay(turns, WIDE), "700")
    assert new.states[2:] == ("verbatim", "verbatim")


@pytest.mark.parametrize(
    ("texts", "phrase", "spans"),
    [
        # The same figure of another subject.
        ((OLD, "The hall holds 500 people.", "The budget is now 700 euros."), "500", []),
        ((OLD, "The hall holds 500 people.", "The budget is now 700 euros."), "holds 500", []),
        ((OLD, "500 people came.", "The budget is now 700 euros."), "500", []),
        ((OLD, "500 tickets are sold.", "The budget is now 700 euros."), "500", []),
        ((OLD, "The budget is now 700 euros.", "The hall holds 500 people."), "500", [(2, 2)]),
        (("The travel budget is 500.", "The food budget is now 700."), "500", []),
        # Of two subjects with the same figure, both have to change.
        (("The rent is 500.", "The fee is 500.", "The rent is now 600."), "500", []),
        (("The rent is 500.", "The fee is 500.", "The rent is now 600.", "The fee is now 9."),
         "500", [(4, 4)]),
        # Who repeats the figure alone speaks of the same.
        ((OLD, "A: 500 euros, noted.", "The budget is now 700 euros."), "500", [(3, 3)]),
        ((OLD, "A: Noted: 500 euros.", "The budget is now 700 euros."), "500", [(3, 3)]),
        ((OLD, "A: 500 it is.", "The budget is now 700 euros."), "500", [(3, 3)]),
        # What gives no value replaces none.
        ((OLD, "Could we raise the budget to 700 euros?"), "500", []),
        ((OLD, "If the budget is 700 euros, we dance."), "500", []),
        ((OLD, "The budget might be 700 euros."), "500", []),
        ((OLD, "The budget was 400 euros last year."), "500", []),
        ((OLD, "The budget is not 700 euros."), "500", []),
        ((OLD, "A: So your budget is 700 euros."), "500", []),
        ((OLD, "The budget is 500 EUR."), "500", []),
        # A second change, one that is taken back, one within a turn.
        ((OLD, "Budget: 700 euros.", "The budget is now 800 euros."), "700", [(3, 3)]),
        ((OLD, "Budget: 700 euros.", "The budget is 500 euros again.", "A: Oh."), "500", [(2, 2)]),
        ((OLD, "Budget: 700 euros.", "A: The budget is 500 euros."), "500", [(2, 3)]),
        ((OLD, "Budget: 700 euros.", "The budget was 500 euros."), "500", [(2, 3)]),
        ((OLD, "We raised the budget from 500 euros to 700 euros."), "500", [(2, 2)]),
        (("The budget is 500, no, the budget is now 700.",), "500", [(1, 1)]),
        # Dates, and what is no value at all.
        (("The deadline is 12 May.", "The deadline is now 19 May."), "12 May", [(2, 2)]),
        (("The order is A-1.", "The order is now A-2."), "A-1", []),
        ((OLD, "The budget is now 700 euros."), "euros", []),
        ((OLD, "The budget is now 700 euros."), "The budget", []),
    ],
)  # fmt: skip
def test_what_supersedes_and_what_does_not(texts, phrase, spans):
    assert since(texts, phrase) == spans


def test_words_that_are_said_to_replace_a_phrase_do_so_once_they_are_said_later():
    texts = ("We meet at the hall.", "The old mill would be nice?", "We meet at the old mill.")
    assert since(texts, "at the hall") == []
    assert since(texts, "at the hall", "the old mill") == [(3, 3)]
    assert since(texts[::-1], "at the hall", "the old mill") == []
    with pytest.raises(ValueError, match="needs a word"):
        Canary("rule", "the hall", superseded_by=" … ")


SUBJECTS, FIGURES = ("budget", "rent", "fee"), ("500", "600", "700")
said = st.tuples(st.sampled_from(SUBJECTS), st.sampled_from(FIGURES))


@settings(max_examples=300, deadline=None)
@given(st.lists(said | st.none(), max_size=9), st.sampled_from(FIGURES))
def test_a_figure_is_superseded_when_it_was_said_and_holds_for_no_subject(given_values, figure):
    turns = [Turn("user", "Well." if one is None else f"The {one[0]} is now {one[1]}.")
             for one in given_values]  # fmt: skip
    now: dict[str, str] = {}
    expected, ever = [], False
    for one in given_values:
        if one is not None:
            now[one[0]] = one[1]
            ever = ever or one[1] == figure
        expected.append(ever and figure not in now.values())
    line = lifeline(replay(turns, WIDE), figure)
    assert [state == "superseded" for state in line.states] == expected


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([OLD, "A: 500 it is.", "The budget is now 700 euros.",
                                 "500 people came.", "The budget was 500 euros.", "Is it 500?",
                                 "A: The budget is 700 euros.", "The rent is 500 euros."]),
                max_size=8))  # fmt: skip
def test_what_comes_later_changes_nothing_before_it(texts):
    turns, trace = talk(*texts), Trace.of("500")
    sources = [index for index, turn in enumerate(turns) if trace.said_in(turn.text)]

    def states(until: int) -> set[int]:
        spans = superseded_spans(turns[:until], trace, [at for at in sources if at < until])
        return {at for span in spans for at in range(span.first, span.last + 1)}

    whole = states(len(turns))
    for until in range(len(turns)):
        assert states(until) == {at for at in whole if at < until}


def test_survival_counts_a_superseded_fact_apart():
    filler = [Turn("assistant", f"Answer {n}. " + "word " * 20) for n in range(9)]
    turns = [Turn("user", "Hello."), *talk(OLD), *filler[:2], *talk("The budget is now 700 euros."),
             *filler[2:]]  # fmt: skip
    run = replay(turns, Policy(100, rungs=("rolling_window",)))
    canaries = [Canary("figure", "500"), Canary("figure", "700")]
    rows = survival(run, canaries)
    assert {(row.said, row.superseded) for row in rows if row.said} >= {(1, 1)}
    lines = [lifeline(run, one.phrase) for one in canaries]
    rounds = [s.index for s in run if any(e.kind == "evicted" for e in s.events)]
    for row, at in zip(rows, rounds, strict=True):
        states = [line.states[at] for line in lines]
        assert row.superseded == states.count("superseded")
        assert row.said == sum(state not in (None, "superseded") for state in states)
        assert row.survived == states.count("verbatim")


def test_before_and_after_a_compaction_an_old_value_is_neither_kept_nor_lost():
    turns = [Turn("user", "Hello."), *talk("The budget is 500. Seats: 40."), *talk("A: Fine."),
             *talk("The budget is now 700."), Turn("assistant", "word " * 60),
             Turn("user", "Go on.")]  # fmt: skip
    for rung, seats in (("rolling_window", "lost"), ("fold", "kept")):
        run = replay(turns, Policy(60, rungs=(rung,), summary_tokens=30))
        at = next(s.index for s in run if s.evicted)
        fates = {told.fact.text: told.fate for told in exchange(run[at]).facts}
        assert (fates["500"], fates["40"]) == ("superseded", seats)


def test_a_question_and_a_condition_give_no_value():
    told = {text: assignments(text)[-1].told for text in (
        "The budget is 700.", "Is the budget now 700?", "If the budget is 700, we dance.",
        "The budget would be 700.", "It might rain, but the budget is 700.",
    )}  # fmt: skip
    assert [text for text, given in told.items() if given] == [
        "The budget is 700.", "It might rain, but the budget is 700.",
    ]  # fmt: skip
    was, new = assignments("The budget was 500.")[0], assignments("The budget is 700.")[0]
    assert supersedes(new, was)
    assert not supersedes(was, new)
