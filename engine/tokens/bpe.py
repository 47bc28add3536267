"""How many tokens does a byte-pair encoding really make of a text, and which?

A token is a run of bytes, so it may be a fragment of a character: the emoji below is
made of several tokens. What is shown and where a text is cut therefore goes by the
*spans*: the ends of the smallest runs of tokens that are whole characters.

>>> tokenizer = BpeTokenizer("o200k_base")
>>> tokenizer.count("hello world"), tokenizer.pieces("hello world")
(2, ['hello', ' world'])
>>> tokenizer.count("a🫠b"), tokenizer.pieces("a🫠b")
(5, ['a', '🫠', 'b'])
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from engine.tokens.ranks import load_encoding

if TYPE_CHECKING:
    from tiktoken import Encoding

T = TypeVar("T")

# A text of more characters is kept in a smaller cache, so that a cache has a bounded size.
_LARGE = 8_000

# Up from here a run of white space gets a way of its own; tiktoken panics at 1,000,000.
_GIANT_SPACE = 250_000


@dataclass(frozen=True)
class Spans:
    """Where the characters of a text and its tokens meet.

    `text[:ends[i]]` is exactly the first `counts[i]` tokens. Both grow strictly.
    """

    ends: array[int]
    counts: array[int]

    def tokens_before(self, position: int) -> int:
        """How many tokens lie wholly before `position`."""
        spans = bisect_right(self.ends, position)
        return self.counts[spans - 1] if spans else 0

    def end_before(self, position: int) -> int:
        """The last end at or before `position`; 0 before the first."""
        spans = bisect_right(self.ends, position)
        return self.ends[spans - 1] if spans else 0

    def end_of(self, tokens: int) -> int:
        """The first end with at least so many tokens before it; the last one if none has."""
        return self.ends[min(bisect_left(self.counts, tokens), len(self.ends) - 1)]


class BpeTokenizer:
    """An exact tokenizer: tiktoken's encoding of that name, loaded at its first use.

    Text that reads like a special token, such as `<|endoftext|>`, is ordinary text.
    Lone surrogates, which no UTF-8 text can hold, count as tiktoken counts them: as
    U+FFFD, and two that form a pair as the character they form.

    Giant runs: tiktoken is linear in the length of the text (1 MB of one letter, sign or
    line break takes about 0.3 s), except that its pattern overflows a stack and panics at
    one million characters of white space in a row. A text with such a run is split by the
    `regex` module with the same pattern instead, about 0.5 s a MB; that is exact as well,
    but for characters which its newer Unicode tables know and tiktoken's do not.
    """

    exact = True

    def __init__(self, name: str) -> None:
        self.name = name
        self._count = _memoised(lambda text: len(self.encode(text)), small=16_384, large=64)
        self._spans = _memoised(self._find_spans, small=512, large=4)
        self._shapes: dict[int, tuple[int, bool]] = {}

    def __repr__(self) -> str:
        return f"BpeTokenizer({self.name!r})"

    @cached_property
    def _encoding(self) -> Encoding:
        return load_encoding(self.name)

    def encode(self, text: str) -> list[int]:
        """The numbers of the tokens, computed afresh."""
        if _has_giant_space(text):
            return self._encoding._encode_only_native_bpe(_without_surrogates(text))
        return self._encoding.encode_ordinary(text)

    def count(self, text: str) -> int:
        """The number of tokens; remembered by text, because pages recount the same texts."""
        return self._count(text)

    def pieces(self, text: str) -> list[str]:
        """The tokens as text; fragments of one character stand together in one piece."""
        starts = (0, *self.spans(text).ends)
        return [text[start:end] for start, end in pairwise(starts)]

    def spans(self, text: str) -> Spans:
        """Where characters and tokens meet; remembered by text."""
        return self._spans(text)

    def _find_spans(self, text: str) -> Spans:
        ends, counts = array("q"), array("q")
        characters = 0
        tokens = self.encode(text)
        for before, token in enumerate(tokens):
            begun, starts_inside = self._shapes.get(token) or self._shape(token)
            if before and not starts_inside:
                ends.append(characters)
                counts.append(before)
            characters += begun
        if tokens:
            ends.append(characters)
            counts.append(len(tokens))
        if characters < len(text):  # surrogate pairs were read as one character each
            origin = _positions_before_fixing(text)
            ends = array("q", (origin[end] for end in ends))
        return Spans(ends, counts)

    def _shape(self, token: int) -> tuple[int, bool]:
        """How many characters begin in this token, and does it start inside of one?"""
        content = self._encoding.decode_single_token_bytes(token)
        begun = sum(byte & 0xC0 != 0x80 for byte in content)
        shape = self._shapes[token] = (begun, content[0] & 0xC0 == 0x80)
        return shape


def _memoised(function: Callable[[str], T], *, small: int, large: int) -> Callable[[str], T]:
    """Remember results by text: the last `small` short texts and the last `large` long ones."""
    of_short = lru_cache(small)(function)
    of_long = lru_cache(large)(function)
    return lambda text: (of_short if len(text) <= _LARGE else of_long)(text)


def _has_giant_space(text: str) -> bool:
    """Whether some run of white space comes near the length at which tiktoken panics.

    A run of twice `_GIANT_SPACE` covers a multiple of it, and half of the run lies before
    or after; so a look at every 250,000th character finds all that matter.
    """
    for probe in range(0, len(text) if len(text) >= 2 * _GIANT_SPACE else 0, _GIANT_SPACE):
        if text[probe].isspace():
            before = text[max(0, probe - _GIANT_SPACE) : probe]
            after = text[probe : probe + _GIANT_SPACE]
            run = len(before) - len(before.rstrip()) + len(after) - len(after.lstrip())
            if run >= _GIANT_SPACE:
                return True
    return False


def _without_surrogates(text: str) -> str:
    """The text as tiktoken reads it: pairs joined, lone surrogates replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _positions_before_fixing(text: str) -> list[int]:
    """For each position in the text without surrogates: the one in `text` it stands for."""
    positions = [0]
    for character in _without_surrogates(text):
        at = positions[-1]
        alone = text[at] == character or character == "\ufffd"
        positions.append(at + (1 if alone else 2))
    return positions
