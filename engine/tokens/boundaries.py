r"""Where may a text be cut so that no word, or at least no visible character, is torn?

A *word end* is a position after a character that is not white space and before one that
is. A *grapheme end* is a position between two grapheme clusters (`\X`), so never inside
an emoji built from several, a flag, or a letter with its combining marks. Every word end
given here is a grapheme end too. White space is what `str.isspace` says.

>>> list(word_ends("two brave words", 0, 15))
[9, 3]
>>> list(grapheme_ends("ae\u0301o", 0, 4))
[4, 3, 1]
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

_SPACE = r"\s\x1c-\x1f"

# Between a "prepended" sign (Arabic numbers have some) and white space there is no end of
# a cluster, unless the white space is a control such as the line feed.
_WORD_END = regex.compile(
    rf"(?r)[^{_SPACE}\p{{GCB=Prepend}}][{_SPACE}]"
    rf"|\p{{GCB=Prepend}}(?=[{_SPACE}])[\p{{GCB=Control}}\p{{GCB=CR}}\p{{GCB=LF}}]"
)

# Two characters between which there is always an end: neither of them can join the other.
_SURE_END = regex.compile(
    r"(?r)(?<=[\p{GCB=Other}\p{GCB=LV}\p{GCB=LVT}])(?=[\p{GCB=Other}\p{GCB=LV}\p{GCB=LVT}])"
)

# `\X` alone is right, but quadratic in a row of flags: it counts back to the first of them.
_CLUSTER = regex.compile(r"\p{RI}{2}[\p{GCB=Extend}\p{GCB=SpacingMark}\p{GCB=ZWJ}]*+|\X")

_VISIBLE = regex.compile(rf"[^{_SPACE}\p{{Cc}}\p{{Cf}}\p{{M}}]")

_STRIDE = 128


def word_ends(text: str, low: int, high: int) -> Iterator[int]:
    """The word ends above `low` up to `high`, the largest first."""
    # A negative position would count from the end, hence the max().
    for found in _WORD_END.finditer(text, low, max(low, high + 1)):
        yield found.start() + 1


def grapheme_ends(text: str, low: int, high: int) -> Iterator[int]:
    """The ends of grapheme clusters above `low` up to `high`, the largest first.

    They are looked for in strides from the top, each from a sure end below it, because
    the caller usually stops after a few of a text that may be a megabyte long.
    """
    while high > low:
        sure = _SURE_END.search(text, 0, max(low, high - _STRIDE) + 1)
        start = sure.start() if sure else 0
        # One character more than `high`: whether a cluster ends there depends on the next.
        clusters = _CLUSTER.finditer(text[start : high + 1])
        ends = [start, *(start + cluster.end() for cluster in clusters)]
        yield from (end for end in reversed(ends) if low < end <= high)
        high = start - 1


def first_visible(text: str) -> int:
    """Where the first character stands that a reader sees; the length if there is none.

    >>> first_visible("  \\u200b\\ufeffhi"), first_visible(" \\n")
    (4, 2)
    """
    found = _VISIBLE.search(text)
    return found.start() if found else len(text)
