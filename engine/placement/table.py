"""How is a table of figures read, so that a wrong cell is named by line and field?

>>> rows = read_table("position,correct,total\\n0,66,67\\n0.5,lots,67\\n", ["position", "correct"])
>>> rows[0].number("position", 0, 1), rows[0].whole("correct")
(0.0, 66)
>>> rows[1].whole("correct")
Traceback (most recent call last):
...
engine.errors.PlacementError: line 3, correct: expected a whole number, 0 or more; found 'lots'
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.decoding import text_of_source
from engine.errors import PlacementError

DELIMITERS = (",", ";", "\t")
MOST_SHOWN = 40


@dataclass(frozen=True)
class TableRow:
    """The cells of one line by the name of their column; the line counts from 1, head included."""

    line: int
    cells: Mapping[str, str]
    where: str = ""
    decimal_comma: bool = False

    def fail(self, field: str, expected: str) -> PlacementError:
        """The error to raise for one cell, with what was expected and what was found."""
        found = self.cells.get(field, "")
        shown = repr(found if len(found) <= MOST_SHOWN else found[:MOST_SHOWN] + "…")
        return PlacementError(
            f"{self.where}line {self.line}, {field}: expected {expected}; "
            f"found {shown if found else 'nothing'}",
            line=self.line,
            field=field,
        )

    def text(self, field: str) -> str:
        """The cell as text without the spaces around it; an empty one is an error."""
        if not self.cells[field]:
            raise self.fail(field, "a text")
        return self.cells[field]

    def number(self, field: str, low: float = -math.inf, high: float = math.inf) -> float:
        """The cell as a finite number from `low` to `high`."""
        text = self.cells[field]
        value = _parsed(text.replace(",", ".") if self.decimal_comma else text)
        if value is None or not low <= value <= high:
            if math.isinf(low):
                raise self.fail(field, "a number")
            raise self.fail(field, f"a number {_range(low, high)}")
        return value

    def number_or_none(self, field: str, low: float = 0, high: float = 100) -> float | None:
        """The same where the source left a cell empty or wrote a dash: None."""
        return None if self.cells[field] in ("", "-") else self.number(field, low, high)

    def whole(self, field: str, low: int = 0, high: float = math.inf) -> int:
        """The cell as a whole number from `low` to `high`; 67.0 is one too."""
        value = _parsed(self.cells[field])
        if value is None or not value.is_integer() or not low <= value <= high:
            raise self.fail(field, f"a whole number, {_range(low, high, bare=True)}")
        return int(value)


def _parsed(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _range(low: float, high: float, bare: bool = False) -> str:
    if math.isinf(high):
        return f"{low:g} or more" if bare else f"from {low:g} up"
    return f"from {low:g} to {high:g}"


def read_table(
    source: str | bytes | Path, required: Sequence[str], *, name: str = ""
) -> tuple[TableRow, ...]:
    """The rows of a CSV text, with a head that names at least the `required` columns.

    A str is the text itself, a `Path` a file; columns are separated by commas, semicolons
    (numbers may then have decimal commas) or tabs, as the head shows. Case and spaces in
    the head do not matter, nor do other columns, a byte order mark, or blank lines. Raises
    `PlacementError` with line and field; `name` is put in front of its message.
    """
    where = f"{name}: " if name else ""
    try:
        text = text_of_source(source, PlacementError)
    except PlacementError as error:
        raise PlacementError(f"{where}{error}", line=error.line) from None
    head = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns: list[str] | None = None
    rows: list[TableRow] = []
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if not any(cells):
                continue
            if columns is None:
                columns = [cell.casefold() for cell in cells]
                _check_head(columns, required, reader.line_num, where)
                continue
            if any(cells[len(columns) :]):
                # A decimal comma between commas shifts all that follows it.
                line, most = reader.line_num, len(columns)
                raise PlacementError(
                    f"{where}line {line}: expected {most} cells; found {len(cells)}", line=line
                )
            filled = cells + [""] * (len(columns) - len(cells))
            cell_of = dict(zip(columns, filled, strict=False))
            rows.append(TableRow(reader.line_num, cell_of, where, delimiter == ";"))
    except csv.Error as error:
        line = reader.line_num
        raise PlacementError(f"{where}line {line}: {error}", line=line) from None
    if columns is None:
        raise PlacementError(
            f"{where}line 1: expected the columns {', '.join(required)}; found nothing",
            line=1,
            field=required[0],
        )
    return tuple(rows)


def _check_head(columns: Sequence[str], required: Sequence[str], line: int, where: str) -> None:
    for field in required:
        if columns.count(field) != 1:
            found = ", ".join(columns)[: 2 * MOST_SHOWN]
            what = "a column" if field not in columns else "only one column"
            raise PlacementError(
                f"{where}line {line}: expected {what} named {field}; found {found}",
                line=line,
                field=field,
            )
