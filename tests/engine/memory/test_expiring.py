"""Does what has expired go first, once its time is reached, and never what must not?"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn, load_transcript
from engine.compaction import clear_tool_results, evidence_of, expire_results, restore
from engine.compaction.ttl import NEVER_PRUNED
from engine.memory import PRESETS, Policy, fork, lifeline, replay
from engine.memory.exchange import exchange
from tests.engine.memory.talks import talks
from tests.engine.strategies import Letters

FOLDER = Path(__file__).parents[3] / "sample_data" / "conversations"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
LONG = "The price is 149.90 EUR today. " * 6


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def looked_up(name: str, seconds: float | None, text: str = LONG, args: str = "", number: int = 1):
    """A call and its result, so many seconds after noon."""
    time = None if seconds is None else at(seconds)
    call = Turn("assistant", f"{name}({args})", call_ids=(f"c{number}",), call_names=(name,),
                timestamp=time)  # fmt: skip
    return [call, Turn("tool", text, result_of=f"c{number}", name=name, timestamp=time)]


def said(text: str, seconds: float) -> Turn:
    return Turn("user", text, timestamp=at(seconds))


def expired_at(turns: list[Turn], ttl: float | None, **more) -> dict[int, tuple[int, ...]]:
    run = replay(turns, Policy(10_000, result_ttl=ttl, **more))
    return {
        snapshot.index: event.turns
        for snapshot in run
        for event in snapshot.events
        if event.kind == "expired"
    }


@pytest.mark.parametrize(
    ("age", "ttl", "expires"),
    [(599, 600, False), (600, 600, True), (0, 0, True), (9**9, None, False), (-60, 60, False)],
)
def test_an_age_equal_to_the_ttl_expires_however_much_room_there_is(age, ttl, expires):
    turns = [said("Go.", 0), *looked_up("price", 0), said("Back.", age)]
    assert expired_at(turns, ttl) == ({3 if ttl else 2: (2,)} if expires else {})


def test_it_is_a_pointer_from_then_on_and_can_be_restored():
    turns = [said("Go.", 0), *looked_up("price", 0), said("Back.", 600), said("Well?", 700)]
    run = replay(turns, Policy(10_000, result_ttl=600))
    assert [turn.text[:17] for turn in run[4].window][2] == "[result of price "
    assert run[2].window[2].text == LONG
    line = lifeline(run, "149.90")
    assert line.states == (None, None, "verbatim", "recallable", "recallable")
    assert line.spans[-1].by is not None
    assert line.spans[-1].by.kind == "expired"
    done = exchange(run[3])
    assert [one.texts for one in done.restorable] == [(LONG,)]
    assert {told.fate for told in done.facts} == {"recallable"}
    result = expire_results(turns, at(600), 600)
    assert restore(result.turns, [result], "t3")[2].text == LONG


def test_what_expired_is_as_old_as_before_where_the_newest_results_are_kept():
    turns = [said("Go.", 0), *looked_up("price", 0, number=1), *looked_up("stock", 500, number=2)]
    turns += [*looked_up("rate", 510, number=3), said("Well? " * 60, 720)]
    policy = Policy(200, result_ttl=600, rungs=("clear_tool_results",), keep=1)
    run = replay(turns, policy)
    assert [event.kind for event in run[-1].events][1:3] == ["expired", "cleared"]
    held = [turn.text == LONG for turn in run[-1].window if turn.role == "tool"]
    assert held == [False, False, True]


def test_it_goes_before_anything_is_dropped_for_want_of_room():
    older = [Turn("assistant", "word " * 40, timestamp=at(1)) for _ in range(3)]
    turns = [said("Go.", 0), *older, *looked_up("price", 2), said("Back.", 900)]
    turns.append(Turn("assistant", "word " * 60, timestamp=at(901)))
    room = Policy(260, trigger=1.0, target=1.0, rungs=("rolling_window",))
    kinds = [[event.kind for event in one.events] for one in replay(turns, room)]
    assert any("evicted" in of_turn for of_turn in kinds)
    fresh = replay(turns, replace(room, result_ttl=600))
    kinds = [[event.kind for event in one.events] for one in fresh]
    assert kinds[6][:2] == ["added", "expired"]
    assert not any("evicted" in of_turn for of_turn in kinds)


def test_a_goal_a_pinned_result_an_open_error_and_an_unverified_write_stay():
    goal = looked_up("goal", 0, number=1)
    price = looked_up("price", 0, number=2)
    error = looked_up("run", 0, "error: no such file. " * 9, number=3)
    write = looked_up("send_mail", 0, args='{"order":"A-17"}', number=4)
    turns = [said("Go.", 0), *goal, *price, *error, *write, said("Back.", 900)]
    assert expired_at(turns, 60, pinned=("3",)) == {9: (4,)}
    # Once the tool has run without an error, and the write was looked at, they may go as well.
    turns += [*looked_up("run", 901, "3 passed", number=5),
              *looked_up("find", 902, "sent", '{"order":"A-17"}', number=6)]  # fmt: skip
    assert expired_at(turns, 60, pinned=("3",)) == {9: (4,), 11: (6,), 13: (8,)}


def test_a_result_of_a_call_that_waits_for_another_one_stays():
    both = Turn("assistant", "a() b()", call_ids=("a", "b"), timestamp=at(0))
    first = Turn("tool", LONG, result_of="a", name="a", timestamp=at(0))
    second = Turn("tool", "ok", result_of="b", name="b", timestamp=at(900))
    turns = [said("Go.", 0), both, first, second, said("And?", 901)]
    assert expired_at(turns, 60) == {3: (2,)}


def test_without_a_time_that_knows_its_zone_an_age_is_not_known():
    for stamp in (None, datetime(2026, 11, 30, 12)):
        turns = [said("Go.", 0), *looked_up("price", 0), said("Back.", 900)]
        turns[2] = replace(turns[2], timestamp=stamp)
        assert expired_at(turns, 60) == {}
    tokyo = timezone(timedelta(hours=9))
    turns = [said("Go.", 0), *looked_up("price", 0),
             Turn("user", "Back.", timestamp=at(60).astimezone(tokyo))]  # fmt: skip
    assert expired_at(turns, 60) == {3: (2,)}
    with pytest.raises(ValueError, match="time zone"):
        expire_results(turns, datetime(2026, 11, 30, 12), 60)


def test_the_clock_never_goes_back():
    turns = [said("Go.", 0), *looked_up("price", 0), said("Back.", 900), said("Early.", 5),
             *looked_up("price", 5, number=2), said("So?", 6)]  # fmt: skip
    assert expired_at(turns, 60) == {3: (2,), 6: (6,)}


@pytest.mark.parametrize("bad", [-1, float("nan"), float("inf"), True, "60"])
def test_a_ttl_that_is_none_is_named(bad):
    with pytest.raises(ValueError, match="result_ttl must be seconds, 0 or more, or None; found"):
        Policy(100, result_ttl=bad)


def test_json_stays_json_short_ones_stay_and_clearing_leaves_a_pointer_alone():
    turns = [said("Go.", 0), *looked_up("price", 0, json.dumps({"price": LONG})),
             *looked_up("stock", 0, '{"walnut": 11, "oak": 2}', number=2),
             *looked_up("ok", 0, "ok", number=3), said("Back.", 900)]  # fmt: skip
    result = expire_results(turns, at(900), 60, tokenizer=Letters())
    assert json.loads(result.turns[2].text) == {"expired_tokens": len(turns[2].text),
                                                "restore_from": "t3"}  # fmt: skip
    assert json.loads(result.turns[4].text) == {"expired": True}
    assert result.turns[6].text == "ok"
    again = clear_tool_results(result.turns, 0, tokenizer=Letters())
    assert not again.changed


def test_presets_let_nothing_expire():
    assert {preset.policy(50_000, 9_000).result_ttl for preset in PRESETS.values()} == {None}


def test_a_fork_goes_on_with_what_is_due():
    turns = [said("Go.", 0), *looked_up("price", 0), said("Back.", 50), said("Well?", 70)]
    run = replay(turns, Policy(10_000))
    forked = fork(run, 3, Policy(10_000, result_ttl=60))
    assert [event.kind for event in forked[4].events] == ["added", "expired"]
    late = fork(replay([*turns, said("Oh.", 71)], Policy(10_000)), 5,
                Policy(10_000, result_ttl=60))  # fmt: skip
    assert [event.kind for event in late[5].events] == ["added", "expired"]


@st.composite
def timed(draw):
    turns = draw(talks(most=12))
    now, timed = 0, []
    for turn in turns:
        now += draw(st.sampled_from((0, 1, 5, 30)))
        known = draw(st.sampled_from((True, True, True, False)))
        name = draw(st.sampled_from(("price", "send_mail"))) if turn.role == "tool" else None
        timed.append(replace(turn, timestamp=at(now) if known else None, name=name))
    return timed


@settings(max_examples=200, deadline=None)
@given(timed(), st.sampled_from((0, 3, 20)), st.sampled_from((30, 10_000)))
def test_no_fresh_result_goes_and_no_old_one_that_may_stays(turns, ttl, window):
    run = replay(turns, Policy(window, result_ttl=ttl, rungs=("rolling_window",)))
    now = None
    gone: set[int] = set()
    for snapshot in run:
        stamp = turns[snapshot.index].timestamp
        now = stamp if now is None or (stamp and stamp > now) else now
        for event in snapshot.events:
            if event.kind == "expired":
                assert snapshot.events.index(event) == 1 or event.turns
                assert event.after < event.before
                for index in event.turns:
                    assert index not in gone
                    gone.add(index)
                    assert turns[index].role == "tool"
                    assert (now - turns[index].timestamp).total_seconds() >= ttl
        # What stands is not yet due, is protected, or may never be pruned.
        result = snapshot.window
        looks = turns[snapshot.index].role in ("tool", "user")
        if looks and now is not None:
            again = expire_results(list(result), now, ttl)
            due = [change.before for change in again.changes]
            kinds = {item.kind for item in evidence_of(result, ttl).values()}
            assert kinds <= {"evidence", *NEVER_PRUNED}
            spoke = turns[snapshot.index].role == "tool" or turns[snapshot.index].text.strip()
            assert not (due and spoke)


def test_the_shipped_conversations_with_times_show_it():
    for name, back in (("support_chat", 24), ("coding_agent", 49)):
        turns = load_transcript(FOLDER / f"{name}.json").turns
        assert all(turn.timestamp and turn.timestamp.utcoffset() for turn in turns)
        assert [a.timestamp for a in turns] == sorted(a.timestamp for a in turns)
        gone = expired_at(list(turns), 1_800, rungs=("rolling_window",))
        assert min(gone) == back - 1
        assert len(gone[back - 1]) >= 3
