"""How does a file of labelled queries, in whatever format, become a set that a router is tuned on?

>>> loaded = load_queries("query,intent\\ncancel my plan,cancel\\n,billing\\nwhy?,oos\\n")
>>> loaded.format, len(loaded.queries.queries), loaded.queries.intent_names
('csv', 2, ('cancel',))
>>> [str(problem) for problem in loaded.problems]
['Line 3, query: expected a text; found nothing']
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.complaints import shown
from engine.decoding import text_of_source
from engine.errors import QueryFileError
from engine.progress import Progress, in_steps
from engine.routing.queries import Intent, QuerySet
from engine.routing.query_files import clinc150, csv_file, json_file, nlupp, rasa
from engine.routing.query_files.detect import TITLES, detect, detect_items
from engine.routing.query_files.json_walk import walk, walk_value
from engine.routing.query_files.rows import RowProblem, Rows

Source = str | bytes | Path | list[Any] | dict[str, Any]

# One line a format: its reader, by what it reads.
_OF_TEXT = {"csv": csv_file.read, "jsonl": json_file.read_lines, "rasa": rasa.read}
_OF_ITEMS = {"json": json_file.read_list, "nlupp": nlupp.read, "clinc150": clinc150.read}


@dataclass(frozen=True)
class LoadedQueries:
    """What a file gave: the queries, its format, the rows left out, and what to know of the rest.

    `total_rows` counts the rows that hold anything, those left out included.
    """

    queries: QuerySet
    format: str
    problems: tuple[RowProblem, ...]
    total_rows: int
    notes: tuple[str, ...]


def load_queries(
    source: Source,
    name: str | None = None,
    format: str | None = None,
    on_progress: Progress | None = None,
) -> LoadedQueries:
    """Read labelled queries; the format is recognised unless it is given (a key of `TITLES`).

    A `str` is the text itself, a file is a `Path`; bytes and parsed JSON are taken too (its
    rows are numbered as lines). Rows of the training split become utterances of their intents,
    the others are queries with the file's own split, or None; no split is made up here. The
    intents stand in order of first appearance. A bad row is listed and the rest is kept;
    `QueryFileError` names line and field where no row can be read. `on_progress` is called
    with shares from 0 to 1.

    >>> load_queries("split,query\\ntest,hi\\n")
    Traceback (most recent call last):
    ...
    engine.errors.QueryFileError: Line 1, intent: expected a column named intent, category, \
label or intents; found split, query.
    """
    if format is not None and format not in TITLES:
        raise QueryFileError(
            f"Unknown format {shown(format)}; the formats are {', '.join(TITLES)}."
        )
    progress = in_steps(on_progress)
    progress(0.0)
    rows = Rows(progress)
    try:
        format = _read(source, format, rows)
    except RecursionError:
        raise QueryFileError("The file is nested too deeply to hold labelled queries.") from None
    if not rows.queries and not any(rows.utterances.values()):
        raise rows.nothing()
    if name is None:
        name = source.stem if isinstance(source, Path) else "queries"
    intents = tuple(
        Intent(intent, utterances=tuple(texts)) for intent, texts in rows.utterances.items()
    )
    progress(1.0)
    return LoadedQueries(
        QuerySet(name, tuple(rows.queries), intents),
        format,
        tuple(rows.problems),
        rows.total,
        rows.finished_notes(),
    )


def _read(source: Source, format: str | None, rows: Rows) -> str:
    """Read the rows and say in which format they stood."""
    if isinstance(source, (list, dict)):
        format = format or detect_items(walk_value(source), "json")
        if format not in _OF_ITEMS:
            raise QueryFileError(f"Expected a text ({TITLES[format]}); found parsed JSON.")
        _OF_ITEMS[format](walk_value(source), rows)
        return format
    text = _text(source)
    if not text.strip():
        raise QueryFileError("Nothing to read: the text is empty.")
    format = format or detect(text)
    if format in _OF_TEXT:
        _OF_TEXT[format](text, rows)
    else:
        _OF_ITEMS[format](walk(text), rows)
    return format


def _text(source: object) -> str:
    if isinstance(source, (str, bytes, bytearray, Path)):
        return text_of_source(source, QueryFileError)
    raise QueryFileError(f"Expected text, bytes, a Path or parsed JSON; found {type(source)}.")
