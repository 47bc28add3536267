"""What does a text cost in tokens when it is cut at a position and a marker is put there?

The cut and the marker are counted together, as one text. How that is done without
counting the whole text again for each position depends on the tokenizer.

>>> from engine.tokens.tokenizers import get_tokenizer
>>> costs = cut_costs("one two three", " …", get_tokenizer("o200k_base"))
>>> costs.fits(7, 3), costs.fits(7, 2)
(True, False)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from engine.tokens.bpe import BpeTokenizer, Spans
from engine.tokens.seams import first_seam, last_seam
from engine.tokens.tokenizers import CharsPerFour, Tokenizer

# How many tokens beyond the limit a cut is looked for inside of one unbroken run.
_SLACK = 16

# How far back a seam is looked for; a run without one is measured in pieces of this size.
_WINDOW = 2_000

# Up to this length every cut is tried for a tokenizer about which nothing is known.
_SHORT = 4_000
_NEIGHBOURHOOD = 256


class CutCosts(Protocol):
    """Tells which cuts of one text, with one marker, fit into how many tokens."""

    def bound(self, max_tokens: int) -> int:
        """A position beyond which no cut fits."""

    def fits(self, cut: int, max_tokens: int) -> bool:
        """Whether `text[:cut] + marker` counts at most `max_tokens`."""

    def cost(self, cut: int) -> int:
        """How many tokens `text[:cut] + marker` counts."""


def cut_costs(text: str, marker: str, tokenizer: Tokenizer) -> CutCosts:
    """The costs of cutting `text` as this tokenizer counts them."""
    if isinstance(tokenizer, CharsPerFour):
        return _LengthCosts(len(marker))
    if isinstance(tokenizer, BpeTokenizer):
        return _BpeCosts(text, marker, tokenizer)
    return _CountedCosts(text, marker, tokenizer)


@dataclass(frozen=True)
class _LengthCosts:
    """Four characters a token: arithmetic."""

    marker_length: int

    def bound(self, max_tokens: int) -> int:
        return 4 * max_tokens - self.marker_length

    def fits(self, cut: int, max_tokens: int) -> bool:
        return cut <= self.bound(max_tokens)

    def cost(self, cut: int) -> int:
        return (cut + self.marker_length + 3) // 4


@dataclass(frozen=True)
class _BpeCosts:
    """Exact tokens: up to the last seam before the cut they are those of the whole text.

    So only the few characters after that seam are counted, together with the marker.
    And each cut beyond the first seam with `max_tokens` tokens before it costs more than
    they do: that seam is a proven bound.

    Only inside of one run without a seam, of more than `_SLACK` tokens, the bound is an
    assumption: that cutting there saves fewer than `_SLACK` tokens of what stands before.
    (Cutting changes how the last few tokens are read; more than two has not been seen.)
    That a cut which is said to fit does fit is always a count, never an assumption.
    """

    text: str
    marker: str
    tokenizer: BpeTokenizer

    @cached_property
    def _spans(self) -> Spans:
        return self.tokenizer.spans(self.text)

    def bound(self, max_tokens: int) -> int:
        assumed = self._spans.end_of(max_tokens + _SLACK)
        proven = first_seam(self.text, self._spans.end_of(max_tokens), assumed + 1)
        return assumed if proven is None else proven

    def fits(self, cut: int, max_tokens: int) -> bool:
        seam = last_seam(self.text, max(0, cut - _WINDOW), cut)
        if seam is None and cut > _WINDOW:
            # Inside a giant run: a guess from a token's start nearby, then a full count.
            nearby = self._spans.end_before(cut - _WINDOW // 2)
            return self._cost(nearby, cut) <= max_tokens and self._cost(0, cut) <= max_tokens
        return self._cost(seam or 0, cut) <= max_tokens

    def cost(self, cut: int) -> int:
        return self._cost(last_seam(self.text, max(0, cut - _WINDOW), cut) or 0, cut)

    def _cost(self, known: int, cut: int) -> int:
        """Tokens of the cut and the marker, taking those before `known` from the whole text."""
        rest = self.tokenizer.encode(self.text[known:cut] + self.marker)
        return self._spans.tokens_before(known) + len(rest)


@dataclass(frozen=True)
class _CountedCosts:
    """Any other tokenizer: nothing is known of it, so each cut is counted in full.

    For a long text the bound comes from bisection and a neighbourhood above what that
    finds; for a short one there is no bound, and every cut is tried.
    """

    text: str
    marker: str
    tokenizer: Tokenizer

    def bound(self, max_tokens: int) -> int:
        if len(self.text) <= _SHORT:
            return len(self.text)
        low, high = 0, len(self.text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.fits(middle, max_tokens):
                low = middle
            else:
                high = middle - 1
        return low + _NEIGHBOURHOOD

    def fits(self, cut: int, max_tokens: int) -> bool:
        return self.cost(cut) <= max_tokens

    def cost(self, cut: int) -> int:
        return self.tokenizer.count(self.text[:cut] + self.marker)
