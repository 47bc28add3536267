"""Which spans, events and log records of a trace hold messages of a model?

OpenTelemetry writes attributes as an object or, in OTLP, as a list of keys and typed
values, inside envelopes of several depths. What carries messages is found at any depth.

>>> trace = {"resourceSpans": [{"scopeSpans": [{"spans": [{"attributes": [
...     {"key": "gen_ai.input.messages", "value": {"stringValue": "[]"}}]}]}]}]}
>>> [item.value for item in records_in(Item(trace))]
[{'gen_ai.input.messages': '[]'}]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.transcripts.document import Item
from engine.transcripts.values import decode

SYSTEM, INPUT, OUTPUT = (
    f"gen_ai.{what}" for what in ("system_instructions", "input.messages", "output.messages")
)
_SCALARS = {"stringValue", "doubleValue", "boolValue"}


def records_in(item: Item) -> Iterator[Item]:
    """Every set of attributes with messages in it, in the order of the file."""
    value = plain_value(item.value)
    if isinstance(value, dict):
        if any(key in value for key in (SYSTEM, INPUT, OUTPUT)):
            yield replace(item, value=value)
            return
        children: Any = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    else:
        return
    for key, child in children:
        if isinstance(child, (dict, list)):
            yield from records_in(Item(child, item.line, (*item.path, key)))


def plain_value(value: Any) -> Any:
    """A value of OTLP as the JSON it stands for, anything else as it is; not what is inside.

    >>> plain_value([{"key": "n", "value": {"intValue": "7"}}])
    {'n': 7}
    >>> plain_value({"arrayValue": {"values": [{"stringValue": "a"}]}})
    ['a']
    """
    if isinstance(value, list):
        if value and all(isinstance(e, dict) and isinstance(e.get("key"), str) for e in value):
            return {entry["key"]: plain_value(entry.get("value")) for entry in value}
        return value
    if not isinstance(value, dict) or len(value) != 1:
        return value
    ((key, inner),) = value.items()
    if key in _SCALARS:
        return inner
    if key == "intValue":  # 64 bits, which JSON's numbers may not hold: OTLP writes a text
        return decode(inner)
    if key == "arrayValue" and isinstance(inner, dict):
        values = inner.get("values")
        return [plain_value(entry) for entry in values] if isinstance(values, list) else []
    if key == "kvlistValue" and isinstance(inner, dict):
        return plain_value(inner.get("values") or [])
    return value
