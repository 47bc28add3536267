"""LangChain: its three ways to write a message, and what its providers put into one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.transcripts import Turn, Usage, load_transcript, pair_calls

CLASSES = {"human": "Human", "ai": "AI", "system": "System", "tool": "Tool", "chat": "Chat"}


def dumped(kind: str, **data: Any) -> list[Any]:
    """One message in every form that LangChain has for it."""
    path = ["langchain", "schema", "messages", f"{CLASSES[kind]}Message"]
    constructor = {"lc": 1, "type": "constructor", "id": path}
    return [
        {"type": kind, "data": {**data, "type": kind}},
        {**constructor, "kwargs": {**data, "type": kind}},
        {**constructor, "kwargs": data},
        {"type": kind, **data},
    ]


CALL = {"name": "find", "args": {"q": "A-1"}, "id": "c", "type": "tool_call"}
TALK = [
    dumped("system", content="Be brief."),
    dumped("human", content="Where?", id="u1"),
    dumped("ai", content="", tool_calls=[CALL], invalid_tool_calls=[]),
    dumped("tool", content="shelf 4", tool_call_id=" c", name="find"),
    dumped("ai", content=[{"type": "text", "text": "There."}]),
]


def turns_of(*messages: Any) -> tuple[Turn, ...]:
    return load_transcript(list(messages), "langchain").turns


@pytest.mark.parametrize("form", range(4))
def test_all_forms_read_alike(form: int) -> None:
    messages = [forms[form] for forms in TALK]
    for source in (messages, {"messages": messages}, "\n".join(map(json.dumps, messages))):
        transcript = load_transcript(source)
        assert transcript.format == "langchain"
        assert [(turn.role, turn.text) for turn in transcript.turns] == [
            ("system", "Be brief."),
            ("user", "Where?"),
            ("assistant", 'find({"q":"A-1"})'),
            ("tool", "shelf 4"),
            ("assistant", "There."),
        ]
        assert pair_calls(transcript.turns).groups == ((0,), (1,), (2, 3), (4,))
        assert transcript.warnings == ()


def test_streamed_chunks_and_free_roles() -> None:
    chunk = {"lc": 1, "type": "constructor", "id": ["AIMessageChunk"], "kwargs": {"content": "Hi"}}
    free = [dumped("chat", content="x", role=role)[0] for role in ("user", "Human", "assistant")]
    assert [turn.role for turn in turns_of(chunk, *free)] == [
        "assistant", "user", "user", "assistant",
    ]  # fmt: skip


def test_a_call_that_the_content_repeats_is_made_once() -> None:
    block = {"type": "tool_use", "id": "c", "name": "find", "input": {"q": "A-1"}}
    own = {"type": "tool_call", "id": "d", "name": "sort", "args": {}}
    (turn,) = turns_of(dumped("ai", content=["Let me look.", block, own], tool_calls=[CALL])[0])
    assert turn.text == 'Let me look.\nsort({})\nfind({"q":"A-1"})'
    assert sorted(turn.call_ids) == ["c", "d"]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"invalid_tool_calls": [{"name": "f", "args": '{"q": ', "id": "c"}]}, 'f({"q": )'),
        ({"tool_calls": [{"name": "f", "args": json.dumps('{"a": 1}'), "id": "c"}]}, 'f({"a":1})'),
        (
            {"additional_kwargs": {"tool_calls": [{"id": "c", "function": {"name": "f"}}]}},
            "f()",
        ),
        ({"additional_kwargs": {"function_call": {"name": "f", "arguments": "{}"}}}, "f({})"),
        ({"additional_kwargs": {"reasoning_content": "Hm."}}, "<thinking>\nHm.\n</thinking>"),
        ({"content": [{"type": "reasoning", "reasoning": "Hm."}]}, "<thinking>\nHm.\n</thinking>"),
        ({"content": None}, ""),
        ({"content": {"odd": 1}}, '{"odd":1}'),
        ({"tool_calls": 7, "additional_kwargs": 7, "usage_metadata": 7}, "7"),
    ],
)
def test_what_providers_put_beside_the_content(data: dict[str, Any], text: str) -> None:
    assert [turn.text for turn in turns_of({"type": "ai", "data": data})] == [text]


def test_a_raw_copy_of_the_calls_is_not_read_beside_them() -> None:
    raw = {"tool_calls": [{"id": "c", "function": {"name": "find", "arguments": "{}"}}]}
    (turn,) = turns_of(dumped("ai", content="", tool_calls=[CALL], additional_kwargs=raw)[1])
    assert turn.call_ids == ("c",)


def test_usage_with_cached_input() -> None:
    counted = {"input_tokens": 9, "output_tokens": 2, "input_token_details": {"cache_read": 4}}
    (turn,) = turns_of({"type": "ai", "data": {"content": "x", "usage_metadata": counted}})
    assert turn.usage == Usage(9, 4, 2)


def test_bad_messages_are_skipped_with_their_place() -> None:
    good = {"type": "human", "data": {"content": "Hi"}}
    bad = [{"type": "remove", "data": {}}, {"type": 7, "data": {}}, {"lc": 1, "kwargs": {}}]
    transcript = load_transcript({"messages": [good, *bad, 7]})
    assert [turn.text for turn in transcript.turns] == ["Hi"]
    assert [w.split(":")[0] for w in transcript.warnings] == [
        "Field messages[1].type",
        "Field messages[2].type",
        "Field messages[3].id",
        "Field messages[4]",
    ]
