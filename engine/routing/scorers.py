"""How alike are a query and each intent, by words, by runs of characters, or by meaning?

A scorer is made once for the intents (`fit_scorer`) and then scores many texts at once. All
scores are cosines, −1..1, exact as `vectors` says.

>>> intents = (Intent("billing", ("refund", "invoice")), Intent("cancel", ("cancel", "stop")))
>>> scorer = fit_scorer("keywords", intents)
>>> scorer.scores(["stop, I want a refund of the invoice", "hello"]).round(3)
array([[0.5 , 0.25],
       [0.  , 0.  ]])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.routing.embeddings import missing_for_minilm, require_minilm
from engine.routing.encoders import ENCODERS, Encoder, encode
from engine.routing.queries import Intent
from engine.routing.vectors import Floats, Ints, SparseVectors, cosines


class Scorer(Protocol):
    """Scores texts against the intents it was made for."""

    def scores(self, texts: Sequence[str]) -> Floats:
        """(texts, intents), finite; a text's row does not depend on the texts beside it."""


@dataclass(frozen=True)
class Kind:
    """What a scorer is called on a page, and how it is made.

    `pooled`: it reads keywords first, as one bag; the others read utterances first, one by one.
    `weighted`: words count by their inverse document frequency.
    """

    label: str
    encoder: str
    pooled: bool = False
    weighted: bool = False


KINDS: dict[str, Kind] = {
    "keywords": Kind("Keywords: shared words with the intent's keywords", "words", pooled=True),
    "bag_of_words": Kind("Bag of words: shared words with the utterances", "words"),
    "tfidf": Kind("TF-IDF: shared words, rare ones count more", "words", weighted=True),
    "hashing": Kind("Hashing, words: 256 places, no vocabulary", "hashing"),
    "hashing_chars": Kind("Hashing, characters 3–5: survives typos", "characters"),
    "wordllama": Kind("wordllama: meaning, by embeddings of words", "wordllama"),
    "minilm": Kind("MiniLM: meaning, by a small transformer (slow)", "minilm"),
}
SCORERS: dict[str, str] = {name: kind.label for name, kind in KINDS.items()}
AGGREGATES: dict[str, str] = {
    "centroid": "Centroid: the intent's utterances as one",
    "max": "Max: the nearest utterance",
    "mean_top5": "Mean of the five nearest utterances",
}
NEAREST = 5  # of mean_top5

# An idf is rounded to whole 2⁻¹⁶.
_IDF_UNIT = 2.0**16
# Cells of texts × utterances at a time: 16 MB.
_CELLS = 2**21


def available_scorers() -> tuple[str, ...]:
    """The names of `SCORERS` whose packages are installed here."""
    missing = {"minilm": bool(missing_for_minilm()), "wordllama": find_spec("wordllama") is None}
    return tuple(name for name in SCORERS if not missing.get(name))


def fit_scorer(name: str, intents: Sequence[Intent], aggregate: str = "centroid") -> VectorScorer:
    """The scorer of that name for these intents.

    An intent without utterances has its keywords as one utterance, and one without keywords
    its utterances as keywords; with neither it scores 0. Raises `ValueError` for a name or an
    aggregate that nobody knows, and for a scorer whose packages are not installed.
    """
    check_names(name, aggregate)
    kind = KINDS[name]
    pairs = [
        (index, text)
        for index, intent in enumerate(intents)
        for text in _texts(intent, kind.pooled)
    ]
    return VectorScorer(
        kind,
        aggregate,
        len(intents),
        np.array([index for index, _ in pairs], dtype=np.int64),
        tuple(text for _, text in pairs),
    )


def check_names(scorer: str, aggregate: str) -> None:
    """`ValueError` unless both names are known, and the packages of the scorer are installed."""
    for what, name, known in (
        ("scorer", scorer, SCORERS),
        ("aggregate", aggregate, AGGREGATES),
    ):
        if name not in known:
            raise ValueError(f"unknown {what} {name!r}; known are {', '.join(known)}")
    if scorer == "minilm":
        require_minilm()


def _texts(intent: Intent, pooled: bool) -> tuple[str, ...]:
    first, second = intent.keywords, intent.utterances
    if pooled:
        return (" ".join(first or second),) if first or second else ()
    return second or ((" ".join(first),) if first else ())


