"""How are queries read that stand as JSON objects, in a list or one a line?

>>> rows = Rows()
>>> read_lines('{"query": "hi", "intent": "greet"}\\n{"query": "hi"}\\n{"query"', rows)
>>> for problem in rows.problems:
...     print(problem)
Line 2, intent: expected intent, category, label or intents; found query
Line 3: not JSON (expecting ':' delimiter, column 9)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from engine.complaints import shown
from engine.routing.query_files.json_walk import DECODER, Item
from engine.routing.query_files.rows import INTENT, QUERY, SPLIT, Rows

_OFTEN = 500


def read_lines(text: str, rows: Rows) -> None:
    """Read an object a line; a line that is no JSON is a bad row."""
    # Not splitlines: U+2028 and its like are allowed inside a JSON text.
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if number % _OFTEN == 0:
            rows.progress(number / len(lines))
        try:
            value = DECODER.decode(line.strip())
        except json.JSONDecodeError as error:
            reason = f"{error.msg[:1].lower()}{error.msg[1:]}, column {error.colno:,}"
            rows.skip(number, "", f"not JSON ({reason})")
        except RecursionError:
            rows.skip(number, "", "expected an object; found one nested too deeply")
        else:
            _add(rows, number, value)


def read_list(items: Iterable[Item], rows: Rows, *, say_names: bool = True) -> None:
    """Read a list of objects, one after the other; `say_names` notes unusual names of fields."""
    for number, item in enumerate(items):
        if number % _OFTEN == 0:
            rows.progress(item.share)
        _add(rows, item.line, item.value, say_names)


def _add(rows: Rows, line: int, value: Any, say_names: bool = True) -> None:
    if not isinstance(value, dict):
        rows.skip(line, "", f"expected an object with a query and an intent; found {shown(value)}")
        return
    query, intent, split = _keys(tuple(value))
    if query is None or intent is None:
        names, field = (QUERY, "query") if query is None else (INTENT, "intent")
        rows.skip(line, field, _lacks(names, value))
    else:
        if say_names:
            rows.named(query, intent)
        rows.add(line, value[query], value[intent], None if split is None else value[split])


@lru_cache(maxsize=64)  # the rows of a file have few sets of keys
def _keys(keys: tuple[str, ...]) -> tuple[str | None, str | None, str | None]:
    """The keys of the query, the intent and the split, in any case."""
    plain = {key.strip().casefold(): key for key in keys}
    query = next((plain[name] for name in QUERY if name in plain), None)
    intent = next((plain[name] for name in INTENT if name in plain), None)
    return query, intent, plain.get(SPLIT)


def _lacks(names: Sequence[str], value: dict[str, Any]) -> str:
    found = ", ".join(value)[:80] or "an empty object"
    return f"expected {', '.join(names[:-1])} or {names[-1]}; found {found}"
