"""How is a value found in a file written down, the same way every time?

>>> call_text("get_order", '{"id": "A-1"}')
'get_order({"id":"A-1"})'
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from engine.transcripts.model import Usage

_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
_LONGEST_QUOTE = 40


def canonical_json(value: Any) -> str:
    """The value as compact JSON with sorted keys, so that equal values give equal text.

    >>> canonical_json({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    try:
        return _ENCODER.encode(value)
    except (TypeError, ValueError):  # keys that cannot be sorted: not from a file
        return f"({type(value).__name__})"


def decode(value: Any) -> Any:
    """The value inside a JSON text, also when it was encoded more than once; else the value.

    >>> decode('"{\\\\"a\\\\": 1}"')
    {'a': 1}
    >>> decode("not JSON")
    'not JSON'
    """
    while isinstance(value, str):  # ends: a text inside a JSON text is shorter than it
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            break
    return value


def call_text(name: str, arguments: Any) -> str:
    """A tool call as a model reads it: its name and its arguments in canonical JSON.

    Arguments that are no JSON, a call cut off by a token limit for one, stand as they are.

    >>> call_text("stop", None), call_text("find", '{"q": "unfin')
    ('stop()', 'find({"q": "unfin)')
    """
    decoded = decode(arguments)
    if decoded is None:
        return f"{name}()"
    return f"{name}({decoded if isinstance(decoded, str) else canonical_json(decoded)})"


def clean_id(value: Any) -> str:
    """An id without the spaces around it; "" when there is none.

    >>> clean_id(" call_1 "), clean_id(7), clean_id(None)
    ('call_1', '7', '')
    """
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return ""


def clean_name(value: Any) -> str | None:
    """A name on one line, None when there is none.

    >>> clean_name(" get\\norder "), clean_name("")
    ('get order', None)
    """
    return (" ".join(value.split()) or None) if isinstance(value, str) else None


def parse_time(value: Any) -> datetime | None:
    """A time with its zone, from ISO text or seconds since 1970; None when it is neither.

    >>> parse_time("2025-07-01T10:00:00.000Z").isoformat(), parse_time("yesterday")
    ('2025-07-01T10:00:00+00:00', None)
    """
    try:
        if isinstance(value, str):
            time = datetime.fromisoformat(value.strip())
            return time if time.tzinfo else time.replace(tzinfo=UTC)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def parse_usage(value: Any) -> Usage | None:
    """The provider's own count, whichever names it uses; None when there is none.

    Anthropic reports cached input beside `input_tokens`, OpenAI reports it as a part.

    >>> parse_usage({"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 5})
    Usage(input_tokens=100, cached_tokens=90, output_tokens=5)
    >>> parse_usage({"prompt_tokens": 100, "prompt_tokens_details": {"cached_tokens": 90}})
    Usage(input_tokens=100, cached_tokens=90, output_tokens=0)
    """
    if not isinstance(value, dict):
        return None
    read, written = (_count(value, f"cache_{what}_input_tokens") for what in ("read", "creation"))
    details = value.get("prompt_tokens_details") or value.get("input_tokens_details")
    part = _count(details, "cached_tokens") if isinstance(details, dict) else 0
    return Usage(
        input_tokens=_count(value, "input_tokens", "prompt_tokens") + read + written,
        cached_tokens=read or part,
        output_tokens=_count(value, "output_tokens", "completion_tokens"),
    )


def _count(value: dict[str, Any], *names: str) -> int:
    found = (value.get(name) for name in names)
    return next((n for n in found if isinstance(n, int) and not isinstance(n, bool)), 0)


def describe(value: Any) -> str:
    """What was found, short enough for an error message.

    >>> describe("agent"), describe({"a": 1}), describe(None), describe(True), describe(42)
    ('"agent"', 'an object', 'null', 'true', '42')
    """
    if isinstance(value, str):
        short = value if len(value) <= _LONGEST_QUOTE else value[:_LONGEST_QUOTE] + "…"
        return f'"{" ".join(short.split())}"'
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if value is None or isinstance(value, (bool, int, float)):
        return canonical_json(value)[:_LONGEST_QUOTE]
    return f"a {type(value).__name__}"
