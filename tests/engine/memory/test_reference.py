"""Is a replay under any ladder what it would be without all that makes it quick?

The references keep nothing from one turn to the next: the window is a list of turns, each rung
gets it as plain turns and finds out about it anew, each memory is scored by itself.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn, count_tokens
from engine.compaction import SUMMARIZERS, TurnCounter, standard_rungs
from engine.compaction.density import density_hint
from engine.memory import Conversation, MemoryStore, Policy, replay
from engine.memory.conversation import asks
from engine.memory.store import Draft
from engine.transcripts.model import NOTE
from tests.engine.memory.talks import WORDS, talks
from tests.engine.memory.test_ladder import policies

BEGIN = datetime(1970, 1, 1, tzinfo=UTC)


def tokens(turns):
    return sum(count_tokens(turn.text) for turn in turns)


def naive_climb(turns, policy, pinned):
    """What is left of the turns, and the notes that were written."""
    rungs = standard_rungs(
        SUMMARIZERS[policy.summarizer],
        keep_results=policy.keep,
        clear_at_least=policy.clear_at_least,
        keep_recent=policy.buffer,
        max_summary_tokens=policy.summary_tokens,
        pinned=pinned,
    )
    notes = []
    for _ in range(2):
        before = tokens(turns)
        for name in policy.rungs:
            if tokens(turns) > policy.target_tokens:
                done = rungs[name](list(turns), policy.target_tokens, TurnCounter())
                if tokens(done.turns) < tokens(turns):
                    turns, notes = list(done.turns), [*notes, *done.notes]
        if tokens(turns) in (before, *range(policy.target_tokens + 1)):
            break
    return turns, notes


def naive_ladder(turns, policy):
    """After each turn the window, the facts recalled for it and the memories, all found anew."""
    known = Conversation.of(turns)
    pinned = [str(index + 1) for index in known.named(policy.pinned)]
    window, store = [], MemoryStore()
    for index, turn in enumerate(turns):
        now, recalled = BEGIN + timedelta(hours=index), []
        first = known.first[index]
        if first == index or str(first + 1) in [turn.id for turn in window]:
            window.append(replace(turn, id=str(index + 1)))
        if tokens(window) > policy.trigger_tokens:
            window, notes = naive_climb(window, policy, pinned)
            for note in notes:
                for line in filter(str.strip, note.text.splitlines()):
                    cited = re.match(r"\[([^\]]*)\] ", line)
                    sources = cited[1].split(", ") if cited else note.sources
                    store, _ = store.remember(line, now, sources=sources)
        if policy.recall and asks(turn):
            for ranked in store.rank(turn.text, now, policy.recall):
                fact = Turn("user", ranked.memory.text, id=ranked.memory.id, kind=NOTE)
                fits = tokens([*window, *recalled, fact]) <= policy.red_tokens
                if ranked.cosine > 0 and fits:
                    recalled.append(fact)
            store = store.touched([fact.id for fact in recalled], now)
        yield list(window), recalled, store.memories


def said(turns):
    return [(turn.role, turn.text, turn.kind) for turn in turns]


@settings(max_examples=300, deadline=None)
@given(talks(30), policies())
def test_a_replay_is_the_one_in_which_all_is_found_anew(turns, policy):
    # A turn without tokens may leave or stay where nothing is won by it: neither is a promise.
    turns = [turn if turn.text else replace(turn, text="well") for turn in turns]
    snapshots = replay(turns, policy)
    for snapshot, (window, recalled, memories) in zip(
        snapshots, naive_ladder(turns, policy), strict=True
    ):
        assert said(t for t in snapshot.window if t.kind != NOTE) == said(window)
        assert [t for t in snapshot.window if t.kind == NOTE] == recalled
        assert snapshot.token_count == tokens([*window, *recalled])
        assert snapshot.store.memories == memories


def test_what_opens_a_window_is_unpinned_unless_it_opens_the_conversation():
    later = Turn("system", "Be brief, as long as there is room.")
    turns = [Turn("assistant", "Welcome! " * 20), later]
    turns += [Turn("user", f"Message number {number} of some length.") for number in range(9)]
    rungs = {"rungs": ("rolling_window",), "recall": 1}  # with facts it goes by the ladder
    policy = Policy(60, trigger=1.0, target=0.8, unpinned=("2",), **rungs)
    snapshots = replay(turns, policy)
    assert any(snapshot.window[0] == later for snapshot in snapshots)
    assert later not in snapshots[-1].window
    assert later in replay(turns[1:], replace(policy, unpinned=("1",)))[-1].window


letters = st.text("abno td'’_19-.:/@#ÜéK退٣²— ", max_size=12)
words = st.sampled_from((*WORDS, "Don't", "don’t5", "we'll", "NEVER", "never'd", "noé", "i'd"))


@settings(max_examples=300)
@given(st.lists(letters | words).flatmap(lambda w: st.sampled_from((" ".join(w), "".join(w)))))
def test_the_hint_counts_the_figures_and_the_different_words_that_tell(text):
    from engine.compaction.density import _TELLING
    from engine.compaction.facts import WORD

    found = {word for word in WORD.findall(text.lower().replace("’", "'")) if word in _TELLING}
    figures = re.findall(r"[\d_/@`#]+(?:[.,:-]\d+)*", text)
    assert density_hint(text) == len(found) + len(figures)


parts = (
    "March Jan. jan auguſt may of 14 5 2024 12. 14th $ € 3.5 km % www.march.may https://a.b/c?d=1 "
    "a_b camelCase Monday MONDAY day ` `code x` a/b.py x@y.de #12 v1.2 Q1 10:30 pm ٣ １ é 1,200"
).split()
spaces = st.sampled_from((" ", " ", " ", "\n", "  ", "\t", "", ".", ",", "\u00a0", "`", "_", ")"))


@settings(max_examples=500)
@given(st.lists(st.tuples(st.sampled_from(parts), spaces), max_size=14))
def test_literals_are_what_the_pattern_finds_in_the_whole_text(words):
    from engine.compaction.facts import _LITERAL, literals

    text = "".join(chain.from_iterable(words))
    found = [(one.lastgroup or "identifier", *one.span()) for one in _LITERAL.finditer(text)]
    given = [(fact.kind, fact.start, fact.end) for fact in literals(text)]
    assert given == found
    values = [(fact.kind, fact.start, fact.end) for fact in literals(text, values=True)]
    assert values == [one for one in found if one[0] != "identifier"]


facts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
steps = st.lists(st.tuples(facts, st.integers(0, 3), st.sampled_from((1.0, 5.0))), max_size=14)


@settings(max_examples=200, deadline=None)
@given(steps, st.integers(1, 4), st.sampled_from((1, 3_600, 10**7)))
def test_the_best_memories_are_those_that_are_ranked_first(steps, k, seconds):
    draft, now = Draft(MemoryStore()), BEGIN
    for fact, ago, importance in steps:
        now += timedelta(seconds=ago * seconds)
        draft.remember(fact, now, importance=importance)
        ranked = draft.store.rank(fact[::-1] if ago == 3 else fact, now, k)
        best = draft.best(fact[::-1] if ago == 3 else fact, now, k)
        assert best == [(one.memory, one.cosine) for one in ranked]
        draft.touch([memory.id for memory, _ in best[:ago]], now)


def test_what_many_replaced_facts_leave_behind_is_not_recalled():
    draft, now = Draft(MemoryStore()), BEGIN
    for number in range(300):
        now += timedelta(hours=1)
        draft.remember(f"The {WORDS[number % 3]} budget is {number} euros.", now)
        if number % 7 == 0:
            draft.remember(f"Order A-{number} goes to {WORDS[number % 11]}.", now)
        best = draft.best(f"budget of order A-{number}", now, 3)
        ranked = draft.store.rank(f"budget of order A-{number}", now, 3)
        assert best == [(one.memory, one.cosine) for one in ranked]


def test_vectors_of_unequal_length_are_named():
    draft = Draft(MemoryStore(embedder=lambda text: [1.0] * len(text)))
    draft.remember("The order is A-1.", BEGIN)
    with pytest.raises(ValueError, match="of equal length; found 17 and 5"):
        draft.best("order", BEGIN, 1)


def test_vectors_that_are_no_numbers_are_named():
    draft = Draft(MemoryStore(embedder=lambda text: [float("nan")]))
    draft.remember("The order is A-1.", BEGIN)
    with pytest.raises(ValueError, match="must be finite"):
        draft.best("order", BEGIN, 1)
