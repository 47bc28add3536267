"""OpenTelemetry: attributes in spans, events and log records; parts; JSON in texts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.transcripts import Turn, Usage, load_transcript, pair_calls

INPUT, OUTPUT = "gen_ai.input.messages", "gen_ai.output.messages"


def message(role: str, *parts: Any) -> dict[str, Any]:
    return {"role": role, "parts": list(parts)}


def text(content: Any) -> dict[str, Any]:
    return {"type": "text", "content": content}


CALL = {"type": "tool_call", "id": "c", "name": "find", "arguments": {"q": 1}}
ATTRIBUTES: dict[str, Any] = {
    "gen_ai.system_instructions": [text("Be brief.")],
    INPUT: [
        message("user", text("Where?")),
        message("assistant", CALL),
        message("tool", {"type": "tool_call_response", "id": " c ", "response": "shelf 4"}),
    ],
    OUTPUT: [message("assistant", text("There."))],
    "gen_ai.usage.input_tokens": 9,
    "gen_ai.usage.cache_read.input_tokens": 4,
    "gen_ai.usage.output_tokens": 2,
    "gen_ai.tool.definitions": [{"type": "function", "name": "find"}],
}  # fmt: skip
IN_TEXTS = {
    key: json.dumps(value) if isinstance(value, list) else value
    for key, value in ATTRIBUTES.items()
}


def any_value(value: Any) -> dict[str, Any]:
    if isinstance(value, list):
        return {"arrayValue": {"values": [any_value(v) for v in value]}}
    if isinstance(value, dict):
        return {"kvlistValue": {"values": otlp(value)}}
    return {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}


def otlp(attributes: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": any_value(value)} for key, value in attributes.items()]


def span(attributes: Any, **more: Any) -> dict[str, Any]:
    return {"name": "chat m", "kind": 3, "attributes": attributes, **more}


EVENT = "gen_ai.client.inference.operation.details"
ENVELOPES: dict[str, Any] = {
    "attributes": ATTRIBUTES,
    "attributes in texts": IN_TEXTS,
    "span": span(ATTRIBUTES),
    "span of OTLP": span(otlp(IN_TEXTS)),
    "span of OTLP, structured": span(otlp(ATTRIBUTES)),
    "trace": {"resourceSpans": [{
        "resource": {"attributes": otlp({"service.name": "x"})},
        "scopeSpans": [{"scope": {}, "spans": [span(otlp({"a": 1})), span(otlp(IN_TEXTS))]}]}]},
    "event of a span": span({}, events=[{"name": EVENT, "attributes": otlp(IN_TEXTS)}]),
    "log record": {"resourceLogs": [{"scopeLogs": [{"logRecords": [
        {"eventName": EVENT, "attributes": otlp(ATTRIBUTES), "body": None}]}]}]},
    "body of a log record": {
        "body": any_value(ATTRIBUTES), "attributes": otlp({"event.name": EVENT})},
    "list of spans": [span({"http.method": "GET"}), span(ATTRIBUTES)],
    "lines of spans": json.dumps(span({"a": 1})) + "\n" + json.dumps(span(IN_TEXTS)),
}  # fmt: skip


@pytest.mark.parametrize("name", ENVELOPES)
def test_every_envelope(name: str) -> None:
    transcript = load_transcript(ENVELOPES[name])
    assert transcript.format == "otel"
    assert [(turn.role, turn.text) for turn in transcript.turns] == [
        ("system", "Be brief."),
        ("user", "Where?"),
        ("assistant", 'find({"q":1})'),
        ("tool", "shelf 4"),
        ("assistant", "There."),
    ]
    assert pair_calls(transcript.turns).groups == ((0,), (1,), (2, 3), (4,))
    assert transcript.turns[-1].usage == Usage(9, 4, 2)
    assert transcript.tools == ('{"name":"find","type":"function"}',)
    assert transcript.warnings == ()


def test_each_span_is_a_conversation() -> None:
    spans = [span({INPUT: [message("user", text(n))]}) for n in ("a", "b", "c")]
    transcript = load_transcript({"spans": spans}, index=1)
    assert transcript.turns[0].text == "b"
    assert transcript.warnings == ("The file holds 3 conversations; this is number 2.",)


def test_bare_messages() -> None:
    messages = ATTRIBUTES[INPUT] + ATTRIBUTES[OUTPUT]
    for source in (messages, "\n".join(map(json.dumps, messages))):
        transcript = load_transcript(source)
        assert transcript.format == "otel"
        assert pair_calls(transcript.turns).groups == ((0,), (1, 2), (3,))


def parts_read(*parts: Any) -> tuple[Turn, ...]:
    return load_transcript({INPUT: [message("assistant", *parts)]}).turns


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (text(""), ""),
        (text(None), ""),
        (text({"a": 1}), '{"a":1}'),
        ({"type": "reasoning", "content": "Hm."}, "<thinking>\nHm.\n</thinking>"),
        ({"type": "tool_call", "name": "f", "arguments": '"{\\"a\\": 1}"'}, 'f({"a":1})'),
        ({"type": "tool_call", "name": None, "id": None}, "(unnamed)()"),
        ({"type": "tool_call_response", "result": {"b": 2}}, '{"b":2}'),
        ({"type": "blob", "modality": "image", "content": "aGk="}, "[image]"),
        ({"type": "uri", "modality": "video", "uri": "x"}, "[video]"),
        ({"type": "file", "mime_type": "application/pdf", "file_id": "x"}, "[document]"),
        ({"type": "new", "a": 1}, '{"a":1,"type":"new"}'),
        ("words", "words"),
        (None, ""),
    ],
)
def test_parts(part: Any, expected: str) -> None:
    assert [turn.text for turn in parts_read(part)] == [expected]


def test_instructions_as_a_plain_text() -> None:
    source = {
        "gen_ai.system_instructions": "Be brief.",
        INPUT: "[]",
        OUTPUT: [message("assistant")],
    }
    assert [turn.text for turn in load_transcript(source).turns] == ["Be brief.", ""]


def test_several_outputs_are_read_and_said_to_be_perhaps_alternatives() -> None:
    outputs = [message("assistant", text(n)) for n in "ab"]
    transcript = load_transcript({OUTPUT: outputs})
    assert [turn.text for turn in transcript.turns] == ["a", "b"]
    assert "alternatives" in transcript.warnings[0]


def test_what_cannot_be_read_is_reported_with_its_place() -> None:
    cut = json.dumps(ATTRIBUTES[INPUT])[:40]
    source = {INPUT: cut, OUTPUT: [7, message("robot"), message("assistant", text("There."))]}
    transcript = load_transcript([span(source)])
    assert [turn.text for turn in transcript.turns] == ["There."]
    places = [w.split(": expected")[0] for w in transcript.warnings if "expected" in w]
    assert places == [
        f"Field [0].attributes.{INPUT}",
        f"Field [0].attributes.{OUTPUT}[0]",
        f"Field [0].attributes.{OUTPUT}[1].role",
    ]
