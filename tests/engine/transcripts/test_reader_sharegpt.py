"""ShareGPT: speakers by every name, calls in JSON, lists of conversations."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.transcripts import Turn, load_transcript, pair_calls


def said(speaker: Any, value: Any) -> dict[str, Any]:
    return {"from": speaker, "value": value}


def turns_of(*turns: Any) -> tuple[Turn, ...]:
    return load_transcript([{"conversations": list(turns)}]).turns


HI = [said("human", "Hi"), said("gpt", "Hello!")]


@pytest.mark.parametrize(
    "source",
    [
        [{"conversations": HI}],
        {"conversations": HI},
        {"conversation": HI},
        HI,
        json.dumps({"id": 1, "conversations": HI}),
        "\n".join(map(json.dumps, HI)),
    ],
)
def test_one_conversation_in_every_wrapping(source: Any) -> None:
    transcript = load_transcript(source)
    assert transcript.format == "sharegpt"
    assert [(turn.role, turn.text) for turn in transcript.turns] == [
        ("user", "Hi"),
        ("assistant", "Hello!"),
    ]
    assert transcript.warnings == ()


def test_the_conversation_at_the_index_with_its_own_tools_and_system_text() -> None:
    tools = json.dumps([{"name": "find"}, {"name": "sort"}])
    many = [{"conversations": HI}, {"conversations": HI, "tools": tools, "system": "Be brief."}]
    transcript = load_transcript(many, index=1)
    assert [turn.role for turn in transcript.turns] == ["system", "user", "assistant"]
    assert transcript.tools == ('{"name":"find"}', '{"name":"sort"}')
    assert transcript.conversations == 2
    assert load_transcript(many).tools == ()


@pytest.mark.parametrize(
    ("speaker", "role"),
    [("human", "user"), ("User", "user"), ("gpt", "assistant"), ("chatgpt", "assistant"),
     (" assistant", "assistant"), ("system", "system"), ("observation", "tool"), ("tool", "tool")],
)  # fmt: skip
def test_speakers(speaker: str, role: str) -> None:
    assert [turn.role for turn in turns_of(said(speaker, "x"))] == [role]


FIND = {"name": "find", "arguments": {"q": "A"}}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (json.dumps(FIND), 'find({"q":"A"})'),
        (json.dumps(json.dumps(FIND)), 'find({"q":"A"})'),
        (FIND, 'find({"q":"A"})'),
        (json.dumps({"name": "find", "arguments": '{"q": "A"}'}), 'find({"q":"A"})'),
        (json.dumps([FIND, {"name": "sort"}]), 'find({"q":"A"})\nsort()'),
        ("find it", "(unnamed)(find it)"),
        ('{"tool": 1}', '(unnamed)({"tool":1})'),
    ],
)
def test_calls(value: Any, text: str) -> None:
    (turn,) = turns_of(said("function_call", value))
    assert turn.text == text
    assert len(turn.call_ids) == text.count("\n") + 1


def test_results_pair_in_order() -> None:
    turns = turns_of(
        said("human", "Where?"),
        said("function_call", json.dumps([FIND, {"name": "sort"}])),
        said("observation", "one"),
        said("observation", {"shelf": 4}),
        said("gpt", "There."),
        said("function_call", json.dumps(FIND)),
        said("observation", "three"),
    )
    pairing = pair_calls(turns)
    assert pairing.groups == ((0,), (1, 2, 3), (4,), (5, 6))
    assert (pairing.orphans, pairing.unanswered) == ((), ())
    assert [turn.name for turn in turns if turn.role == "tool"] == ["find", "sort", "find"]


def test_a_call_that_was_given_up_takes_no_later_result() -> None:
    call, stop = said("function_call", json.dumps(FIND)), said("human", "Stop.")
    assert pair_calls(turns_of(call, stop, call, said("observation", "x"))).answers == {3: 2}
    assert pair_calls(turns_of(call, stop, said("observation", "x"))).answers == {2: 0}


@pytest.mark.parametrize("value", [None, "", [], 7])
def test_a_value_of_any_shape_is_a_turn(value: Any) -> None:
    for speaker in ("human", "observation", "gpt", "function_call"):
        assert len(turns_of(said(speaker, value), said("gpt", "x"))) in (1, 2)


def test_bad_turns_are_skipped_with_their_place() -> None:
    transcript = load_transcript([{"conversations": [*HI, 7, said("robot", "x"), said(None, "y")]}])
    assert len(transcript.turns) == 2
    assert [w.split(":")[0] for w in transcript.warnings] == [
        f"Field [0].conversations[{place}" for place in ("2]", "3].from", "4].from")
    ]
