"""Is what a run's memory gives at a turn what stood in the window then, and what had left it?"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.memory import PRESETS, replay
from engine.memory.at_turn import FACTS, MemoryAt, turns_that_left
from engine.transcripts.model import SUMMARY
from tests.engine.memory.talks import talks

NAMES = ("rolling_window", "fold", "memgpt", "full_ladder")


@settings(max_examples=60)
@given(talks(), st.sampled_from(NAMES), st.data())
def test_window_and_left_are_all_turns_each_once(turns, name, data):
    if not turns:
        return
    run = replay(turns, PRESETS[name].policy(60, 5))
    snapshot = data.draw(st.sampled_from(run))
    memory = MemoryAt(snapshot, remembered=turns_that_left(snapshot))
    context = memory.context("Where is order A-1?")
    whole = {turn.id for turn in context.turns if turn.id and turn.id.isdigit()}
    left = {fact.sources[0] for fact in memory.store.memories}
    assert len(context.turns) == len({turn.id for turn in context.turns})
    said = {
        str(index + 1)
        for index, turn in enumerate(turns[: snapshot.number])
        if turn.text.strip() and turn.role != "system"
    }
    assert said <= whole | left
    assert left <= said
    # What was shortened stands in the window in other words; what stands whole has not left.
    texts = {turn.id: turn.text for turn in context.turns}
    assert all(texts[id_] != turns[int(id_) - 1].text for id_ in whole & left)


@settings(max_examples=40)
@given(talks(), st.data())
def test_facts_are_best_first_and_nothing_changes(turns, data):
    if not turns:
        return
    run = replay(turns, PRESETS["full_ladder"].policy(60, 5))
    snapshot = data.draw(st.sampled_from(run))
    before = snapshot.store.memories
    memory = MemoryAt(snapshot)
    context = memory.context("refund for order A-1")
    scores = [ranked.score for ranked in memory.ranked("refund for order A-1")]
    assert scores == sorted(scores, reverse=True)
    assert len(context.recalled) <= FACTS
    assert all(ranked.cosine > 0 for ranked in context.recalled)
    # A line that a turn was shortened to goes by the turn's number; a summary is none of them.
    assert all(turn.kind != SUMMARY or turn.id.isdigit() for turn in context.turns)
    assert snapshot.store.memories == before
