"""Which part of a turn's text are words, and which are the calls it makes?

A turn keeps its calls in its text, as a model reads them. To write them back into a format
that keeps calls apart, they are found again by their names, the last one first.

>>> turn = Turn("assistant", 'Let me look.\\nfind({"q":"fan"})', call_ids=("c1",),
...             call_names=("find",))
>>> words_and_calls(turn)
('Let me look.', Call(id='c1', name='find', arguments='{"q":"fan"}'))
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass

from engine.transcripts.model import Turn

_DECODER = json.JSONDecoder()
_ANY_NAME = r"[\w.:/-]+"
_UNNAMED = "(unnamed)"


@dataclass(frozen=True)
class Call:
    """One call; `arguments` is always JSON: an object, or what else the model wrote, in quotes."""

    id: str
    name: str
    arguments: str


def words_and_calls(turn: Turn) -> tuple[str | Call, ...]:
    """The words and the calls of a turn in their order; joined as lines they are its text.

    A call whose text is gone, cut by a compaction for one, comes last and without arguments.
    Words behind a call that look just like it are taken for it.

    >>> words_and_calls(Turn("assistant", "f(cut off)\\nDone.", call_ids=("c",), call_names=("f",)))
    (Call(id='c', name='f', arguments='"cut off"'), 'Done.')
    """
    parts: list[str | Call] = []
    lost: list[Call] = []
    end = len(turn.text)
    for place in reversed(range(len(turn.call_ids))):
        id = turn.call_ids[place]
        name = turn.call_names[place] if place < len(turn.call_names) else None
        found = _last_call(turn.text[:end], name)
        if found is None:
            lost.append(Call(id, name or _UNNAMED, "{}"))
            continue
        start, stop, called, arguments = found
        parts += _words(turn.text, stop, end)
        parts.append(Call(id, called, arguments))
        end = start
    parts += _words(turn.text, 0, end)
    return (*parts[::-1], *lost[::-1])


def _words(text: str, start: int, end: int) -> list[str]:
    """What stands between two calls, without the line ends that join it to them."""
    words = text[start + (start > 0) : max(end - (end < len(text)), 0)]
    return [words] if words else []


def _last_call(text: str, name: str | None) -> tuple[int, int, str, str] | None:
    """Start, end, name and arguments of the last call in a text; rather one on one line."""
    pattern = _ANY_NAME if name is None else re.escape(name)
    openings = list(re.finditer(rf"^({pattern})\(", text, re.MULTILINE))[::-1]
    for closing in (_closing, _last_closing):
        for opening in openings:
            stop = closing(text, opening.end())
            if stop is not None:
                arguments = _as_json(text[opening.end() : stop])
                return opening.start(), stop + 1, opening[1], arguments
    return None


def _closing(text: str, inside: int) -> int | None:
    """Where arguments that are JSON end, or those that end with their line."""
    with suppress(ValueError, RecursionError):
        _, stop = _DECODER.raw_decode(text, inside)
        if text[stop : stop + 1] == ")" and text[stop + 1 : stop + 2] in ("", "\n"):
            return stop
    line, _, _ = text[inside:].partition("\n")
    return inside + len(line) - 1 if line.endswith(")") else None


def _last_closing(text: str, inside: int) -> int | None:
    """Where arguments over several lines end that are no JSON: as late as they can."""
    closings = [match.start() for match in re.finditer(r"\)$", text[inside:], re.MULTILINE)]
    return inside + closings[-1] if closings else None


def _as_json(arguments: str) -> str:
    if not arguments:
        return "{}"
    with suppress(ValueError, RecursionError):
        json.loads(arguments)
        return arguments
    return json.dumps(arguments, ensure_ascii=False)
