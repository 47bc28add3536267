"""What is left of turns that must leave: a line each, or the sentences that hold facts?

>>> talk = [Turn("user", "Hello! The budget is 500.", id="1"), Turn("assistant", "Great.", id="2"),
...         Turn("user", "Sorry, the budget is now 700.", id="3")]
>>> print(first_120(talk))
[1] user: Hello! The budget is 500.
[2] assistant: Great.
[3] user: Sorry, the budget is now 700.
>>> print(extractive(talk))
[1] user: The budget is 500 (superseded by 700 [3]).
[3] user: Sorry, the budget is now 700.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from engine.compaction.counting import turn_ids
from engine.compaction.facts import facts_in, find_facts, sentences
from engine.compaction.lines import cut_line, message_line
from engine.compaction.values import SUPERSEDED, Assignment, assignments, supersedes
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY

# Gets the turns that leave, an earlier summary among them as a turn of kind "summary", and
# gives their summary. Any model can be one; those here are patterns, and the same every time.
Summarizer = Callable[[Sequence[Turn]], str]

_LONG = 200  # characters; a longer sentence is JSON or a table, and taken apart further
_MOST_OF_A_TOOL = 300  # characters; the citation is where the rest of it is found
_MOST_COMPARED = 8  # earlier values of one subject
_PREFIX = re.compile(r"(\[[^\]]*\]) \w+: ")
_PIECE = re.compile(r"[^,;{}\[\]|\t]+")


def first_120(turns: Sequence[Turn]) -> str:
    """Every message in a line: its id, its role and its first 120 characters with the role.

    The lines of an earlier summary stay as they are. What stands late in a message is lost.
    """
    lines: list[str] = []
    for name, turn in zip(turn_ids(turns), turns, strict=True):
        if turn.kind == SUMMARY:
            lines += _lines_of(turn)
        elif turn.text.strip():
            lines.append(f"[{name}] {message_line(turn)}")
    return "\n".join(lines)


def extractive(turns: Sequence[Turn], most_of_a_tool: int = _MOST_OF_A_TOOL) -> str:
    """The sentences that hold an identifier, an amount, a date, a negation or a decision.

    Also preferences, rules and goals. Sentences stand word for word, each line with the id of
    its turn. Of a sentence that is long (JSON, a table) only the pieces with facts stay, and
    of a call or a result `most_of_a_tool` characters. A value that a later turn changes is
    marked as superseded, with the new value and the turn that says so; the lines of an earlier
    summary take part in that. It is never longer than the turns written down in the same way,
    except for these marks.
    """
    lines: list[str] = []
    for name, turn in zip(turn_ids(turns), turns, strict=True):
        if turn.kind == SUMMARY:
            lines += _lines_of(turn)
        else:
            kept = " ".join(_kept(turn.text))
            if turn.call_ids or turn.role == "tool":
                kept = cut_line(kept, most_of_a_tool)
            if kept:
                lines.append(f"[{name}] {turn.role}: {kept}")
    return "\n".join(mark_superseded(lines))


def extractive_in_full(turns: Sequence[Turn]) -> str:
    """The same with every fact that a call or a result holds.

    >>> len(extractive_in_full([Turn("tool", "It costs 5 EUR. " * 60, id="1")]))
    969
    """
    return extractive(turns, most_of_a_tool=sum(len(turn.text) + 1 for turn in turns))


# What says more of the same turns where a summarizer said too little.
FULLER: dict[Summarizer, Summarizer] = {extractive: extractive_in_full}
SUMMARIZERS: dict[str, Summarizer] = {"first 120 characters": first_120, "extractive": extractive}


def mark_superseded(lines: Sequence[str]) -> list[str]:
    """Lines `[id] role: text` in which a value that a later line changes is marked.

    >>> mark_superseded(["[1] user: budget 500", "[4] user: budget is now 700"])
    ['[1] user: budget 500 (superseded by 700 [4])', '[4] user: budget is now 700']
    """
    valid: dict[tuple[str, str], list[tuple[int, Assignment]]] = {}
    marks: list[tuple[int, int, str]] = []
    for number, line in enumerate(lines):
        cited, told = _told(line)
        for new in told:
            same = valid.get((new.kind, new.subject), [])[-_MOST_COMPARED:]
            replaced = [one for one in same if supersedes(new, one[1])]
            for where, old in replaced:
                mark = f"{SUPERSEDED} by {new.value}{' ' if cited else ''}{cited})"
                marks.append((where, old.end, mark))
            if not new.marked:
                still = [one for one in same if one not in replaced]
                valid[new.kind, new.subject] = [*still, (number, new)]
    done = list(lines)
    for number, place, mark in sorted(marks, reverse=True):  # from the end: places stay right
        done[number] = done[number][:place] + mark + done[number][place:]
    return done


@lru_cache(4_096)
def _told(line: str) -> tuple[str, tuple[Assignment, ...]]:
    """What a line cites, and the values that it gives; a summary is read again at each fold."""
    prefix = _PREFIX.match(line)
    start = prefix.end() if prefix else 0
    # Remembered here, by the line, and not once more by its text.
    found = assignments.__wrapped__(" " * start + line[start:])
    return prefix[1] if prefix else "", found


def _lines_of(summary: Turn) -> list[str]:
    return [line for line in summary.text.splitlines() if line.strip()]


def _kept(text: str) -> Iterator[str]:
    facts = find_facts(text)
    if not facts:
        return
    place = 0
    for start, end in sentences(text):
        while place < len(facts) and facts[place].start < start:
            place += 1
        inside = place
        while inside < len(facts) and facts[inside].start < end:
            inside += 1
        if inside > place and end - start <= _LONG:
            yield " ".join(text[start:end].split())
        elif inside > place:
            yield _pieces(text[start:end])
        place = inside


def _pieces(sentence: str) -> str:
    """Of a long sentence the pieces that hold facts; "…" stands for what was between them."""
    pieces: list[str] = []
    end = 0
    for match in _PIECE.finditer(sentence):
        piece = match.group()
        if not any(fact.end - fact.start <= _LONG for fact in facts_in(piece)):
            continue
        between = sentence[end : match.start()]
        pieces.append(between if len(between) < 3 else " … ")
        pieces.append(piece)
        end = match.end()
    return " ".join("".join(pieces).split())
