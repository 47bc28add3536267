"""From which turn on does another value stand in the place of what a phrase says?

>>> from engine.transcripts import Turn
>>> turns = [Turn("user", "The budget is 500 euros."), Turn("assistant", "Fine."),
...          Turn("user", "The budget is now 700 euros.")]
>>> [(gone.by, gone.first) for gone in superseded_spans(turns, Trace.of("500"), [0])]
[('700 euros', 2)]
>>> superseded_spans([*turns, Turn("user", "Seats: 500.")], Trace.of("500"), [0, 3])[0].last
2
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.compaction import Assignment, assignments, supersedes
from engine.compaction.facts import Fact, literals
from engine.memory.traces import Trace
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY

VALUES = ("figure", "date")
_DIGITS = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"\s*([^\W\d_]+)")
# After a figure without a unit these say that it stands for itself: "500 it is", "500 then".
_GOES_ON = frozenset(
    "it is was are were will would should can could may then and or but so as for from in to at "
    "on by with we i you he she they that this not too also again now right ok".split()
)


@dataclass(frozen=True)
class Superseded:
    """From the turn of index `first` to that of `last`, another value holds: `by`."""

    by: str
    first: int
    last: int


@dataclass
class _Mention:
    """A place where a turn gives the value; `gone` is the turn that gives another one."""

    turn: int
    given: Assignment
    by_assistant: bool
    gone: int | None = None
    by: str = ""


def superseded_spans(
    turns: Sequence[Turn], trace: Trace, sources: Sequence[int], by: str = ""
) -> tuple[Superseded, ...]:
    """When the phrase, which the turns `sources` say, no longer holds.

    A phrase with a figure or a date goes by the subjects that these are given to
    (`engine.compaction.values`): it is superseded once each of them has got another value, and
    not while the same figure is said of something else. A question, a condition and what the
    assistant says about a value of somebody else replace nothing. `by` are words that replace it
    from the first later turn that says them, for a phrase whose subject no pattern finds.
    """
    found = _by_words(turns, sources, by) if by and sources else None
    if any(fact.kind in VALUES for fact in literals(trace.phrase)):
        mentions, others = _mentions(turns, trace, sources)
        if mentions:
            _replace(turns, mentions)
            spans = tuple(_spans(mentions, others, len(turns)))
            if found is None or (spans and spans[0].first <= found.first):
                return spans
    return () if found is None else (found,)


def replaced_values(
    turns: Sequence[Turn], indices: Sequence[int], step: int
) -> dict[int, frozenset[str]]:
    """By the index of each turn: its values that another turn, up to `step`, has replaced.

    >>> turns = [Turn("user", "Budget: 500. Seats: 40."), Turn("user", "The budget is now 700.")]
    >>> replaced_values(turns, [0], 0), replaced_values(turns, [0], 1)
    ({}, {0: frozenset({'500'})})
    """
    live: dict[str, list[tuple[int, Assignment]]] = {}  # by subject, until it is replaced
    for index in indices:
        for one in assignments(turns[index].text):
            live.setdefault(one.subject, []).append((index, one))
    found: dict[int, set[str]] = {}
    for at in range(min(indices, default=step), step + 1):
        if live.keys().isdisjoint(_LETTERS.findall(turns[at].text.lower())):
            continue
        assistant = turns[at].role == "assistant"
        for new in assignments(turns[at].text):
            still = []
            for index, old in live.get(new.subject, ()):
                mine = turns[index].role == "assistant" or not assistant
                if index < at and mine and supersedes(new, old):
                    found.setdefault(index, set()).add(old.value)
                else:
                    still.append((index, old))
            if new.subject in live:
                live[new.subject] = still
    return {index: frozenset(values) for index, values in found.items()}


def _by_words(turns: Sequence[Turn], sources: Sequence[int], by: str) -> Superseded | None:
    other = Trace.of(by)
    for index in range(sources[0] + 1, len(turns)):
        if other.said_in(turns[index].text):
            return Superseded(by, index, len(turns) - 1)
    return None


def _mentions(
    turns: Sequence[Turn], trace: Trace, sources: Sequence[int]
) -> tuple[list[_Mention], list[int]]:
    """Where the value is given to a subject, and the turns that say it of nothing known.

    Who repeats a value alone ("500, noted") speaks of the same thing.
    """
    mentions: list[_Mention] = []
    others: list[int] = []
    for index in sources:
        turn = turns[index]
        for start, end in trace.spans_in(turn.text):
            given = [one for one in assignments(turn.text) if _covers(start, end, one)]
            mentions += [_Mention(index, one, turn.role == "assistant")
                         for one in given if not one.marked]  # fmt: skip
            alone = mentions and _alone(turn.text, start, end, mentions[0].given)
            if not given and not alone:
                others.append(index)
    return mentions, others


def _covers(start: int, end: int, value: Assignment | Fact) -> bool:
    """Whether a phrase from start to end says the value, or at least its number."""
    text = value.value if isinstance(value, Assignment) else value.text
    digit = _DIGITS.search(text)
    first = value.start + (digit.start() if digit and value.kind == "figure" else 0)
    last = value.start + max((at.end() for at in _DIGITS.finditer(text)), default=len(text))
    return start <= first and (last <= end if value.kind == "figure" else first < end)


def _alone(text: str, start: int, end: int, known: Assignment) -> bool:
    """Whether nothing beside the value says what it is of, and its unit is none or the same."""
    for fact in literals(text):
        if fact.kind in VALUES and _covers(start, end, fact):
            unit, of_known = (re.sub(r"[\d.,\s]", "", said) for said in (fact.text, known.value))
            after = _WORD.match(text, fact.end)
            goes_on = after is None or after[1].lower() in _GOES_ON
            return goes_on if not unit else unit == of_known
    return False


def _replace(turns: Sequence[Turn], mentions: list[_Mention]) -> None:
    """Note at each mention the first turn that gives its subject another value."""
    by_place = {(one.turn, one.given.start): one for one in mentions}
    said_at = {one.turn for one in mentions}
    subjects = {one.given.subject for one in mentions}
    live: list[_Mention] = []
    was: set[tuple[str, str, str]] = set()  # what was replaced: kind, subject, value
    for index in range(mentions[0].turn, len(turns)):
        if not live and index > mentions[-1].turn:
            break
        turn, folded = turns[index], turns[index].text.lower()
        if turn.kind == SUMMARY or not any(subject in folded for subject in subjects):
            continue
        assistant = turn.role == "assistant"
        for new in assignments(turn.text):
            for old in live:
                if supersedes(new, old.given) and (old.by_assistant or not assistant):
                    old.gone, old.by = index, new.value
                    was.add((old.given.kind, old.given.subject, old.given.value))
            live = [one for one in live if one.gone is None]
            mention = by_place.get((index, new.start)) if index in said_at else None
            if mention is None:
                continue
            if (new.kind, new.subject, new.value) in was and (assistant or not new.told):
                mention.gone, mention.by = index, ""  # it speaks of what was
            else:
                live.append(mention)


def _spans(mentions: Sequence[_Mention], others: Sequence[int], turns: int) -> Iterator[Superseded]:
    """The stretches at which all mentions until then are gone, and no other meaning stands."""
    end = min((index for index in others), default=turns)
    places = sorted({one.turn for one in mentions} | {one.gone for one in mentions if one.gone})
    begin, by = None, ""
    for place in (at for at in places if at < end):
        known = [one for one in mentions if one.turn <= place]
        gone = all(one.gone is not None and one.gone <= place for one in known)
        if gone and begin is None:
            last = max(known, key=lambda one: (one.gone or 0, bool(one.by)))
            begin, by = place, last.by
        elif not gone and begin is not None:
            yield Superseded(by, begin, place - 1)
            begin = None
    if begin is not None and begin < end:
        yield Superseded(by, begin, end - 1)
