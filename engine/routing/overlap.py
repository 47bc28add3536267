"""Which intents lie too close, which words do they share, and which utterances stray?

>>> intents = (
...     Intent("billing", ("refund", "charge", "invoice")),
...     Intent("cancel", ("cancel", "charge", "stop")),
... )
>>> pair = overlap(intents, "keywords").pairs[0]
>>> pair.first, pair.second, round(pair.closeness, 3), [word.word for word in pair.shared]
('billing', 'cancel', 0.333, ['charge'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.routing.hashing import word_id
from engine.routing.queries import Intent
from engine.routing.scorers import VectorScorer, fit_scorer
from engine.routing.vectors import cosines
from engine.routing.words import bag_of_words


@dataclass(frozen=True)
class SharedWord:
    """A word of two intents; `weight` is what it adds to the TF-IDF cosine of the two, 0..1.

    `intents` is how many intents have it: where most do, it says little of these two.
    """

    word: str
    weight: float
    intents: int


@dataclass(frozen=True)
class ClosePair:
    """Two intents and the cosine of their centroids; the shared words, the heaviest first."""

    first: str
    second: str
    closeness: float
    shared: tuple[SharedWord, ...]


@dataclass(frozen=True)
class Stray:
    """An utterance that lies nearer to another intent's centroid than to its own.

    `own_score` and `nearer_score` are the two cosines. The utterance is part of its own
    centroid, so an intent with few utterances looks better here than it is.
    """

    text: str
    intent: str
    nearer: str
    own_score: float
    nearer_score: float


@dataclass(frozen=True)
class Overlap:
    """The closest pairs of intents, and all utterances that stray, the worst first."""

    pairs: tuple[ClosePair, ...]
    strays: tuple[Stray, ...]


def overlap(intents: Sequence[Intent], scorer: str = "wordllama", limit: int = 20) -> Overlap:
    """The `limit` closest pairs under a scorer of `SCORERS`, and the utterances that stray.

    A scorer that pools an intent's texts into one has no utterance that strays.
    """
    fitted = fit_scorer(scorer, intents)
    if not fitted.texts:
        return Overlap((), ())
    return Overlap(_pairs(fitted, intents, limit), _strays(fitted, intents))


def _pairs(fitted: VectorScorer, intents: Sequence[Intent], limit: int) -> tuple[ClosePair, ...]:
    closeness = cosines(fitted.centroids, fitted.centroids)
    first, second = np.triu_indices(len(fitted.filled), k=1)
    worst = np.argsort(-closeness[first, second], kind="stable")[:limit]
    words = fit_scorer("tfidf", intents)
    pairs = []
    for a, b in zip(first[worst].tolist(), second[worst].tolist(), strict=True):
        one, other = (intents[fitted.filled[index]].name for index in (a, b))
        pairs.append(ClosePair(one, other, float(closeness[a, b]), _shared(words, a, b)))
    return tuple(pairs)


def _shared(words: VectorScorer, a: int, b: int) -> tuple[SharedWord, ...]:
    """The words of two intents, given by their places in `filled`."""
    matrix, ids, squares = words.centroids.matrix, words.centroids.ids, words.centroids.squares
    product = (matrix[[a]] * matrix[[b]]).tocoo()
    having = np.bincount(matrix.indices, minlength=matrix.shape[1])[product.col]
    weights = dict(
        zip(ids[product.col].tolist(), zip(product.data, having, strict=True), strict=True)
    )
    length = float(np.sqrt(squares[a] * squares[b]))
    own = np.flatnonzero(words.owner == words.filled[a]).tolist()
    found = [
        SharedWord(word, float(weight) / length, int(count))
        for word in bag_of_words("\n".join(words.texts[index] for index in own))
        if word_id(word) in weights
        for weight, count in [weights[word_id(word)]]
    ]
    return tuple(sorted(found, key=lambda shared: (-shared.weight, shared.word)))


def _strays(fitted: VectorScorer, intents: Sequence[Intent]) -> tuple[Stray, ...]:
    nearness = cosines(fitted.vectors, fitted.centroids)
    rows = np.arange(len(fitted.texts))
    own = nearness[rows, np.searchsorted(fitted.filled, fitted.owner)]
    nearest = nearness.argmax(axis=1)
    excess = nearness[rows, nearest] - own
    return tuple(
        Stray(
            fitted.texts[row],
            intents[fitted.owner[row]].name,
            intents[fitted.filled[nearest[row]]].name,
            float(own[row]),
            float(nearness[row, nearest[row]]),
        )
        for row in np.argsort(-excess, kind="stable").tolist()
        if excess[row] > 0
    )
