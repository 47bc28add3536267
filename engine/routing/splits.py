"""Which queries tune the gates, which judge them, and which become example utterances?

A gate judged on the queries it was tuned on looks better than it is.

>>> from engine.routing.queries import Intent, LabelledQuery
>>> rows = tuple(LabelledQuery(f"q{n}", (name,)) for name in ("pay", "move") for n in range(5))
>>> split = split_queries(QuerySet("own", rows, (Intent("pay", ("pay",)), Intent("move"))), seed=1)
>>> [len(split.queries.part(name)) for name in ("tune", "test")], split.moved
([4, 4], 2)
>>> [len(intent.utterances) for intent in split.queries.intents]
[0, 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.routing.judged import Ints
from engine.routing.queries import Intent, LabelledQuery, QuerySet

TUNE_SHARE = 0.5
UTTERANCE_SHARE = 0.4
# Below this, halves of the set are off by about ± 9 points (95 %), more than gates differ by.
TOO_FEW = 200


@dataclass(frozen=True)
class Split:
    """A set whose queries all have a split, and what was done to get there.

    `given`: the file had named every split. `moved`: so many queries became utterances of
    intents that had nothing to go by. `too_few`: the intents that had so few queries that they
    are missing from the utterances, from tune or from test.
    """

    queries: QuerySet
    given: bool
    moved: int
    too_few: tuple[str, ...]


def needs_folds(queries: int) -> bool:
    """Whether a set is too small to be halved: tune in folds instead, each judged by the rest.

    >>> needs_folds(45), needs_folds(920)
    (True, False)
    """
    return queries < TOO_FEW


def split_queries(
    queries: QuerySet,
    seed: int = 0,
    tune_share: float = TUNE_SHARE,
    utterance_share: float = UTTERANCE_SHARE,
) -> Split:
    """The set with every query in "tune" or "test", stratified by intent and by seed.

    Splits that the file gave stay. Of an intent with neither keywords nor utterances, a share
    of the queries (never test queries of the file, at least one, collisions never) moves to
    its utterances first, and is judged no more. Without any intent, the labels become intents.
    Raises `ValueError` for a share outside 0..1.
    """
    for name, share in (("tune_share", tune_share), ("utterance_share", utterance_share)):
        if not 0 < share < 1:
            raise ValueError(f"{name} must lie between 0 and 1; found {share!r}")
    rows = queries.queries
    intents = queries.intents or tuple(
        Intent(name) for name in dict.fromkeys(name for row in rows for name in row.intents)
    )
    bare = {intent.name for intent in intents if not (intent.keywords or intent.utterances)}
    order = _stratified([_stratum(row) for row in rows], seed)
    taken = _for_utterances(rows, order, bare, utterance_share)
    texts: dict[str, list[str]] = {}
    for index in sorted(taken):
        texts.setdefault(rows[index].intents[0], []).append(rows[index].text)
    intents = tuple(
        replace(intent, utterances=tuple(texts[intent.name])) if intent.name in texts else intent
        for intent in intents
    )
    open_rows = [index for index in order if index not in taken and rows[index].split is None]
    tune = {
        index
        for place, index in enumerate(open_rows)
        # Every k-th in the order of strata: each of them, and the whole, within one of its share.
        if int((place + 1) * tune_share + 0.5) > int(place * tune_share + 0.5)
    }
    placed = tuple(
        row if row.split else replace(row, split="tune" if index in tune else "test")
        for index, row in enumerate(rows)
        if index not in taken
    )
    result = replace(queries, queries=placed, intents=intents)
    given = bool(rows) and all(row.split for row in rows)
    return Split(result, given, len(taken), _too_few(result))


def folds(queries: Sequence[LabelledQuery], k: int = 5, seed: int = 0) -> Ints:
    """For each query its fold, 0..k−1: of each intent's queries as many in each, within one.

    >>> from engine.routing.queries import LabelledQuery
    >>> folds([LabelledQuery("a", ("pay",))] * 4 + [LabelledQuery("b")] * 2, k=2).tolist().count(0)
    3
    """
    if k < 2:
        raise ValueError(f"expected two folds or more; found {k!r}")
    fold = np.empty(len(queries), dtype=np.intp)
    fold[_stratified([_stratum(query) for query in queries], seed)] = np.arange(len(queries)) % k
    return fold


def _stratum(query: LabelledQuery) -> str:
    return "|".join(query.intents)


def _stratified(strata: Sequence[str], seed: int) -> list[int]:
    """All indices, stratum after stratum in the order they first appear, shuffled within each."""
    first = {name: k for k, name in enumerate(dict.fromkeys(strata))}
    shuffled = np.random.default_rng(seed).permutation(len(strata)).tolist()
    return sorted(shuffled, key=lambda index: first[strata[index]])


def _for_utterances(
    rows: Sequence[LabelledQuery], order: Sequence[int], bare: set[str], share: float
) -> set[int]:
    mine: dict[str, list[int]] = {}
    for index in order:
        row = rows[index]
        if not row.collision and row.split != "test" and bare.intersection(row.intents):
            mine.setdefault(row.intents[0], []).append(index)
    # One for the utterances, even where then nothing is left to judge.
    return {i for found in mine.values() for i in found[: max(1, int(len(found) * share))]}


def _too_few(queries: QuerySet) -> tuple[str, ...]:
    """Intents without a query in a split that there is, or with nothing to go by."""
    held = {
        split: {name for row in queries.part(split) for name in row.intents}
        for split in ("tune", "test")
        if queries.part(split)
    }
    return tuple(
        intent.name
        for intent in queries.intents
        if not (intent.keywords or intent.utterances)
        or any(intent.name not in names for names in held.values())
    )
