"""What was noticed while one transcript was read: what was skipped, and what is only counted?

>>> from engine.transcripts.document import from_value
>>> report = Report(from_value([{"role": "agent"}]))
>>> report.skip(report.document.items[0], "role", "user or assistant")
>>> report.warnings()
('Field [0].role: expected user or assistant; found "agent" (skipped).',)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.errors import TranscriptError
from engine.progress import Progress
from engine.transcripts.document import Document, Item
from engine.transcripts.locate import field_name, line_of
from engine.transcripts.values import describe
from engine.wording import times

T = TypeVar("T")

_MOST_SHOWN = 20


@dataclass(frozen=True)
class _Problem:
    item: Item
    field: str | None
    expected: str
    found: str


@dataclass
class Report:
    """Collects, during one reading, what the user should know; thrown away afterwards."""

    document: Document
    progress: Progress = lambda share: None
    problems: list[_Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    media: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    thinking: int = 0
    conversations: int = 1

    def skip(
        self, item: Item, name: str | None, expected: str, *, found: str | None = None
    ) -> None:
        """A line or a message, or its field `name`, is not as expected and is left out."""
        if found is None:
            found = _found(item, name)
        self.problems.append(_Problem(item, name, expected, found))

    def note(self, text: str) -> None:
        """Anything else worth a warning."""
        self.notes.append(text)

    def pick(self, found: Sequence[T], index: int, what: str = "conversation") -> T:
        """The conversation at `index` (from 0; messages to people count from 1).

        >>> Report(Document("text")).pick(["a", "b"], 2)
        Traceback (most recent call last):
        ...
        engine.errors.TranscriptError: There is no conversation 3: the file holds 2 conversations.
        """
        self.conversations = len(found)
        if not found:
            raise self.error("No conversation was found.")
        if not 0 <= index < len(found):
            raise TranscriptError(
                f"There is no {what} {index + 1}: the file holds {times(len(found), what)}."
            )
        if len(found) > 1:
            self.note(f"The file holds {times(len(found), what)}; this is number {index + 1}.")
        return found[index]

    def error(self, otherwise: str) -> TranscriptError:
        """Why nothing could be read: the first problem, or `otherwise`."""
        if not self.problems:
            return TranscriptError(otherwise)
        line, name, text = self._locate(self.problems[0])
        return TranscriptError(f"{text}.", line=line, field=name)

    def warnings(self) -> tuple[str, ...]:
        """All of it as sentences: lines that are no JSON, then what was skipped, then the rest."""
        skipped = [f"{text} (skipped)." for text in self.document.problems[:_MOST_SHOWN]]
        skipped += [f"{self._locate(p)[2]} (skipped)." for p in self.problems[:_MOST_SHOWN]]
        more = len(self.document.problems) + len(self.problems) - len(skipped)
        if more:
            skipped.append(f"Skipped beside these: {times(more, 'more line')} or messages.")
        return (*skipped, *self.notes, *self._counted())

    def _counted(self) -> list[str]:
        texts = [
            f"{times(number, kind)} written as [{kind}]; what it costs a model is not counted."
            for kind, number in self.media.items()
        ]
        texts += [
            f"{times(number, 'block')} of the unknown type {describe(kind)} written as JSON."
            for kind, number in self.unknown.items()
        ]
        if self.thinking:
            texts.append(
                f"Thinking is counted ({times(self.thinking, 'block')}); some providers drop it "
                "from later requests."
            )
        return texts

    def _locate(self, problem: _Problem) -> tuple[int | None, str | None, str]:
        item = problem.item
        path = item.path if problem.field is None else (*item.path, *problem.field.split("."))
        line = item.line
        if line is None and self.document.shape == "value" and self.document.text:
            line = line_of(self.document.text, path)
        name = field_name(path) or None
        places = [f"line {line:,}"] if line is not None else []
        places += [f"field {name}"] if name else []
        where = ", ".join(places) or "the document"
        text = f"{where[0].upper()}{where[1:]}: expected {problem.expected}; found {problem.found}"
        return line, name, text


def _found(item: Item, name: str | None) -> str:
    value = item.value
    if name is None or not isinstance(value, dict):
        return describe(value)
    return describe(value[name]) if name in value else "nothing"
