"""Whatever is broken in a file of any format: it is read or refused, nothing else is raised."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import TranscriptError
from engine.transcripts import TITLES, load_transcript, pair_calls, sections_from_transcript

# One conversation, "Where? – find(A) – shelf 4 – There.", as each tool writes it.
CALL = {"name": "find", "arguments": '{"q": "A"}'}
ARGS = {"q": "A"}
SHAPES: dict[str, Any] = {
    "claude_code": [
        {"type": "user", "uuid": "1", "message": {"role": "user", "content": "Where?"}},
        {"type": "assistant", "uuid": "2", "parentUuid": "1", "message": {"id": "m", "content": [
            {"type": "tool_use", "id": "c", "name": "find", "input": ARGS}]}},
        {"type": "user", "uuid": "3", "parentUuid": "2", "message": {"content": [
            {"type": "tool_result", "tool_use_id": "c", "content": "shelf 4"}]}},
        {"type": "assistant", "uuid": "4", "parentUuid": "3", "message": {"content": "There."}},
    ],
    "chatgpt_export": [{"title": "t", "current_node": "4", "mapping": {
        "0": {"message": None, "parent": None, "children": ["1"]},
        "1": {"parent": "0", "message": {"author": {"role": "user"}, "metadata": {},
              "content": {"content_type": "text", "parts": ["Where?"]}, "create_time": 1.0}},
        "2": {"parent": "1", "message": {"author": {"role": "assistant"}, "recipient": "find",
              "content": {"content_type": "code", "text": '{"q": "A"}'}}},
        "3": {"parent": "2", "message": {"author": {"role": "tool", "name": "find"},
              "content": {"content_type": "execution_output", "text": "shelf 4"}}},
        "4": {"parent": "3", "message": {"author": {"role": "assistant"}, "recipient": "all",
              "content": {"content_type": "multimodal_text", "parts": [None, "There."]}}}}}],
    "anthropic": {"system": [], "messages": [
        {"role": "user", "content": "Where?"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "c", "name": "find", "input": ARGS}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "c", "content": "shelf 4"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "There."}]}]},
    "openai_responses": {"instructions": None, "usage": {"input_tokens": 1}, "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "Where?"}]},
        {"type": "function_call", "id": "i", "call_id": "c", **CALL},
        {"type": "function_call_output", "call_id": "c", "output": "shelf 4"},
        {"type": "reasoning", "summary": []},
        {"type": "message", "role": "assistant", "content": [
            {"type": "output_text", "text": "There."}]}]},
    "openai_chat": {"messages": [
        {"role": "user", "content": "Where?"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": CALL}]},
        {"role": "tool", "tool_call_id": "c", "content": "shelf 4"},
        {"role": "assistant", "content": "There."}]},
    "langchain": [
        {"type": "human", "data": {"content": "Where?"}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "AIMessage"], "kwargs": {
            "content": [], "tool_calls": [{"name": "find", "args": ARGS, "id": "c"}],
            "additional_kwargs": {}, "usage_metadata": {"input_tokens": 1}}},
        {"type": "tool", "data": {"content": "shelf 4", "tool_call_id": "c"}},
        {"type": "ai", "data": {"content": "There."}}],
    "gemini": {"contents": [
        {"role": "user", "parts": [{"text": "Where?"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "find", "args": ARGS}}]},
        {"role": "user", "parts": [
            {"functionResponse": {"name": "find", "response": "shelf 4"}}]},
        {"role": "model", "parts": [{"text": "There."}]}]},
    "sharegpt": [{"tools": "[]", "conversations": [
        {"from": "human", "value": "Where?"},
        {"from": "function_call", "value": json.dumps(CALL)},
        {"from": "observation", "value": "shelf 4"},
        {"from": "gpt", "value": "There."}]}],
    "otel": {"resourceSpans": [{"scopeSpans": [{"spans": [{"attributes": [
        {"key": "gen_ai.input.messages", "value": {"arrayValue": {"values": [
            {"kvlistValue": {"values": [
                {"key": "role", "value": {"stringValue": "user"}},
                {"key": "parts", "value": {"stringValue":
                    '[{"type": "text", "content": "Where?"}]'}}]}}]}}},
        {"key": "gen_ai.output.messages", "value": {"stringValue": json.dumps([
            {"role": "assistant", "parts": [
                {"type": "tool_call", "id": "c", "name": "find", "arguments": ARGS},
                {"type": "tool_call_response", "id": "c", "response": "shelf 4"},
                {"type": "text", "content": "There."}]}])}},
        {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "9"}}]}]}]}]},
    "vercel": {"messages": [
        {"id": "1", "role": "user", "parts": [{"type": "text", "text": "Where?"}]},
        {"id": "2", "role": "assistant", "parts": [
            {"type": "tool-find", "toolCallId": "c", "state": "output-available",
             "input": ARGS, "output": "shelf 4", "approval": {"reason": "x"}},
            {"type": "text", "text": "There."}]}]},
}  # fmt: skip

ODD = st.sampled_from(
    [None, True, -1, 1e308, "", " ", "x", "{", "[]", '"\\"a\\""', [], {}, [[]], [None], {"a": [{}]},
     {"type": "text"}, {"type": []}, [{"role": "user"}], [{"key": 7, "value": 7}], "tool", "all"]
)  # fmt: skip


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all members, at any depth."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in members:
        yield (*path, key)
        if isinstance(child, (dict, list)):
            yield from places_in(child, (*path, key))


@st.composite
def broken(draw: st.DrawFn, shape: Any) -> Any:
    """The shape with some members replaced, removed, or put where another one was."""
    shape = copy.deepcopy(shape)
    for _ in range(draw(st.integers(1, 4))):
        places = list(places_in(shape))
        if not places:
            break
        *way, key = draw(st.sampled_from(places))
        inside = shape
        for step in way:
            inside = inside[step]
        what = draw(st.sampled_from(["odd", "gone", "moved", "text"]))
        if what == "gone":
            del inside[key]
        elif what == "odd":
            inside[key] = copy.deepcopy(draw(ODD))
        elif what == "text":
            inside[key] = json.dumps(inside[key])
        else:
            other: Any = shape
            for step in draw(st.sampled_from(places)):
                if not isinstance(other, (dict, list)):
                    break
                try:
                    other = other[step]
                except (KeyError, IndexError, TypeError):
                    break
            inside[key] = copy.deepcopy(other)
    return shape


@pytest.mark.parametrize("format", SHAPES)
def test_the_same_conversation_in_every_format(format: str) -> None:
    source = SHAPES[format]
    lines = "\n".join(map(json.dumps, source if isinstance(source, list) else [source]))
    for written in (source, json.dumps(source, indent=1), lines):
        transcript = load_transcript(written)
        assert transcript.format == format
        assert [(turn.role, turn.text) for turn in transcript.turns] == [
            ("user", "Where?"),
            ("assistant", 'find({"q":"A"})'),
            ("tool", "shelf 4"),
            ("assistant", "There."),
        ]
        assert pair_calls(transcript.turns).groups == ((0,), (1, 2), (3,))
        assert transcript.warnings == ()
        assert [section.text for section in sections_from_transcript(transcript)] == [
            "Where?",
            'find({"q":"A"})\n\nshelf 4',
            "There.",
        ]


def test_every_format_has_its_shape() -> None:
    assert set(SHAPES) == set(TITLES) - {"plain"}


@pytest.mark.parametrize("format", SHAPES)
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_broken_file_is_read_or_refused(format: str, data: st.DataObject) -> None:
    source = data.draw(broken(SHAPES[format]))
    before = json.dumps(source)
    for asked in (format, None):
        results = []
        for written in (source, before):
            try:
                transcript = load_transcript(written, asked)
            except TranscriptError as error:
                assert str(error)
                results.append(None)
                continue
            assert transcript.turns
            assert len({turn.id for turn in transcript.turns}) == len(transcript.turns)
            sections_from_transcript(transcript)
            results.append(transcript.turns)
        assert results[0] == results[1]
    assert json.dumps(source) == before


@pytest.mark.parametrize("format", SHAPES)
@given(other=st.sampled_from(list(SHAPES)))
@settings(deadline=None)
def test_a_file_of_another_format_is_read_or_refused(format: str, other: str) -> None:
    try:
        assert load_transcript(SHAPES[other], format).turns
    except TranscriptError as error:
        assert str(error)
