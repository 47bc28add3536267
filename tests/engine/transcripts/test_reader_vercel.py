"""Vercel UI messages: parts, the states of a call, what only the screen shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.transcripts import Turn, load_transcript, pair_calls

ASK = {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Stock?"}]}


def tool(id: str, state: str = "output-available", name: str = "getStock", **more: Any) -> Any:
    part = {"type": f"tool-{name}", "toolCallId": id, "state": state, "input": {"sku": id}}
    return part | ({"output": f"{id}!"} if state == "output-available" else {}) | more


def turns_of(*parts: Any) -> tuple[Turn, ...]:
    return load_transcript([ASK, {"id": "m2", "role": "assistant", "parts": list(parts)}]).turns[1:]


@pytest.mark.parametrize("source", [[ASK], {"id": "chat", "messages": [ASK]}, json.dumps(ASK)])
def test_list_object_and_line(source: Any) -> None:
    transcript = load_transcript(source)
    assert transcript.format == "vercel"
    assert [(turn.id, turn.role, turn.text) for turn in transcript.turns] == [
        ("m1", "user", "Stock?")
    ]


def test_call_and_result_share_a_part_and_stand_where_it_stands() -> None:
    turns = turns_of(
        {"type": "text", "text": "Let me see."}, tool("a"), tool("b"),
        {"type": "text", "text": "Now the rest."}, {"type": "step-start"}, tool("c"),
        {"type": "text", "text": ""},
    )  # fmt: skip
    assert [(turn.role, turn.text) for turn in turns] == [
        ("assistant", 'Let me see.\ngetStock({"sku":"a"})\ngetStock({"sku":"b"})'),
        ("tool", "a!"),
        ("tool", "b!"),
        ("assistant", 'Now the rest.\ngetStock({"sku":"c"})'),
        ("tool", "c!"),
    ]
    assert pair_calls(turns).groups == ((0, 1, 2), (3, 4))
    assert turns[1].name == "getStock"


@pytest.mark.parametrize(
    ("part", "result"),
    [
        (tool("a", "input-streaming"), None),
        (tool("a", "input-available"), None),
        (tool("a", "approval-requested"), None),
        (tool("a", "approval-responded", approval={"approved": True}), None),
        (tool("a", "output-available", output=None), ""),
        (tool("a", "output-available", output={"qty": 4}), '{"qty":4}'),
        (tool("a", "output-available", output=0), "0"),
        (tool("a", "output-error", errorText="timeout"), "timeout"),
        (tool("a", "output-denied", approval={"approved": False, "reason": "no"}), "no"),
        (tool("a", "output-denied"), "Tool execution denied."),
    ],
)
def test_the_states_of_a_call(part: Any, result: str | None) -> None:
    transcript = load_transcript([{"role": "assistant", "parts": [part]}])
    assert [turn.text for turn in transcript.turns[1:]] == ([] if result is None else [result])
    assert transcript.turns[0].text == 'getStock({"sku":"a"})'
    reported = [w for w in transcript.warnings if "has no result" in w]
    assert len(reported) == (result is None)


def test_other_forms_of_a_call() -> None:
    dynamic = tool("a", type="dynamic-tool", toolName="ship")
    old = {
        "type": "tool-invocation",
        "toolInvocation": {
            "toolCallId": "b",
            "toolName": "ship",
            "args": {"n": 1},
            "state": "result",
            "result": "ok",
        },
    }
    raw = tool("c", "output-error", input=None, rawInput='{"sku": ', errorText="bad input")
    assert [turn.text for turn in turns_of(dynamic, old, raw)] == [
        'ship({"sku":"a"})\nship({"n":1})\ngetStock({"sku": )', "a!", "ok", "bad input",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ({"type": "reasoning", "text": "Hm.", "state": "done"}, "<thinking>\nHm.\n</thinking>"),
        ({"type": "reasoning", "text": ""}, ""),
        ({"type": "file", "mediaType": "image/png", "url": "data:"}, "[image]"),
        ({"type": "file"}, "[document]"),
        ({"type": "step-start"}, ""),
        ({"type": "new", "a": 1}, '{"a":1,"type":"new"}'),
        ({"type": "tool-"}, "(unnamed)()"),
        (None, ""),
        (7, "7"),
    ],
)
def test_parts(part: Any, text: str) -> None:
    assert [turn.text for turn in turns_of(part)] == [text]


def test_what_is_for_the_screen_is_left_out_and_counted() -> None:
    screen = [{"type": "data-badge", "data": 1}, {"type": "source-url", "url": "x"}]
    transcript = load_transcript([ASK, {"role": "assistant", "parts": screen}])
    assert transcript.turns[1].text == ""
    assert transcript.warnings == ("Left out: 2 parts for the screen, which no model reads.",)


def test_bad_messages_are_skipped_with_their_place() -> None:
    odd = [7, {"role": "data", "parts": []}, {"role": "user", "content": "no parts"}]
    transcript = load_transcript([ASK, *odd], "vercel")
    assert [turn.text for turn in transcript.turns] == ["Stock?", "no parts"]
    assert [w.split(":")[0] for w in transcript.warnings] == ["Field [1]", "Field [2].role"]
