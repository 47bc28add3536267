"""On which line does each value of a long JSON text begin, in one walk over it?

>>> [(item.line, item.value) for item in walk('[{"query": "a"},\\n {"query": "b"}]')]
[(1, {'query': 'a'}), (2, {'query': 'b'})]
>>> [(item.line, item.key, item.value) for item in walk('{"val":\\n [["hi", "greet"]]}')]
[(2, 'val', ['hi', 'greet'])]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.errors import QueryFileError

DECODER = json.JSONDecoder(strict=False)  # raw line ends inside a text are forgiven
_SPACE = re.compile(r"[ \t\n\r]*")


class Item(NamedTuple):
    """An element of a list: the line it begins on, the key its list stands under, itself.

    `share` is how much of the whole lies before it.
    """

    line: int
    key: str
    value: Any
    share: float


def walk(text: str) -> Iterator[Item]:
    """The elements of a list, or of the lists under the keys of an object.

    What else stands under a key is passed over. Raises `QueryFileError` with the line where
    the text is no JSON.
    """
    cursor = _Cursor(text)
    if cursor.next() == "[":
        yield from _elements(cursor, "")
    else:
        cursor.take("{")
        while cursor.another("}"):
            key = cursor.value()
            cursor.take(":")
            if cursor.next() == "[":
                yield from _elements(cursor, str(key))
            else:
                cursor.value()
    if cursor.next():
        raise cursor.broken("extra data")


def walk_value(value: list[Any] | dict[str, Any]) -> Iterator[Item]:
    """The same for JSON that was parsed before; the rows are numbered instead of the lines."""
    lists = {"": value} if isinstance(value, list) else value
    rows = [
        (key, item) for key, items in lists.items() if isinstance(items, list) for item in items
    ]
    for number, (key, item) in enumerate(rows, 1):
        yield Item(number, str(key), item, number / len(rows))


def _elements(cursor: _Cursor, key: str) -> Iterator[Item]:
    cursor.take("[")
    while cursor.another("]"):
        line, share = cursor.line(), cursor.position / len(cursor.text)
        yield Item(line, key, cursor.value(), share)


@dataclass
class _Cursor:
    """A place in a JSON text, always at something else than space."""

    text: str
    position: int = 0
    _opened: bool = True  # right behind a bracket: no comma stands before the first element
    _lines: int = 1
    _counted: int = 0

    def __post_init__(self) -> None:
        self._go(0)

    def _go(self, position: int) -> None:
        space = _SPACE.match(self.text, position)
        self.position = space.end() if space else position

    def next(self) -> str:
        return self.text[self.position : self.position + 1]

    def take(self, sign: str) -> None:
        if self.next() != sign:
            raise self.broken(f"expecting {sign}")
        self._go(self.position + 1)
        self._opened = sign != ":"

    def another(self, closing: str) -> bool:
        """Whether an element follows; the comma before it, or the closing bracket, is taken."""
        if self.next() == closing:
            self.take(closing)
            self._opened = False
            return False
        if not self._opened:
            if self.next() != ",":
                raise self.broken(f"expecting , or {closing}")
            self.take(",")
        self._opened = False
        return True

    def value(self) -> Any:
        try:
            found, end = DECODER.raw_decode(self.text, self.position)
        except json.JSONDecodeError as error:
            self.position = error.pos
            raise self.broken(error.msg[:1].lower() + error.msg[1:]) from None
        self._go(end)
        return found

    def line(self) -> int:
        """The line of this place, from 1; lines before it are counted once."""
        self._lines += self.text.count("\n", self._counted, self.position)
        self._counted = self.position
        return self._lines

    def broken(self, reason: str) -> QueryFileError:
        line = self.text.count("\n", 0, self.position) + 1
        column = self.position - self.text.rfind("\n", 0, self.position)
        return QueryFileError(f"Line {line:,}, column {column:,}: not JSON ({reason}).", line=line)
