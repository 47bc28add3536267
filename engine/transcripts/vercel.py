"""How does Vercel's AI SDK write the messages of its chat down?

As a list of `{id, role, parts}`, bare or under `messages`. A call and its result share one
part, `tool-NAME` or `dynamic-tool`, whose state says how far it came.

>>> from engine.transcripts.document import from_value
>>> document = from_value([{"role": "assistant", "parts": [
...     {"type": "tool-find", "toolCallId": "c", "state": "output-available",
...      "input": {"q": "fan"}, "output": "shelf 4"}]}])
>>> [turn.text for turn in read(document, 0, Report(document)).turns]
['find({"q":"fan"})', 'shelf 4']
"""

from __future__ import annotations

from typing import Any

from engine.transcripts.content import block_type, blocks_of, media_block
from engine.transcripts.document import Document, Item
from engine.transcripts.envelopes import (
    Envelope,
    conversations_of,
    schemas_of,
    translated,
    turns_of,
)
from engine.transcripts.messages import message_in_parts
from engine.transcripts.model import Transcript
from engine.transcripts.report import Report
from engine.wording import times

_ENVELOPE = Envelope(answers=None, marks=("role", "parts"))
_DENIED = "Tool execution denied."  # what the SDK tells the model then


def read(document: Document, index: int, report: Report) -> Transcript:
    """The conversation at `index`; parts that only the screen shows are left out and counted."""
    conversation = report.pick(conversations_of(document, report, _ENVELOPE), index)
    turns = turns_of(translated(conversation, _message, report), report)
    hidden = sum(
        _is_for_the_screen(block_type(part))
        for item in conversation.messages
        if isinstance(item.value, dict)
        for part in blocks_of(item.value.get("parts"))
    )
    if hidden:
        report.note(f"Left out: {times(hidden, 'part')} for the screen, which no model reads.")
    return Transcript(
        turns,
        "vercel",
        tools=schemas_of(conversation.around.get("tools")),
        title=conversation.title,
    )


def _message(item: Item, report: Report) -> dict[str, Any] | None:
    message = message_in_parts(item, report)
    if message is None:
        return None
    if "parts" not in message:
        return message
    return {
        "role": message["role"],
        "id": message.get("id"),
        "timestamp": message.get("createdAt"),
        "content": _blocks(blocks_of(message["parts"])),
    }


def _blocks(parts: list[Any]) -> list[Any]:
    """The parts as blocks; of calls that follow one another, the results come after the last."""
    blocks: list[Any] = []
    results: list[Any] = []
    for part in parts:
        kind = block_type(part)
        if kind.startswith("tool-") or kind == "dynamic-tool":
            call, answered = _call_and_result(kind, part)
            blocks.append(call)
            results += answered
            continue
        blocks += results
        results = []
        if kind == "reasoning":
            thought = part.get("text", part.get("reasoning"))
            blocks.append({"type": "thinking", "thinking": thought})
        elif kind == "file":
            blocks.append(media_block(part.get("mediaType", part.get("mimeType"))))
        elif kind != "step-start" and not _is_for_the_screen(kind):
            blocks.append(part)
    return blocks + results


def _is_for_the_screen(kind: str) -> bool:
    return kind.startswith(("data-", "source-")) or kind == "source"


def _call_and_result(kind: str, part: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The call in a part, and its result where it has come."""
    name = part.get("toolName") if kind == "dynamic-tool" else kind.removeprefix("tool-")
    inner = part.get("toolInvocation")
    if isinstance(inner, dict):  # as the SDK wrote them up to its version 4
        part, name = inner, inner.get("toolName")
    id = part.get("toolCallId")
    keys = ("input", "args", "rawInput")  # the last where the input did not fit the schema
    given = next((part[key] for key in keys if part.get(key) is not None), None)
    call = {"type": "tool_use", "id": id, "name": name, "input": given}
    result = _result(part)
    if result is None:
        return call, []
    return call, [{"type": "tool_result", "tool_use_id": id, "name": name, "content": result}]


def _result(part: dict[str, Any]) -> Any:
    """What the tool gave, in a list of its own where null was given; None while it has not."""
    state = part.get("state")
    if state == "output-denied":
        approval = part.get("approval")
        reason = approval.get("reason") if isinstance(approval, dict) else None
        return reason or _DENIED
    for key in ("output", "result", "errorText"):
        if part.get(key) is not None:
            return part[key]
    return [] if state in ("output-available", "output-error", "result") else None
