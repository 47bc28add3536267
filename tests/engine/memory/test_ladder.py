"""Do a replay's promises hold whatever rungs act on its window?"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn, count_tokens
from engine.compaction import SUMMARIZERS
from engine.memory import Policy, fork, replay
from engine.memory.policy import RUNGS
from tests.engine.memory.talks import talks
from tests.engine.memory.test_replay import promises


@st.composite
def policies(draw: st.DrawFn) -> Policy:
    """Any rungs in any order, on windows of a few tokens."""
    target = draw(st.floats(0, 1).map(lambda share: round(share, 2)))
    return Policy(
        draw(st.integers(5, 120)),
        trigger=draw(st.sampled_from((target, 1.0))),
        target=target,
        buffer=draw(st.integers(0, 3)),
        rungs=tuple(draw(st.lists(st.sampled_from(RUNGS), max_size=4, unique=True))),
        keep=draw(st.integers(0, 2)),
        summary_tokens=draw(st.sampled_from((None, 10))),
        summarizer=draw(st.sampled_from(tuple(SUMMARIZERS))),
        pinned=draw(st.sampled_from(((), ("2",)))),
        recall=draw(st.sampled_from((0, 2))),
    )


@settings(max_examples=100, deadline=None)
@given(talks(), policies())
def test_promises_hold_under_any_ladder(turns, policy):
    snapshots = replay(turns, policy)
    promises(turns, policy, snapshots)
    for snapshot in snapshots:
        tokens = sum(count_tokens(turn.text) for turn in snapshot.window)
        assert snapshot.token_count == tokens == sum(snapshot.tokens_by_tier.values())
    assert snapshots == replay(turns, policy)


@settings(max_examples=40, deadline=None)
@given(talks(), policies(), policies())
def test_a_fork_goes_on_from_the_window_there(turns, policy, other):
    snapshots = replay(turns, policy)
    for at in range(1, len(turns) + 1, 3):
        assert fork(snapshots, at, policy) == snapshots
        forked = fork(snapshots, at, other)
        promises(turns[:at], policy, forked[:at])
        for snapshot in forked:
            tokens = sum(count_tokens(turn.text) for turn in snapshot.window)
            assert snapshot.token_count == tokens == sum(snapshot.tokens_by_tier.values())


@settings(max_examples=60, deadline=None)
@given(talks(), st.integers(5, 60), st.sampled_from(tuple(SUMMARIZERS)))
def test_what_is_folded_is_cited_exactly_once(turns, window, summarizer):
    snapshots = replay(turns, Policy(window, rungs=("fold",), summarizer=summarizer))
    gone: list[int] = []
    for snapshot in snapshots:
        events = [event for event in snapshot.events if event.kind == "evicted"]
        gone += [index for event in events if event.rung == "fold" for index in event.turns]
        folded = {str(index + 1) for index in gone}
        assert len(gone) == len(folded)
        assert set(snapshot.summary_sources) == folded


def test_a_summarizer_that_fails_is_an_event_and_the_turns_stay():
    def fails(turns):
        raise TimeoutError("no answer")

    turns = [Turn("user", f"Message number {number} of some length.") for number in range(8)]
    policy = Policy(40, rungs=("fold",), summarizer="mine")
    last = replay(turns, policy, summarizers={"mine": fails})[-1]
    assert last.window == tuple(turns)
    assert last.refused
    assert any("no answer" in event.detail for event in last.events if event.kind == "failed")


def test_events_say_what_happened_in_words():
    turns = [Turn("user", "Go."), Turn("assistant", "read()", call_ids=("c",))]
    turns.append(Turn("tool", "word " * 100, result_of="c"))
    turns += [Turn("assistant", "Some words of an answer.") for _ in range(4)]
    last = replay(turns, Policy(150, keep=0, rungs=("clear_tool_results",)))[2]
    assert [event.sentence for event in last.events][1:] == [
        "turn 3 cleared to a pointer: 125 → 14 tokens (clear tool results)",
    ]


def test_notes_are_remembered_and_recalled_for_a_message():
    said = "My order number is A-1 and I prefer mail."
    turns = [Turn("user", "Hello."), Turn("user", said), Turn("user", "Go on.")]
    turns += [Turn("assistant", f"Answer {number}. " + "word " * 30) for number in range(6)]
    turns.append(Turn("user", "What about the order number?"))
    policy = Policy(200, rungs=("notes",), recall=1)
    last = replay(turns, policy)[-1]
    assert last.store.current[0].text == f"[2] user: {said}"
    assert last.store.current[0].sources == ("2",)
    assert [event.detail for event in last.events if event.kind == "recalled"] == ["m1"]
    assert f"[2] user: {said}" in [turn.text for turn in last.window]


def test_an_earlier_store_may_be_looked_at_after_a_later_one():
    turns = [Turn("user", "Hello."), Turn("user", "It is A-1."), Turn("user", "Go on.")]
    turns += [Turn("assistant", f"Lamp {n} costs {n}.50. " + "word " * 30) for n in range(12)]
    snapshots = replay(turns, Policy(200, rungs=("notes",)))
    sizes = [len(snapshot.store.memories) for snapshot in reversed(snapshots)]
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[-1], sizes[0] > 3) == (0, True)
