"""The readers on files that other tools wrote; skipped where the folder is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.transcripts import (
    TITLES,
    Usage,
    dump_transcript,
    load_transcript,
    pair_calls,
    sections_from_transcript,
)

FOLDER = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "transcripts"

# file: format, first letters of the roles (S = a summary), answered calls, how warnings begin
FILES: dict[str, tuple[str, str, int, list[str]]] = {
    "OWN_anthropic_messages_request.json": ("anthropic", "suattu", 2, ["Thinking is counted"]),
    "anthropic_response_clear_tool_uses.json": ("anthropic", "a", 0, []),
    "anthropic_response_compaction.json": ("anthropic", "Sa", 0, []),
    "anthropic_response_thinking.json": ("anthropic", "a", 0, ["Thinking is counted (1 block)"]),
    "claude_code_session_compact_boundary.jsonl": (
        "claude_code",
        "uauauaSua",
        0,
        ["Left out: 2 rows on branches"],
    ),
    "claude_code_session_edge_cases.jsonl": (
        "claude_code",
        "uauatuuuauuau",
        1,
        [
            "Line 11, field message: expected an object",
            "Line 13: expected an object",
            "Line 14, field type",
            "Line 15: expected an object; found 42",
            "Line 16: expected an object",
            "Turn 9: the call tool_edge_002",
            "Turn 12: the call toolu_todowrite_002",
        ],
    ),
    "claude_code_session_representative.jsonl": ("claude_code", "uauatauatau", 2, []),
    "openai_chat_drone_training_first3.jsonl": (
        "openai_chat",
        "sua",
        0,
        ["The file holds 3 conversations", "Turn 3: the call call_id (takeoff_drone)"],
    ),
    "openai_chat_response_text.json": ("openai_chat", "a", 0, []),
    "openai_chat_response_tool_calls_xai.json": (
        "openai_chat",
        "a",
        0,
        ["Thinking is counted", "Turn 1: the call call_46427107 (weather)"],
    ),
    "openai_like_messages_mllm_first3.json": (
        "openai_chat",
        "uaua",
        0,
        ["The file holds 3 conversations"],
    ),
    "OWN_chatgpt_export_branches.json": (
        "chatgpt_export",
        "ua",
        0,
        ["Left out: 1 message on branches", "1 image written as [image]"],
    ),
    "chatgpt_export_membridge_conv1.json": ("chatgpt_export", "suaua", 0, []),
    "OWN_openai_responses_input_items.json": (
        "openai_responses",
        "uataS",
        1,
        ["1 redacted thought", "1 encrypted summary"],
    ),
    "openai_responses_phase.json": ("openai_responses", "aa", 0, []),
    "openai_responses_reasoning_message.json": (
        "openai_responses",
        "a",
        0,
        ["Thinking is counted (1 block)"],
    ),
    "openai_responses_shell_call.json": (
        "openai_responses",
        "a",
        0,
        ["Turn 1: the call call_udkLUvR8lWvG8cDO2B6GNpvZ (shell) has no result."],
    ),
    "langchain_dumpd.json": ("langchain", "suata", 1, []),
    "langchain_messages_to_dict.json": ("langchain", "suata", 1, []),
    "OWN_gemini_contents_request.json": ("gemini", "suata", 1, []),
    "gemini_response_functioncall.json": ("gemini", "a", 0, ["Turn 1: the call weather#1"]),
    "gemini_response_functioncall_thoughtsignature.json": (
        "gemini",
        "a",
        0,
        ["Turn 1: the call weather#1"],
    ),
    "gemini_response_thought.json": ("gemini", "a", 0, []),
    "sharegpt_fastchat_first3.json": (
        "sharegpt",
        "uaua",
        0,
        ["The file holds 3 conversations; this is number 1."],
    ),
    "sharegpt_glaive_toolcall_first2.json": (
        "sharegpt",
        "uauataua",
        1,
        ["The file holds 2 conversations; this is number 1."],
    ),
    "otel_genai_span_reasoning_and_instructions.json": ("otel", "ssua", 0, []),
    "otel_genai_span_tool_call.json": ("otel", "uata", 1, []),
    "OWN_vercel_ui_messages.json": (
        "vercel",
        "uataat",
        2,
        ["Left out: 1 part for the screen", "Thinking is counted (1 block)"],
    ),
}


def found(name: str) -> Path:
    if not (FOLDER / name).exists():
        pytest.skip(f"no {name} beside the repository")
    return FOLDER / name


@pytest.mark.parametrize("name", FILES)
def test_turns_pairs_and_warnings(name: str) -> None:
    format, roles, answered, warnings = FILES[name]
    transcript = load_transcript(found(name))
    assert transcript.format == format
    letters = ["S" if turn.kind == "summary" else turn.role[0] for turn in transcript.turns]
    assert "".join(letters) == roles
    assert len(pair_calls(transcript.turns).answers) == answered
    assert len(transcript.warnings) == len(warnings)
    for warning, beginning in zip(transcript.warnings, warnings, strict=True):
        assert warning.startswith(beginning)
    sections = sections_from_transcript(transcript)
    spoken = sum(1 for turn in transcript.turns if turn.text.strip())
    assert len(sections) == spoken - answered + len(transcript.tools)


@pytest.mark.parametrize("name", FILES)
def test_text_bytes_and_path_agree(name: str) -> None:
    path = found(name)
    data = path.read_bytes()
    assert load_transcript(path) == load_transcript(data) == load_transcript(data.decode())


@pytest.mark.parametrize("name", FILES)
def test_what_is_written_back_is_read_as_the_same_turns(name: str) -> None:
    turns = load_transcript(found(name)).turns
    back = load_transcript(dump_transcript(turns)).turns
    groups = [turns[index] for group in pair_calls(turns).groups for index in group]
    assert [(t.role, t.text, t.call_ids, t.result_of) for t in back] == [
        (t.role, t.text, t.call_ids, t.result_of)
        for t in groups
        if t.text.strip() or t.role == "tool"
    ]


def test_every_file_is_opened_here() -> None:
    if not FOLDER.exists():
        pytest.skip("no transcripts beside the repository")
    assert {path.name for path in FOLDER.iterdir()} == set(FILES)
    assert {format for format, *_ in FILES.values()} == set(TITLES) - {"plain"}


def test_details_of_the_claude_code_files() -> None:
    transcript = load_transcript(found("claude_code_session_compact_boundary.jsonl"))
    assert transcript.compactions == (6,)
    assert [turn.id for turn in transcript.turns][:4] == ["u1", "a1", "b2u", "b2a"]
    usage = [turn.usage.output_tokens for turn in transcript.turns if turn.usage]
    assert usage == [5, 5, 5, 5]
    edge = load_transcript(found("claude_code_session_edge_cases.jsonl"))
    assert [turn.id for turn in edge.turns if turn.text == ""] == ["edge_010"]
    assert edge.title is not None


def test_details_of_the_openai_files() -> None:
    path = found("openai_chat_drone_training_first3.jsonl")
    texts = [load_transcript(path, index=index).turns[-1].text for index in range(3)]
    assert texts == [
        'takeoff_drone({"altitude":100})',
        'takeoff_drone({"altitude":100})',
        'land_drone({"location":"current"})',
    ]


def texts_of(name: str, index: int = 0) -> list[str]:
    return [turn.text for turn in load_transcript(found(name), index=index).turns]


def test_details_of_the_chatgpt_files() -> None:
    transcript = load_transcript(found("OWN_chatgpt_export_branches.json"))
    assert transcript.title == "Boiler"
    assert [turn.id for turn in transcript.turns] == ["u1", "a2"]
    assert transcript.turns[1].text == "[image]\nCheck the gas valve."
    assert transcript.turns[0].timestamp is not None
    bridge = load_transcript(found("chatgpt_export_membridge_conv1.json"))
    assert bridge.title == "Python Best Practices"
    assert [turn.id for turn in bridge.turns if not turn.text] == ["msg_sys_01"]
    assert bridge.turns[3].text == "Can you elaborate on type hints?"


def test_details_of_the_responses_files() -> None:
    items = load_transcript(found("OWN_openai_responses_input_items.json"))
    assert [turn.text for turn in items.turns] == [
        "ETA of truck 9?",
        '[redacted thought]\neta({"truck":9})',
        '{"min":14}',
        "14 minutes.",
        "[encrypted summary]",
    ]
    assert (items.turns[1].call_ids, items.turns[2].result_of) == (("call_9",), "call_9")
    assert items.compactions == (4,)
    (turn,) = load_transcript(found("openai_responses_reasoning_message.json")).turns
    assert turn.text.startswith("<thinking>\n**Reporting final result**")
    assert turn.text.endswith(
        "</thinking>\n12 + 7 = 19\n19 × 3 = 57\n57 × 10 = 570\n\nFinal result: 570"
    )
    assert turn.usage == Usage(865, 0, 163)
    shell = load_transcript(found("openai_responses_shell_call.json"))
    assert shell.tools == ('{"type":"shell"}',)
    assert shell.turns[0].text.startswith('shell({"commands":["cd ~ && pwd","cd ~/Desktop && pwd",')
    phases = load_transcript(found("openai_responses_phase.json")).turns
    assert [turn.usage for turn in phases] == [None, Usage(7243, 3072, 423)]


@pytest.mark.parametrize("name", ["langchain_dumpd.json", "langchain_messages_to_dict.json"])
def test_both_dumps_of_langchain_hold_the_same(name: str) -> None:
    turns = load_transcript(found(name)).turns
    assert [turn.text for turn in turns] == [
        "You are a terse travel desk.",
        "Is flight LX1234 on time?",
        'flight_status({"flight":"LX1234"})',
        '{"status":"delayed","minutes":25}',
        "LX1234 is delayed by 25 minutes.",
    ]
    assert (turns[2].call_ids, turns[3].result_of) == (("call_7",), "call_7")
    assert [turn.id for turn in turns] == ["t1", "u1", "a1", "t4", "a2"]
    assert turns[2].usage == Usage(41, 0, 12)


def test_details_of_the_gemini_files() -> None:
    request = load_transcript(found("OWN_gemini_contents_request.json"))
    assert [turn.text for turn in request.turns] == [
        "Answer in one line.",
        "Tide at Brest now?",
        'tide({"port":"Brest"})',
        '{"m":3.4}',
        "3.4 m.",
    ]
    assert len(request.tools) == 1
    assert request.tools[0].startswith('{"description":"tide height","name":"tide"')
    usage = load_transcript(found("gemini_response_functioncall.json")).turns[0].usage
    assert usage == Usage(29, 0, 15 + 893)
    (turn,) = load_transcript(found("gemini_response_thought.json")).turns
    assert turn.text.startswith('There are **3** "r"s in strawberry.')


def test_details_of_the_sharegpt_files() -> None:
    assert texts_of("sharegpt_fastchat_first3.json", 1)[0] == "Who are you?"
    assert len(texts_of("sharegpt_fastchat_first3.json", 2)) == 6
    circle = load_transcript(found("sharegpt_glaive_toolcall_first2.json"), index=1)
    assert pair_calls(circle.turns).answers == {2: 1, 6: 5, 10: 9}
    assert circle.turns[5].text == 'calculate_area({"dimensions":[4],"shape":"circle"})'
    assert circle.turns[6].text == '{"area": 50.24}'
    assert len(circle.tools) == 2


def test_details_of_the_otel_files() -> None:
    assert texts_of("otel_genai_span_reasoning_and_instructions.json")[:2] == [
        "You must never tell jokes",
        "You are a helpful bot",
    ]
    turns = load_transcript(found("otel_genai_span_tool_call.json")).turns
    assert turns[1].call_ids == (turns[2].result_of,) == ("call_VSPygqKTWdrhaFErNvMV18Yl",)
    assert turns[2].text == "rainy, 57°F"
    assert turns[3].usage == Usage(97, 0, 52)


def test_details_of_the_vercel_file() -> None:
    turns = load_transcript(found("OWN_vercel_ui_messages.json")).turns
    assert [turn.text for turn in turns] == [
        "Stock of SKU-77?",
        '<thinking>\nLook it up.\n</thinking>\ngetStock({"sku":"SKU-77"})',
        '{"qty":4}',
        "Four left.",
        'ship({"sku":"SKU-77"})',
        "timeout",
    ]
    assert pair_calls(turns).groups == ((0,), (1, 2), (3,), (4, 5))
