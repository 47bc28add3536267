"""OpenAI Responses: requests, responses and bare items; calls, reasoning, compaction."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.transcripts import Turn, load_transcript, pair_calls

ASK = {"role": "user", "content": [{"type": "input_text", "text": "ETA?"}]}
SAY = {
    "type": "message",
    "id": "m1",
    "role": "assistant",
    "content": [{"type": "output_text", "text": "14 min."}],
}
REASON = {"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text", "text": "Look."}]}
THOUGHT = "<thinking>\nLook.\n</thinking>\n"


def call(id: str, **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "id": f"fc_{id}", "call_id": id, "name": "eta", **more}


def output(id: str, output: Any = "14") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": id, "output": output}


def turns_of(*items: Any) -> tuple[Turn, ...]:
    return load_transcript(list(items), "openai_responses").turns


@pytest.mark.parametrize(
    "source",
    [
        [ASK, SAY],
        {"model": "m", "input": [ASK, SAY]},
        {"model": "m", "input": [ASK], "output": [SAY]},
        {"model": "m", "input": "ETA?", "output": [SAY]},
        json.dumps(ASK) + "\n" + json.dumps(SAY),
    ],
)
def test_requests_responses_lists_and_lines(source: Any) -> None:
    transcript = load_transcript(source)
    assert transcript.format == "openai_responses"
    assert [(turn.role, turn.text) for turn in transcript.turns] == [
        ("user", "ETA?"),
        ("assistant", "14 min."),
    ]
    assert transcript.warnings == ()


def test_a_response_with_instructions_tools_and_usage_on_its_last_turn() -> None:
    response = {
        "object": "response",
        "instructions": "Be brief.",
        "tools": [{"type": "function", "name": "eta"}],
        "output": [SAY, call("c")],
        "usage": {"input_tokens": 9, "output_tokens": 2},
    }
    transcript = load_transcript(response)
    assert [turn.role for turn in transcript.turns] == ["system", "assistant", "assistant"]
    assert [turn.usage is not None for turn in transcript.turns] == [False, False, True]
    assert transcript.tools == ('{"name":"eta","type":"function"}',)
    request = {"instructions": [{"role": "developer", "content": "x"}], "input": "y"}
    listed = load_transcript(request, "openai_responses")
    assert [turn.role for turn in listed.turns] == ["system", "user"]


def test_several_responses_are_several_conversations() -> None:
    responses = [{"output": [SAY]}, {"output": [ASK]}]
    assert load_transcript(responses, index=1).turns[0].text == "ETA?"
    assert "2 conversations" in load_transcript(responses).warnings[0]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ('{"truck": 9}', 'eta({"truck":9})'),
        (json.dumps('{"truck": 9}'), 'eta({"truck":9})'),
        ({"truck": 9}, 'eta({"truck":9})'),
        ('{"truck": ', 'eta({"truck": )'),
        (None, "eta()"),
    ],
)
def test_calls_pair_by_call_id_whatever_their_arguments(arguments: Any, text: str) -> None:
    turns = turns_of(ASK, call(" c ", arguments=arguments), {**output("c"), "id": "fc_c"})
    assert turns[1].text == text
    assert pair_calls(turns).groups == ((0,), (1, 2))
    assert turns[2].name == "eta"


def test_calls_made_together_are_one_turn_and_one_group_with_their_results() -> None:
    turns = turns_of(ASK, REASON, call("a"), call("b"), output("b"), ASK, output("a"), call("c"))
    assert pair_calls(turns).groups == ((0,), (1, 2, 4), (3,), (5,))
    assert turns[1].text == THOUGHT + "eta()\neta()"


def test_reasoning_stays_with_what_follows_it() -> None:
    assert [turn.text for turn in turns_of(ASK, REASON, SAY)] == ["ETA?", THOUGHT + "14 min."]
    assert [turn.text for turn in turns_of(REASON, ASK)] == [THOUGHT.strip(), "ETA?"]
    assert [turn.text for turn in turns_of(call("a"), REASON, call("b"))] == [
        "eta()",
        THOUGHT + "eta()",
    ]
    assert turns_of(REASON, SAY)[0].id == "m1"


@pytest.mark.parametrize(
    ("reasoning", "text"),
    [
        ({"summary": [], "encrypted_content": "x"}, "[redacted thought]"),
        ({"summary": []}, ""),
        ({"summary": None, "content": [{"text": "raw"}]}, "<thinking>\nraw\n</thinking>"),
        ({"summary": [7, {"text": 7}, {"text": "Look."}]}, THOUGHT.strip()),
    ],
)
def test_reasoning_of_every_shape(reasoning: Any, text: str) -> None:
    assert turns_of({"type": "reasoning", **reasoning})[0].text == text


def test_tools_of_the_provider() -> None:
    search = {"type": "web_search_call", "id": "ws", "action": {"query": "A-1"}}
    files = {"type": "file_search_call", "id": "fs", "queries": ["A"], "results": [{"n": 1}]}
    picture = {"type": "image_generation_call", "id": "ig", "result": "aGk="}
    shell = {"type": "shell_call", "call_id": "s", "action": {"commands": ["ls"]}}
    listing = {"type": "shell_call_output", "call_id": "s", "output": [{"stdout": "a.txt"}]}
    custom = {"type": "custom_tool_call", "call_id": "q", "name": "sql", "input": "SELECT 1"}
    transcript = load_transcript([search, files, picture, shell, listing, custom])
    assert [turn.text for turn in transcript.turns] == [
        'web_search({"query":"A-1"})\nfile_search(["A"])',
        '{"n":1}',
        "image_generation()",
        "[image]",
        'shell({"commands":["ls"]})',
        '{"stdout":"a.txt"}',
        "sql(SELECT 1)",
    ]
    assert [w for w in transcript.warnings if "no result" in w] == [
        "Turn 7: the call q (sql) has no result."
    ]


def test_a_compaction_is_a_summary() -> None:
    transcript = load_transcript([ASK, {"type": "compaction", "encrypted_content": "x"}, SAY])
    assert [turn.kind for turn in transcript.turns] == ["message", "summary", "message"]
    assert transcript.compactions == (1,)
    assert turns_of(REASON, {"type": "compaction", "content": "So far."})[1].text == "So far."


def test_results_of_parts_and_refusals() -> None:
    parts = [{"type": "input_text", "text": "see"}, {"type": "input_image", "image_url": "data:"}]
    refusal = {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
    assert [turn.text for turn in turns_of(call("c"), output("c", parts), refusal)] == [
        "eta()",
        "see\n[image]",
        "No.",
    ]


def test_bad_items_are_skipped_with_their_place() -> None:
    items = [ASK, 7, {"id": "x"}, {"type": "item_reference", "id": "m"}, {"type": 7}, SAY,
             {"type": "message", "content": "who?"}, {"role": "robot"}]  # fmt: skip
    transcript = load_transcript({"input": items})
    assert len(transcript.turns) == 2
    assert [w.split(":")[0] for w in transcript.warnings] == [
        *(f"Field input[{number}]" for number in (1, 2, 3, 4)),
        "Field input[6].role",
        "Field input[7].role",
    ]


def test_an_unknown_item_is_written_as_json_and_reported() -> None:
    transcript = load_transcript([ASK, {"type": "mcp_list_tools", "tools": []}])
    assert transcript.turns[1].text == '{"tools":[],"type":"mcp_list_tools"}'
    assert 'unknown type "mcp_list_tools"' in transcript.warnings[0]
