"""Gemini: requests, candidates, parts of every sort, pairs without ids."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.transcripts import Turn, Usage, load_transcript, pair_calls

ASK = {"role": "user", "parts": [{"text": "Where?"}]}
SAY = {"role": "model", "parts": [{"text": "There."}]}


def call(name: str, **more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {"q": name}, **more}}


def result(name: str, response: Any, **more: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": response, **more}}


def turns_of(*contents: Any) -> tuple[Turn, ...]:
    return load_transcript({"contents": list(contents)}).turns


@pytest.mark.parametrize(
    "source",
    [
        {"contents": [ASK, SAY]},
        [ASK, SAY],
        json.dumps(ASK) + "\n" + json.dumps(SAY),
        {"contents": [{"parts": [{"text": "Where?"}]}, SAY]},
        [{"role": "user", "parts": ["Where?"]}, {"role": "model", "parts": "There."}],
    ],
)
def test_request_list_and_lines(source: Any) -> None:
    transcript = load_transcript(source)
    assert transcript.format == "gemini"
    assert [(t.role, t.text) for t in transcript.turns] == [
        ("user", "Where?"),
        ("assistant", "There."),
    ]
    assert transcript.warnings == ()


@pytest.mark.parametrize("contents", ["Where?", {"parts": [{"text": "Where?"}]}])
def test_one_content_may_stand_for_the_list(contents: Any) -> None:
    assert [turn.text for turn in load_transcript({"contents": contents}).turns] == ["Where?"]


@pytest.mark.parametrize("key", ["systemInstruction", "system_instruction"])
@pytest.mark.parametrize("value", ["Be brief.", {"parts": [{"text": "Be brief."}]}])
def test_system_text_comes_first(key: str, value: Any) -> None:
    turns = load_transcript({"contents": [ASK], key: value}).turns
    assert [(turn.role, turn.text) for turn in turns] == [
        ("system", "Be brief."),
        ("user", "Where?"),
    ]


def test_each_function_is_a_tool() -> None:
    functions = [{"name": "a"}, {"name": "b"}]
    tools = [{"functionDeclarations": functions}, {"googleSearch": {}}]
    assert load_transcript({"contents": [ASK], "tools": tools}).tools == (
        '{"name":"a"}', '{"name":"b"}', '{"googleSearch":{}}',
    )  # fmt: skip


def test_a_response_with_its_usage_and_its_candidates() -> None:
    counted = {"promptTokenCount": 9, "cachedContentTokenCount": 4, "candidatesTokenCount": 2,
               "thoughtsTokenCount": 5}  # fmt: skip
    candidates = [{"content": {"parts": [{"text": text}]}} for text in "ab"]
    transcript = load_transcript({"candidates": candidates, "usageMetadata": counted}, index=1)
    (turn,) = transcript.turns
    assert (turn.role, turn.text, turn.usage) == ("assistant", "b", Usage(9, 4, 7))
    assert "2 conversations" in transcript.warnings[0]
    blocked = {"candidates": [{"finishReason": "SAFETY"}, candidates[0]]}
    warnings = load_transcript(blocked).warnings
    assert warnings[0].startswith("Field candidates[0].content: expected an object")
    assert load_transcript({"candidates": candidates[:1]}).turns[0].usage is None


def test_calls_without_ids_pair_by_name_and_in_order() -> None:
    turns = turns_of(
        ASK,
        {"role": "model", "parts": [call("a"), call("b"), call("a")]},
        {"role": "user", "parts": [result("b", {"r": 1}), result("a", {"r": 2})]},
        {"role": "function", "parts": [result("a", {"r": 3})]},
        {"role": "model", "parts": [call("a")]},
        {"role": "user", "parts": [result("a", {"r": 4}), {"text": "and now?"}]},
    )
    assert pair_calls(turns).groups == ((0,), (1, 2, 3, 4), (5, 6), (7,))
    assert pair_calls(turns).unanswered == ()
    first, second, third = turns[1].call_ids
    assert [turn.result_of for turn in turns[2:5]] == [second, first, third]
    assert turns[1].text == 'a({"q":"a"})\nb({"q":"b"})\na({"q":"a"})'


def test_ids_are_used_where_there_are_some() -> None:
    turns = turns_of(
        {"role": "model", "parts": [call("a", id="1"), call("a", id="2")]},
        {"role": "user", "parts": [result("a", "x", id=" 2"), result("a", "y", id="1")]},
    )
    assert [turn.result_of for turn in turns[1:]] == ["2", "1"]


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ({"text": ""}, ""),
        ({"text": None}, ""),
        ({}, ""),
        ({"thoughtSignature": "x"}, ""),
        ({"text": "Hm.", "thought": True}, "<thinking>\nHm.\n</thinking>"),
        ({"inlineData": {"mimeType": "image/png", "data": ""}}, "[image]"),
        ({"inline_data": {"mime_type": "audio/wav"}, "text": None}, "[audio]"),
        ({"fileData": {"fileUri": "gs://x"}}, "[document]"),
        ({"function_call": {"name": "f", "args": None}, "text": None}, "f()"),
        ({"functionCall": {"name": "f", "args": '"{\\"a\\": 1}"'}}, 'f({"a":1})'),
        ({"functionCall": {}}, "(unnamed)()"),
        ({"new": 1}, '{"new":1}'),
        (7, "7"),
        (None, ""),
    ],
)
def test_parts(part: Any, text: str) -> None:
    assert [turn.text for turn in turns_of({"role": "model", "parts": [part]})] == [text]


def test_code_that_the_provider_ran() -> None:
    parts = [
        {"executableCode": {"language": "PYTHON", "code": "print(1)"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
        {"text": "It is 1."},
    ]
    turns = turns_of({"role": "model", "parts": parts})
    assert [turn.text for turn in turns] == ["code_execution(print(1))", "1", "It is 1."]
    assert pair_calls(turns).groups == ((0, 1), (2,))


def test_bad_contents_are_skipped_with_their_place() -> None:
    transcript = load_transcript({"contents": [ASK, 7, {"role": "robot", "parts": []}, SAY]})
    assert len(transcript.turns) == 2
    assert [w.split(":")[0] for w in transcript.warnings] == [
        "Field contents[1]",
        "Field contents[2].role",
    ]
