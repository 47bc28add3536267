r"""Where does a text fall apart into parts that a byte-pair encoding reads independently?

o200k_base and cl100k_base first split a text by a pattern and then encode each split by
itself. At some positions, here called *seams*, the pattern splits whatever stands further
left or right:

- after anything that is not white space, before white space that is no line break: words
  and numbers hold no white space, punctuation takes in line breaks only, and white space
  holds nothing else;
- after a letter, before a line break, a digit, punctuation or a symbol, but not before an
  apostrophe: only a word takes a letter in, and it goes on with letters, marks or
  (o200k_base) a contraction such as `'re`;
- after a digit, before a line break, a letter, punctuation or a symbol: only `\p{N}{1,3}`
  takes a digit in, and it goes on with digits.

The patterns never look behind, and they look ahead only past white space (`\s+(?!\S)`) and
into contractions; neither reaches over a seam. Therefore

    count(text) == count(text[:seam]) + count(text[seam:])

and a seam inside of a text stays one whatever the text is joined to.

>>> text = "Say hello, world"
>>> first_seam(text, 0, len(text)), last_seam(text, 0, len(text))
(3, 10)
"""

from __future__ import annotations

import regex

# Letters that have been letters for decades. The tables of tiktoken, of regex and of
# Python differ in what is new, and a seam that is not found costs time, not truth.
_LETTER = (
    r"[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0391-\u03A1\u03A3-\u03C9\u0410-\u044F"
    r"\u05D0-\u05EA\u0621-\u063A\u0641-\u064A\u0904-\u0939\u0E01-\u0E30\u3041-\u3096"
    r"\u30A1-\u30FA\u4E00-\u9FA5\uAC00-\uD7A3]"
)
_SEAM = (
    r"(?<=\S)(?=[^\S\r\n])"
    rf"|(?<={_LETTER})(?=[\r\n\p{{N}}\p{{P}}\p{{S}}])(?!')"
    r"|(?<=[0-9])(?=[\r\n\p{L}\p{P}\p{S}])"
)
_FORWARD = regex.compile(_SEAM)
_BACKWARD = regex.compile(f"(?r){_SEAM}")


def first_seam(text: str, start: int, end: int) -> int | None:
    """The first seam at or after `start` and before `end`, if there is one.

    >>> [first_seam(text, 0, len(text)) for text in ("don't know", "你好，世界", "🫠🫠")]
    [5, 2, None]
    """
    found = _FORWARD.search(text, start, end)
    return found.start() if found else None


def last_seam(text: str, start: int, end: int) -> int | None:
    """The last seam at or after `start` and before `end`; it is one in `text[:end]` as well.

    >>> last_seam("one two three", 0, 7), last_seam("one two three", 0, 8)
    (3, 7)
    """
    found = _BACKWARD.search(text, start, end)
    return found.start() if found else None
