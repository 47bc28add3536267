"""How is a table of queries read: comma, semicolon or tab, with a head or without one?

>>> rows = Rows()
>>> read('text,category\\n"where, please,\\nis my card?",card_arrival\\n,card_arrival\\n', rows)
>>> rows.queries[0].line, rows.problems
(2, [RowProblem(line=4, field='query', reason='expected a text; found nothing')])
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice

from engine.errors import QueryFileError
from engine.routing.query_files.rows import INTENT, QUERY, SPLIT, Rows
from engine.wording import times

# Inside a query a comma is likely, a tab is not: the rarer one is asked first.
DELIMITERS = ("\t", ";", ",")
NO_HEAD = "No head: the first column was taken as the query, the second as the intent."
_SAMPLE = 30  # lines looked at to find the delimiter
_WIDEST = 2000  # characters of them; below the limit of a cell even if a quote joins all
_OFTEN = 500  # rows between two words on the progress

Columns = tuple[int, int, int | None]  # of the query, the intent and the split


def read(text: str, rows: Rows) -> None:
    """Read a CSV or TSV text into `rows`; BANKING77's two columns are one.

    The first line is a head where a cell of it names a known column, in any case; else there
    are two columns, query and intent. Other columns are passed over. A row is named by the
    line it begins on, also where a quoted text holds line ends. Raises `QueryFileError` for a
    head that lacks a column.
    """
    lines = list(io.StringIO(text, newline=""))
    delimiter = _delimiter(lines)
    columns: Columns | None = None
    width = 2
    for done, (line, cells) in enumerate(_cells(lines, delimiter, rows)):
        if done % _OFTEN == 0:
            rows.progress(line / len(lines))
        if columns is None:
            head = [cell.strip().casefold() for cell in cells]
            if _is_head(head):
                columns, width = _columns(head, line), len(head)
                rows.named(cells[columns[0]].strip(), cells[columns[1]].strip())
                continue
            columns = (0, 1, None)
            rows.notes.append(NO_HEAD)
        if len(cells) <= max(columns[:2]):
            rows.skip(line, "intent", f"expected {width} cells; found {len(cells)}")
        elif len(cells) > width and any(cell.strip() for cell in cells[width:]):
            found = f"expected {times(width, 'cell')}; found {len(cells)}"
            rows.skip(line, "", f"{found} (put a query in quotes where it holds a separator)")
        else:
            query, intent, split = columns
            part = cells[split] if split is not None and split < len(cells) else None
            rows.add(line, cells[query], cells[intent], part)


def _cells(lines: Sequence[str], delimiter: str, rows: Rows) -> Iterator[tuple[int, list[str]]]:
    """The cells of each row that is not blank, with the line it begins on.

    A quote that is never closed would swallow all that follows, so a row that cannot be taken
    apart costs its first line only, and the reading begins again behind it.
    """
    start = 0
    while start < len(lines):
        rest = map(lines.__getitem__, range(start, len(lines)))
        reader = csv.reader(rest, delimiter=delimiter, strict=True)
        begun, behind = start, 0
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield begun + 1, cells
                behind = reader.line_num
                begun = start + behind
            return
        except csv.Error as error:
            rows.skip(begun + 1, "", _reason(error))
            start = begun + 1


def _reason(error: csv.Error) -> str:
    if "expected after" in str(error):
        return "expected a separator behind a closing quote (inside quotes a quote is doubled)"
    if "end of data" in str(error):
        return "expected a closing quote; found none"
    if "field limit" in str(error):
        most = csv.field_size_limit()
        return f"expected a cell of at most {most:,} characters, or a closing quote; found more"
    return str(error)


def _delimiter(lines: Sequence[str]) -> str:
    """The one under which the head names a column, else under which most lines have two cells."""
    sample = [line[:_WIDEST] for line in islice(lines, _SAMPLE) if line.strip()]
    for delimiter in DELIMITERS:
        head = next(csv.reader(sample, delimiter=delimiter), [])
        if len(head) > 1 and _is_head([cell.strip().casefold() for cell in head]):
            return delimiter
    pairs = {
        delimiter: sum(len(cells) == 2 for cells in csv.reader(sample, delimiter=delimiter))
        for delimiter in DELIMITERS
    }
    best = max(DELIMITERS, key=lambda delimiter: pairs[delimiter])
    return best if pairs[best] else ","


def _is_head(cells: Sequence[str]) -> bool:
    return any(cell in QUERY or cell in INTENT for cell in cells)


def _columns(head: Sequence[str], line: int) -> Columns:
    def find(names: Sequence[str], field: str) -> int:
        found = [index for index, cell in enumerate(head) if cell in names]
        if len(found) != 1:
            what = "only one column" if found else "a column"
            raise QueryFileError(
                f"Line {line}, {field}: expected {what} named {', '.join(names[:-1])} or "
                f"{names[-1]}; found {', '.join(head)[:80]}.",
                line=line,
                field=field,
            )
        return found[0]

    split = head.index(SPLIT) if SPLIT in head else None
    return find(QUERY, "query"), find(INTENT, "intent"), split
