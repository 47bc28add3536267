"""What is said of a field of a document that is not as its schema wants it?

>>> from pydantic import TypeAdapter, ValidationError
>>> try:
...     TypeAdapter(dict[str, list[int]]).validate_python({"shares": [1, "two"]}, strict=True)
... except ValidationError as error:
...     complaint(error)
('shares[1]', 'shares[1]: expected a whole number; found "two"')
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.errors import DocumentError

if TYPE_CHECKING:
    from pydantic import ValidationError

# What each kind of complaint expected, in words; `ctx` of the complaint fills the braces.
EXPECTED = {
    "missing": "this field",
    "extra_forbidden": "no such field",
    "unexpected_keyword_argument": "no such field",
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "string_type": "text",
    "string_too_short": "text that is not empty",
    "list_type": "a list",
    "tuple_type": "a list",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dict_type": "an object",
    "greater_than_equal": "a number, {ge} or more",
    "less_than_equal": "a number, {le} or less",
    "greater_than": "a number above {gt}",
    "literal_error": "{expected}",
}


def complaint(
    error: ValidationError, words: Mapping[tuple[str, str], str] | None = None
) -> tuple[str, str]:
    """The path of the first field that is wrong, and a sentence: expected, found, how many more.

    `words` says better what was expected at a (path, kind of complaint).
    """
    first = error.errors()[0]
    path = ""
    for step in first["loc"]:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    expected = EXPECTED.get(first["type"], first["msg"]).format(**first.get("ctx", {}))
    expected = (words or {}).get((path, first["type"]), expected)
    found = "nothing" if first["type"] == "missing" else shown(first["input"])
    more = error.error_count() - 1
    rest = f" ({more} more)" if more else ""
    return path, f"{path}: expected {expected}; found {found}{rest}"


def shown(value: object) -> str:
    """A value, short enough for a message.

    >>> shown("agent"), shown([1]), shown(None)
    ('"agent"', 'a list', 'null')
    """
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:59] + "…"


def json_object(text: str | bytes, error: type[DocumentError]) -> dict[str, Any]:
    """The object that a document holds, or the error of the caller's kind.

    >>> json_object("[1]", DocumentError)
    Traceback (most recent call last):
    ...
    engine.errors.DocumentError: expected an object with a version; found a list
    """
    try:
        data = json.loads(text)
    except UnicodeDecodeError as problem:
        raise error(f"not UTF-8 text: byte {problem.start:,} cannot be read") from None
    except (json.JSONDecodeError, RecursionError) as problem:
        where = (
            f"line {problem.lineno}, column {problem.colno}: {problem.msg}"
            if isinstance(problem, json.JSONDecodeError)
            else "nested too deeply"
        )
        raise error(f"not JSON: {where}") from None
    if not isinstance(data, dict):
        raise error(f"expected an object with a version; found {shown(data)}")
    return data
