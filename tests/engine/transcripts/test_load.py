"""Loading: what a source may be, how its format is recognised, and how an unreadable one fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import TranscriptError
from engine.transcripts import READERS, TITLES, load_transcript

HELLO = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello!"}]
HELLO_TEXTS = ["Hi", "Hello!"]


def texts(source: Any, **options: Any) -> list[str]:
    return [turn.text for turn in load_transcript(source, **options).turns]


def failure(source: Any, **options: Any) -> TranscriptError:
    with pytest.raises(TranscriptError) as caught:
        load_transcript(source, **options)
    return caught.value


# What a source may be


def test_text_bytes_path_and_parsed_json_read_alike(tmp_path: Path) -> None:
    text = json.dumps(HELLO)
    file = tmp_path / "talk.json"
    file.write_text(text, encoding="utf-8")
    for source in (text, text.encode(), bytearray(text.encode()), file, HELLO):
        assert texts(source) == HELLO_TEXTS


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encodings_with_their_marks(encoding: str) -> None:
    assert texts("user: naïve 中文 🎉".encode(encoding)) == ["naïve 中文 🎉"]
    assert texts(json.dumps(HELLO).encode(encoding)) == HELLO_TEXTS


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_wrong_encoding_names_the_byte_and_its_line(mark: bytes) -> None:
    data = mark + b"user: hi\nassistant: caf\xe9"
    error = failure(data)
    assert f"0xe9 at position {data.index(0xE9)}" in str(error)
    assert error.line == 2


def test_a_broken_utf16_file_names_the_position() -> None:
    assert "position" in str(failure("user: hi".encode("utf-16") + b"\x00"))


def test_a_path_that_cannot_be_read(tmp_path: Path) -> None:
    assert "no.json" in str(failure(tmp_path / "no.json"))
    failure(tmp_path)


@pytest.mark.parametrize("source", ["", "  \n ", b"", [], {}, None, 7, "[]", "{}"])
def test_nothing_to_read(source: Any) -> None:
    failure(source)


def test_a_file_name_as_text_says_that_a_path_is_meant() -> None:
    assert "Path" in str(failure("talks/today.jsonl"))


def test_inputs_are_not_changed() -> None:
    source = [{"role": "assistant", "content": [{"type": "text", "text": "a"}], "tool_calls": [{}]}]
    before = json.dumps(source)
    load_transcript(source)
    assert json.dumps(source) == before


def test_half_characters_are_replaced_and_reported() -> None:
    for source in ('[{"role": "user", "content": "cut \\ud83d"}]', "user: cut \ud83d"):
        transcript = load_transcript(source)
        assert transcript.turns[0].text == "cut �"
        assert any("U+FFFD" in warning for warning in transcript.warnings)
    assert texts('[{"role": "user", "content": "\\ud83c\\udf89"}]') == ["🎉"]


def test_json_nested_too_deeply_is_an_error_of_ours() -> None:
    failure("[" * 100_000)
    deep: dict[str, Any] = {}
    for _ in range(5_000):
        deep = {"a": deep}
    failure([{"role": "user", "content": deep}])


# Recognition

SIGNS: dict[str, Any] = {
    "claude_code": {"type": "user", "uuid": "1", "message": {"role": "user", "content": "x"}},
    "chatgpt_export": [
        {
            "current_node": "a",
            "mapping": {
                "a": {"message": {"author": {"role": "user"}, "content": {"parts": ["x"]}}}
            },
        }
    ],
    "anthropic": {"system": "s", "messages": HELLO},
    "openai_responses": [
        {"role": "user", "content": [{"type": "input_text", "text": "x"}]},
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
    ],
    "openai_chat": {"messages": HELLO},
    "langchain": [{"type": "human", "data": {"content": "x"}}],
    "gemini": {"contents": [{"role": "user", "parts": [{"text": "x"}]}]},
    "sharegpt": [{"conversations": [{"from": "human", "value": "x"}]}],
    "otel": {"gen_ai.input.messages": '[{"role": "user", "parts": []}]'},
    "vercel": [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "x"}]}],
    "plain": "user: x",
}
OTLP = {"key": "gen_ai.input.messages", "value": {"stringValue": '[{"role": "user"}]'}}
MORE_SIGNS: list[tuple[str, Any]] = [
    ("claude_code", [SIGNS["claude_code"]]),
    ("claude_code", {"type": "system", "uuid": "1", "content": "x"}),
    ("anthropic", [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1"}]}]),
    ("anthropic", [{"role": "assistant", "content": [{"type": "server_tool_use"}]}]),
    ("anthropic", {"messages": HELLO, "tools": [{"name": "f", "input_schema": {}}]}),
    ("anthropic", {"type": "message", "role": "assistant", "stop_reason": None, "content": []}),
    ("anthropic", [{"type": "message", "role": "user", "content": [{"type": "text"}]}]),
    ("openai_responses", {"object": "response", "output": [{"type": "message"}]}),
    ("openai_responses", {"model": "m", "input": HELLO}),
    ("openai_responses", [{"type": "message", "role": "user", "content": "x"}]),
    ("openai_responses", [{"type": "web_search_call", "id": "1"}]),
    ("openai_chat", {"choices": [{"message": {"content": "x"}}]}),
    ("openai_chat", [HELLO, HELLO]),
    ("openai_chat", {"messages": []}),
    ("openai_chat", [{"conversations": HELLO}]),
    ("openai_responses", {"model": "m", "input": "x"}),
    ("openai_responses", [{"type": "function_call_output", "call_id": "1", "output": "x"}]),
    ("langchain", {"messages": [{"type": "ai", "content": "x"}]}),
    (
        "langchain",
        [{"lc": 1, "type": "constructor", "id": ["AIMessage"], "kwargs": {"content": "x"}}],
    ),
    ("gemini", {"candidates": [{"content": {"parts": [{"text": "x"}]}}]}),
    ("gemini", [{"role": "model", "parts": [{"functionCall": {"name": "f"}}]}]),
    ("gemini", [{"role": "user", "parts": ["x"]}]),
    ("gemini", [{"role": "user", "parts": "x"}]),
    ("sharegpt", [{"from": "gpt", "value": "x"}]),
    ("otel", [{"role": "tool", "parts": [{"type": "tool_call_response", "id": "1"}]}]),
    ("otel", {"resourceSpans": [{"spans": [{"attributes": [OTLP]}]}]}),
    ("otel", {"name": "chat", "attributes": SIGNS["otel"]}),
    ("vercel", {"messages": SIGNS["vercel"]}),
    ("plain", "Notes of the day\nAI: x"),
]


@pytest.mark.parametrize(("name", "source"), [*SIGNS.items(), *MORE_SIGNS])
def test_the_format_is_recognised(name: str, source: Any) -> None:
    try:
        found = load_transcript(source).format
    except TranscriptError as error:
        found = "openai_chat" if error.field == "messages" else str(error)
    assert found == name


def test_every_format_has_a_sign_and_a_reader() -> None:
    assert set(SIGNS) == set(TITLES) == set(READERS)
    assert list(READERS) == list(TITLES)


def test_json_that_is_none_of_them_gets_the_list_of_all() -> None:
    assert all(title in str(failure('{"rows": 1}')) for title in TITLES.values())


@pytest.mark.parametrize("source", ['{"a": 1}', "[1, 2]", '[["a"]]', '{"rows": []}\n{"rows": []}'])
def test_json_that_is_no_conversation(source: str) -> None:
    assert "no conversation" in str(failure(source))


def test_a_format_can_be_given() -> None:
    assert load_transcript({"messages": HELLO}, "anthropic").format == "anthropic"
    assert texts('{"note": 1}\nuser: hi', format="plain") == ["hi"]
    assert "openai_chat" in str(failure("user: hi", format="chat"))
    assert "expected JSON" in str(failure("user: hi", format="openai_chat"))
    assert "mapping" in str(failure("[{}]", format="chatgpt_export"))


def test_a_text_with_braces_is_still_a_text() -> None:
    assert texts("{draft}\nuser: hi") == ["hi"]


# JSON, JSON lines and their mistakes


def test_a_syntax_error_names_line_and_column() -> None:
    error = failure('[\n  {"role": "user",\n   "content" "Hi"}\n]')
    assert error.line == 3
    assert "Line 3, column 14" in str(error)


def test_a_document_cut_off_is_a_syntax_error() -> None:
    assert failure(json.dumps({"messages": HELLO}, indent=1)[:-3]).line is not None
    assert failure('{"messages": [{"role": "user"').line == 1


@pytest.mark.parametrize("bad", ['{"role": "user", "cont', "oops", "[1, 2"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_bad_line_is_skipped_and_reported(bad: str, place: int) -> None:
    lines = [json.dumps(message) for message in HELLO]
    lines.insert(place, bad)
    transcript = load_transcript("\n".join(lines))
    assert [turn.text for turn in transcript.turns] == HELLO_TEXTS
    assert [w for w in transcript.warnings if w.startswith(f"Line {place + 1}: not JSON")]


@pytest.mark.parametrize("value", ['"text"', "42", "null", "[]", "{}", '{"silly": 1}'])
def test_a_line_with_another_value_is_skipped_and_reported(value: str) -> None:
    lines = [json.dumps(HELLO[0]), value, json.dumps(HELLO[1])]
    transcript = load_transcript("\n".join(lines))
    assert [turn.text for turn in transcript.turns] == HELLO_TEXTS
    assert [w for w in transcript.warnings if w.startswith("Line 2")]


def test_lines_may_end_as_windows_ends_them_and_hold_line_separators() -> None:
    lines = [json.dumps({"role": "user", "content": "a\u2028b"}, ensure_ascii=False), ""]
    assert texts("\r\n".join([*lines, json.dumps(HELLO[1])])) == ["a\u2028b", "Hello!"]


def test_nothing_readable_names_line_field_and_what_was_expected() -> None:
    rows = ["", "oops"] + [json.dumps({"role": "agent", "content": "x"})] * 3
    error = failure("\n".join(rows))
    assert (error.line, error.field) == (3, "role")
    assert str(error) == (
        'Line 3, field role: expected user, assistant, system or tool; found "agent".'
    )


def test_a_printed_document_gets_its_line_too() -> None:
    error = failure(json.dumps({"messages": [{"role": "agent", "content": "x"}]}, indent=1))
    assert (error.line, error.field) == (4, "messages[0].role")
    error = failure('{"messages":\n []}')
    assert (error.line, error.field) == (2, "messages")


def test_parsed_json_has_fields_but_no_lines() -> None:
    error = failure([{"role": 7}, {"content": "x"}], format="openai_chat")
    assert (error.line, error.field) == (None, "[0].role")
    assert "found 7" in str(error)
    assert "found nothing" in str(failure([{"content": "x"}]))


def test_many_bad_lines_are_counted() -> None:
    rows = [json.dumps(HELLO[0])] + ["{oops"] * 30
    warnings = load_transcript("\n".join(rows)).warnings
    assert len(warnings) == 21
    assert warnings[-1].startswith("Skipped beside these: 10 more lines")


def test_very_long_numbers_are_no_crash() -> None:
    failure('[{"role": "user", "content": ' + "9" * 5000 + "}]")


# Several conversations

MANY = [{"messages": [{"role": "user", "content": str(number)}]} for number in range(3)]


@pytest.mark.parametrize("source", [MANY, "\n".join(map(json.dumps, MANY))])
def test_the_conversation_at_the_index_and_a_warning_that_counts_them(source: Any) -> None:
    for index in range(3):
        transcript = load_transcript(source, index=index)
        assert [turn.text for turn in transcript.turns] == [str(index)]
        assert transcript.conversations == 3
        assert "3 conversations" in transcript.warnings[0]
    assert "3 conversations" in str(failure(source, index=3))


@pytest.mark.parametrize("index", [-1, True, 1.0, "0", None])
def test_an_index_that_is_none(index: Any) -> None:
    failure(MANY, index=index)


def test_one_conversation_has_no_second() -> None:
    assert load_transcript(HELLO).conversations == 1
    claude = [SIGNS["claude_code"]]
    for source in (HELLO, "user: hi", claude, {"system": "", "messages": HELLO}):
        assert "There is no conversation 2" in str(failure(source, index=1))


# Progress, ids


def test_progress_goes_from_0_to_1() -> None:
    seen: list[float] = []
    load_transcript("\n".join(map(json.dumps, HELLO * 500)), on_progress=seen.append)
    assert seen[0] == 0.0
    assert seen[-1] == 1.0
    assert seen == sorted(seen)
    assert 20 < len(seen) < 110


def test_every_turn_gets_an_id_of_its_own() -> None:
    same = {"role": "user", "content": "yes", "id": "m1"}
    split = {
        "role": "user",
        "id": "t6",
        "content": [{"type": "tool_result", "tool_use_id": "x", "content": "1"}, "and?"],
    }
    turns = load_transcript([same, same, {"role": "user"}, split, {"role": "user"}]).turns
    assert [turn.id for turn in turns] == ["m1", "m1-2", "t3", "t6", "t6-2", "t6-3"]
