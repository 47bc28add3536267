"""How do OpenTelemetry's conventions for generative AI write a conversation down?

As attributes of a span, an event or a log record: `gen_ai.system_instructions`,
`gen_ai.input.messages` and `gen_ai.output.messages`, each a list or JSON in a text. Bare
lists of such messages, `{role, parts}`, are read too.

>>> from engine.transcripts.document import from_value
>>> document = from_value({"gen_ai.input.messages":
...     '[{"role": "user", "parts": [{"type": "text", "content": "Hi"}]}]'})
>>> read(document, 0, Report(document)).turns[0].text
'Hi'
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.transcripts.content import block_type, blocks_of, media_block, text_of
from engine.transcripts.document import Document, Item
from engine.transcripts.envelopes import (
    Conversation,
    Envelope,
    conversations_of,
    schemas_of,
    translated,
    turns_of,
)
from engine.transcripts.messages import message_in_parts
from engine.transcripts.model import Transcript, Turn
from engine.transcripts.otel_records import INPUT, OUTPUT, SYSTEM, records_in
from engine.transcripts.report import Report
from engine.transcripts.values import decode
from engine.wording import times

_ENVELOPE = Envelope(answers=None, marks=("role", "parts"))
_MEDIA = ("blob", "file", "uri")


def read(document: Document, index: int, report: Report) -> Transcript:
    """The conversation at `index`: each span or record that holds messages counts as one."""
    records = [record for item in document.items for record in records_in(item)]
    if records:
        conversation = _conversation(report.pick(records, index), report)
    else:
        conversation = report.pick(conversations_of(document, report, _ENVELOPE), index)
    around = conversation.around
    system = text_of([_block(part) for part in blocks_of(decode(around.get(SYSTEM)))], report)
    turns = turns_of(translated(conversation, _message, report), report)
    return Transcript(
        (*([Turn("system", system)] if system else []), *turns),
        "otel",
        tools=schemas_of(around.get("gen_ai.tool.definitions")),
    )


def _conversation(record: Item, report: Report) -> Conversation:
    """What went in and what came out, as one conversation."""
    messages: list[Item] = []
    for key in (INPUT, OUTPUT):
        if key not in record.value:
            continue
        listed = Item(decode(record.value[key]), record.line, (*record.path, key))
        if not isinstance(listed.value, list):
            report.skip(listed, None, "a list of messages, or one as JSON in a text")
            continue
        messages += listed.elements()
        if key == OUTPUT and len(listed.value) > 1:
            report.note(
                f"{times(len(listed.value), 'output message')} are read one after another; "
                "they may be alternatives of one answer."
            )
    if messages and isinstance(messages[-1].value, dict):
        counted = {**messages[-1].value, "usage": _usage(record.value)}
        messages[-1] = replace(messages[-1], value=counted)
    return Conversation(tuple(messages), record.value)


def _usage(attributes: dict[str, Any]) -> dict[str, Any] | None:
    """What the provider counted, in the names that are read; None where nothing was."""
    read, written, cached = (
        attributes.get(f"gen_ai.usage.{what}_tokens")
        for what in ("input", "output", "cache_read.input")
    )
    if read is None and written is None:
        return None
    details = {"cached_tokens": cached}
    return {"input_tokens": read, "output_tokens": written, "input_tokens_details": details}


def _message(item: Item, report: Report) -> dict[str, Any] | None:
    message = message_in_parts(item, report)
    if message is None:
        return None
    parts = decode(message["parts"]) if "parts" in message else message.get("content")
    return {
        "role": message["role"],
        "name": message.get("name"),
        "usage": message.get("usage"),
        "content": [_block(part) for part in blocks_of(parts)],
    }


def _block(part: Any) -> Any:
    kind = block_type(part)
    if kind in ("text", "reasoning") and "content" in part:
        text = part["content"]
        return {"type": "thinking", "thinking": text} if kind == "reasoning" else text
    if kind in ("tool_call", "server_tool_call"):
        given = part.get("arguments", part.get("server_tool_call"))
        return {**part, "type": "tool_use", "input": given}
    if kind in ("tool_call_response", "server_tool_call_response"):
        keys = ("response", "result", "server_tool_call_response")
        content = next((part[key] for key in keys if key in part), None)
        return {"type": "tool_result", "tool_use_id": part.get("id"), "content": content}
    if kind in _MEDIA:
        return media_block(part.get("modality") or part.get("mime_type"))
    return part
