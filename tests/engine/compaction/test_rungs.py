"""What holds for every rung, and what each of them does by itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compaction import (
    TurnCounter,
    clear_tool_results,
    extractive,
    first_120,
    fold,
    middle_out,
    protected_turns,
    restore,
    rolling_window,
    standard_rungs,
    sub_agent,
    telegraph,
    trajectory_summary,
    write_notes,
)
from engine.transcripts import Turn, pair_calls
from tests.engine.strategies import Letters
from tests.engine.talks import talks, unpaired

RUNGS = list(standard_rungs(first_120))
TASK, LAST = Turn("user", "Find order A-1.", "1"), Turn("user", "And now?", "99")


def size(turns: Sequence[Turn]) -> int:
    return sum(len(turn.text) for turn in turns)


def work(*sizes: int, start: int = 2, json_text: bool = False) -> list[Turn]:
    """Calls with a result each, of so many letters."""
    turns = []
    for number, letters in enumerate(sizes):
        name = str(start + 2 * number)
        text = json.dumps(["x" * (letters - 4)]) if json_text else "x" * letters
        turns.append(Turn("assistant", "f()", name, (f"c{name}",), call_names=("f",)))
        result = str(start + 2 * number + 1)
        turns.append(Turn("tool", text, result, result_of=f"c{name}", name="f"))
    return turns


# What holds for all


@pytest.mark.parametrize("name", RUNGS)
@given(
    talks(),
    st.integers(0, 900),
    st.integers(0, 3),
    st.sampled_from([first_120, extractive]),
    st.sets(st.sampled_from("1 3 5".split())),
)
@settings(deadline=None, max_examples=60)
def test_every_rung_keeps_its_promises(name, turns, target, keep, summarizer, pinned):
    before = list(turns)
    rung = standard_rungs(
        summarizer, keep_results=keep, keep_recent=keep, max_report_tokens=target, pinned=pinned
    )[name]
    counter = TurnCounter(Letters())
    result = rung(turns, target, counter)
    assert turns == before
    assert result == rung(turns, target, counter)
    # The figures are those of a recount, and nothing has grown.
    assert (result.tokens_before, result.tokens_after) == (size(turns), size(result.turns))
    assert result.tokens_after <= result.tokens_before
    if result.changed and name != "rolling_window":  # which drops turns without text too
        assert result.tokens_after < result.tokens_before
    # Groups are whole: nothing is unpaired that was paired before.
    assert unpaired(result.turns) <= unpaired(turns)
    # What is protected stands as it stood, in its order.
    kept = [turns[index] for index in sorted(protected_turns(turns, pinned))]
    assert [turn for turn in result.turns if turn in kept] == kept
    # Every turn is accounted for once: unchanged, shortened or gone.
    changed = {change.id: change for change in result.changes}
    assert len(changed) == len(result.changes)
    by_id = {turn.id: turn for turn in result.turns}
    assert len(by_id) == len(result.turns)
    for turn in turns:
        if turn.id in changed:
            assert changed[turn.id].before == turn
            assert by_id.get(turn.id) == changed[turn.id].after
        else:
            assert by_id[turn.id] == turn
    assert set(by_id) - {turn.id for turn in turns} == set(result.created)
    saved = sum(change.tokens_before - change.tokens_after for change in result.changes)
    written = sum(len(by_id[name].text) for name in result.created)
    assert result.saved == saved - written
    assert result.note
    assert all(
        0 <= start < end <= len(change.before.text)
        for change in result.changes
        for start, end in change.spans
        if change.before.text
    )


@given(talks(), st.integers(0, 600), st.sampled_from(["middle_out", "clear_tool_results"]))
@settings(deadline=None)
def test_what_is_said_to_be_restorable_is(turns, target, name):
    result = standard_rungs(first_120, keep_results=1)[name](turns, target, TurnCounter())
    for pointer, originals in result.restorable.items():
        again = restore(result.turns, [result], pointer)
        assert set(originals) <= set(again)
    with pytest.raises(ValueError, match="nothing can be restored"):
        restore(result.turns, [result], "no such turn")


@given(talks())
@settings(deadline=None)
def test_protected_are_system_task_question_and_open_calls(turns):
    kept = protected_turns(turns)
    spoken = [
        index
        for index, turn in enumerate(turns)
        if turn.role == "user" and turn.kind == "message" and turn.text.strip()
    ]
    assert set(spoken[:1] + spoken[-1:]) <= kept
    assert {index for index, turn in enumerate(turns) if turn.role == "system"} <= kept
    for group in pair_calls(turns).groups:
        assert kept.isdisjoint(group) or set(group) <= kept


def test_a_later_system_message_may_be_unpinned_the_first_and_the_task_may_not():
    turns = [Turn("system", "a", "s"), TASK, Turn("system", "b", "t"), LAST]
    everything = ("s", "t", "1", "99")
    assert protected_turns(turns) == {0, 1, 2, 3}
    assert protected_turns(turns, unpinned=everything) == {0, 1, 3}


def test_a_call_that_may_still_be_answered_stays_and_an_old_one_may_leave():
    call = Turn("assistant", "f()", "2", ("c",))
    user = Turn("user", "wait", "3")
    assert 1 in protected_turns([TASK, call])
    assert 1 in protected_turns([TASK, call, user])  # the human spoke in between
    assert 1 not in protected_turns([TASK, call, user, Turn("user", "still?", "4"), LAST])


@pytest.mark.parametrize("name", RUNGS)
def test_a_summarizer_that_fails_or_is_silent_changes_nothing(name):
    turns = [TASK, *work(90, 90), *(Turn("assistant", "x" * 50, f"a{n}") for n in range(9)), LAST]

    def broken(_: Sequence[Turn]) -> str:
        raise RuntimeError("no answer")

    for summarizer, said in (
        (broken, "RuntimeError: no answer"),
        (lambda turns: "", "no text"),
        (lambda turns: None, "no text"),
    ):
        rung = standard_rungs(summarizer, max_report_tokens=20)[name]
        result = rung(turns, 100, TurnCounter(Letters()))
        if name in ("trajectory_summary", "notes", "sub_agent", "fold"):
            assert result.turns == tuple(turns)
            assert said in str(result.error)
        else:
            assert result.error is None


def test_a_summary_as_long_as_its_source_is_rejected():
    turns = [TASK, *(Turn("assistant", "x" * 50, f"a{n}") for n in range(9)), LAST]

    def verbatim(evicted: Sequence[Turn]) -> str:
        return "y" * size(evicted)

    for result in (
        fold(turns, 100, verbatim, max_summary_tokens=9_000, tokenizer=Letters()),
        trajectory_summary(turns, verbatim, keep=0, tokenizer=Letters()),
    ):
        assert result.turns == tuple(turns)
        assert result.note.startswith("Rejected")
    shorter = trajectory_summary(
        turns, lambda turns: verbatim(turns)[1:], keep=0, tokenizer=Letters()
    )
    assert shorter.changed


@pytest.mark.parametrize("bad", [-1, True, 1.5, "3", None])
def test_a_number_that_is_none_is_named(bad):
    for call in (
        lambda: clear_tool_results([], bad),
        lambda: middle_out([], bad),
        lambda: fold([], bad, first_120),
        lambda: write_notes([], bad, first_120),
        lambda: trajectory_summary([], first_120, keep=bad),
        lambda: telegraph([], keep=bad),
        lambda: sub_agent([], first_120, max_tokens=bad),
    ):
        with pytest.raises(ValueError, match=repr(bad)):
            call()
    with pytest.raises(ValueError, match="rolling_window needs"):
        rolling_window([])


# Clearing tool results


def naive_clear(turns: list[Turn], keep: int) -> list[str]:
    """The ids of the cleared, by looking at every result from the newest back."""
    cleared, seen = [], 0
    kept = protected_turns(turns)
    for index in reversed(range(len(turns))):
        turn = turns[index]
        if turn.role != "tool":
            continue
        seen += 1
        if seen > keep and index not in kept:
            line = f"[result of f cleared: {len(turn.text):,} tokens; restore from {turn.id}]"
            if turn.text.startswith("{"):
                line = f'{{"cleared_tokens":{len(turn.text)},"restore_from":"{turn.id}"}}'
            if len(line) < len(turn.text):
                cleared.append(str(turn.id))
    return cleared[::-1]


@given(talks(), st.integers(0, 4))
@settings(deadline=None)
def test_cleared_are_all_but_the_newest(turns, keep):
    result = clear_tool_results(turns, keep, tokenizer=Letters())
    assert list(result.shortened) == naive_clear(turns, keep)
    assert len(result) == len(turns)
    again = clear_tool_results(result.turns, keep, tokenizer=Letters())
    assert not again.changed  # what is cleared already is skipped


def test_the_newest_are_kept_short_ones_left_alone_and_excluded_tools_too():
    turns = [TASK, *work(90, 9, 90, 90), LAST]
    assert clear_tool_results(turns, 1, tokenizer=Letters()).shortened == ("3", "7")
    assert clear_tool_results(turns, 1, exclude_tools=("f",)).shortened == ()
    assert clear_tool_results(turns, 0, pinned=("2",), tokenizer=Letters()).shortened == ("7", "9")


def test_clear_at_least_is_all_or_nothing():
    turns = [TASK, *work(90, 90), LAST]
    won = clear_tool_results(turns, 0, tokenizer=Letters()).saved
    assert clear_tool_results(turns, 0, won, tokenizer=Letters()).saved == won
    nothing = clear_tool_results(turns, 0, won + 1, tokenizer=Letters())
    assert nothing.turns == tuple(turns)
    assert f"{won:,} tokens, fewer than {won + 1:,}" in nothing.note


def test_json_results_still_parse_when_cleared_or_shortened():
    turns = [TASK, *work(90, 90, json_text=True), Turn("assistant", json.dumps(["y" * 90]), "a")]
    turns += [Turn("user", "?", "8"), LAST]
    cleared = clear_tool_results(turns, 0, tokenizer=Letters())
    assert json.loads(cleared.turns[2].text) == {"cleared_tokens": 90, "restore_from": "3"}
    lines = middle_out(turns, 0, Letters())
    assert [turn.text for turn in lines.turns[1:4]] == [
        "[2] assistant: called f, 93 tokens",
        "[4] assistant: called f, 93 tokens",
        "[a] assistant: JSON, 94 tokens",
    ]


# Middle-out


@given(talks(), st.integers(0, 3))
@settings(deadline=None)
def test_a_room_of_nearly_nothing_never_grows(turns, budget):
    result = middle_out(turns, budget, Letters())
    assert size(result.turns) <= size(turns)


def test_head_and_tail_stay_and_blocks_with_few_facts_go_first():
    idle, full = "and so on, " * 12, "ORDER-42 costs 149.90 on 2026-11-30, " * 4
    turns = [Turn("system", "Be brief.", "0"), TASK, Turn("assistant", full, "2")]
    turns += [Turn("assistant", idle, "3"), Turn("assistant", idle, "4")]
    turns += [Turn("assistant", "x" * 50, "5"), LAST]
    over = size(turns)
    one = middle_out(turns, over - 1, Letters())
    assert one.shortened == ("3",)
    assert one.turns[3].text.startswith("[3] assistant: and so on, and")
    assert one.turns[3].kind == "summary"
    assert middle_out(turns, over - 100, Letters()).shortened == ("3", "4")
    assert middle_out(turns, over - 200, Letters()).shortened == ("2", "3", "4")
    assert middle_out(turns, over, Letters()).turns == tuple(turns)


# Summaries, notes, a sub-agent


@given(talks(), st.integers(0, 900))
@settings(deadline=None)
def test_fold_evicts_the_oldest_and_just_enough(turns, target):
    result = fold(turns, target, lambda turns: "s", tokenizer=Letters())
    free = [g for g in pair_calls(turns).groups if g[0] not in protected_turns(turns)]
    evicted = [g for g in free if turns[g[0]].id in result.removed]
    assert evicted == free[: len(evicted)]
    if evicted and evicted != free:
        assert result.tokens_after <= target
        without_the_last = size(turns) - sum(size([turns[i] for i in g]) for g in evicted[:-1])
        assert without_the_last > target - target // 4


def test_a_summary_that_is_too_long_is_cut_line_by_line():
    turns = [TASK, *(Turn("assistant", "word " * 60, f"a{n}") for n in range(9)), LAST]
    result = fold(turns, 900, first_120, max_summary_tokens=200, tokenizer=Letters())
    lines = result.turns[1].text.splitlines()
    assert len(result.turns[1].text) <= 200
    assert len(lines) == len(result.removed)
    assert result.tokens_after <= 900


def test_a_summary_cites_turns_without_ids_by_their_place():
    turns = [Turn("user", "Go"), *(Turn("assistant", "word " * 40) for _ in range(9))]
    summary = trajectory_summary(turns, first_120, keep=7).turns[1]
    assert [line[:4] for line in summary.text.splitlines()] == ["[t2]", "[t3]"]
    assert summary.id == "summary to t3"


def test_notes_are_outside_and_their_pointer_is_replaced_by_the_next():
    turns = [TASK, *(Turn("assistant", "word " * 40, f"a{n}") for n in range(9)), LAST]
    first = write_notes(turns, 1500, first_120, tokenizer=Letters())
    second = write_notes(first.turns, 900, first_120, tokenizer=Letters())
    assert [turn.id for turn in second.turns][:2] == ["1", second.created[0]]
    assert not {turn.id for turn in second.turns} & set(first.created)
    sources = [*first.notes[0].sources, *second.notes[0].sources]
    assert sources == [f"a{n}" for n in range(len(sources))]  # none twice, the pointer not at all
    back = restore(second.turns, [first, second], "notes")
    assert [turn.id for turn in back if turn.id in sources] == sources


def test_a_pointer_to_notes_of_a_summary_names_the_last_turn_it_stands_for():
    summary = Turn("user", "word " * 300, id="summary to a7", kind="summary")
    result = write_notes([TASK, summary, LAST], 900, first_120, tokenizer=Letters())
    assert result.turns[1].text.startswith("[Turns up to a7 are in the notes")


def test_a_sub_agent_takes_the_longest_stretch_between_two_words_of_the_user():
    middle = Turn("user", "Go on", "m")
    turns = [TASK, *work(90, start=2), middle, *work(90, 90, 90, start=10), middle, LAST]
    turns[-2] = Turn("user", "And?", "n")
    result = sub_agent(turns, lambda turns: "done", keep=0, max_tokens=100, tokenizer=Letters())
    assert result.removed == tuple(map(str, range(10, 16)))
    assert result.turns[4].text == "done"
    assert not sub_agent(turns, lambda turns: "done", keep=0, tokenizer=Letters()).changed


def told(number: int, words: int = 12) -> str:
    """A summary of so many lines."""
    return "\n".join(f"[{n}] tool: item {n} costs {n}.50 EUR " + "and more " * words
                     for n in range(number))  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.integers(2_001, 30_000), st.integers(0, 400), st.integers(0, 40))
def test_a_report_has_1_000_to_2_000_tokens_where_there_is_so_much_to_say(letters, number, words):
    turns = [TASK, *work(letters), LAST]
    said = told(number, words)
    stretch = letters + len("f()")
    result = sub_agent(turns, lambda turns: said, keep=0, tokenizer=Letters())
    if not said:
        assert result.error
        return
    if not result.changed:
        assert result.note.startswith("Rejected")
        assert len(said) >= stretch or stretch <= 2_001
        return
    report = len(result.turns[1].text)
    assert report <= max(1_000, min(2_000, stretch // 2))
    assert report >= min(1_000, len(said)) - len("[399] tool: item costs 399.50")  # or a word
    assert bool(result.remark) == (len(said) < 1_000)
    if len(said) < 1_000:
        assert result.turns[1].text == said


@pytest.mark.parametrize("letters", [1_990, 2_000])
def test_a_stretch_that_is_not_longer_than_a_report_is_not_worth_one(letters):
    turns = [TASK, *work(letters - len("f()")), LAST]
    result = sub_agent(turns, lambda turns: "done", keep=0, tokenizer=Letters())
    assert not result.changed
    assert result.note == (
        "No stretch of work is worth a report of 1,000 to 2,000 tokens: that takes more than 2,000."
    )


def test_what_says_too_little_is_asked_for_more_and_nothing_is_padded():
    facts = "".join(f"Item {n} costs {n}.50 EUR. " for n in range(400))
    turns = [TASK, *work(90), LAST]
    turns[2] = Turn("tool", facts, "3", result_of="c2", name="f")
    rung = standard_rungs(extractive, keep_recent=0)["sub_agent"]
    result = rung(turns, 0, TurnCounter())
    assert 1_000 <= TurnCounter()(result.turns[1]) <= 2_000
    assert not result.remark
    alone = sub_agent(turns, extractive, keep=0)  # 300 characters of a tool's result
    assert TurnCounter()(alone.turns[1]) < 100
    assert alone.remark == "a report of less than 1,000 tokens: there was no more to say"
    idle = [TASK, *work(9_000), LAST]
    idle[2] = Turn("tool", "So it goes. " * 900 + "It costs 5 EUR.", "3", result_of="c2", name="f")
    short = rung(idle, 0, TurnCounter())
    assert TurnCounter()(short.turns[1]) < 100
    assert short.remark
    with pytest.raises(ValueError, match=r"min_tokens \(9\) must not lie above max_tokens \(5\)"):
        sub_agent(turns, extractive, min_tokens=9, max_tokens=5)


def test_a_group_torn_by_the_user_is_no_self_contained_stretch():
    call, result = work(200)
    turns = [TASK, call, Turn("user", "wait", "m"), result, Turn("user", "ok", "o"), LAST]
    assert not sub_agent(turns, lambda turns: "done", keep=0, max_tokens=9).changed


# A rolling window, telegrams


def naive_rolling(turns: list[Turn], target: int) -> list[Turn]:
    """Drop the oldest free group, summaries last, count everything again, and so on."""
    left = list(turns)
    while size(left) > target:
        kept = protected_turns(left)
        free = [group for group in pair_calls(left).groups if group[0] not in kept]
        if not free:
            break
        first = min(free, key=lambda group: left[group[0]].kind == "summary")
        left = [turn for index, turn in enumerate(left) if index not in first]
    return left


@given(talks(), st.integers(0, 900))
@settings(deadline=None)
def test_a_rolling_window_is_dropping_the_oldest_again_and_again(turns, target):
    assert list(rolling_window(turns, target, tokenizer=Letters())) == naive_rolling(turns, target)


def test_a_group_that_reaches_into_the_newest_turns_stays_whole():
    turns = [TASK, *work(9, 9), Turn("assistant", "x", "a"), LAST]
    assert [turn.id for turn in rolling_window(turns, keep=3)] == ["1", "4", "5", "a", "99"]
    assert Counter(rolling_window(turns, keep=0).removed) == Counter(["2", "3", "4", "5", "a"])


def test_telegrams_leave_calls_results_summaries_and_the_newest_alone():
    said = "The order is on the way."
    turns = [TASK, Turn("assistant", said, "2"), *work(9, start=3), Turn("tool", said, "t")]
    turns += [Turn("user", said, "s", kind="summary"), Turn("assistant", said, "8"), LAST]
    assert telegraph(turns, keep=1).shortened == ("2",)
    assert telegraph(turns, keep=0).shortened == ("2", "8")
