"""How are memories ranked, and does the store hold each fact once?"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.memory import MemoryStore, Weights
from engine.memory.known import Known
from engine.memory.reconcile import reconcile
from engine.memory.store import min_max

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BASIS = {"red": (1.0, 0.0), "blue": (0.0, 1.0), "both": (1.0, 1.0), "none": (0.0, 0.0)}


def by_word(text):
    return BASIS[text.split()[-1]]


def stored(*facts, embedder=by_word):
    store = MemoryStore(embedder=embedder)
    for number, (fact, hours, importance) in enumerate(facts):
        name = f"fact{'abcdefgh'[number]} of {'uvwxyz'[number]}{number}q"
        store, _ = store.remember(
            f"{name} {fact}", NOW - timedelta(hours=hours), importance=importance
        )
    assert len(store.memories) == len(facts)
    return store


def test_the_score_is_the_weighted_sum_of_the_three_parts_of_the_paper():
    store = stored(("red", 0, 2), ("blue", 100, 10), ("both", 50, 6))
    ranked = {
        r.memory.text[-4:].strip(): r for r in store.rank("red", NOW, weights=Weights(1, 2, 3))
    }
    decayed = [0.995**hours for hours in (0, 100, 50)]
    recency = (decayed[2] - decayed[1]) / (decayed[0] - decayed[1])
    assert ranked["both"].recency == pytest.approx(recency)
    assert ranked["both"].importance == pytest.approx(0.5)
    assert ranked["both"].cosine == pytest.approx(math.sqrt(0.5))
    assert ranked["both"].score == pytest.approx(recency + 2 * 0.5 + 3 * math.sqrt(0.5))
    assert (ranked["red"].score, ranked["blue"].score) == (pytest.approx(4), pytest.approx(2))


def test_equal_scores_are_a_constant_and_a_zero_vector_is_nothing_like_anything():
    ranked = stored(("none", 1, 5), ("none", 1, 5)).rank("red", NOW)
    assert [(r.recency, r.importance, r.relevance, r.cosine) for r in ranked] == [
        (0.5, 0.5, 0.5, 0.0)
    ] * 2
    assert [r.memory.id for r in ranked] == ["m1", "m2"]


def test_a_recall_renews_the_access():
    store = stored(("red", 100, 5), ("red", 50, 5))
    assert [r.memory.id for r in store.rank("red", NOW)] == ["m2", "m1"]
    assert [r.memory.id for r in store.touched(["m1"], NOW).rank("red", NOW)] == ["m1", "m2"]


def test_a_future_access_is_as_recent_as_now():
    assert stored(("red", -5, 5), ("red", 0, 5)).rank("red", NOW)[0].recency == 0.5


@given(st.lists(st.floats(-1e6, 1e6), max_size=8))
def test_scaled_values_lie_from_0_to_1_and_keep_their_order(values):
    scaled = min_max(values)
    assert all(0 <= value <= 1 for value in scaled)
    assert sorted(range(len(values)), key=values.__getitem__) == sorted(
        range(len(values)), key=lambda i: (scaled[i], values[i])
    )


@pytest.mark.parametrize(
    ("known", "fact", "action"),
    [
        ("The budget is 500 euros.", "Budget: 500 euros", "same"),
        ("The budget is 500 euros.", "The budget is now 700 euros.", "update"),
        ("The order number is A-1.", "The order number is A-2.", "update"),
        ("Order A-1 costs 5 euros", "Order A-2 costs 9 euros", "new"),
        ("Call the customer", "Do not call the customer", "update"),
        ("Order A-1 ships on Monday", "Order A-1 ships on Tuesday", "update"),
        ("The customer wants mail", "The customer wants a phone", "new"),
        ("The order A-1 ships", "The order A-1 was paid", "new"),
        # From which turn a fact was noted, and from whom, is none of its values.
        ("[3] user: The customer wants mail", "[12] user: The customer wants mail", "same"),
        ("[3] user: Order A-1 is paid", "[12, 14] assistant: Order A-1 is late", "new"),
        ("[3] user: The budget is 500 euros.", "[12] user: Budget is now 700 euros", "update"),
    ],
)
def test_reconcile(known, fact, action):
    store, _ = MemoryStore().remember(known, NOW)
    after, done = store.remember(fact, NOW)
    assert done.action == action
    current = {"same": [known], "update": [fact], "new": [known, fact]}[action]
    assert [memory.text for memory in after.current] == current
    if action == "update":
        assert after.memories[0].superseded_by == "m2"


FACTS = (
    "The budget is 500.",
    "The budget is now 700.",
    "Budget is 700",
    "Do not call the customer",
    "Call the customer",
    "Ship to Oslo",
    "The order number is A-1.",
    "The order number is A-2.",
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(FACTS), max_size=8))
def test_facts_told_twice_over_leave_the_same_state(facts):
    once = MemoryStore()
    for number, fact in enumerate(facts):
        once, _ = once.remember(fact, NOW, sources=(str(number),))
    twice = once
    for number, fact in enumerate(facts):
        twice, _ = twice.remember(fact, NOW + timedelta(hours=1), sources=(str(number),))
    assert {memory.text for memory in twice.current} == {memory.text for memory in once.current}
    assert len(twice.memories) == len(once.memories)


SAID = (
    "budget seats order A-1 A-2 is now 500 700 EUR never not ship call the customer Monday : . "
    "user to Oslo"
).split()


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(FACTS) | st.lists(st.sampled_from(SAID), max_size=9).map(" ".join),
        min_size=1,
        max_size=40,
        unique=True,
    ),
    st.integers(2, 7),
)
def test_only_facts_that_are_near_matter(facts, every):
    fact, *facts = facts
    known = [(f"m{number}", text) for number, text in enumerate(facts)]
    index = Known(known)
    out = known[::every]
    for id_, text in out:
        index.remove(id_)
        known.remove((id_, text))
    assert index.reconcile(fact) == reconcile(fact, known)
    for id_, text in out[::2]:  # as one that holds again
        index.add(id_, text)
    known = sorted((*known, *out[::2]), key=lambda one: int(one[0][1:]))
    found, by_hand = index.reconcile(fact), reconcile(fact, known)
    assert found.action == by_hand.action
    assert found.action == "same" or set(found.ids) == set(by_hand.ids)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: MemoryStore().remember(" ", NOW), "must be text"),
        (lambda: MemoryStore().remember("a", NOW, importance=11), "from 1 to 10; found 11"),
        (lambda: MemoryStore().remember("a", datetime(2026, 1, 1)), "must know its time zone"),
        (lambda: MemoryStore().rank("a", datetime(2026, 1, 1)), "must know its time zone"),
        (lambda: Weights(relevance=math.nan), "weight of relevance"),
    ],
)
def test_what_is_wrong_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
