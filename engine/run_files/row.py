"""What is known of one answer: which item, asked where, answered how?

>>> rows = [Row(0, 0.0, True, "4821"), Row(0, 0.5, False, "7310"), Row(1, 0.5, True, "2291")]
>>> counts(rows)
{0.0: (1, 1), 0.5: (1, 2)}
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Literal, NamedTuple

from annotated_types import Ge, Le

from engine.decoding import without_half_characters

Control = Literal["", "oracle", "closed_book"]
CONTROLS: tuple[Control, ...] = ("oracle", "closed_book")


class RowKey(NamedTuple):
    """What one question of a run is told apart by; a control has no position."""

    control: Control
    item_seed: int
    position: float | None


@dataclass(frozen=True)
class Row:
    """One answer of a run.

    `item_seed` is the item, `position` in 0..1 where its fact stood: 0 first, 1 last. `answer`
    is what the model wrote, `finish_reason` why it ended: "stop", "length" where it was cut,
    "empty" where nothing came. `tokens` are those of the prompt and `completion_tokens` those of
    the answer, as the server counted them; `seconds` is how long the answer took.

    `index` is the place in the list, from 0, where the fact stood, and `named` the place of what
    the answer names: a wrong answer that points somewhere. None where the task has no places.

    `control` is "oracle" where the fact alone was given, "closed_book" where nothing was, and
    empty for the measurement itself. A control has no position.
    """

    item_seed: Annotated[int, Ge(0)]
    position: Annotated[float, Ge(0), Le(1)] | None
    correct: bool
    answer: str
    finish_reason: str = "stop"
    tokens: Annotated[int, Ge(0)] | None = None
    seconds: Annotated[float, Ge(0)] = 0.0
    completion_tokens: Annotated[int, Ge(0)] | None = None
    index: Annotated[int, Ge(0)] | None = None
    named: Annotated[int, Ge(0)] | None = None
    control: Control = ""

    @property
    def key(self) -> RowKey:
        """Which question of the run this answers."""
        return RowKey(self.control, self.item_seed, self.position)

    @property
    def cut(self) -> bool:
        """Whether the answer was ended by the limit on its tokens."""
        return self.finish_reason == "length"

    @property
    def empty(self) -> bool:
        """Whether the answer holds no text."""
        return not self.answer.strip()

    def line(self) -> str:
        """The row as one line of JSON; what has its default is left out."""
        required = {"item_seed", "position", "correct", "answer", "finish_reason", "seconds"}
        values = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name in required
            or field.default is MISSING
            or getattr(self, field.name) != field.default
        }
        return one_line(values)


def one_line(values: dict[str, object]) -> str:
    """An object as one line of JSON with its end; half an emoji, which no file can hold, goes."""
    text = json.dumps(without_half_characters(values), ensure_ascii=False, allow_nan=False)
    # To some readers these end a line too; escaped they are the same text.
    for sign in "\x85\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text + "\n"


def counts(rows: Iterable[Row]) -> dict[float, tuple[int, int]]:
    """{position: (correct, asked)} from start to end; controls are passed over."""
    found: dict[float, tuple[int, int]] = {}
    for row in rows:
        if row.position is not None and not row.control:
            correct, n = found.get(row.position, (0, 0))
            found[row.position] = (correct + row.correct, n + 1)
    return dict(sorted(found.items()))


def differing(rows: Iterable[Row], a: float, b: float) -> tuple[int, int, int]:
    """Items found at position `a` alone, at `b` alone, and how many were asked at both.

    >>> rows = [Row(0, 0.0, True, "4821"), Row(0, 0.5, False, ""), Row(1, 0.5, True, "2291")]
    >>> differing(rows, 0.0, 0.5)
    (1, 0, 1)
    """
    at: dict[float, dict[int, bool]] = {a: {}, b: {}}
    for row in rows:
        if row.position in at and not row.control:
            at[row.position][row.item_seed] = row.correct
    both = at[a].keys() & at[b].keys()
    only_a = sum(at[a][item] and not at[b][item] for item in both)
    only_b = sum(at[b][item] and not at[a][item] for item in both)
    return only_a, only_b, len(both)
