"""The climb: cheapest first, stops at the target, ends, and says what is irreducible."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compaction import (
    LADDER,
    RungResult,
    TurnCounter,
    climb,
    extractive,
    first_120,
    protected_turns,
    sources_of,
    standard_rungs,
)
from engine.transcripts import Turn
from tests.engine.strategies import Letters
from tests.engine.talks import talks, unpaired

RUNGS = standard_rungs(first_120, keep_results=1, keep_recent=1, max_report_tokens=100)
names = st.lists(st.sampled_from(list(RUNGS)), unique=True, max_size=8)


class Counting(Letters):
    """Letters, and how often each text was tokenised."""

    def __init__(self) -> None:
        super().__init__()
        object.__setattr__(self, "asked", Counter())

    def count(self, text: str) -> int:
        self.asked[text] += 1  # type: ignore[attr-defined]
        return len(text)


@given(talks(), st.integers(0, 900), names, st.integers(0, 3), st.sets(st.sampled_from("2 4")))
@settings(deadline=None, max_examples=200)
def test_a_climb_ends_at_the_target_or_says_what_is_irreducible(
    turns, target, chosen, rounds, pinned
):
    before = list(turns)
    rungs = standard_rungs(extractive, keep_results=1, keep_recent=1, pinned=pinned)
    tokenizer = Counting()
    done = climb(
        turns,
        target,
        [rungs[name] for name in chosen],
        pinned=pinned,
        tokenizer=TurnCounter(tokenizer),
        rounds=rounds,
    )
    assert turns == before
    assert done.tokens_after == sum(len(turn.text) for turn in done.turns) <= done.tokens_before
    assert done.met == (done.tokens_after <= target)
    assert len(done.steps) <= rounds * len(chosen)
    assert [step.rung for step in done.steps][: len(chosen)] == chosen[: len(done.steps)]
    assert unpaired(done.turns) <= unpaired(turns)
    kept = [turns[index] for index in sorted(protected_turns(turns, pinned))]
    assert [turn for turn in done.turns if turn in kept] == kept
    if done.met:
        assert done.irreducible == ()
        assert all(step.tokens_before > target for step in done.steps)
    else:
        assert [turn.id for turn in kept] == list(done.irreducible)
        assert done.note.startswith("Still too large")
    # No text is tokenised twice, whatever was tried.
    assert set(tokenizer.asked.values()) <= {1}


@given(talks(), st.integers(0, 500), names)
@settings(deadline=None, max_examples=100)
def test_every_original_stands_behind_one_turn_over_many_rounds(turns, target, chosen):
    results: list[RungResult] = []
    left = tuple(turns)
    for smaller in (target + 400, target + 200, target):
        done = climb(left, smaller, [RUNGS[name] for name in chosen], tokenizer=Letters())
        results += done.steps
        left = done.turns
    behind = Counter(one for turn in left for one in sources_of(results, str(turn.id)))
    written = {one for result in results for note in result.notes for one in note.sources}
    assert set(behind.values()) <= {1}
    assert set(behind) <= {turn.id for turn in turns}
    if "rolling_window" not in chosen and "notes" not in chosen:
        assert set(behind) == {turn.id for turn in turns}
        assert not written


def test_the_cheapest_rung_that_is_enough_is_the_last():
    work = []
    for n in range(6):
        work += [Turn("assistant", "f()", f"c{n}", (f"k{n}",), call_names=("f",))]
        work += [Turn("tool", "x" * 300, f"r{n}", result_of=f"k{n}", name="f")]
    turns = [Turn("user", "Go", "1"), *work, Turn("user", "And?", "2")]
    total = sum(len(turn.text) for turn in turns)
    rungs = [standard_rungs(first_120)[name] for name in LADDER]

    def tried(target: int) -> list[str]:
        done = climb(turns, target, rungs, tokenizer=Letters())
        assert done.met
        return [step.rung for step in done.steps]

    assert tried(total) == []
    assert tried(total - 1) == ["clear_tool_results"]
    assert tried(total - 900) == ["clear_tool_results", "middle_out"]


def test_only_what_is_never_pruned_is_irreducible():
    turns = [Turn("system", "s" * 40, "s"), Turn("user", "t" * 40, "1")]
    turns += [Turn("assistant", "p" * 40, "p"), Turn("assistant", "a" * 40, "a")]
    turns += [Turn("user", "l" * 40, "2")]
    rungs = standard_rungs(first_120, pinned=("p",))
    done = climb(turns, 100, [rungs["rolling_window"]], pinned=("p",), tokenizer=Letters())
    assert not done.met
    assert done.irreducible == ("s", "1", "p", "2")
    assert [turn.id for turn in done.turns] == ["s", "1", "p", "2"]
    assert "160 tokens are left, the target is 100" in done.note
    stuck = climb(turns, 100, [], tokenizer=Letters())
    assert "Nothing makes the other 80 tokens fewer" in stuck.note


def test_a_rung_that_wins_nothing_is_not_taken_and_the_climb_ends():
    calls = []

    def grows(turns, target, count):
        calls.append(1)
        longer = (*turns, Turn("assistant", "more", f"m{len(calls)}"))
        change = RUNGS["rolling_window"]([Turn("assistant", "x", "x")], 0, count).changes
        return RungResult("grows", longer, 2, 6, change, "It grew.")

    turns = (Turn("user", "Go", "1"),)
    done = climb(turns, 0, [grows], tokenizer=Letters(), rounds=5)
    assert done.turns == turns
    assert len(calls) == 1
    assert done.steps[0].note == "Rejected: it saves nothing. It grew."
    assert not done.steps[0].changed


def test_a_failing_summarizer_is_asked_a_bounded_number_of_times():
    asked = []

    def broken(turns):
        asked.append(1)
        raise RuntimeError("no answer")

    rungs = standard_rungs(broken, keep_recent=0)
    turns = [Turn("user", "Go", "1"), *(Turn("assistant", "x" * 90, f"a{n}") for n in range(9))]
    done = climb(turns, 10, [rungs["fold"], rungs["trajectory_summary"]], tokenizer=Letters())
    assert done.turns == tuple(turns)
    assert len(asked) == 2
    assert all("no answer" in str(step.error) for step in done.steps)


@pytest.mark.parametrize("bad", [-1, True, "9"])
def test_a_target_that_is_no_number_is_named(bad):
    with pytest.raises(ValueError, match="target"):
        climb([], bad, [])
