"""OpenAI chat: its envelopes, contents of any shape, calls and results."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.transcripts import Turn, load_transcript

ASK = {"role": "user", "content": "Where is A-1?"}


def call(id: Any, name: str = "find", arguments: Any = '{"q": "A-1"}', **more: Any) -> Any:
    function = {"name": name, "arguments": arguments}
    return {"role": "assistant", "tool_calls": [{"id": id, "function": function}], **more}


def answer(id: Any, content: Any = "shelf 4") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": content}


def turns_of(source: Any) -> tuple[Turn, ...]:
    return load_transcript(source, "openai_chat").turns


@pytest.mark.parametrize(
    "source",
    [
        {"messages": [ASK, {"role": "assistant", "content": "There."}]},
        [ASK, {"role": "assistant", "content": "There."}],
        json.dumps({"messages": [ASK, {"role": "assistant", "content": "There."}]}),
        json.dumps(ASK) + "\n" + json.dumps({"role": "assistant", "content": "There."}),
        json.dumps([[ASK, {"role": "assistant", "content": "There."}]]),
    ],
)
def test_object_list_and_lines(source: Any) -> None:
    transcript = load_transcript(source)
    assert transcript.format == "openai_chat"
    assert [(turn.role, turn.text) for turn in transcript.turns] == [
        ("user", "Where is A-1?"),
        ("assistant", "There."),
    ]
    assert transcript.warnings == ()


def test_one_message_alone() -> None:
    assert [turn.text for turn in load_transcript(json.dumps(ASK)).turns] == ["Where is A-1?"]


def test_a_response_with_its_usage() -> None:
    response = {
        "created": 0,
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "There."}}],
        "usage": {
            "prompt_tokens": 16,
            "completion_tokens": 3,
            "prompt_tokens_details": {"cached_tokens": 8},
        },
    }
    transcript = load_transcript(response)
    (turn,) = transcript.turns
    assert (turn.role, turn.text) == ("assistant", "There.")
    assert turn.usage is not None
    assert turn.timestamp is not None
    assert (turn.usage.input_tokens, turn.usage.cached_tokens, turn.usage.output_tokens) == (
        16, 8, 3,
    )  # fmt: skip
    assert transcript.warnings == ()


def test_the_choices_of_a_response_are_conversations() -> None:
    response = {"choices": [{"message": {"content": "a"}}, {"message": {"content": "b"}}]}
    assert load_transcript(response, index=1).turns[0].text == "b"
    assert "2 conversations" in load_transcript(response).warnings[0]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({}, ""),
        ({"content": None}, ""),
        ({"content": ""}, ""),
        ({"content": []}, ""),
        ({"content": {"ok": True, "a": 1}}, '{"a":1,"ok":true}'),
        ({"content": {"type": "text", "text": "Hi"}}, "Hi"),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "a\nb"),
        ({"content": ["a", None, "b", ""]}, "a\nb"),
        ({"content": [{"type": "hologram", "z": 1}]}, '{"type":"hologram","z":1}'),
        ({"content": [{"text": "bare"}]}, "bare"),
        ({"content": [{"type": "text"}]}, ""),
        ({"content": 42}, "42"),
        ({"content": False}, "false"),
        ({"content": [[["deep"]]]}, "deep"),
        ({"content": "  spaces kept \n"}, "  spaces kept \n"),
        ({"content": None, "refusal": "I will not."}, "I will not."),
    ],
)
def test_any_content_is_counted(message: dict[str, Any], text: str) -> None:
    for role in ("user", "assistant", "system", "tool"):
        (turn,) = turns_of([{"role": role, **message}])
        assert (turn.role, turn.text) == (role, text)


def test_unknown_blocks_and_images_are_reported() -> None:
    content = [{"type": "hologram"}, {"type": "image_url", "image_url": {"url": "data:…"}}]
    transcript = load_transcript([{"role": "user", "content": content}])
    assert transcript.turns[0].text == '{"type":"hologram"}\n[image]'
    assert any("hologram" in warning for warning in transcript.warnings)
    assert any("1 image written as [image]" in warning for warning in transcript.warnings)


@pytest.mark.parametrize(
    ("role", "read"),
    [("developer", "system"), ("function", "tool"), (" User ", "user"), ("ASSISTANT", "assistant")],
)
def test_other_names_of_roles(role: str, read: str) -> None:
    assert turns_of([{"role": role, "content": "x"}])[0].role == read


@pytest.mark.parametrize("role", ["agent", "", None, 3, ["user"]])
def test_an_unknown_role_is_skipped_and_reported(role: Any) -> None:
    transcript = load_transcript([ASK, {"role": role, "content": "x"}])
    assert len(transcript.turns) == 1
    assert "Field [1].role: expected user, assistant, system or tool" in transcript.warnings[0]


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_arguments_are_decoded_however_often_they_were_encoded(times: int) -> None:
    arguments: Any = {"q": "A-1", "b": [1]}
    for _ in range(times):
        arguments = json.dumps(arguments)
    assert turns_of([call("c", arguments=arguments)])[0].text == 'find({"b":[1],"q":"A-1"})'


@pytest.mark.parametrize(
    ("arguments", "text"),
    [(None, "find()"), ("", "find()"), ("{}", "find({})"), ('{"q": "un', 'find({"q": "un)')],
)
def test_arguments_that_are_no_object(arguments: Any, text: str) -> None:
    assert turns_of([call("c", arguments=arguments)])[0].text == text


def test_words_and_calls_are_one_turn() -> None:
    message = call("c1", content="Let me look.")
    message["tool_calls"].append({"id": "c2", "type": "custom", "custom": {"name": "run"}})
    (turn,) = turns_of([message])
    assert turn.text == 'Let me look.\nfind({"q":"A-1"})\nrun()'
    assert (turn.call_ids, turn.call_names) == (("c1", "c2"), ("find", "run"))


@pytest.mark.parametrize("calls", [{}, None, "x", [], [None], ["x", 7], [{}], {"id": "c"}])
def test_broken_tool_calls_never_raise(calls: Any) -> None:
    assert len(turns_of([{"role": "assistant", "content": "a", "tool_calls": calls}])) == 1


def test_results_pair_by_id_without_spaces_and_get_the_tools_name() -> None:
    turns = turns_of([ASK, call(" c1"), answer("c1 ")])
    assert turns[1].call_ids == ("c1",)
    assert (turns[2].result_of, turns[2].name, turns[2].role) == ("c1", "find", "tool")


def test_orphans_and_unanswered_calls_are_reported() -> None:
    transcript = load_transcript([answer("c0"), call("c1"), {"role": "tool", "content": "x"}])
    assert transcript.warnings == (
        "Turn 1: the result of c0 has no call before it.",
        "Turn 2: the call c1 (find) has no result.",
        "1 tool result, the first in turn 3, without the call answered.",
    )


def test_calls_of_the_old_interface_pair_by_name_and_order() -> None:
    old = {"role": "assistant", "function_call": {"name": "find", "arguments": "{}"}}
    result = {"role": "function", "name": "find", "content": "shelf 4"}
    transcript = load_transcript([old, result, old, result])
    ids = [turn.call_ids[0] if turn.call_ids else turn.result_of for turn in transcript.turns]
    assert ids[0] == ids[1] != ids[2] == ids[3]
    assert transcript.warnings == ()


def test_reasoning_is_marked_counted_and_reported() -> None:
    transcript = load_transcript([call("c", content="", reasoning_content="Hm.")])
    assert transcript.turns[0].text == '<thinking>\nHm.\n</thinking>\nfind({"q":"A-1"})'
    assert any("Thinking is counted" in warning for warning in transcript.warnings)


def test_tools_are_canonical_json() -> None:
    tools = [{"type": "function", "function": {"name": "find", "description": "é"}}]
    expected = ('{"function":{"description":"é","name":"find"},"type":"function"}',)
    for given in (tools, json.dumps(tools), tools[0]):
        assert load_transcript({"messages": [ASK], "tools": given}).tools == expected
    old = {"messages": [ASK], "functions": [{"name": "find"}]}
    assert load_transcript(old).tools == ('{"name":"find"}',)


def test_names_and_titles() -> None:
    transcript = load_transcript({"title": "Shelf", "messages": [{**ASK, "name": "bob"}]})
    assert (transcript.title, transcript.turns[0].name) == ("Shelf", "bob")
