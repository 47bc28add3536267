"""How does a text become a vector: its words, runs of characters, or an embedding?

Every encoder gives whole numbers (`vectors` says why). What it made of a text is kept, so that
a query log is encoded once, whatever happens to labels, gates and intents.

>>> rows = encode("words", ["refund the charge", "charge", ""])
>>> rows.squares
array([3., 1., 0.])
>>> rows.dot(rows)[0]
array([3., 1., 0.])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any
from unicodedata import normalize

import numpy as np

from engine.routing.embeddings import embed_minilm, embed_wordllama
from engine.routing.hashing import place_and_sign, word_id
from engine.routing.vectors import DenseVectors, Ints, SparseVectors
from engine.routing.words import bag_of_words, has_words

# How much of each encoder's output is kept, in bytes: some 200,000 short texts as embeddings.
CACHE_BYTES = 256 * 2**20
# What Python needs for a text, an array and their place in a dictionary.
_OVERHEAD = 300
_BATCH = 1024

Row = Any  # (2, places) of ids and values, or (dimensions,)
Terms = Callable[[str], list[tuple[str, int, int]]]


@dataclass(frozen=True)
class Encoder:
    """`rows` makes a row of each text, `vectors` a block of rows.

    `terms`, where there are any, are a text's words, each with its place and value there; the
    row of the text is their sum.
    """

    rows: Callable[[Sequence[str]], Sequence[Row]]
    vectors: Callable[[Sequence[Row]], Any]
    terms: Terms | None = None


def word_terms(text: str) -> list[tuple[str, int, int]]:
    """The words of a text, their numbers and counts."""
    return [(word, word_id(word), count) for word, count in bag_of_words(text).items()]


def hashed_terms(text: str) -> list[tuple[str, int, int]]:
    """The words of a text, where `embed` puts them, and their counts with sign.

    >>> hashed_terms("refund refund")
    [('refund', 39, 2)]
    """
    return [
        (word, place, sign * count)
        for word, count in bag_of_words(text).items()
        for place, sign in [place_and_sign(word)]
    ]


def encode(name: str, texts: Sequence[str]) -> Any:
    """The texts as `Vectors` by the encoder of that name; a text without any word is zeros."""
    encoder = ENCODERS[name]
    return encoder.vectors(_kept_rows(name).of(texts))


class _Rows:
    """The rows of one encoder by text, the oldest dropped first where they become too many."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.kept: dict[str, Row] = {}
        self.bytes = 0
        self.lock = Lock()

    def of(self, texts: Sequence[str]) -> list[Row]:
        """One row a text."""
        rows = {text: self.kept.get(text) for text in texts}
        missing = [text for text, row in rows.items() if row is None]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            # Outside the lock: the same text from two threads is the same row twice.
            rows.update(zip(batch, self.encoder.rows(batch), strict=True))
            with self.lock:
                for text in batch:
                    self._keep(text, rows[text])
        return [rows[text] for text in texts]

    def _keep(self, text: str, row: Row) -> None:
        if text in self.kept:
            return
        self.kept[text] = row
        self.bytes += _size(text, row)
        while self.bytes > CACHE_BYTES:
            oldest = next(iter(self.kept))
            self.bytes -= _size(oldest, self.kept.pop(oldest))


def _size(text: str, row: Row) -> int:
    return int(row.nbytes) + len(text) + _OVERHEAD


@cache
def _kept_rows(name: str) -> _Rows:
    return _Rows(ENCODERS[name])


def _summed(terms: Terms) -> Callable[[Sequence[str]], list[Ints]]:
    """Rows that are the sum of the terms of a text."""

    def rows(texts: Sequence[str]) -> list[Ints]:
        made = []
        for text in texts:
            places: dict[int, int] = {}
            for _, place, value in terms(text):
                places[place] = places.get(place, 0) + value
            made.append(np.array([[*places.keys()], [*places.values()]], dtype=np.int64))
        return made

    return rows


def _character_rows(texts: Sequence[str]) -> list[Row]:
    """Runs of 3 to 5 characters within words, hashed with sign into 2²⁰ places.

    There are many to a text, hence the smaller integers.
    """
    counts = _character_vectorizer().transform([_readable(text) for text in texts])
    return [
        np.array([counts.indices[start:end], counts.data[start:end]], dtype=np.int32)
        for start, end in zip(counts.indptr[:-1], counts.indptr[1:], strict=True)
    ]


@cache
def _character_vectorizer() -> Any:
    from sklearn.feature_extraction.text import (
        HashingVectorizer,
    )

    return HashingVectorizer(
        analyzer="char_wb",
        ngram_range=(3, 5),
        n_features=2**20,
        norm=None,
        preprocessor=lambda text: normalize("NFC", text.casefold()),
    )


def _embedded(embed: Callable[[Sequence[str]], Any]) -> Callable[[Sequence[str]], list[Row]]:
    # A copy of each row: a view would keep the whole batch in memory.
    return lambda texts: [row.copy() for row in embed([_readable(text) for text in texts])]


def _readable(text: str) -> str:
    """The text for libraries that take neither half a character nor a text without a word."""
    if not has_words(text):
        return ""
    return text if text.isascii() else text.encode(errors="replace").decode()


def _dense(rows: Sequence[Row]) -> DenseVectors:
    return DenseVectors(np.array(rows, dtype=np.float64).reshape(len(rows), -1))


ENCODERS: dict[str, Encoder] = {
    "words": Encoder(_summed(word_terms), SparseVectors.of, word_terms),
    "hashing": Encoder(_summed(hashed_terms), SparseVectors.of, hashed_terms),
    "characters": Encoder(_character_rows, SparseVectors.of),
    "wordllama": Encoder(_embedded(embed_wordllama), _dense),
    "minilm": Encoder(_embedded(embed_minilm), _dense),
}
