"""Is a replay what it would be if everything were counted and looked at anew after each turn?"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings

from engine import Turn, count_tokens, watermark_zone
from engine.compaction.protected import free_groups
from engine.memory import Conversation, Policy, fork, replay
from engine.memory.billing import billed_uncompacted
from engine.transcripts import pair_calls
from tests.engine.memory.talks import rolling_policies, talks
from tests.engine.strategies import Letters

HEAD = Turn("assistant", "", id="head")


def too_much(turns, window, policy, limit):
    tokens = sum(count_tokens(turns[index].text) for index in window)
    return tokens > limit or (policy.max_turns is not None and len(window) > policy.max_turns)


def naive_rolling(turns, policy):
    """The windows as lists of indices, by the rule for a whole history, counted from nothing."""
    known = Conversation.of(turns)
    first = known.first
    named = [replace(turn, id=str(index + 1)) for index, turn in enumerate(turns)]
    pinned = {first[i] for i in known.named(policy.pinned)}
    pinned_names = [str(i + 1) for i in range(len(turns)) if first[i] in pinned]
    window, gone = [], set()
    for index in range(len(turns)):
        if first[index] in gone:
            yield list(window)
            continue
        window.append(index)

        if too_much(turns, window, policy, policy.trigger_tokens):
            # What opens the conversation opens it still when what followed has left.
            opening = sum(i in known.told and known.told.index(i) == i for i in window)
            marked = [*window[:opening], None, *window[opening:]]
            shown = [HEAD if i is None else named[i] for i in marked]
            free = free_groups(shown, ["head", *pinned_names], policy.unpinned)
            for group in [[marked[place] for place in group] for group in free]:
                if too_much(turns, window, policy, policy.target_tokens):
                    gone.add(first[group[0]])
                    window = [i for i in window if i not in group]
        yield list(window)


@settings(max_examples=150, deadline=None)
@given(talks(), rolling_policies())
def test_a_rolling_window_is_the_one_that_is_counted_anew(turns, policy):
    snapshots = replay(turns, policy)
    windows = list(naive_rolling(turns, policy))
    assert len(snapshots) == len(turns)
    before: list[int] = []
    for index, (snapshot, window) in enumerate(zip(snapshots, windows, strict=True)):
        assert snapshot.window == tuple(turns[i] for i in window)
        tokens = sum(count_tokens(turn.text) for turn in snapshot.window)
        assert snapshot.token_count == tokens
        assert snapshot.zone == watermark_zone(tokens, policy.usable, policy.amber, policy.red)
        assert sum(snapshot.tokens_by_tier.values()) == tokens
        left = [i for i in [*before, index] if i not in window]
        assert snapshot.evicted == tuple(turns[i] for i in left)
        before = window


def promises(turns, policy, snapshots):
    asked = [i for i, t in enumerate(turns) if t.role == "user" and t.text.strip()]
    told = [i for i, t in enumerate(turns) if t.role == "system"]
    opening = [i for at, i in enumerate(told) if at == i]
    for snapshot in snapshots:
        now = snapshot.index
        refused = any(event.kind == "refused" for event in snapshot.events)
        assert snapshot.token_count <= policy.usable or refused
        assert refused == (snapshot.zone in ("red", "over"))
        verbatim = snapshot.window
        must = {*opening, *asked[:1], *[i for i in asked if i <= now][-1:]}
        assert all(turns[i] in verbatim for i in must if i <= now)
        sources = snapshot.summary_sources
        assert len(set(sources)) == len(sources)
        standing = [i for i in range(now + 1) if snapshot.run.left[i] > now]
        # Whole: a turn stands as it came, is shortened, or went with all of its group.
        in_some_form = {*standing} | {
            i for e in snapshot.run.written_at(now) if e.original for i in e.sources
        }
        for group in pair_calls(turns[: now + 1]).groups:
            assert in_some_form.isdisjoint(group) or in_some_form.issuperset(group)
        assert not set(sources) & {str(i + 1) for i in in_some_form}


@settings(max_examples=100, deadline=None)
@given(talks(), rolling_policies())
def test_promises_hold_in_a_rolling_window(turns, policy):
    snapshots = replay(turns, policy)
    promises(turns, policy, snapshots)
    assert snapshots == replay(turns, policy)


@settings(max_examples=60, deadline=None)
@given(talks(), rolling_policies(), rolling_policies())
def test_a_fork_shares_its_beginning_and_goes_on_from_the_window_there(turns, policy, other):
    snapshots = replay(turns, policy)
    for at in range(1, len(turns) + 1):
        same = fork(snapshots, at, policy)
        assert all(a is b for a, b in zip(same[:at], snapshots[:at], strict=True))
        assert same == snapshots
        forked = fork(snapshots, at, other)
        assert [s.index for s in forked] == list(range(len(turns)))
        assert all(s.policy is other for s in forked[at:])
        tokens = [sum(count_tokens(t.text) for t in s.window) for s in forked]
        assert tokens == [s.token_count for s in forked]
        assert [s.billed for s in forked[:at]] == [s.billed for s in snapshots[:at]]
        gone = {id(t) for s in forked[:at] for t in s.evicted}
        assert not gone & {id(t) for s in forked[at:] for t in s.window}


def test_a_prefix_is_replayed_alike_whatever_follows():
    turns = [Turn("user", f"Message {number} of a talk.") for number in range(12)]
    whole = replay(turns, Policy(30))
    for length in range(12):
        assert replay(turns[:length], Policy(30)) == whole[:length]


def test_each_text_is_tokenised_once_and_not_again_for_another_policy():
    counted = []

    class Counting(Letters):
        def count(self, text):
            counted.append(text)
            return len(text)

    turns = [Turn("user", f"Message {number}") for number in range(20)]
    known = Conversation.of(turns, Counting())
    for window in (20, 40, 100):
        replay(known, Policy(window))
        assert len(counted) == len(set(counted))
    replay(known, Policy(100, rungs=("rolling_window",)))
    assert set(counted) >= {turn.text for turn in turns}


def test_a_late_result_follows_a_call_that_has_left():
    call = Turn("assistant", "find it", call_ids=("c",))
    talk = [Turn("user", "go"), call, Turn("user", "what?"), Turn("user", "and now?")]
    turns = [*talk, Turn("user", "so?"), Turn("tool", "found", result_of="c")]
    last = replay(turns, Policy(8, trigger=0.5, target=0.5, rungs=("rolling_window",)))[-1]
    assert turns[-1] in last.evicted
    assert turns[-1] not in last.window
    assert [e.rung for e in last.events if e.kind == "evicted"] == ["follows its call"]


def test_billed_are_the_windows_before_the_answers():
    turns = [Turn("user", "1234"), Turn("assistant", "12345678"), Turn("user", "1234")]
    turns.append(Turn("assistant", "1234"))
    assert [snapshot.billed for snapshot in replay(turns, Policy(100))] == [0, 1, 1, 5]


def test_no_call_is_billed_where_it_was_refused():
    turns = [Turn("user", "x" * 400), Turn("assistant", "a"), Turn("user", "b")]
    snapshots = replay(turns, Policy(50))
    assert [snapshot.refused for snapshot in snapshots] == [True] * 3
    assert snapshots[-1].billed == 0


def test_progress_is_told():
    shares = []
    turns = [Turn("user", f"Message {number}") for number in range(600)]
    replay(turns, Policy(40), on_progress=shares.append)
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert max(b - a for a, b in pairwise([*shares, 1.0])) <= 64 / 600


@pytest.mark.parametrize(
    ("settings_", "message"),
    [
        ({"window": 10, "reserve": 10}, "nothing is left for the input"),
        ({"window": "10"}, "found '10'"),
        ({"window": 10, "amber": 0.9, "red": 0.8}, "found amber 0.9, red 0.8"),
        ({"window": 10, "rungs": ("fall",)}, "unknown rung 'fall'"),
        ({"window": 10, "rungs": "fold"}, "rungs must be a list"),
        ({"window": 10, "trigger": 1.5}, "trigger must be a share"),
        ({"window": 10, "trigger": True}, "found True"),
        ({"window": 10, "trigger": 0.5, "target": 0.6}, "must not lie above"),
        ({"window": 10, "max_turns": 3, "rungs": ("fold",)}, "max_turns goes with"),
        ({"window": 10, "keep": -1}, "keep must be a whole number of tool results"),
    ],
)
def test_a_wrong_policy_is_named(settings_, message):
    with pytest.raises(ValueError, match=message):
        Policy(**settings_)


def test_a_trigger_above_the_window_has_the_effect_of_the_window():
    policy = Policy(50_000, 2_000, trigger=100_000)
    assert (policy.trigger, policy.trigger_tokens) == (100_000, 48_000)


def test_an_unknown_summarizer_and_a_fork_outside_are_named():
    turns = [Turn("user", "Hi")]
    with pytest.raises(ValueError, match="unknown summarizer 'poet'"):
        replay(turns, Policy(10, summarizer="poet"))
    snapshots = replay(turns, Policy(10))
    with pytest.raises(ValueError, match="1 to 1; found 2"):
        fork(snapshots, 2, Policy(10))
    with pytest.raises(ValueError, match="must be those of the run"):
        fork(snapshots, 1, Policy(10), [Turn("user", "Ho")])


@settings(max_examples=80, deadline=None)
@given(talks(), rolling_policies())
def test_what_all_calls_would_have_read_is_what_an_endless_window_bills(turns, policy):
    known = Conversation.of(turns)
    endless = replay(known, Policy(10**9))
    assert billed_uncompacted(known) == [snapshot.billed for snapshot in endless]
    rolled = replay(known, policy)
    assert all(a.billed <= b.billed for a, b in zip(rolled, endless, strict=True))
