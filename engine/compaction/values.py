"""Which value does a text give to a subject, and which earlier value does that replace?

>>> old, new = (assignments(text)[0] for text in ("Our budget: 500 EUR", "The budget is now 700"))
>>> new.subject, new.value, supersedes(new, old)
('budget', '700', True)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.compaction.facts import Fact, literals, sentences

# Between a subject and its value; the first set says that the value is given to the subject.
_LINKS = frozenset("is are be now to becomes became = : → of set stands".split())
_CHANGES = frozenset(
    "now instead changed change moved raised lowered increased reduced cut updated new actually "
    "rather correction became becomes longer".split()
)
_BETWEEN = _LINKS | _CHANGES | frozenset(
    "was were the a an at about around exactly currently still just only up down by has have "
    "been will should goes went from it's its".split()
)  # fmt: skip
_NO_SUBJECT = frozenset(
    "it that this these those they we you he she who and or but for with from than before after "
    "under over until till least most more less not no never without if on in into between per "
    "superseded page step line turn number version item noted okay yes right great thanks".split()
)
# A value that is asked for or only thought of replaces none.
_CONDITIONS = frozenset("if unless whether suppose supposing".split())
_DOUBTS = frozenset("would could might maybe perhaps".split())
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[=:→]|\S")
_NUMBER = re.compile(r"[-+−]?\d[\d.,'’:\u00a0\u202f]*")
_LOOK_BACK = 80  # characters
SUPERSEDED = " (superseded"


@dataclass(frozen=True)
class Assignment:
    """A value given to a subject: `text[start:end]` is `value`, an amount or a date.

    `qualifier` is the word before the subject ("travel" of "travel budget"), "" where there is
    none. `told` says that the words between them give it ("is", ":", "now"), not in a question
    or under a condition, and only such a statement can replace an earlier one; `marked` that it
    is already marked as superseded.
    """

    subject: str
    qualifier: str
    value: str
    kind: str
    told: bool
    marked: bool
    start: int
    end: int


@lru_cache(4_096)
def assignments(text: str) -> tuple[Assignment, ...]:
    """The values given in the text, in order; by the words in front of each figure and date.

    English only, and careful: where it finds no subject, there is none.

    >>> [(a.qualifier, a.subject, a.value) for a in assignments(
    ...     "We raised the travel budget from 500 to 700, so the deadline is 12 May.")]
    [('travel', 'budget', '700'), ('', 'deadline', '12 May')]
    """
    found = []
    bounds = iter(sentences(text))
    start, end = 0, 0
    changing = asking = False
    before: Fact | None = None
    for value in literals(text, values=True):
        if value.start >= end:
            while value.start >= end:
                start, end = next(bounds)
            before = None
            words = text[start:end].lower().split()
            changing = not _CHANGES.isdisjoint(words)
            asking = text[end - 1] in "?？" or not _CONDITIONS.isdisjoint(words)
        low = max(start, value.start - _LOOK_BACK)
        if before is not None and not _from(text, before):
            low = max(low, before.end)
        part = text[low : value.start]
        if before is not None and before.start >= low:
            part = part.replace(text[before.start : before.end], " ")
        one = _assignment(part, value, changing)
        if one is not None and (asking or _doubts(text, start, value.start)):
            one = (*one[:-1], False)
        if one is not None and not _from(text, value):
            marked = text.startswith(SUPERSEDED, value.end)
            found.append(Assignment(*one, marked, value.start, value.end))
        before = value
    return tuple(found)


def _doubts(text: str, start: int, end: int) -> bool:
    """Whether the last part of a sentence, up to a value, says that it is only thought of.

    >>> [_doubts(text, 0, len(text)) for text in ("It might be ", "It might rain, it is ")]
    [True, False]
    """
    start = max(start, end - _LOOK_BACK)
    start = max(text.rfind(sign, start, end) + 1 for sign in ",;:") or start
    return not _DOUBTS.isdisjoint(text[start:end].lower().split())


def supersedes(new: Assignment, old: Assignment) -> bool:
    """Whether the new statement gives the same subject another value of the same kind and unit."""
    same_subject = (new.kind, new.subject) == (old.kind, old.subject) and (
        new.qualifier == old.qualifier or not (new.qualifier and old.qualifier)
    )
    if not (same_subject and new.told) or old.marked:
        return False
    if new.kind == "date":
        return new.value.casefold() != old.value.casefold()
    (new_number, new_unit), (old_number, old_unit) = _parts(new.value), _parts(old.value)
    if new_unit != old_unit and ((new_unit and old_unit) or "%" in (new_unit, old_unit)):
        return False
    return new_number != old_number


def _assignment(part: str, value: Fact, changing: bool) -> tuple[str, str, str, str, bool] | None:
    tokens = [token.lower() for token in _TOKEN.findall(part)]
    told = changing
    while tokens and (tokens[-1] in _BETWEEN or tokens[-1] in ("€", "$", "£", "(")):
        told = tokens.pop() in _LINKS or told
    if not tokens or len(tokens[-1]) < 3 or tokens[-1] in _NO_SUBJECT:
        return None
    subject = tokens.pop()
    qualifier = tokens[-1] if tokens and tokens[-1] not in _BETWEEN | _NO_SUBJECT else ""
    if not qualifier.isalpha() or len(qualifier) < 3:
        qualifier = ""
    return subject, qualifier, value.text, value.kind, told


def _from(text: str, value: Fact) -> bool:
    """Whether a value is the one that something moves away from."""
    before = text[max(0, value.start - _LOOK_BACK) : value.start]
    return before.rstrip()[-5:].lower().strip() == "from"


def _parts(figure: str) -> tuple[str, str]:
    """Number and unit of a figure, the number without its thousands separators."""
    match = _NUMBER.search(figure)
    if match is None:
        return figure, ""
    number = re.sub(r"[,'’\u00a0\u202f](?=\d{3}(?!\d))", "", match.group())
    return number, (figure[: match.start()] + figure[match.end() :]).strip().lower()
