"""How does a text become a vector without any vocabulary: the hashing trick?

Weinberger et al., Feature hashing for large scale multitask learning, ICML 2009. Each word
goes to one of `dim` places by its hash, with a sign by another bit, so that words that meet in
one place cancel as often as they add.

>>> vector = embed("refund the charge", dim=8)
>>> [round(value, 2) for value in vector]
[0.0, 0.0, 0.58, 0.0, 0.0, 0.58, 0.0, 0.58]
"""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import sha256
from numbers import Integral

from engine.routing.words import bag_of_words

DIM = 256


def embed(text: str, dim: int = DIM) -> list[float]:
    """The words of a text (`bag_of_words`) in a vector of `dim` numbers of length 1.

    Of the SHA-256 of a word in hexadecimal, the first eight digits modulo `dim` are its place,
    and its sign is + where the ninth digit is odd. A word counts as often as it occurs. All
    zeros where there is no word, or all cancel. `ValueError` unless `dim` is a whole number
    above 0.

    >>> [round(value, 3) for value in embed("cancel cancel charge", dim=4)]
    [0.0, 0.0, 0.447, 0.894]
    """
    if isinstance(dim, bool) or not isinstance(dim, Integral) or dim < 1:
        raise ValueError(f"dim must be a whole number, 1 or more; found {dim!r}")
    sums: dict[int, int] = {}  # of a few places: most are 0
    for word, count in bag_of_words(text).items():
        place, sign = place_and_sign(word, int(dim))
        sums[place] = sums.get(place, 0) + sign * count
    vector = [0.0] * int(dim)
    length = math.sqrt(sum(value * value for value in sums.values()))
    if length:
        for place, value in sums.items():
            vector[place] = value / length
    return vector


@lru_cache(maxsize=65_536)
def place_and_sign(word: str, dim: int = DIM) -> tuple[int, int]:
    """Where a word goes in a vector of `dim` numbers, and with which sign.

    >>> place_and_sign("refund"), place_and_sign("charge")
    ((39, 1), (186, 1))
    """
    digest = _digest(word)
    return int(digest[:8], 16) % dim, 1 if int(digest[8], 16) % 2 else -1


def word_id(word: str) -> int:
    """A number for a word, the same in every run: 60 bits of its SHA-256.

    Two of a million words share one with a chance of 4 in 10 million.
    """
    return int(_digest(word)[:15], 16)


@lru_cache(maxsize=65_536)
def _digest(word: str) -> str:
    return sha256(word.encode()).hexdigest()
