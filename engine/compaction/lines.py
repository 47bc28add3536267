"""How is a message written on one short line, and a summary made of such lines cut down?

>>> message_line(Turn("user", "Please find\\n order A-1 for me"), 22)
'user: Please find…'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.compaction.counting import Count, counter_of
from engine.tokens import Tokenizer
from engine.tokens.boundaries import grapheme_ends, word_ends
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY

LINE = 120  # characters
_SHORTER = (3 / 4, 1 / 2, 3 / 8, 1 / 4)  # of the longest line, tried in this order
_SHORTEST = 24  # characters
_ATTEMPTS = 8
_FULL = 0.97  # of the room


# What a line was made from, and who said it: "[12, 14] user: "; both groups, the second or none.
CITATION = re.compile(r"\[(\d+(?:, ?\d+)*)\] (?:(user|assistant|system|tool): ?)?")


def message_line(turn: Turn, limit: int = LINE) -> str:
    """Role and text on one line of at most `limit` characters, cut at a word end.

    >>> message_line(Turn("assistant", ""))
    'assistant:'
    """
    words = " ".join(turn.text[: 6 * limit].split())
    if len(words) <= 3 * limit:  # else the rest lies far behind the cut
        words = " ".join(turn.text.split())
    return cut_line(f"{turn.role}: {words}".rstrip(), limit)


def without_citation(line: str) -> str:
    """What a line says, without the turns it was made from and who said it.

    >>> without_citation("[12, 14] user: No [13]"), without_citation("3 boxes")
    ('No [13]', '3 boxes')
    """
    found = CITATION.match(line)
    return line[found.end() :] if found else line


def cut_line(line: str, limit: int) -> str:
    """The line itself where it is short enough, else its longest cut and "…".

    A word is cut only where it alone is longer than the line, so that no figure loses digits.

    >>> cut_line("total 41,207.55 EUR", 12), cut_line("Donaudampfschiff", 8)
    ('total…', 'Donauda…')
    """
    if len(line) <= limit:
        return line
    room = max(0, limit - 1)
    cut = next(word_ends(line, 0, room), 0) or next(grapheme_ends(line, 0, room), 0)
    return line[:cut] + "…"[:limit]


def shorten_summary(
    summary: str, max_tokens: int, tokenizer: str | Tokenizer | Count = "chars/4"
) -> str:
    """A summary of at most so many tokens: every line cut, and if need be the oldest left out.

    >>> shorten_summary("[1] user: " + "so " * 30 + "\\n[2] user: " + "no " * 30, 14)
    '[1] user: so so so so so…\\n[2] user: no no no no no…'
    >>> shorten_summary("[1] user: so\\n[2] user: no", 4)
    '[2] user: no'
    """
    count = counter_of(tokenizer)

    def tokens(text: str) -> int:
        return count(Turn("user", text, kind=SUMMARY))

    whole = tokens(summary)
    if whole <= max_tokens:
        return summary
    # How many characters that is, about: to cut and count in several attempts would take
    # longer than to count all that was summarised.
    room = len(summary) * max_tokens // whole
    lines = summary.splitlines()
    longest = max(map(len, lines), default=0)
    limits = [max(_SHORTEST, int(longest * share)) for share in _SHORTER]
    enough = (n for n in limits if sum(min(len(line), n) + 1 for line in lines) <= room)
    limit = next(enough, limits[-1])
    lines = [cut_line(line, limit) for line in lines]
    while lines:
        over = len("\n".join(lines)) - room
        if over > 0:
            while over > 0:
                over -= len(lines.pop(0)) + 1
        shorter = "\n".join(lines)
        if tokens(shorter) <= max_tokens:
            return shorter
        room = (len(shorter) - 1) * 9 // 10
    return ""


def fill_summary(
    summary: str, max_tokens: int, tokenizer: str | Tokenizer | Count = "chars/4"
) -> str:
    """As `shorten_summary`, and no shorter than cuts between words make it.

    >>> text = "\\n".join(f"[{n}] user: " + "so " * 30 for n in range(1, 9))
    >>> from engine.tokens import count_tokens
    >>> count_tokens(shorten_summary(text, 150)), count_tokens(fill_summary(text, 150))
    (100, 148)
    """
    count = counter_of(tokenizer)

    def tokens(text: str) -> int:
        return count(Turn("user", text))

    whole = tokens(summary)
    if whole <= max_tokens:
        return summary
    lines = summary.splitlines()
    room = len(summary) * max_tokens / whole
    best: list[str] = []
    most = 0
    for _ in range(_ATTEMPTS):
        cut = _cut_to_characters(lines, int(room))
        size = tokens("\n".join(cut))
        if most < size <= max_tokens:
            best, most = cut, size
        if not size or _FULL * max_tokens <= size <= max_tokens:
            break
        room *= max_tokens / size * (0.99 if size > max_tokens else 1)
    kept = lines[len(lines) - len(best) :]
    for at in reversed(range(len(best))):  # a long word may leave room that others can use
        if best[at] == kept[at] or most >= _FULL * max_tokens:
            continue
        free = (max_tokens - most) * len(summary) // whole  # characters, about
        longer = [*best[:at], cut_line(kept[at], len(best[at]) + free), *best[at + 1 :]]
        size = tokens("\n".join(longer))
        if most < size <= max_tokens:
            best, most = longer, size
    return "\n".join(best)


def _cut_to_characters(lines: Sequence[str], room: int) -> list[str]:
    """All lines cut at the same length, the longest that fits; the oldest left out at need."""

    def cut(limit: int) -> list[str]:
        return [cut_line(line, limit) for line in lines]

    def fits(found: Sequence[str]) -> bool:
        return sum(len(line) + 1 for line in found) <= room + 1

    low, high = _SHORTEST, max(map(len, lines), default=0)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(cut(middle)) else (low, middle - 1)
    found = cut(low)
    over = sum(len(line) + 1 for line in found) - room - 1
    start = 0
    while over > 0 and start < len(found):
        over -= len(found[start]) + 1
        start += 1
    return found[start:]
