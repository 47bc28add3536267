r"""Which words is a text made of, and how alike are two bags of words, or two vectors?

>>> bag_of_words("Don't refund. REFUND the charge!")
Counter({'refund': 2, "don't": 1, 'the': 1, 'charge': 1})
>>> cosine_sparse(bag_of_words("cancel the charge"), bag_of_words("charge"))
0.5773502691896258
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize

import regex

# Scripts that put no spaces between words: without a dictionary the character is the word.
_UNSPACED = "ーｰ" + "".join(
    rf"\p{{{script}}}"
    for script in (
        "Han Hiragana Katakana Bopomofo Thai Lao Khmer Myanmar "
        "Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Ahom"
    ).split()
)
_LETTER = rf"[[\p{{L}}\p{{N}}\p{{M}}_]--[{_UNSPACED}]]"
_WORD = regex.compile(
    rf"(?V1)[[{_UNSPACED}]&&[\p{{L}}\p{{N}}]]\p{{M}}*+"  # a character and the marks on it
    rf"|{_LETTER}++(?:['’]{_LETTER}++)*+"
)
_ASCII = frozenset(map(chr, range(128)))
_ASCII_WORD = regex.compile(r"\w++(?:'\w++)*+", regex.ASCII)


def bag_of_words(text: str) -> Counter[str]:
    """How often each word occurs, in the order of first sight.

    Words are runs of letters, digits, marks and underscores, casefolded; apostrophes inside
    them, straight or typographic, are kept as written. In scripts without spaces (Chinese,
    Japanese, Thai, Lao, Khmer, Burmese …) each character is a word of its own. Letters that
    look alike but are written with a combining mark or without (NFC) are one.

    >>> sorted(bag_of_words("退款 please, O’Brien's"))
    ["o’brien's", 'please', '款', '退']
    >>> bag_of_words(" … !")
    Counter()
    """
    if text.isascii() or all(map(_is_sign, set(text).difference(_ASCII))):
        return Counter(_ASCII_WORD.findall(text.lower()))  # most texts; several times as fast
    return Counter(_WORD.findall(normalize("NFC", text.casefold())))


@lru_cache(4_096)
def _is_sign(character: str) -> bool:
    """Whether a character is in no word, and joins none, whatever stands beside it.

    >>> [_is_sign(character) for character in "…€é’退"]
    [True, True, False, False, False]
    """
    return character != "’" and not has_words(normalize("NFC", character.casefold()))


def has_words(text: str) -> bool:
    """Whether there is any word in the text.

    >>> has_words("?! 👍"), has_words("ok")
    (False, True)
    """
    return _WORD.search(text) is not None


def cosine_sparse(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """The cosine of two bags, −1..1: Σ aᵢbᵢ / √(Σ aᵢ² · Σ bᵢ²); 0.0 where either is zero.

    Counts are whole numbers, so their sums are exact in any order. `ValueError` for a number
    that is not finite.

    >>> cosine_sparse({"a": 1, "b": 1}, {"a": 1, "b": 1}), cosine_sparse({"a": 1}, {})
    (1.0, 0.0)
    """
    squares = sum(x * x for x in a.values()) * sum(y * y for y in b.values())
    if not 1e-200 < squares < 1e200:  # zero, or numbers whose squares are lost
        words = sorted(a.keys() | b.keys())
        return cosine_dense([a.get(word, 0) for word in words], [b.get(word, 0) for word in words])
    if len(b) < len(a):
        a, b = b, a
    dot = sum(value * b[word] for word, value in a.items() if word in b)
    return _in_range(dot / math.sqrt(squares))


def cosine_dense(a: Sequence[float], b: Sequence[float]) -> float:
    """The cosine of two vectors of equal length, −1..1; 0.0 where either is zero.

    Raises `ValueError` where the lengths differ or a number is not finite.

    >>> cosine_dense([1.0, 0.0], [0.0, 1.0]), cosine_dense([3, 4], [6, 8]), cosine_dense([0], [1])
    (0.0, 1.0, 0.0)
    """
    if len(a) != len(b):
        raise ValueError(f"vectors must be of equal length; found {len(a)} and {len(b)}")
    lengths = math.hypot(*a), math.hypot(*b)
    if not (math.isfinite(lengths[0]) and math.isfinite(lengths[1])):
        raise ValueError("the numbers of a vector, and its length, must be finite")
    if not (lengths[0] and lengths[1]):
        return 0.0
    return _in_range(
        math.fsum((x / lengths[0]) * (y / lengths[1]) for x, y in zip(a, b, strict=True))
    )


def _in_range(cosine: float) -> float:
    """Rounding may carry a cosine past 1 by its last bit."""
    return max(-1.0, min(1.0, float(cosine)))
