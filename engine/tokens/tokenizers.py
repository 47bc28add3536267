"""Which counters are there, and how many tokens does one see in a text?

>>> [count_tokens("hello world", name) for name in TOKENIZER_NAMES]
[3, 2, 2]
>>> get_tokenizer("chars/4").exact, get_tokenizer("o200k_base").exact
(False, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.tokens.bpe import BpeTokenizer
from engine.tokens.ranks import SHA256, require_exact

TOKENIZER_NAMES = ("chars/4", *SHA256)


@runtime_checkable
class Tokenizer(Protocol):
    """A counter of tokens. `exact` says whether a model counts the same or this is an estimate."""

    @property
    def name(self) -> str: ...

    @property
    def exact(self) -> bool: ...

    def count(self, text: str) -> int:
        """How many tokens the text is."""

    def pieces(self, text: str) -> list[str]:
        """The text in pieces as shown to a person; joined they are the text."""


@dataclass(frozen=True)
class CharsPerFour:
    """The rule of thumb: four characters a token, rounded up. Instant, and an estimate.

    >>> CharsPerFour().count("hello"), CharsPerFour().pieces("hello")
    (2, ['hell', 'o'])
    """

    name: str = "chars/4"
    exact: bool = False

    def count(self, text: str) -> int:
        """ceil(characters / 4)."""
        return (len(text) + 3) // 4

    def pieces(self, text: str) -> list[str]:
        """Four characters each, the last one perhaps fewer."""
        return [text[start : start + 4] for start in range(0, len(text), 4)]


_tokenizers: dict[str, Tokenizer] = {"chars/4": CharsPerFour()}


def get_tokenizer(name: str | Tokenizer) -> Tokenizer:
    """The tokenizer of that name, the same object each time; a tokenizer is given back as it is.

    A name nobody knows raises `ValueError`. An exact one that cannot be loaded here
    raises `EncodingUnavailable`, which says what to install.

    >>> get_tokenizer("words")
    Traceback (most recent call last):
    ...
    ValueError: unknown tokenizer 'words'; known are chars/4, o200k_base, cl100k_base
    """
    if isinstance(name, BpeTokenizer | CharsPerFour):
        return name  # at once: to compare a protocol takes longer than to count a short text
    if isinstance(name, str):
        if name in _tokenizers:
            return _tokenizers[name]
        if name in SHA256:
            require_exact(name)
            # setdefault: of two threads that come here at once, both get one object.
            return _tokenizers.setdefault(name, BpeTokenizer(name))
    elif isinstance(name, Tokenizer):
        return name
    raise ValueError(f"unknown tokenizer {name!r}; known are {', '.join(TOKENIZER_NAMES)}")


def count_tokens(text: str, tokenizer: str | Tokenizer = "chars/4") -> int:
    """How many tokens the text is. What looks like a special token is ordinary text.

    >>> count_tokens(""), count_tokens("hello"), count_tokens("<|endoftext|>", "o200k_base")
    (0, 2, 7)
    """
    return get_tokenizer(tokenizer).count(text)
