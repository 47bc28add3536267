"""What does an answer name, and is it what was asked for?

A model says more than the fact: it repeats the question, adds a full stop, writes 4,821. What
counts is the first of the listed values that it names, so that reciting the list is no answer.

>>> first_named("The value of the key cedar is 4,821.", ["7310", "4821"])
1
>>> first_named("7310, 4821, 1956", ["4821", "7310"])
1
>>> names_expected("It was Professor Ilse Vantongeren.", "ilse vantongeren", ["Otto Brandt"])
True
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

import regex

# 4,821 and 4 821 and 4'821 as others write 4821; not the end of one number and the next.
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3})[,'’\u00a0\u202f\u2009](\d{3})(?!\d)")
_WORD = regex.compile(r"[\p{L}\p{N}\p{M}]+")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")


def numbers_in(answer: str) -> list[str]:
    """The numbers of an answer in order, each as its digits.

    >>> numbers_in("**4,821** (not 73 or １２３４)")
    ['4821', '73', '1234']
    """
    # First the separators: NFKC would make a plain space of a thin one.
    return re.findall(r"\d+", normalize("NFKC", _THOUSANDS.sub(r"\1\2", answer)))


def first_named(answer: str, values: Sequence[str]) -> int | None:
    """The place in `values` of the first one that the answer names; None where it names none.

    A number counts whole: 14821 does not name 4821.
    """
    places = {value: place for place, value in reversed(list(enumerate(values)))}
    return next((places[found] for found in numbers_in(answer) if found in places), None)


def plain(text: str) -> str:
    """Text as its words alone: one case, one spelling of a letter, no marks between words.

    In scripts without spaces each character is a word. A space stands at both ends, so that a
    phrase is found within a text only at whole words.

    >>> plain("  The  CAFÉ's “key”… "), plain("第3章")
    (' the café s key ', ' 第 3 章 ')
    """
    text = _UNSPACED.sub(r" \g<0> ", normalize("NFKC", text).casefold())
    words = _WORD.findall(normalize("NFKC", text))
    return f" {' '.join(words)} " if words else " "


def names_expected(answer: str, expected: str, alternatives: Sequence[str] = ()) -> bool:
    """Whether the answer names what was expected, and none of the alternatives before it.

    >>> names_expected("Not pier 3 but pier 9", "pier 9", ["pier 3", "pier 4"])
    False
    >>> names_expected("pier 90", "pier 9")
    False
    """
    said = plain(answer)
    at = said.find(plain(expected))
    if at < 0 or not plain(expected).strip():
        return False
    return not any(
        0 <= said.find(plain(other)) < at
        for other in alternatives
        if plain(other) != plain(expected)
    )
