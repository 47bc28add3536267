"""What is said of a field of a document that is not as its schema wants it?

>>> from pydantic import TypeAdapter
>>> try:
...     TypeAdapter(dict[str, list[int]]).validate_python({"shares": [1, "two"]}, strict=True)
... except ValidationError as error:
...     complaint(error)
('shares[1]', 'shares[1]: expected a whole number; found "two"')
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import ValidationError

# What each kind of complaint expected, in words; `ctx` of the complaint fills the braces.
EXPECTED = {
    "missing": "this field",
    "extra_forbidden": "no such field",
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
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
