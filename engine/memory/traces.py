"""Does a text still hold a fact: word for word, in other words, changed, or not at all?

>>> fact = Trace.of("do not ship to my office")
>>> [fact.in_text(text) for text in ("Please do NOT ship to my office.",
...                                  "do ship to my office", "He asked about prices.")]
['verbatim', 'altered', 'gone']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Literal

import regex

from engine.compaction import compress_telegraphic
from engine.compaction.facts import MONTH_AFTER_POINT

Held = Literal["verbatim", "shortened", "altered", "gone"]

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_LETTER = rf"[[\p{{L}}\p{{N}}\p{{M}}_]--[{_UNSPACED}]]"
# A number or an identifier with signs inside is one token; so is a sign of currency.
_TOKEN = regex.compile(
    rf"(?V1)[{_UNSPACED}]\p{{M}}*+|{_LETTER}++(?:[-.,'’:/@]{_LETTER}++)*+|[\p{{Sc}}%‰]|[-−](?=\d)"
)
_SENTENCE = regex.compile(
    rf"[^.!?。！？\n]*+(?:[.](?=\S|{MONTH_AFTER_POINT})[^.!?。！？\n]*+)*+[.!?。！？]?"
)
_DIGIT = regex.compile(r"\d")
_MOST_ALTERED = 0.5


@dataclass(frozen=True)
class Trace:
    """What of a phrase is looked for: all its tokens, and those that no shortening may drop."""

    phrase: str
    tokens: tuple[str, ...]
    needed: tuple[str, ...]

    @classmethod
    def of(cls, phrase: str) -> Trace:
        """The trace of a phrase; `ValueError` where it has no word."""
        tokens = _tokens(phrase)
        if not tokens:
            raise ValueError(f"a phrase to look for needs a word; found {phrase!r}")
        return cls(phrase, tokens, _tokens(compress_telegraphic(phrase)) or tokens)

    def said_in(self, text: str) -> bool:
        """Whether the text says it; a question that names it does not.

        >>> fact = Trace.of("A-1")
        >>> [fact.said_in(text) for text in ("It is A-1.", "Is it A-1?", "A-12", "a-1 or so")]
        [True, False, False, True]
        """
        folded = text.casefold()  # most texts are told apart without a look at their words
        return all(token in folded for token in self.tokens) and any(
            _run_in(self.tokens, _tokens(part)) for part in _statements(text)
        )

    def stands_in(self, text: str) -> bool:
        """Whether all its tokens stand in the text in a row, said or asked.

        >>> Trace.of("A-1").stands_in("Is it A-1?"), Trace.of("A-1").stands_in("Is it A-12?")
        (True, False)
        """
        return _run_in(self.tokens, _tokens(text))

    def spans_in(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the text says it, from where to where.

        >>> list(Trace.of("500").spans_in("Is it 500? It is 500 euros."))
        [(17, 20)]
        """
        size = len(self.tokens)
        for sentence in _SENTENCE.finditer(text):
            if sentence.group().rstrip().endswith(("?", "？")):
                continue
            found = [*_TOKEN.finditer(text, *sentence.span())]
            words = tuple(token.group().casefold() for token in found)
            for at in range(len(words) - size + 1):
                if words[at : at + size] == self.tokens:
                    yield found[at].start(), found[at + size - 1].end()

    def share_in(self, text: str) -> float:
        """The most that one line has, in order, of the tokens that may not be dropped: 0..1.

        >>> Trace.of("do not ship to my office").share_in("[3] user: do not ship…")
        0.5
        """
        found = (_in_order(self.needed, _tokens(line)) for line in _SENTENCE.findall(text))
        return max(found, default=0) / len(self.needed)

    def in_text(self, text: str, beside: Sequence[str] = ()) -> Held:
        """How the text holds it. A value of the same form that `beside` has not is a changed one.

        All tokens in a row: verbatim. In one line, in order, all that may not be dropped:
        shortened. More than half of those, or a value of the same form: altered.
        """
        held, values = self.judge(text)
        if held == "gone" and values.difference(*map(values_in, beside)):
            return "altered"
        return held

    def judge(self, text: str) -> tuple[Held, frozenset[str]]:
        """How the text holds it by itself, and its values of the same form, where they matter.

        A text is held as the best of its lines is, and where it is gone, by the values of all.

        >>> Trace.of("A-1").judge("A-2 is open, B-77 is not.")
        ('gone', frozenset({'a-2'}))
        """
        folded, most = text.casefold(), _MOST_ALTERED * len(self.needed)
        few = sum(token in folded for token in self.needed) <= most
        few = few and not all(token in folded for token in self.tokens)
        if few and not (self._forms and self._forms & set(map(_form, values_in(text)))):
            return "gone", frozenset()  # most texts are told apart without their sentences
        best: Held = "gone"
        values: set[str] = set()
        for line in _statements(text):
            tokens = _tokens(line)
            if _run_in(self.tokens, tokens):
                return "verbatim", frozenset()
            found = _in_order(self.needed, tokens)
            if found == len(self.needed):
                best = "shortened"
            elif found > most and best == "gone":
                best = "altered"
            values.update(word for word in tokens if _form(word) in self._forms)
        return best, frozenset(values if best == "gone" else ())

    @cached_property
    def _forms(self) -> frozenset[str]:
        return frozenset(map(_form, _with_digits(self.needed)))


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text.casefold()))


