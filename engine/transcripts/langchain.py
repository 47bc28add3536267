"""How does LangChain write messages down?

As `messages_to_dict` does, `{type, data}`; as `dumpd` does, `{lc, type: "constructor", id,
kwargs}`; and flat, `{type, content}`, as `model_dump` does. A list of them, under
`messages` or bare. Calls stand in `tool_calls`; some providers' content repeats them.

>>> from engine.transcripts.document import from_value
>>> document = from_value([{"type": "human", "data": {"content": "Hi"}}])
>>> read(document, 0, Report(document)).turns[0].text
'Hi'
"""

from __future__ import annotations

from typing import Any

from engine.transcripts.content import block_type, blocks_of, is_call
from engine.transcripts.document import Document, Item
from engine.transcripts.envelopes import (
    Envelope,
    conversations_of,
    schemas_of,
    translated,
    turns_of,
)
from engine.transcripts.messages import role_of
from engine.transcripts.model import Transcript
from engine.transcripts.report import Report
from engine.transcripts.values import clean_id

_ENVELOPE = Envelope(answers=None, marks=("type", "data", "kwargs", "content"))
_ROLES = {"human": "user", "ai": "assistant"}


def read(document: Document, index: int, report: Report) -> Transcript:
    """The conversation at `index`."""
    conversation = report.pick(conversations_of(document, report, _ENVELOPE), index)
    return Transcript(
        turns_of(translated(conversation, _message, report), report),
        "langchain",
        tools=schemas_of(conversation.around.get("tools")),
        title=conversation.title,
    )


def _message(item: Item, report: Report) -> dict[str, Any] | None:
    if not isinstance(item.value, dict):
        report.skip(item, None, "a message with type and data or kwargs")
        return None
    data, role = _taken_apart(item.value)
    if role is None:
        if "kwargs" in item.value:
            report.skip(item, "id", "a path to HumanMessage, AIMessage or the like")
        else:
            report.skip(item, "type", "human, ai, system or tool")
        return None
    more = data.get("additional_kwargs")
    more = more if isinstance(more, dict) else {}
    # A call whose arguments are no JSON was made all the same, and cost its tokens.
    calls = [*blocks_of(data.get("tool_calls")), *blocks_of(data.get("invalid_tool_calls"))]
    calls = calls or blocks_of(more.get("tool_calls"))
    known = {clean_id(call.get("id")) for call in calls if isinstance(call, dict)}
    blocks = [_block(block) for block in blocks_of(data.get("content"))]
    return {
        "role": role,
        "id": data.get("id"),
        "name": data.get("name"),
        "tool_call_id": data.get("tool_call_id"),
        "reasoning_content": more.get("reasoning_content"),
        "content": [b for b in blocks if not (is_call(b) and clean_id(b.get("id")) in known)],
        "tool_calls": calls,
        "function_call": None if calls else more.get("function_call"),
        "usage": _usage(data.get("usage_metadata")),
    }


def _taken_apart(message: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
    """The fields of a message and its role, from whichever of the three forms it has."""
    kind: Any = message.get("type")
    data: Any = message
    if isinstance(message.get("kwargs"), dict):
        data = message["kwargs"]
        named = blocks_of(message.get("id"))[-1:]
        kind = data.get("type") or (named[0] if named else None)
    elif isinstance(message.get("data"), dict):
        data = message["data"]
    if not isinstance(kind, str):
        return data, None
    word = kind.removesuffix("Chunk").removesuffix("Message").lower()
    if word == "chat":  # a message whose role is free
        word = str(data.get("role")).strip().lower()
    return data, _ROLES.get(word) or role_of(word)


def _block(block: Any) -> Any:
    """A block with the names that LangChain gives to calls and thinking of every provider."""
    kind = block_type(block)
    if kind in ("tool_call", "invalid_tool_call", "server_tool_call"):
        return {**block, "type": "tool_use", "input": block.get("args")}
    if kind == "server_tool_result":
        return {
            "type": "tool_result",
            "tool_use_id": block.get("tool_call_id"),
            "content": block.get("output"),
        }
    if kind == "reasoning":
        return {"type": "thinking", "thinking": block.get("reasoning")}
    return block


def _usage(counted: Any) -> Any:
    """LangChain's count; cached input is part of its input, under a name of its own."""
    if not isinstance(counted, dict):
        return None
    details = counted.get("input_token_details")
    cached = details.get("cache_read") if isinstance(details, dict) else None
    return {**counted, "input_tokens_details": {"cached_tokens": cached}}
