"""Does a split keep every query once, each intent's share, and what the file had said?"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.routing.queries import Intent, LabelledQuery, QuerySet
from engine.routing.splits import folds, needs_folds, split_queries

names = st.sampled_from(["a", "b", "c", ""])
splits = st.sampled_from([None, None, "tune", "test"])
queries = st.lists(st.tuples(names, splits), max_size=40).map(
    lambda rows: tuple(
        LabelledQuery(f"q{k}", (name,) if name else (), split)
        for k, (name, split) in enumerate(rows)
    )
)
KNOWN = (Intent("a", ("alpha",)), Intent("b", utterances=("beta",)), Intent("c"))


@given(queries, st.integers(0, 99))
@settings(max_examples=200, deadline=None)
def test_every_query_is_kept_once(rows, seed):
    given_set = QuerySet("own", rows, KNOWN)
    split = split_queries(given_set, seed)
    texts = [text for intent in split.queries.intents for text in intent.utterances]
    moved = [text for text in texts if text != "beta"]
    assert Counter([*moved, *(row.text for row in split.queries.queries)]) == Counter(
        row.text for row in rows
    )
    assert split.moved == len(moved)
    assert all(row.split in ("tune", "test") for row in split.queries.queries)
    by_text = {row.text: row for row in rows}
    for row in split.queries.queries:
        before = by_text[row.text]
        assert replace(row, split=before.split) == before
        assert before.split in (None, row.split)
    for text in moved:  # only the intent that had nothing to go by, and never a test query
        assert by_text[text].intents == ("c",)
        assert by_text[text].split != "test"
    assert split == replace(split_queries(given_set, seed), queries=split.queries)
    assert given_set.queries is rows


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 9), st.floats(0.2, 0.8))
@settings(max_examples=100, deadline=None)
def test_each_intent_keeps_its_share(some, others, seed, share):
    rows = tuple(
        LabelledQuery(f"{name}{k}", (name,))
        for name, n in (("a", some), ("b", others))
        for k in range(n)
    )
    tune = split_queries(QuerySet("own", rows, KNOWN[:2]), seed, share).queries.part("tune")
    counted = Counter(row.intents[0] for row in tune)
    for name, n in (("a", some), ("b", others)):
        assert abs(counted[name] - n * share) <= 1
    assert abs(len(tune) - len(rows) * share) <= 0.5 + 1e-9


def test_the_seed_decides_and_nothing_else():
    rows = tuple(LabelledQuery(f"q{k}", ("a",)) for k in range(40))
    first, again, other = (split_queries(QuerySet("own", rows), seed) for seed in (1, 1, 2))
    assert first.queries.queries == again.queries.queries
    assert first.queries.queries != other.queries.queries


def test_labels_become_intents_with_utterances_where_there_are_none():
    rows = tuple(LabelledQuery(f"{name}{k}", (name,)) for name in "ab" for k in range(10))
    split = split_queries(QuerySet("own", (*rows, LabelledQuery("both", ("a", "b")))), seed=3)
    assert split.queries.intent_names == ("a", "b")
    assert [len(intent.utterances) for intent in split.queries.intents] == [4, 4]
    assert len(split.queries.queries) == 13
    assert split.too_few == ()


def test_intents_with_too_few_queries_are_named():
    rows = [LabelledQuery(f"a{k}", ("a",)) for k in range(9)]
    one, none = LabelledQuery("c0", ("c",)), Intent("d")
    split = split_queries(QuerySet("own", (*rows, one), (*KNOWN, none)))
    assert split.too_few == ("b", "c", "d")
    assert split.queries.intents[2].utterances == ("c0",)


def test_a_split_that_the_file_gave_is_left_as_it_is():
    rows = tuple(LabelledQuery(f"q{k}", ("a",), ("tune", "test")[k % 2]) for k in range(6))
    split = split_queries(QuerySet("own", rows, KNOWN[:1]))
    assert split.given
    assert split.queries.queries == rows
    assert not split_queries(QuerySet("own", ())).given


@pytest.mark.parametrize("share", [0, 1, -1])
def test_a_share_lies_between(share):
    with pytest.raises(ValueError, match="tune_share"):
        split_queries(QuerySet("own"), tune_share=share)
    with pytest.raises(ValueError, match="utterance_share"):
        split_queries(QuerySet("own"), utterance_share=share)


@given(queries, st.integers(2, 6), st.integers(0, 9))
@settings(max_examples=100, deadline=None)
def test_folds_are_even_in_every_intent(rows, k, seed):
    fold = folds(rows, k, seed)
    assert len(fold) == len(rows)
    assert all(0 <= number < k for number in fold)
    for name in [("a",), ("b",), ("c",), ()]:
        sizes = Counter(
            number for number, row in zip(fold.tolist(), rows, strict=True) if row.intents == name
        )
        counts = [sizes[number] for number in range(k)]
        assert max(counts) - min(counts) <= 1
    assert fold.tolist() == folds(rows, k, seed).tolist()


def test_two_folds_at_least():
    with pytest.raises(ValueError, match="found 1"):
        folds([], 1)
    assert needs_folds(199)
    assert not needs_folds(200)
