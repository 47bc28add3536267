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
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, compress, pairwise
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

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
        self._count = remembered(lambda text: len(self.encode(text)), small=16_384)
        self._spans = remembered(self._find_spans, small=512, characters=2_000_000)

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
        tokens = self.encode(text)
        ends = array("q", accumulate(map(self._begun.__getitem__, tokens)))
        counts = array("q", range(1, len(tokens) + 1))
        if not self._begun.fragments.isdisjoint(tokens):
            # An end inside of a character, before a token that goes on with it, is none.
            follows = [token not in self._begun.fragments for token in tokens[1:]] + [True]
            ends = array("q", compress(ends, follows))
            counts = array("q", compress(counts, follows))
        if tokens and ends[-1] < len(text):  # surrogate pairs were read as one character each
            origin = _positions_before_fixing(text)
            ends = array("q", (origin[end] for end in ends))
        return Spans(ends, counts)

    @cached_property
    def _begun(self) -> _Begun:
        return _Begun(self._encoding)


class _Begun(dict[int, int]):
    """How many characters begin in a token, looked up when first asked.

    `fragments` are the tokens seen so far that start inside of a character.
    """

    def __init__(self, encoding: Encoding) -> None:
        self.fragments: set[int] = set()
        self._bytes_of = encoding.decode_single_token_bytes

    def __missing__(self, token: int) -> int:
        content = self._bytes_of(token)
        if content[0] & 0xC0 == 0x80:
            self.fragments.add(token)
        begun = self[token] = sum(byte & 0xC0 != 0x80 for byte in content)
        return begun


def remembered(
    function: Callable[[str], T], *, small: int, characters: int = 32_000_000
) -> Callable[[str], T]:
    """Remember results by text: the last `small` short texts, `characters` of long ones."""
    of_short = lru_cache(small)(function)
    of_long = _ByLength(function, characters)
    return lambda text: (of_short if len(text) <= _LARGE else of_long)(text)


class _ByLength(Generic[T]):
    """The results for the last texts that together have no more than so many characters."""

    def __init__(self, function: Callable[[str], T], most: int) -> None:
        self._function, self._left = function, most
        self._results: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def __call__(self, text: str) -> T:
        with self._lock:
            if text in self._results:
                self._results.move_to_end(text)
                return self._results[text]
        result = self._function(text)  # outside: others need not wait for it
        with self._lock:
            if text not in self._results:
                self._results[text] = result
                self._left -= len(text)
            while self._left < 0 and len(self._results) > 1:
                self._left += len(self._results.popitem(last=False)[0])
        return result


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
