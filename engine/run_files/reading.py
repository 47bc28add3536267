"""What stands in the file of a run, and where is it wrong?

The first line holds the settings, every further line one answer. A last line that was being
written when the program was killed is left out, with a note; its item is asked again.

>>> settings = RunSettings(model="small", task={}, positions=(0.0, 1.0), n=2)
>>> run = read_run(settings.line() + Row(0, 0.0, True, "4821").line() + '{"item_seed": 0, "pos')
>>> len(run.rows), run.note
(1, 'Line 3 was not written to its end: its item is asked again.')
>>> read_run(settings.line() + '{"item_seed": 0, "position": 2, "correct": true}\\n')
Traceback (most recent call last):
...
engine.errors.RunFileError: line 2, position: expected a number, 1.0 or less; found 2 (1 more)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.complaints import complaint, shown
from engine.errors import RunFileError
from engine.run_files.row import Row, RowKey
from engine.run_files.settings import FORMAT, VERSION, RunSettings, item_seeds

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True)
class RunFile:
    """A run as its file holds it, controls among the rows; `note` says what was left out.

    `kept` are the bytes that hold it, from the start of the file: what is behind them is a line
    that was not written to its end.
    """

    settings: RunSettings
    rows: tuple[Row, ...]
    note: str = ""
    kept: int = 0


def read_run(source: str | bytes | Path) -> RunFile:
    """Read a run. A str is the text itself, a `Path` the file.

    Raises `RunFileError` with `.line` and `.field` for what is wrong, be it no row of ours, an
    item or a position that the settings do not have, or an item answered twice.
    """
    data = _bytes_of(source)
    *lines, rest = data.split(b"\n")
    kept = len(data) - len(rest)
    settings = _settings(lines[0] if lines else rest, 1)
    note = ""
    if not lines:
        rest, kept = b"", len(data)
    rows: dict[RowKey, Row] = {}
    for number, line in enumerate(lines[1:], 2):
        if line.strip():
            _add(_row(line, number), number, settings, rows)
    if rest.strip():
        number = len(lines) + 1
        try:
            row = _row(rest, number)
        except RunFileError:
            note = f"Line {number:,} was not written to its end: its item is asked again."
        else:  # a file that somebody saved without the end of its last line
            _add(row, number, settings, rows)
            kept = len(data)
    return RunFile(settings, tuple(rows.values()), note, kept)


def _bytes_of(source: str | bytes | Path) -> bytes:
    if isinstance(source, str):
        return source.encode("utf-8", "surrogatepass")
    if isinstance(source, bytes):
        return source
    try:
        return source.read_bytes()
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise RunFileError(f"Cannot read {source.name}: {reason}.") from problem


def _settings(line: bytes, number: int) -> RunSettings:
    if not line.strip():
        raise RunFileError("line 1: expected the settings of a run; found nothing", line=1)
    data = _json(line.removeprefix(b"\xef\xbb\xbf"), number)
    for field, expected in (("format", FORMAT), ("version", VERSION)):
        found = data.pop(field, None)
        if found != expected or isinstance(found, bool):
            raise _wrong(number, field, f"{field}: expected {shown(expected)}; found {_or(found)}")
    settings: RunSettings = _checked(_settings_adapter(), data, number)
    if list(settings.positions) != sorted(set(settings.positions)) or not settings.positions:
        message = "positions: expected numbers that go from start to end, each once"
        raise _wrong(number, "positions", f"{message}; found {list(settings.positions)}")
    return settings


def _row(line: bytes, number: int) -> Row:
    row: Row = _checked(_row_adapter(), _json(line, number), number)
    return row


def _add(row: Row, number: int, settings: RunSettings, rows: dict[RowKey, Row]) -> None:
    """Take the row in where the settings have such a question, and it has no answer yet."""
    if row.control:
        count, place = settings.controls, row.position is None
    else:
        count, place = settings.n, row.position in settings.positions
    seeds = item_seeds(settings.seed, count)
    if row.item_seed not in seeds:
        span = f"an item from {seeds[0]} to {seeds[-1]}"
        message = f"item_seed: expected {span}; found {row.item_seed}"
        raise _wrong(number, "item_seed", message)
    if not place:
        wanted = "null" if row.control else f"one of {', '.join(map(str, settings.positions))}"
        message = f"position: expected {wanted}; found {shown(row.position)}"
        raise _wrong(number, "position", message)
    if row.key in rows:
        what = row.control or f"position {row.position}"
        message = f"item_seed: item {row.item_seed} has an answer already for {what}"
        raise _wrong(number, "item_seed", message)
    rows[row.key] = row


def _json(line: bytes, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as problem:
        raise RunFileError(
            f"line {number}: not UTF-8 text at byte {problem.start + 1:,}", line=number
        ) from None
    except (ValueError, RecursionError) as problem:
        why = problem.msg if isinstance(problem, json.JSONDecodeError) else "nested too deeply"
        raise RunFileError(f"line {number}: not JSON: {why}", line=number) from None
    if not isinstance(data, dict):
        raise RunFileError(f"line {number}: expected an object; found {shown(data)}", line=number)
    return data


def _checked(adapter: TypeAdapter[Any], data: dict[str, Any], number: int) -> Any:
    from pydantic import ValidationError

    try:
        # Strict, yet as JSON: a list is a tuple there, a whole number a float.
        return adapter.validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        path, message = complaint(error)
        raise _wrong(number, path, message) from None


def _wrong(line: int, field: str, message: str) -> RunFileError:
    return RunFileError(f"line {line}, {message}", line=line, field=field)


def _or(value: object) -> str:
    return "nothing" if value is None else shown(value)


@cache
def _settings_adapter() -> TypeAdapter[Any]:
    return _adapter(RunSettings)


@cache
def _row_adapter() -> TypeAdapter[Any]:
    return _adapter(Row)


def _adapter(kind: type) -> TypeAdapter[Any]:
    # Here, for `import engine` must stay quick.
    from pydantic import ConfigDict, TypeAdapter, with_config

    with_config(ConfigDict(extra="forbid", allow_inf_nan=False))(kind)
    return TypeAdapter(kind)
