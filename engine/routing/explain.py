"""Which words, or which utterances, gave a query its scores?

>>> from engine.routing.router import IntentRouter
>>> router = IntentRouter()
>>> router.register("billing", ["refund", "charge", "invoice"])
>>> router.register("cancel", ["cancel", "charge", "stop"])
>>> for word in explain(router, "refund the charge").words:
...     print(word.word, round(word.best, 3), round(word.runner_up, 3))
refund 0.333 0.0
the 0.0 0.0
charge 0.333 0.333
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.routing.router import IntentRouter
from engine.routing.scorers import NEAREST, VectorScorer
from engine.routing.vectors import Floats, Ints, SparseVectors, cosines


@dataclass(frozen=True)
class WordShare:
    """What one word of the query adds to the score of the best intent, and of the runner-up."""

    word: str
    best: float
    runner_up: float


@dataclass(frozen=True)
class NearUtterance:
    """An utterance close to the query; `score` is their cosine."""

    text: str
    intent: str
    score: float


@dataclass(frozen=True)
class Explanation:
    """Why the scores of one query are what they are; rules and gates have no part in it.

    `words` are those of the query in order, for scorers that count words: their shares add up
    to the two scores. `utterances` are the nearest first, for scorers that read utterances.
    Names are None where there are no intents, or only one.
    """

    query: str
    best: str | None
    score: float
    runner_up: str | None
    runner_up_score: float
    words: tuple[WordShare, ...]
    utterances: tuple[NearUtterance, ...]


def explain(router: IntentRouter, query: str, nearest: int = NEAREST) -> Explanation:
    """The words' shares in both scores, and the `nearest` utterances of any intent.

    A scorer of one's own is not looked into: both are empty then.
    """
    row = router.scores([query])[0]
    names = [intent.name for intent in router.intents]
    order = np.argsort(-row, kind="stable")[:2].tolist()
    ranked: list[int | None] = [*order, None, None][:2]
    best, runner_up = (None if index is None else names[index] for index in ranked)
    score, second = (0.0 if index is None else float(row[index]) for index in ranked)
    words: tuple[WordShare, ...] = ()
    utterances: tuple[NearUtterance, ...] = ()
    scorer = router.fitted
    if isinstance(scorer, VectorScorer):
        first, other = (_shares(scorer, query, index) for index in ranked)
        words = tuple(WordShare(word, first[word], other[word]) for word in first)
        utterances = _nearest(scorer, query, names, nearest)
    return Explanation(query, best, score, runner_up, second, words, utterances)


def _shares(scorer: VectorScorer, query: str, intent: int | None) -> dict[str, float]:
    """Of each word of the query, what it adds to the score of one intent.

    A score is Σ qᵢ·cᵢ / √(Σ qᵢ² · Σ cᵢ²) over places i; the share of a word is its part of
    the sum. For the mean of several utterances it is the mean of its shares.
    """
    if scorer.encoder.terms is None:
        return {}
    terms = scorer.encoder.terms(query)
    weights = scorer.weights(np.array([place for _, place, _ in terms], dtype=np.int64)).tolist()
    values = [value * weight for (_, _, value), weight in zip(terms, weights, strict=True)]
    places: Counter[int] = Counter()
    for (_, place, _), value in zip(terms, values, strict=True):
        places[place] += value
    length = math.hypot(*places.values())
    shares = {word: 0.0 for word, _, _ in terms}
    compared = _compared(scorer, query, intent)
    for other in compared:
        scale = length * math.hypot(*other.values()) * len(compared)
        for (word, place, _), value in zip(terms, values, strict=True):
            shares[word] += value * other.get(place, 0.0) / scale if scale else 0.0
    return shares


def _compared(scorer: VectorScorer, query: str, intent: int | None) -> list[dict[int, float]]:
    """The vectors that an intent's score is the mean cosine with: {place: value}."""
    if intent is None or intent not in scorer.filled:
        return []
    if scorer.aggregate == "centroid":
        return [_row(scorer.centroids, int(np.searchsorted(scorer.filled, intent)))]
    nearness = cosines(scorer.encode([query]), scorer.vectors)[0]
    own = np.flatnonzero(scorer.owner == intent)
    count = 1 if scorer.aggregate == "max" else NEAREST
    return [_row(scorer.vectors, int(index)) for index in own[_largest(nearness[own], count)]]


def _row(vectors: SparseVectors, index: int) -> dict[int, float]:
    start, end = vectors.matrix.indptr[index : index + 2]
    places = vectors.ids[vectors.matrix.indices[start:end]]
    return dict(zip(places.tolist(), vectors.matrix.data[start:end].tolist(), strict=True))


def _nearest(
    scorer: VectorScorer, query: str, names: list[str], count: int
) -> tuple[NearUtterance, ...]:
    if scorer.kind.pooled or not scorer.texts:
        return ()
    nearness = cosines(scorer.encode([query]), scorer.vectors)[0]
    return tuple(
        NearUtterance(scorer.texts[index], names[scorer.owner[index]], float(nearness[index]))
        for index in _largest(nearness, count).tolist()
        if nearness[index] > 0
    )


def _largest(values: Floats, count: int) -> Ints:
    """The indices of the largest, in order; of equals the first."""
    return np.argsort(-values, kind="stable")[:count]
