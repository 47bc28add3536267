"""Which words of a text stand on the other side of a compaction, and which facts are marked?

>>> from engine.compaction.facts import Fact
>>> from engine.memory.exchange import Told
>>> old = Text((2,), "user", "Ship A-1 soon.", 5, (Told(Fact("identifier", "A-1", 5, 8), "kept"),))
>>> [(part.text, part.mark, part.said) for part in marked_before(old, "A-1 soon")]
[('Ship ', 'cut', ''), ('A-1', 'kept', 'identifier, kept'), (' soon', '', ''), ('.', 'cut', '')]
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import groupby

from engine.memory.exchange import SENTENCES, Text
from ui.components.diff_list import Part

MOST = 700  # characters of a text that are shown
CUT, NEW, MORE = "cut", "new", "more"

_WORD = re.compile(r"\w+|\s+|[^\w\s]")


def marked_before(old: Text, here: str) -> list[Part]:
    """A text that left: its facts by what became of them, and muted what no longer stands `here`.

    Of facts within facts the inner one is marked. Of a sentence that is shortened the words that
    still stand are marked, of one that is lost those that do not.
    """
    text = old.text[:MOST]
    standing = _standing(text, here)
    marks = [("", "") if same else (CUT, "") for same in standing]
    for told in sorted(old.facts, key=lambda told: told.fact.start - told.fact.end):
        fact, mark = told.fact, (told.fate, f"{told.fact.kind}, {told.fate}")
        whole = fact.kind not in SENTENCES or told.fate in ("kept", "recallable")
        for at in range(fact.start, min(fact.end, len(text))):
            if whole or standing[at] == (told.fate == "shortened"):
                marks[at] = mark
    return _parts(old.text, marks)


def marked_after(new: Text, before: str) -> list[Part]:
    """A text in the place of others; set off what none of them said."""
    text = new.text[:MOST]
    return _parts(new.text, [("", "") if same else (NEW, "") for same in _standing(text, before)])


def _standing(text: str, other: str) -> list[bool]:
    """For each character whether its word stands in the other text too, in the same order."""
    words, others = _WORD.findall(text), _WORD.findall(other[: 4 * MOST])
    same = [False] * len(words)
    for block in SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks():
        same[block.a : block.a + block.size] = [True] * block.size
    return [held for word, held in zip(words, same, strict=True) for _ in word]


def _parts(text: str, marks: list[tuple[str, str]]) -> list[Part]:
    parts, at = [], 0
    for (mark, said), group in groupby(marks):
        length = len(list(group))
        parts.append(Part(text[at : at + length], mark, said))
        at += length
    if at < len(text):
        parts.append(Part(f" … {len(text) - at:,} more characters", MORE, ""))
    return parts