@dataclass(frozen=True, eq=False)
class VectorScorer:
    """Every scorer here: what an encoder makes of the texts, compared by cosine.

    `texts` are the utterances of all intents, intent by intent, and `owner` says whose each is
    (0 … `intents` − 1). The centroid of an intent is the sum of its utterances' vectors. Words
    are counted, so theirs is one bag of all its words; embeddings are of equal length, so each
    utterance weighs the same.
    """

    kind: Kind
    aggregate: str
    intents: int
    owner: Ints
    texts: tuple[str, ...]

    @property
    def encoder(self) -> Encoder:
        """What turns a text into a vector."""
        return ENCODERS[self.kind.encoder]

    def scores(self, texts: Sequence[str]) -> Floats:
        """The cosine with the centroid, the largest, or the mean of the five largest."""
        result = np.zeros((len(texts), self.intents))
        if not len(self.owner) or not texts:
            return result
        if self.aggregate == "centroid":
            result[:, self.filled] = cosines(self.encode(texts), self.centroids)
            return result
        step = max(1, _CELLS // len(self.owner))
        for start in range(0, len(texts), step):
            nearness = cosines(self.encode(texts[start : start + step]), self.vectors)
            rows = result[start : start + step]
            if self.aggregate == "max":
                rows[:, self.filled] = np.maximum.reduceat(nearness, self.starts, axis=1)
            else:
                for intent, low, high in self.runs():
                    rows[:, intent] = mean_of_nearest(nearness[:, low:high])
        return result

    def encode(self, texts: Sequence[str]) -> Any:
        """The texts as vectors, with this scorer's weights."""
        vectors = encode(self.kind.encoder, texts)
        return vectors.weighted(self.weights(vectors.ids)) if self.kind.weighted else vectors

    def weights(self, ids: Ints) -> Floats:
        """The weights of words by their numbers, in units of 2⁻¹⁶.

        idf = 1 + ln((1 + n) / (1 + df)), as scikit-learn smooths it, of n utterances with the
        word in df. A word in none of them keeps its place in the query's length, with df = 0:
        a query of unknown words is far from everything.
        """
        if not self.kind.weighted:
            return np.ones(len(ids))
        known, found_in = self._document_frequency
        df = np.zeros(len(ids))
        if len(known):
            places = np.searchsorted(known, ids).clip(max=len(known) - 1)
            df = np.where(known[places] == ids, found_in[places], 0)
        idf: Floats = np.rint(_IDF_UNIT * (1 + np.log((1 + len(self.texts)) / (1 + df))))
        return idf

    @cached_property
    def vectors(self) -> Any:
        """The utterances as vectors, in the order of `texts`."""
        return self.encode(self.texts)

    @cached_property
    def centroids(self) -> Any:
        """One vector for each intent in `filled`."""
        return self.vectors.pooled(self.starts)

    @cached_property
    def filled(self) -> Ints:
        """The intents that have any text, in order."""
        return np.unique(self.owner)

    @cached_property
    def starts(self) -> Ints:
        """Where in `texts` those of each intent in `filled` begin."""
        return np.searchsorted(self.owner, self.filled)

    def runs(self) -> Iterator[tuple[int, int, int]]:
        """(intent, first text, one past its last) for each intent in `filled`."""
        ends = [*self.starts[1:].tolist(), len(self.owner)]
        yield from zip(self.filled.tolist(), self.starts.tolist(), ends, strict=True)

    @cached_property
    def _document_frequency(self) -> tuple[Ints, npt.NDArray[np.int64]]:
        plain: SparseVectors = encode(self.kind.encoder, self.texts)
        return plain.ids, np.bincount(plain.matrix.indices, minlength=len(plain.ids))


def mean_of_nearest(nearness: Floats) -> Floats:
    """The mean of the `NEAREST` largest of each row, or of all where there are fewer.

    >>> mean_of_nearest(np.array([[0.0, 0.5, 1.0], [0.25, 0.25, 0.25]]))
    array([0.5 , 0.25])
    """
    count = min(NEAREST, nearness.shape[1])
    largest = np.sort(nearness, axis=1)[:, ::-1][:, :count]
    # Added one after the other, from the largest: the order of a sum decides its last bit.
    total = largest[:, 0].copy()
    for column in range(1, count):
        total += largest[:, column]
    return np.asarray(total / count)
