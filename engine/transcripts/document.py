"""What does a text hold: one JSON value, a JSON value a line, or plain lines?

>>> document = parse('{"role": "user", "content": "Hi"}\\n{"role": "assistant"')
>>> document.shape, [item.line for item in document.items], document.problems[0]
('lines', [1], "Line 2: not JSON (expecting ',' delimiter, column 21)")
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from engine.decoding import without_half_characters
from engine.errors import TranscriptError
from engine.progress import Progress
from engine.transcripts.locate import Path

_DECODER = json.JSONDecoder(strict=False)  # raw line ends inside a text are forgiven
_STEPS = 50


@dataclass(frozen=True)
class Item:
    """A value in a file and where it stands: its line where known, its path from the top.

    >>> Item({"role": "user"}, line=3).child("role")
    Item(value='user', line=3, path=('role',))
    """

    value: Any
    line: int | None = None
    path: Path = ()

    def child(self, key: str | int) -> Item:
        """The member under a key or an index."""
        return Item(self.value[key], self.line, (*self.path, key))

    def children(self, key: str) -> list[Item]:
        """The elements of the list under a key; none where there is no list."""
        if not isinstance(self.value, dict) or not isinstance(self.value.get(key), list):
            return []
        return self.child(key).elements()

    def elements(self) -> list[Item]:
        """The elements of a list."""
        return [self.child(index) for index in range(len(self.value))]


@dataclass(frozen=True)
class Document:
    """A file taken apart as far as every format shares it.

    `items` are the values of its lines, or the elements of its one list, or its one
    object: a list of messages and a message a line look alike from here on. `shape` is
    `"value"`, `"lines"` or `"text"` (no JSON, no items). `problems` are the lines that
    could not be parsed.
    """

    shape: str
    items: tuple[Item, ...] = ()
    text: str = ""
    problems: tuple[str, ...] = ()


def from_value(value: Any, text: str = "") -> Document:
    """A document of one parsed JSON value, a list or an object.

    >>> [item.path for item in from_value([{"role": "user"}]).items]
    [(0,)]
    """
    whole = Item(value)
    items = whole.elements() if isinstance(value, list) else [whole]
    return Document("value", tuple(items), text)


def parse(text: str, progress: Progress = lambda share: None) -> Document:
    """Take a text apart; raises `TranscriptError` for broken JSON and for an empty text.

    >>> parse('{"messages": [}')
    Traceback (most recent call last):
    ...
    engine.errors.TranscriptError: Line 1, column 15: not JSON (expecting value).
    """
    if not text.strip():
        raise TranscriptError("Nothing to read: the text is empty.")
    error: ValueError | None = None
    if text.lstrip()[0] in "[{":
        try:
            value = _DECODER.decode(text)
        except ValueError as problem:
            error = problem
        else:
            return from_value(value, text)
    lines = _parse_lines(text, progress)
    if lines is not None:
        return lines
    if error is None:
        return Document("text", text=text)
    if isinstance(error, json.JSONDecodeError):
        raise TranscriptError(
            f"Line {error.lineno:,}, column {error.colno:,}: not JSON ({_reason(error)}).",
            line=error.lineno,
        ) from error
    raise TranscriptError(f"Not JSON: {error}.") from error


def _parse_lines(text: str, progress: Progress) -> Document | None:
    """The document of a value a line, None when the text is not written that way."""
    # Not splitlines: U+2028 and its like are allowed inside a JSON text.
    written = [(n, line.strip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    step = max(1, len(written) // _STEPS)
    items: list[Item] = []
    problems: list[str] = []
    for done, (number, line) in enumerate(written, 1):
        try:
            items.append(Item(_DECODER.decode(line), number))
        except ValueError as error:
            where = f", column {error.colno:,}" if isinstance(error, json.JSONDecodeError) else ""
            problems.append(f"Line {number:,}: not JSON ({_reason(error)}{where})")
        if done % step == 0:
            progress(done / len(written))
    objects = [item for item in items if isinstance(item.value, (dict, list))]
    first_number, first_line = written[0]
    begins_with_one = bool(objects) and objects[0].line == first_number
    # One broken document over many lines has few that are values, and begins with a bracket.
    mostly = 2 * len(objects) >= len(written) and first_line not in ("[", "{")
    if begins_with_one or mostly:
        return Document("lines", tuple(items), text, tuple(problems))
    return None


def _reason(error: ValueError) -> str:
    reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    return reason[:1].lower() + reason[1:]


def repaired(document: Document) -> tuple[Document, bool]:
    """The document without half characters, and whether there were any.

    >>> repaired(from_value([{"content": "cut \\ud83d"}]))[1]
    True
    """
    values = [without_half_characters(item.value) for item in document.items]
    text = without_half_characters(document.text)
    if text == document.text and all(
        value == item.value for value, item in zip(values, document.items, strict=True)
    ):
        return document, False
    items = tuple(
        Item(value, item.line, item.path)
        for value, item in zip(values, document.items, strict=True)
    )
    return Document(document.shape, items, text, document.problems), True
