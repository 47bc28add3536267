"""How many tokens are these parts when joined, asked again and again with other parts?

Assembling tries hundreds of selections of the same parts. A part's inside, from its
first seam to its last (see `seams`), counts the same wherever it stands, so it is counted
once; what is counted for each pair of neighbours is the short text across the joint.

>>> counter = JoinedCounter("o200k_base", "\\n\\n")
>>> counter.count(["one two", "three four", "five"])
7
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

from engine.tokens.bpe import BpeTokenizer, remembered
from engine.tokens.seams import first_seam, last_seam
from engine.tokens.tokenizers import CharsPerFour, Tokenizer, get_tokenizer

# The text up to the first seam, that from the last seam on, and the tokens of both. A part
# without a seam is all head.
Split = tuple[str, str, int]


class JoinedCounter:
    """Counts `separator.join(parts)` exactly as the tokenizer would, remembering the parts.

    For a tokenizer of another make it counts the joined text in full.

    >>> counter = JoinedCounter("chars/4", " ")
    >>> counter.count(["abc", "de"]), counter.count([])
    (2, 0)
    """

    def __init__(self, tokenizer: str | Tokenizer, separator: str) -> None:
        self._tokenizer = get_tokenizer(tokenizer)
        self._separator = separator
        if isinstance(self._tokenizer, BpeTokenizer):
            self._split, self._count_joint = _shared(self._tokenizer)

    def count(self, parts: Sequence[str], sizes: Sequence[int] | None = None) -> int:
        """The tokens of the parts joined by the separator; `sizes` are theirs, where known."""
        if isinstance(self._tokenizer, BpeTokenizer):
            return self._count_by_seams(parts, sizes or map(self._tokenizer.count, parts))
        if isinstance(self._tokenizer, CharsPerFour):
            length = sum(map(len, parts)) + len(self._separator) * max(0, len(parts) - 1)
            return (length + 3) // 4
        return self._tokenizer.count(self._separator.join(parts))

    def never_adds(self, parts: Sequence[str]) -> bool:
        """Whether no selection of these parts, in any order, can cost more joined than apart.

        Apart means each part and each separator counted by itself. False where that is not
        known. Known is: after a separator that ends in a line break both encodings split
        before whatever is neither white space nor a slash, so each joint shows in the count
        of one part with the separator.

        >>> JoinedCounter("o200k_base", "\\n\\n").never_adds(["One.", "two", "{three}"])
        True
        """
        if isinstance(self._tokenizer, CharsPerFour):
            return True  # one rounding up instead of several
        if not (isinstance(self._tokenizer, BpeTokenizer) and self._separator.endswith("\n")):
            return False
        apart = self._tokenizer.count(self._separator)
        for part in parts:
            if part[:1].isspace() or part[:1] == "/":
                return False
            head, tail, _ = self._split(part)
            end = tail or head
            if self._count_joint(end + self._separator) > self._count_joint(end) + apart:
                return False
        return True

    def _count_by_seams(self, parts: Sequence[str], sizes: Iterable[int]) -> int:
        total = 0
        joint = ""  # what stands after the last seam so far
        for index, (part, size) in enumerate(zip(parts, sizes, strict=True)):
            if index:
                joint += self._separator
            head, tail, ends = self._split(part)
            joint += head
            if tail:
                # Counts add up at seams: what is neither head nor tail lies between them.
                total += self._count_joint(joint) + size - ends
                joint = tail
        return total + self._count_joint(joint)


@cache
def _shared(tokenizer: BpeTokenizer) -> tuple[Callable[[str], Split], Callable[[str], int]]:
    """How a tokenizer's texts are split, and what short texts count: remembered for all."""
    count = lru_cache(16_384)(tokenizer.count)

    def split(part: str) -> Split:
        first, last = first_seam(part, 0, len(part)), last_seam(part, 0, len(part))
        if first is None or last is None:
            return part, "", 0
        head, tail = part[:first], part[last:]
        return head, tail, count(head) + count(tail)

    return remembered(split, small=16_384), count
