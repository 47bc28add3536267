"""Is all that left the window at a turn listed once, beside what stands for it, with its facts?"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine import Turn
from engine.compaction.facts import find_facts
from engine.memory import Policy, fork, replay
from engine.memory.exchange import FATES, exchange
from engine.memory.loss import ACTS
from tests.engine.memory.talks import talks
from tests.engine.memory.test_ladder import policies

TALK = (
    Turn("user", "Hello."),
    Turn("user", "My order is A-1, bought on 4 May. Please never call my office."),
    Turn("assistant", "I see. One moment please, while I look for it."),
    Turn("user", "Is it there? I need it before 12 June."),
    Turn("assistant", "Yes, it is. Anything else?"),
    Turn("user", "No, thank you, that is all that I need."),
)


def whole(policy: Policy) -> Policy:
    return replace(policy, recall=0)  # recalled facts come and go beside what is exchanged


@settings(max_examples=100)
@given(talks(), policies())
def test_it_accounts_for_every_token_and_every_turn(turns, policy):
    snapshots = replay(turns, whole(policy))
    before = 0
    for snapshot, turn in zip(snapshots, turns, strict=True):
        done = exchange(snapshot)
        came = snapshot.run.conversation.tokens[snapshot.index]
        assert snapshot.token_count == before + came - done.tokens_before + done.tokens_after
        before = snapshot.token_count
        acts = [event for event in snapshot.events if event.kind in ACTS]
        assert bool(acts) == bool(done.rows), turn
        left = {index for event in acts if event.kind == "evicted" for index in event.turns}
        olds = [old for row in done.rows for old in row.before]
        assert left <= {index for old in olds for index in old.sources}
        counted = Counter(index for old in olds if old.tokens for index in old.sources)
        assert all(count == 1 for count in counted.values())
        assert sum(old.tokens or 0 for old in olds) <= done.tokens_before


@settings(max_examples=100)
@given(talks(), policies())
def test_every_fact_has_one_fate_and_a_word_that_still_stands_is_kept(turns, policy):
    for snapshot in replay(turns, policy):
        for row in exchange(snapshot).rows:
            here = " ".join(new.text for new in row.after)
            for old in row.before:
                assert [told.fact for told in old.facts] == list(find_facts(old.text))
                for told in old.facts:
                    assert told.fate in FATES
                    if told.fate == "kept":
                        assert told.fact.text.casefold() in here.casefold()
                    elif told.fate == "superseded":  # wherever it stands
                        assert told.fact.kind in ("figure", "date")
                    elif told.fact.text in here.split() and "cleared" not in here:
                        raise AssertionError(f"{told} stands in {here!r}")


@settings(max_examples=60)
@given(talks(), policies(), policies())
def test_a_forked_run_is_read_as_well(turns, policy, other):
    snapshots = replay(turns, whole(policy))
    for at in range(1, len(turns) + 1, 4):
        forked = fork(snapshots, at, whole(other))
        for index in range(1, len(forked)):
            done, came = exchange(forked[index]), forked[index].run.conversation.tokens[index]
            before, now = forked[index - 1].token_count, forked[index].token_count
            assert now == before + came - done.tokens_before + done.tokens_after


def test_what_simply_leaves_has_nothing_in_its_place():
    policy = Policy(34, trigger=1.0, target=1.0, rungs=("rolling_window",))
    done = exchange(replay(TALK, policy)[3])
    assert [(old.sources, row.after) for row in done.rows for old in row.before] == [((1,), ())]
    assert {told.fate for told in done.facts} == {"lost"}
    assert (done.tokens_after, done.restorable, done.noted) == (0, (), ())


def test_a_line_stands_for_the_turn_that_it_cites():
    policy = Policy(46, trigger=1.0, target=0.8, buffer=0, rungs=("fold",), summary_tokens=20)
    done = next(done for done in map(exchange, replay(TALK, policy)) if done.rows)
    [row] = [row for row in done.rows if row.before[0].sources == (1,)]
    assert row.after[0].text.startswith("My order is A-1")  # neither "[2]" nor "user:"
    fates = {told.fact.text: told.fate for told in row.before[0].facts}
    assert fates["A-1"] == "kept"


def test_what_was_cleared_can_be_restored_whole():
    result = "Shelf 4 holds A-1 and A-2, counted on 4 May: 41,207.55 EUR in all, never moved."
    turns = [Turn("user", "Where?")]
    for number in range(3):
        turns += [Turn("assistant", "find()", call_ids=(f"c{number}",)),
                  Turn("tool", f"{result} {number}.", result_of=f"c{number}")]  # fmt: skip
    policy = Policy(70, trigger=0.9, target=0.9, keep=1, rungs=("clear_tool_results",))
    done = next(done for done in map(exchange, replay(turns, policy)) if done.rows)
    assert {told.fate for told in done.facts} == {"recallable"}
    assert done.restorable[0].texts == (f"{result} 0.",)
    assert done.restorable[0].pointer == done.rows[0].after[0].text


def test_what_was_written_down_outside_is_recallable():
    policy = Policy(50, trigger=1.0, target=0.8, buffer=0, rungs=("notes",))
    done = next(done for done in map(exchange, replay(TALK, policy)) if done.rows)
    assert done.noted
    fates = {told.fact.text: told.fate for told in done.facts}
    assert fates["A-1"] == "recallable"


@pytest.mark.parametrize("text", ["1,500", "500.75", "A-500", "5000", "500-1"])
def test_a_longer_value_is_not_the_value(text):
    def summarizer(turns):
        return f"[2] user: {text}"

    turns = [Turn("user", "Hello."), Turn("user", "It costs 500, and that is what we pay at most."),
             *(Turn("user", f"Next, number {number}.") for number in range(5))]  # fmt: skip
    policy = Policy(30, trigger=1.0, target=0.7, buffer=0, rungs=("fold",), summarizer="one")
    snapshots = replay(turns, policy, summarizers={"one": summarizer})
    done = next(done for done in map(exchange, snapshots) if done.rows)
    fates = {told.fact.text: told.fate for told in done.facts}
    assert fates["500"] == "lost"
