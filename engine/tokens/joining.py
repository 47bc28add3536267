"""How many tokens are these parts when joined, asked again and again with other parts?

Assembling tries hundreds of selections of the same parts. A part's inside, from its
first seam to its last (see `seams`), counts the same wherever it stands, so it is counted
once; what is counted for each pair of neighbours is the short text across the joint.

>>> counter = JoinedCounter("o200k_base", "\\n\\n")
>>> counter.count(["one two", "three four", "five"])
7
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.tokens.bpe import BpeTokenizer
from engine.tokens.seams import first_seam, last_seam
from engine.tokens.tokenizers import CharsPerFour, Tokenizer, get_tokenizer


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
        # One cache an instance, so that it goes when the instance goes.
        self._split = lru_cache(8_192)(self._split_part)
        self._count_joint = lru_cache(16_384)(self._tokenizer.count)

    def count(self, parts: Sequence[str]) -> int:
        """The tokens of the parts joined by the separator."""
        if isinstance(self._tokenizer, BpeTokenizer):
            return self._count_by_seams(parts)
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
            head, inside, tail = self._split(part)
            end = head if inside is None else tail
            if self._count_joint(end + self._separator) > self._count_joint(end) + apart:
                return False
        return True

    def _count_by_seams(self, parts: Sequence[str]) -> int:
        total = 0
        joint = ""  # what stands after the last seam so far
        for index, part in enumerate(parts):
            if index:
                joint += self._separator
            head, inside, tail = self._split(part)
            if inside is None:
                joint += head
            else:
                total += self._count_joint(joint + head) + inside
                joint = tail
        return total + self._count_joint(joint)

    def _split_part(self, part: str) -> tuple[str, int | None, str]:
        """The text up to the first seam, the tokens between, the text from the last seam on.

        A part without a seam is all head, and has no inside.
        """
        first, last = first_seam(part, 0, len(part)), last_seam(part, 0, len(part))
        if first is None or last is None:
            return part, None, ""
        return part[:first], self._tokenizer.count(part[first:last]), part[last:]
