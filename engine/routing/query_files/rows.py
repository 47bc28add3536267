"""How does one row of a query file become a query or an utterance, and what if it cannot?

>>> rows = Rows()
>>> rows.add(2, "cancel my plan and refund me", "cancel|billing", "test")
>>> rows.add(3, "what is the weather", "oos", "")
>>> rows.add(4, "stop my plan", "cancel", "train")
>>> rows.add(5, "", "cancel", "")
>>> rows.problems
[RowProblem(line=5, field='query', reason='expected a text; found nothing')]
>>> [query.intents for query in rows.queries], rows.utterances
([('cancel', 'billing'), ()], {'cancel': ['stop my plan'], 'billing': []})
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.complaints import shown
from engine.decoding import without_half_characters
from engine.errors import QueryFileError
from engine.progress import Progress
from engine.routing.queries import OUT_OF_SCOPE, LabelledQuery
from engine.wording import times

QUERY = ("query", "text", "utterance", "sentence")
INTENT = ("intent", "category", "label", "intents")
SPLIT = "split"

TRAIN = "train"  # the split whose rows are utterances
SPLIT_OF = {
    **dict.fromkeys((TRAIN, "training", "utterance", "utterances"), TRAIN),
    **dict.fromkeys(("tune", "val", "valid", "validation", "dev"), "tune"),
    **dict.fromkeys(("test", "heldout", "held-out", "held_out", "eval"), "test"),
}
# "none" too: it is what LUIS and many spreadsheets call a query that belongs to no intent.
NO_INTENT = ("", OUT_OF_SCOPE, "out of scope", "out_of_scope", "out-of-scope", "none")

_NAMES = "the name of an intent, or a list of names"


@dataclass(frozen=True)
class RowProblem:
    """A row that was left out: its line from 1, the field, what was expected and found."""

    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        where = f"Line {self.line:,}, {self.field}" if self.field else f"Line {self.line:,}"
        return f"{where}: {self.reason}"


class _Bad(Exception):
    """What is wrong with the row at hand."""

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        self.reason = reason


@dataclass
class Rows:
    """Collects, during one reading, what the rows give; thrown away afterwards."""

    progress: Progress = lambda share: None
    queries: list[LabelledQuery] = field(default_factory=list)
    utterances: dict[str, list[str]] = field(default_factory=dict)  # in order of appearance
    problems: list[RowProblem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    total: int = 0
    _left_out: int = 0
    _first: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    _clashes: dict[str, tuple[int, int]] = field(default_factory=dict)
    _known: dict[Any, tuple[str, ...]] = field(default_factory=dict)

    def skip(self, line: int, field: str, reason: str) -> None:
        """A row that cannot be read."""
        self.total += 1
        self.problems.append(RowProblem(line, field, reason))

    def named(self, query: str, intent: str) -> None:
        """What the columns are called that were taken, where those are not the usual names."""
        note = f"Taken as the query: {shown(query)}; as the intent: {shown(intent)}."
        usual = query.strip().casefold() == QUERY[0] and intent.strip().casefold() == INTENT[0]
        if not usual and note not in self.notes:
            self.notes.append(note)

    def add(self, line: int, text: Any, label: Any, split: Any) -> None:
        """A row as it stands in the file; what is wrong with it becomes a problem.

        `label` is a text, in which `|` stands between several intents, or a list of names,
        or None; `split` is one of the words of `SPLIT_OF`, empty or None.
        """
        try:
            if not isinstance(text, str) or not text.strip():
                raise _Bad("query", _expected("a text", text))
            intents = self._intents(label)
            part = _part(split)
        except _Bad as bad:
            self.skip(line, bad.field, bad.reason)
        else:
            self.total += 1
            self._keep(line, without_half_characters(text), intents, part)

    def _keep(self, line: int, text: str, intents: tuple[str, ...], part: str | None) -> None:
        for intent in intents:
            self.utterances.setdefault(intent, [])
        before = self._first.setdefault(text, (line, intents))
        if before[1] != intents and set(before[1]) != set(intents):
            self._clashes.setdefault(text, (before[0], line))
        if part != TRAIN:
            self.queries.append(LabelledQuery(text, intents, part, line))
        elif not intents:
            self._left_out += 1
        for intent in intents if part == TRAIN else ():
            self.utterances[intent].append(text)

    def _intents(self, label: Any) -> tuple[str, ...]:
        """The names in a label; the few labels of a long file are taken apart once each."""
        key = tuple(label) if isinstance(label, list) else label
        try:
            return self._known[key]
        except KeyError:
            return self._known.setdefault(key, _names(label))
        except TypeError:  # an object, or a list that holds one: no key and no name
            raise _Bad("intent", _expected(_NAMES, label)) from None

    def finished_notes(self) -> tuple[str, ...]:
        """The notes of the reader, then what was noticed over all rows."""
        notes = list(self.notes)
        if self._left_out:
            notes.append(
                f"{times(self._left_out, 'row')} of the training split without an intent left "
                "out: a router learns nothing from what is out of scope."
            )
        if self._clashes:
            text, (first, second) = next(iter(self._clashes.items()))
            notes.append(
                f"{times(len(self._clashes), 'query text')} with different labels, the first on "
                f"lines {first:,} and {second:,}: {shown(text)}."
            )
        return tuple(notes)

    def nothing(self) -> QueryFileError:
        """Why no row could be read: the first problem, or that there are no rows."""
        if not self.problems:
            return QueryFileError("Expected labelled queries; the file holds none.")
        first = self.problems[0]
        more = len(self.problems) - 1
        rest = f" ({times(more, 'more row')} cannot be read either)" if more else ""
        return QueryFileError(f"{first}{rest}.", line=first.line, field=first.field or None)


def _names(label: Any) -> tuple[str, ...]:
    if label is None or isinstance(label, str):
        parts = [part.strip() for part in (label or "").split("|")]
    elif isinstance(label, list) and all(isinstance(part, str) for part in label):
        parts = [part.strip() for part in label]  # a name in a list may hold a bar
    else:
        raise _Bad("intent", _expected(_NAMES, label))
    names = tuple(dict.fromkeys(without_half_characters(part) for part in parts if part))
    if all(name.lower() in NO_INTENT for name in names):
        return ()
    odd = next((name for name in names if name.lower() in NO_INTENT), None)
    if odd is not None:
        both = shown("|".join(names))
        raise _Bad("intent", f"expected intents or {odd}; found both in {both}")
    return names


def _part(split: Any) -> str | None:
    if split is None or (isinstance(split, str) and not split.strip()):
        return None
    part = SPLIT_OF.get(split.strip().lower()) if isinstance(split, str) else None
    if part is None:
        raise _Bad(SPLIT, _expected("train, tune or test", split))
    return part


def _expected(what: str, found: Any) -> str:
    empty = found is None or (isinstance(found, str) and not found.strip())
    return f"expected {what}; found {'nothing' if empty else shown(found)}"
