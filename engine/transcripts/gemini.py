"""How does Gemini's interface write a conversation down?

As `{systemInstruction, contents, tools}`, as the bare list of contents, as JSON lines of
either, and as a response: `candidates[].content`. A content is a list of parts, each with
one of several keys. Calls mostly have no id, so results pair by name and order. Python's
client writes the keys with underscores, those without a value as null.

>>> from engine.transcripts.document import from_value
>>> document = from_value({"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]})
>>> read(document, 0, Report(document)).turns[0].text
'Hi'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.transcripts.content import blocks_of, media_block, text_of
from engine.transcripts.document import Document, Item
from engine.transcripts.envelopes import (
    Envelope,
    conversations_of,
    schemas_of,
    translated,
    turns_of,
)
from engine.transcripts.messages import role_of
from engine.transcripts.model import Transcript, Turn
from engine.transcripts.report import Report

_ENVELOPE = Envelope(("contents",), ("candidates", "content"), ("role", "parts"), alone=True)
_SILENT = {"thought", "thoughtSignature", "thought_signature", "text"}


def read(document: Document, index: int, report: Report) -> Transcript:
    """The conversation at `index`, its system text first; each candidate counts as one."""
    conversation = report.pick(conversations_of(document, report, _ENVELOPE), index)
    around = conversation.around
    system = _value(around, "systemInstruction")
    text = text_of(_blocks(system) if isinstance(system, dict) else system, report)
    messages = translated(conversation, _message, report)
    if conversation.is_response:
        messages = replace(messages, around={"usage": _usage(_value(around, "usageMetadata"))})
    return Transcript(
        (*([Turn("system", text)] if text else []), *turns_of(messages, report)),
        "gemini",
        tools=schemas_of(list(_schemas(around.get("tools")))),
    )


def _message(item: Item, report: Report) -> dict[str, Any] | None:
    content = item.value
    if isinstance(content, str):
        return {"role": "user", "content": content}
    if not isinstance(content, dict):
        report.skip(item, None, "a content with role and parts")
        return None
    # A request of one content may leave the role out, and so does some response.
    role = content.get("role") or ("model" if item.path[-1:] == ("content",) else "user")
    if role == "model":
        role = "assistant"
    elif role_of(role) is None:
        report.skip(item, "role", "user, model or function")
        return None
    return {"role": role, "content": _blocks(content)}


def _blocks(content: dict[str, Any]) -> list[Any]:
    return [_block(part) for part in blocks_of(content.get("parts"))]


def _block(part: Any) -> Any:
    """A part as a block: the first of its keys that has a value says what it is."""
    if not isinstance(part, dict):
        return part
    call, result = _value(part, "functionCall"), _value(part, "functionResponse")
    if isinstance(call, dict):
        return {**call, "type": "tool_use", "input": call.get("args")}
    if isinstance(result, dict):
        return {
            "type": "tool_result",
            "tool_use_id": result.get("id"),
            "name": result.get("name"),
            "content": result.get("response"),
        }
    code, outcome = _value(part, "executableCode"), _value(part, "codeExecutionResult")
    if isinstance(code, dict):  # the provider's own tool: the model writes code and reads on
        return {"type": "tool_use", "name": "code_execution", "input": code.get("code")}
    if isinstance(outcome, dict):
        output = outcome.get("output")
        content = outcome.get("outcome") if output is None else output
        return {"type": "tool_result", "name": "code_execution", "content": content}
    for key in ("inlineData", "fileData"):
        data = _value(part, key)
        if isinstance(data, dict):
            return media_block(_value(data, "mimeType"))
    text = part.get("text")
    if text is None:
        rest = {key: value for key, value in part.items() if value is not None}
        return rest if rest.keys() - _SILENT else None  # a signature of thinking is no text
    if part.get("thought") is True and isinstance(text, str):
        return {"type": "thinking", "thinking": text}
    return text


def _value(value: dict[str, Any], key: str) -> Any:
    """The value under a key, or under the same in words with underscores."""
    found = value.get(key)
    return value.get(re.sub("[A-Z]", r"_\g<0>", key).lower()) if found is None else found


def _usage(counted: Any) -> dict[str, Any] | None:
    """What Gemini counted, in the names that are read; thoughts are output too."""
    if not isinstance(counted, dict):
        return None
    thoughts, words = (_value(counted, f"{part}TokenCount") for part in ("thoughts", "candidates"))
    return {
        "input_tokens": _value(counted, "promptTokenCount"),
        "input_tokens_details": {"cached_tokens": _value(counted, "cachedContentTokenCount")},
        "output_tokens": sum(n for n in (thoughts, words) if isinstance(n, int)),
    }


def _schemas(tools: Any) -> Iterator[Any]:
    """The functions of all tools, and the tools that are none, such as the search."""
    for tool in blocks_of(tools):
        declared = _value(tool, "functionDeclarations") if isinstance(tool, dict) else None
        yield from declared if isinstance(declared, list) else [tool]
