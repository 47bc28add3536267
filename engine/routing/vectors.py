"""How are texts compared so that a score is the same, to the last bit, alone or among many?

A text is a vector of **whole numbers**: counts of words, or an embedding scaled to a length of
2²⁶ and rounded (which moves a cosine by some 10⁻⁸). Products of whole numbers and their sums
are exact in 64-bit floating point up to 2⁵³, in whatever order a library adds them; and two
vectors of length 2²⁶ stay below that. What follows is one division a cell:

    cosine = dot / √(squares₁ · squares₂)

So one query, a batch, another processor, all give the same score, and equal texts tie exactly.

>>> import numpy as np
>>> a, b = DenseVectors(np.array([[3.0, 4.0]])), DenseVectors(np.array([[4.0, 3.0], [0.0, 0.0]]))
>>> cosines(a, b)
array([[0.96, 0.  ]])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
V = TypeVar("V", bound="Vectors")

LENGTH = 2.0**26


class Vectors(Protocol):
    """Some texts as rows of whole numbers."""

    def __len__(self) -> int: ...

    @property
    def squares(self) -> Floats:
        """Σ value² of each row."""

    def pooled(self: V, starts: Ints) -> V:
        """The sum of each run of rows; `starts` says where the runs begin, none is empty."""

    def dot(self: V, others: V) -> Floats:
        """Σ of the products, one row for each row here, one column for each of the others."""


@dataclass(frozen=True, eq=False)
class DenseVectors:
    """Rows of one length, for embeddings: `values` is (texts, dimensions)."""

    values: Floats

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def squares(self) -> Floats:
        """Σ value² of each row."""
        return np.asarray((self.values * self.values).sum(axis=1), dtype=np.float64)

    def pooled(self, starts: Ints) -> DenseVectors:
        """The sum of each run of rows, at most `LENGTH` long."""
        sums = np.add.reduceat(self.values, starts, axis=0) if len(starts) else self.values[:0]
        return DenseVectors(np.rint(sums * _shrink(DenseVectors(sums).squares)[:, None]))

    def dot(self, others: DenseVectors) -> Floats:
        """The plain matrix product."""
        return self.values @ others.values.T


@dataclass(frozen=True, eq=False)
class SparseVectors:
    """Rows over a space too wide to write out, for words and runs of characters.

    `ids` are the places that occur, ascending; `matrix` is a SciPy CSR array with a column for
    each of them.
    """

    ids: Ints
    matrix: Any

    @classmethod
    def of(cls, rows: Sequence[Ints]) -> SparseVectors:
        """From rows of shape (2, places): the ids, each once, above the values.

        >>> SparseVectors.of([np.array([[7, 9], [1, 2]]), np.array([[9], [5]])]).squares
        array([ 5., 25.])
        """
        together = np.concatenate([np.empty((2, 0), dtype=np.int64), *rows], axis=1)
        ends = np.cumsum([0, *(row.shape[1] for row in rows)])
        ids, places = np.unique(together[0], return_inverse=True)
        return cls(ids, _csr(together[1].astype(np.float64), places, ends, len(ids)))

    def __len__(self) -> int:
        return int(self.matrix.shape[0])

    @cached_property
    def squares(self) -> Floats:
        """Σ value² of each row."""
        return np.asarray((self.matrix * self.matrix).sum(axis=1), dtype=np.float64)

    def pooled(self, starts: Ints) -> SparseVectors:
        """The sum of each run of rows, at most `LENGTH` long."""
        ends = np.append(starts, len(self))
        runs = _csr(np.ones(len(self)), np.arange(len(self)), ends, len(self))
        return SparseVectors(self.ids, runs @ self.matrix)._limited()

    def weighted(self, weights: Floats) -> SparseVectors:
        """Each place times the weight of its id, a whole number; rows at most `LENGTH` long."""
        matrix = self.matrix.copy()
        matrix.data = matrix.data * weights[matrix.indices]
        return SparseVectors(self.ids, matrix)._limited()

    def dot(self, others: SparseVectors) -> Floats:
        """Over the places that both have."""
        if not len(others.ids):
            return np.zeros((len(self), len(others)))
        places = np.searchsorted(others.ids, self.ids).clip(max=len(others.ids) - 1)
        shared = (others.ids[places] == self.ids)[self.matrix.indices]
        ends = np.append(0, np.cumsum(shared))[self.matrix.indptr]
        columns = places[self.matrix.indices[shared]]
        mine = _csr(self.matrix.data[shared], columns, ends, len(others.ids))
        return np.asarray((mine @ others._transposed).toarray(), dtype=np.float64)

    @cached_property
    def _transposed(self) -> Any:
        return self.matrix.T.tocsr()

    def _limited(self) -> SparseVectors:
        matrix = self.matrix.copy()
        matrix.data = np.rint(
            matrix.data * np.repeat(_shrink(self.squares), np.diff(matrix.indptr))
        )
        return SparseVectors(self.ids, matrix)


def cosines(queries: V, others: V) -> Floats:
    """The cosine of each query with each of the others, −1..1; 0 where either is all zeros."""
    lengths = np.sqrt(np.multiply.outer(queries.squares, others.squares))
    result = np.zeros_like(lengths)
    np.divide(queries.dot(others), lengths, out=result, where=lengths > 0)
    # The root may be rounded down below the product.
    return np.clip(result, -1.0, 1.0, out=result)


def whole(embeddings: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """Embeddings (texts, dimensions) of any length as whole numbers of length `LENGTH`.

    >>> whole([[3.0, 4.0], [0.0, 0.0]])
    array([[40265318, 53687091],
           [       0,        0]], dtype=int32)
    """
    values = np.asarray(embeddings, dtype=np.float64)
    lengths = np.linalg.norm(values, axis=1, keepdims=True)
    return np.rint(values * (LENGTH / np.where(lengths > 0, lengths, 1.0))).astype(np.int32)


def _shrink(squares: Floats) -> Floats:
    """By what each row is multiplied so that it is at most `LENGTH` long; 1 where it is."""
    return np.minimum(1.0, LENGTH / np.sqrt(np.maximum(squares, 1.0)))


def _csr(values: Floats, columns: Ints, ends: Ints, width: int) -> Any:
    from scipy.sparse import csr_array

    return csr_array((values, columns, ends), shape=(len(ends) - 1, width))
