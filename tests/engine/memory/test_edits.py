"""Do edits keep calls and results together, and does what named a turn go on naming it?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Turn
from engine.memory import Canary, Conversation, Policy, lifeline, replay
from engine.memory.edits import (
    Edited,
    add_turn,
    change_text,
    delete_turn,
    follow_phrase,
    free_place,
    group_of,
    pin_turn,
    pinned_always,
    plant_canary,
)
from engine.transcripts import pair_calls
from tests.engine.memory.talks import talks

CANARY = Canary("identifier", "Q-77", "Remember that it is Q-77.")
some_talks = talks().filter(bool)


def groups(turns):
    """The groups as the turns that are in them."""
    return {tuple(id(turns[index]) for index in group) for group in pair_calls(turns).groups}


def stands_still(before, edited: Edited):
    """Every turn that is left is the same object at the place that is told, in the same order."""
    assert len(edited.places) == len(before)
    kept = [place for place in edited.places if place is not None]
    assert kept == sorted(set(kept))
    for index, place in enumerate(edited.places):
        if place is not None:
            assert edited.turns[place] is before[index]


@given(some_talks, st.data())
def test_a_turn_is_deleted_with_its_group_and_no_other(turns, data):
    index = data.draw(st.integers(0, len(turns) - 1))
    edited = delete_turn(turns, index)
    stands_still(turns, edited)
    gone = {at for at, place in enumerate(edited.places) if place is None}
    assert gone == set(group_of(turns, index))
    assert len(edited.turns) == len(turns) - len(gone)
    whole = tuple(id(turns[at]) for at in group_of(turns, index))
    assert groups(edited.turns) == groups(turns) - {whole}


@given(talks(), st.data())
def test_what_is_added_parts_no_group(turns, data):
    at = data.draw(st.integers(0, len(turns)))
    new = Turn(data.draw(st.sampled_from(("user", "assistant", "system"))), "Something new.")
    edited = add_turn(turns, new, at)
    stands_still(turns, edited)
    place = edited.turns.index(new)
    assert place == free_place(turns, at) >= at
    for group in pair_calls(turns).groups:
        assert all(index < place for index in group) or all(index >= place for index in group)
    # The first place from there on: none between parts nothing.
    for between in range(at, place):
        assert any(min(g) < between <= max(g) for g in pair_calls(turns).groups)
    assert delete_turn(edited.turns, place).turns == turns


@given(talks(), st.data())
def test_a_planted_canary_is_verbatim_when_its_turn_came(turns, data):
    edited = plant_canary(turns, CANARY, data.draw(st.integers(0, len(turns))))
    stands_still(turns, edited)
    place = next(i for i in range(len(edited.turns)) if i not in edited.places)
    line = lifeline(replay(edited.turns, Policy(10_000)), CANARY.phrase)
    assert line.sources == (place,)
    assert line.states[place] == "verbatim"
    assert line.lost_at is None


@given(some_talks, st.data())
def test_a_changed_text_changes_nothing_else(turns, data):
    index = data.draw(st.integers(0, len(turns) - 1))
    edited = change_text(turns, index, "Other words.")
    assert edited.places == tuple(range(len(turns)))
    assert edited.turns[index].text == "Other words."
    assert all(edited.turns[at] is turns[at] for at in range(len(turns)) if at != index)
    if turns[index].text.strip():
        assert change_text(edited.turns, index, turns[index].text).turns == turns
    assert pair_calls(edited.turns) == pair_calls(turns)


@given(some_talks, st.data())
def test_pins_follow_their_turns(turns, data):
    numbers = data.draw(st.sets(st.integers(1, len(turns)), max_size=4))
    policy = Policy(100, pinned=tuple(map(str, sorted(numbers))))
    edit = data.draw(st.sampled_from(("add", "delete")))
    at = data.draw(st.integers(0, len(turns) - 1))
    edited = add_turn(turns, Turn("user", "New."), at) if edit == "add" else delete_turn(turns, at)
    followed = edited.follow_policy(policy)
    before = {id(turns[number - 1]) for number in numbers}
    left = {id(turn) for turn in edited.turns}
    assert {id(edited.turns[int(name) - 1]) for name in followed.pinned} == before & left


@given(some_talks, st.data())
def test_a_pin_is_set_and_taken_for_the_whole_group(turns, data):
    known = Conversation.of(turns)
    free = [index for index in range(len(turns)) if not pinned_always(known, index)]
    if not free:
        return
    index = data.draw(st.sampled_from(free))
    member = data.draw(st.sampled_from(group_of(turns, index)))
    first = known.first[index]
    on = pin_turn(Policy(100), known, index, True)
    assert first in known.kept(on.pinned, on.unpinned)
    off = pin_turn(on, known, member, False)
    kept = known.kept(off.pinned, off.unpinned)
    assert first not in kept
    assert kept == known.kept((), off.unpinned)


def test_what_always_stays_is_not_pinned_or_unpinned():
    known = Conversation.of([Turn("system", "Be brief."), Turn("user", "Hi"), Turn("user", "So?")])
    for index in (0, 1):
        with pytest.raises(ValueError, match=f"turn {index + 1} always stays"):
            pin_turn(Policy(100), known, index, False)


def test_numbers_follow():
    turns = tuple(Turn("user", text) for text in "abcd")
    deleted = delete_turn(turns, 1)
    assert [deleted.follow_number(number) for number in (1, 2, 3, 4, 5)] == [1, 2, 2, 3, 4]
    added = add_turn(turns, Turn("user", "x"), 1)
    assert [added.follow_number(number) for number in (1, 2, 4)] == [1, 3, 5]


def test_what_is_wrong_is_named():
    turns = (Turn("user", "It is A-1. Is it B-2?"),)
    with pytest.raises(ValueError, match="needs a text"):
        change_text(turns, 0, " \n")
    with pytest.raises(ValueError, match="role must be one of user"):
        add_turn(turns, Turn("king", "Hi"), 0)
    with pytest.raises(ValueError, match="0 to 1; found 2"):
        add_turn(turns, Turn("user", "Hi"), 2)
    assert follow_phrase(turns, "identifier", " A-1 ").phrase == "A-1"
    with pytest.raises(ValueError, match="no turn says 'B-2'"):
        follow_phrase(turns, "identifier", "B-2")
    with pytest.raises(ValueError, match="needs a word"):
        follow_phrase(turns, "identifier", "…")
