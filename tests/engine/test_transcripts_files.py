"""The readers on files that other tools wrote; skipped where the folder is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TranscriptError
from engine.transcripts import TITLES, load_transcript, pair_calls, sections_from_transcript

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "transcripts"

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
}
OTHERS = {
    "chatgpt_export": "chatgpt_export",
    "gemini": "gemini",
    "langchain": "langchain",
    "openai_responses": "openai_responses",
    "otel": "otel",
    "sharegpt": "sharegpt",
    "vercel": "vercel",
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
    assert len(sections) == spoken - answered


@pytest.mark.parametrize("name", FILES)
def test_text_bytes_and_path_agree(name: str) -> None:
    path = found(name)
    data = path.read_bytes()
    assert load_transcript(path) == load_transcript(data) == load_transcript(data.decode())


def test_formats_without_a_reader_are_named() -> None:
    if not FOLDER.exists():
        pytest.skip("no transcripts beside the repository")
    for path in sorted(FOLDER.iterdir()):
        format = next((f for part, f in OTHERS.items() if part in path.name), None)
        if format is None:
            assert path.name in FILES
            continue
        with pytest.raises(TranscriptError) as caught:
            load_transcript(path)
        assert TITLES[format] in str(caught.value)


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