def _statements(text: str) -> Iterator[str]:
    """The sentences of a text that ask nothing; a line break ends a sentence."""
    for sentence in _SENTENCE.findall(text):
        if sentence.strip() and not sentence.rstrip().endswith(("?", "？")):
            yield sentence


def _run_in(tokens: Sequence[str], text: Sequence[str]) -> bool:
    length, first = len(tokens), tokens[0]
    return any(
        text[at] == first and tuple(text[at : at + length]) == tuple(tokens)
        for at in range(len(text) - length + 1)
    )


def _in_order(tokens: Sequence[str], text: Sequence[str]) -> int:
    """The most of the tokens that the text has in their order."""
    best = [0] * (len(tokens) + 1)
    for word in text:
        for at in range(len(tokens), 0, -1):
            if tokens[at - 1] == word:
                best[at] = max(best[at], best[at - 1] + 1)
        for at in range(1, len(tokens) + 1):
            best[at] = max(best[at], best[at - 1])
    return best[-1]


def words_with(part: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The words said in the texts of which this is a part, as first written; the most said first.

    Only whole words are found in a text, so these are what could be looked for instead.

    >>> words_with("ship", ["Shipping is free.", "Ship it?", "No shipment without shipping."])
    ('Shipping', 'shipment')
    """
    folded, counts, written = part.strip().casefold(), Counter[str](), dict[str, str]()
    for text in texts:
        if folded and folded in text.casefold():
            for word in chain.from_iterable(map(_TOKEN.findall, _statements(text))):
                name = word.casefold()
                if folded in name and folded != name:
                    counts[name] += 1
                    written.setdefault(name, word)
    return tuple(written[name] for name, _ in counts.most_common())


def values_in(text: str) -> frozenset[str]:
    """The tokens of a text that have a digit.

    >>> sorted(values_in("Order A-1 costs 41,207.55, not 500."))
    ['41,207.55', '500', 'a-1']
    """
    # No token has white space inside, and most pieces of a text have no digit.
    pieces = " ".join(piece for piece in text.split() if _DIGIT.search(piece))
    return frozenset(_with_digits(_tokens(pieces)))


def _with_digits(tokens: Sequence[str]) -> Iterator[str]:
    return (token for token in tokens if any(map(str.isdecimal, token)))


@lru_cache(4_096)
def _form(token: str) -> str:
    return "".join("0" if letter.isdecimal() else letter for letter in token)
