"""Anthropic messages: system text, blocks of every kind, results in the next user message."""

from __future__ import annotations

from typing import Any

from engine.transcripts import load_transcript, pair_calls


def use(id: str, name: str = "job", kind: str = "tool_use", **input: Any) -> dict[str, Any]:
    return {"type": kind, "id": id, "name": name, "input": input}


def result(id: str, content: Any = "done", kind: str = "tool_result") -> dict[str, Any]:
    return {"type": kind, "tool_use_id": id, "content": content}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def said(role: str, *blocks: Any) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


def test_system_text_is_the_first_turn() -> None:
    messages = [{"role": "user", "content": "Hi"}]
    for system in ("Be brief.", [text("Be"), text("brief.")]):
        turns = load_transcript({"system": system, "messages": messages}).turns
        assert [turn.role for turn in turns] == ["system", "user"]
        assert turns[0].text.split() == ["Be", "brief."]
    empty: list[Any] = [None, "", []]
    for nothing in empty:
        turns = load_transcript({"system": nothing, "messages": messages}).turns
        assert [turn.role for turn in turns] == ["user"]


def test_one_turn_a_result_and_what_stands_between_stays_together() -> None:
    transcript = load_transcript(
        [
            said("user", text("Is it done?")),
            said("assistant", text("Checking."), use("a", n=1), use("b", "queue")),
            said("user", result("a", [text("done")]), result("b", None), text("and the next?")),
        ]
    )
    assert transcript.format == "anthropic"
    assert [(turn.role, turn.text) for turn in transcript.turns] == [
        ("user", "Is it done?"),
        ("assistant", 'Checking.\njob({"n":1})\nqueue({})'),
        ("tool", "done"),
        ("tool", ""),
        ("user", "and the next?"),
    ]
    assert [turn.result_of for turn in transcript.turns[2:4]] == ["a", "b"]
    assert [turn.name for turn in transcript.turns[2:4]] == ["job", "queue"]
    assert pair_calls(transcript.turns).groups == ((0,), (1, 2, 3), (4,))
    assert transcript.warnings == ()


def test_any_block_ending_in_tool_result_pairs() -> None:
    transcript = load_transcript(
        [
            said(
                "assistant",
                use("s", "web_search", "server_tool_use", q="tide"),
                result("s", [{"type": "web_search_result", "url": "u"}], "web_search_tool_result"),
                text("High at four."),
                use("m", "pay", "mcp_tool_use"),
                result("m", {"ok": True}, "mcp_tool_result"),
            )
        ]
    )
    assert [turn.role for turn in transcript.turns] == [
        "assistant", "tool", "assistant", "tool",
    ]  # fmt: skip
    assert pair_calls(transcript.turns).groups == ((0, 1), (2, 3))
    assert '"url":"u"' in transcript.turns[1].text
    assert transcript.turns[3].text == '{"ok":true}'
    assert not [w for w in transcript.warnings if w.startswith("Turn")]


def test_thinking_and_what_is_not_text() -> None:
    transcript = load_transcript(
        [
            said(
                "assistant",
                {"type": "thinking", "thinking": "Hm.", "signature": "s" * 99},
                {"type": "thinking", "thinking": "", "signature": "s" * 99},
                {"type": "redacted_thinking", "data": "x" * 99},
                {"type": "image", "source": {"type": "base64", "data": "x" * 99}},
                {"type": "document", "source": {"type": "text", "data": "A page."}},
                {"type": "document", "source": {"type": "content", "content": [text("B")]}},
                {"type": "container_upload", "file_id": "f"},
            )
        ]
    )
    assert transcript.turns[0].text == (
        "<thinking>\nHm.\n</thinking>\n[redacted thought]\n[image]\nA page.\nB\n"
        '{"file_id":"f","type":"container_upload"}'
    )
    assert len(transcript.warnings) == 4  # thinking, redacted, image, unknown block


def test_one_message_with_its_usage_counted_once() -> None:
    transcript = load_transcript(
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "stop_reason": "end_turn",
            "content": [use("s", kind="server_tool_use"), result("s"), text("Done.")],
            "usage": {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 5},
        }
    )
    assert transcript.format == "anthropic"
    assert [turn.usage is not None for turn in transcript.turns] == [False, False, True]
    usage = transcript.turns[2].usage
    assert usage is not None
    assert (usage.input_tokens, usage.cached_tokens, usage.output_tokens) == (100, 90, 5)
    assert transcript.turns[0].id == "msg_1"


def test_a_compaction_block_is_a_summary_of_its_own() -> None:
    transcript = load_transcript(
        [said("assistant", {"type": "compaction", "content": "So far: A."}, text("Next."))]
    )
    assert [(turn.kind, turn.text) for turn in transcript.turns] == [
        ("summary", "So far: A."),
        ("message", "Next."),
    ]
    assert transcript.compactions == (0,)


def test_a_message_of_results_that_name_no_call() -> None:
    transcript = load_transcript([said("user", {"type": "tool_result"}, result("gone"))])
    assert [turn.role for turn in transcript.turns] == ["tool", "tool"]
    assert transcript.warnings == (
        "Turn 2: the result of gone has no call before it.",
        "1 tool result, the first in turn 1, without the call answered.",
    )


def test_tools() -> None:
    source = {"messages": [said("user", text("Hi"))], "tools": [{"name": "b", "input_schema": {}}]}
    assert load_transcript(source).tools == ('{"input_schema":{},"name":"b"}',)
