"""On which line of a JSON text does a field stand?

A JSON parser forgets lines, so the text is walked again when a message needs one.

>>> line_of('{"messages": [\\n {"role": "user"},\\n {"role": "agent"}]}', ("messages", 1, "role"))
3
"""

from __future__ import annotations

import json
import re

Path = tuple[str | int, ...]

_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"[ \t\n\r,:]*")


def field_name(path: Path) -> str:
    """A path as people write it.

    >>> field_name(("messages", 1, "role"))
    'messages[1].role'
    """
    name = ""
    for key in path:
        if isinstance(key, int):
            name += f"[{key}]"
        else:
            name += f".{key}" if name else key
    return name


def line_of(text: str, path: Path) -> int:
    """The line, from 1, where the value at `path` begins; of what encloses it if it is missing.

    >>> line_of('[\\n {"content": "hi"}\\n]', (0, "role"))
    2
    """
    position = _skip(text, 0)
    for key in path:
        child = _child(text, position, key)
        if child is None:
            break
        position = child
    return text.count("\n", 0, position) + 1


def _child(text: str, position: int, key: str | int) -> int | None:
    """Where the member `key` of the container at `position` begins."""
    opening, position = text[position : position + 1], _skip(text, position + 1)
    wanted = "[" if isinstance(key, int) else "{"
    index = 0
    while opening == wanted and position < len(text) and text[position] not in "]}":
        name: object = index
        if opening == "{":
            name, position = _DECODER.raw_decode(text, position)
            position = _skip(text, position)
        if name == key:
            return position
        _, position = _DECODER.raw_decode(text, position)
        position = _skip(text, position)
        index += 1
    return None


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position
