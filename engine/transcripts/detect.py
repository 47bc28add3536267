"""Which tool wrote this document?

The signs are asked in a fixed order, because some formats contain the signs of others: a
Claude Code row holds an Anthropic message, an Anthropic message looks like an OpenAI one.

>>> from engine.transcripts.document import from_value
>>> detect(from_value([{"role": "user", "content": "Hi"}]))
'openai_chat'
>>> detect(from_value([{"from": "human", "value": "Hi"}]))
'sharegpt'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.transcripts import plain
from engine.transcripts.content import block_type, blocks_of, is_call, is_compaction, is_result
from engine.transcripts.document import Document, Item
from engine.transcripts.otel_records import records_in

Object = dict[str, Any]

TITLES = {
    "claude_code": "Claude Code JSONL",
    "chatgpt_export": "a ChatGPT export",
    "anthropic": "Anthropic messages",
    "openai_responses": "OpenAI Responses items",
    "openai_chat": "OpenAI chat messages",
    "langchain": "LangChain messages",
    "gemini": "Gemini contents",
    "sharegpt": "ShareGPT conversations",
    "otel": "OpenTelemetry GenAI messages",
    "vercel": "Vercel UI messages",
    "plain": "plain text",
}


def detect(document: Document) -> str | None:
    """The name of the first format whose signs the document shows, None when none does."""
    if document.shape == "text":
        return "plain" if plain.has_role_line(document.text) else None
    seen = _look(document)
    found = next((name for name, shows in _SIGNS.items() if shows(seen)), None)
    if found is None and (
        any("messages" in o for o in seen.objects) or any("content" in m for m in seen.messages)
    ):
        return "openai_chat"  # the simplest format with these fields; its reader says what is wrong
    return found


@dataclass(frozen=True)
class _Seen:
    """The objects of a document, the messages in them, and the blocks or parts of those."""

    objects: list[Object]
    messages: list[Object]
    blocks: list[Object]


def _look(document: Document) -> _Seen:
    objects = _objects([item.value for item in document.items])
    messages = [message for item in document.items for message in _messages(item.value)]
    blocks = [b for m in messages for key in ("content", "parts") for b in _objects(m.get(key))]
    return _Seen(objects, messages, blocks)


def _messages(value: Any) -> list[Object]:
    if isinstance(value, list):
        return _objects(value)
    if not isinstance(value, dict):
        return []
    for key in ("messages", "conversations", "conversation", "contents", "input", "output"):
        if isinstance(value.get(key), list):
            return _objects(value[key])
    return [value]


def _objects(values: Any) -> list[Object]:
    if not isinstance(values, list):
        return []
    return [value for value in values if isinstance(value, dict)]


def _claude_code(seen: _Seen) -> bool:
    return any(
        (o.get("type") in ("user", "assistant") and isinstance(o.get("message"), dict))
        or (o.get("type") == "system" and "uuid" in o)
        or (o.get("type") == "summary" and "leafUuid" in o)
        for o in seen.objects
    )


def _chatgpt_export(seen: _Seen) -> bool:
    return any(isinstance(o.get("mapping"), dict) for o in seen.objects + seen.messages)


def _anthropic(seen: _Seen) -> bool:
    if any("system" in o and "messages" in o for o in seen.objects):
        return True
    if any("input_schema" in tool for o in seen.objects for tool in _objects(o.get("tools"))):
        return True
    return any(_is_anthropic_answer(o) for o in seen.objects + seen.messages) or any(
        _is_anthropic_block(block)
        for message in seen.messages
        if "role" in message
        for block in _objects(message.get("content"))
    )


def _is_anthropic_answer(o: Object) -> bool:
    kinds = {block_type(block) for block in _objects(o.get("content"))}
    return (
        o.get("type") == "message"
        and isinstance(o.get("content"), list)
        and ("stop_reason" in o or "text" in kinds)
    )


def _is_anthropic_block(block: Object) -> bool:
    if is_call(block) or is_result(block) or is_compaction(block):
        return True
    kind = block_type(block)
    if kind in ("thinking", "redacted_thinking"):
        return True
    return kind in ("image", "document") and isinstance(block.get("source"), dict)


def _openai_responses(seen: _Seen) -> bool:
    types = {m.get("type") for m in seen.messages if isinstance(m.get("type"), str)}
    own = {"function_call", "function_call_output", "reasoning", "compaction", "item_reference"}
    return (
        any(
            isinstance(o.get(key), list) and "messages" not in o
            for o in seen.objects
            for key in ("input", "output")
        )
        or any("model" in o and isinstance(o.get("input"), str) for o in seen.objects)
        or any(t in own or t.endswith(("_call", "_call_output")) for t in types if t)
        or any("role" in m and m.get("type") == "message" for m in seen.messages)
        or any(block_type(b) in ("input_text", "output_text") for b in seen.blocks)
    )


def _openai_chat(seen: _Seen) -> bool:
    return any(isinstance(o.get("choices"), list) for o in seen.objects) or any(
        "role" in m and not {"parts", "kwargs"} & m.keys() for m in seen.messages
    )


def _langchain(seen: _Seen) -> bool:
    return any(
        ("lc" in m and "kwargs" in m)
        or (isinstance(m.get("data"), dict) and "type" in m)
        or m.get("type") in ("human", "ai")
        for m in seen.messages
    )


def _gemini(seen: _Seen) -> bool:
    keys = {"contents", "candidates", "systemInstruction", "system_instruction"}
    return any(keys & o.keys() for o in seen.objects) or any(
        "role" in m
        and (m["role"] == "model" or any(map(_is_gemini_part, blocks_of(m.get("parts")))))
        for m in seen.messages
    )


def _is_gemini_part(part: Any) -> bool:
    return isinstance(part, str) or (isinstance(part, dict) and "type" not in part)


def _sharegpt(seen: _Seen) -> bool:
    return any("from" in m and "value" in m for m in seen.messages)


def _otel(seen: _Seen) -> bool:
    if any(key.startswith("gen_ai.") for o in seen.objects for key in o):
        return True
    if any(True for o in seen.objects for _ in records_in(Item(o))):
        return True
    own = ("tool_call", "tool_call_response")
    return any(
        block_type(part) in own or (block_type(part) == "text" and "content" in part)
        for m in seen.messages
        for part in _objects(m.get("parts"))
    )


def _vercel(seen: _Seen) -> bool:
    return any("role" in m and isinstance(m.get("parts"), list) for m in seen.messages)


_SIGNS: dict[str, Callable[[_Seen], bool]] = {
    "claude_code": _claude_code,
    "chatgpt_export": _chatgpt_export,
    "anthropic": _anthropic,
    "openai_responses": _openai_responses,
    "openai_chat": _openai_chat,
    "langchain": _langchain,
    "gemini": _gemini,
    "sharegpt": _sharegpt,
    "otel": _otel,
    "vercel": _vercel,
}
