r"""How many tokens is a text of which most lines were counted before, in other texts?

A summary repeats most lines of the one before it. After a line break and before an opening
bracket both encodings split, whatever stands further left or right: what takes in line breaks
takes in nothing else after them but white space and slashes. So the lines that cite count alike
wherever they stand, each with its line break.

>>> from engine.tokens import get_tokenizer
>>> count_by_lines("[1] user: Hello.\n[2] user: Go on.", get_tokenizer("o200k_base"))
15
"""

from __future__ import annotations

from engine.tokens.bpe import BpeTokenizer
from engine.tokens.tokenizers import Tokenizer

_CITING = "\n["


def count_by_lines(text: str, tokenizer: Tokenizer) -> int:
    """The tokens of the text, by lines that cite where that is exact; these are remembered."""
    if not isinstance(tokenizer, BpeTokenizer) or _CITING not in text:
        return tokenizer.count(text)
    first, *rest, last = text.split(_CITING)
    lines = (f"{first}\n", *(f"[{line}\n" for line in rest), f"[{last}")
    return sum(map(tokenizer.count, lines))
