"""How does OpenAI's Responses interface write a conversation down?

As items in a list: under `input` in a request, under `output` in a response, bare, or one a
line. A message is an item; so is a call, its result, and a piece of reasoning. A call and
its result share the `call_id`; the `id` is the item's own.

>>> from engine.transcripts.document import from_value
>>> document = from_value([
...     {"role": "user", "content": "ETA?"},
...     {"type": "function_call", "call_id": "c", "name": "eta", "arguments": '{"truck": 9}'},
...     {"type": "function_call_output", "call_id": "c", "output": "14 min"}])
>>> [turn.text for turn in read(document, 0, Report(document)).turns]
['ETA?', 'eta({"truck":9})', '14 min']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.transcripts.content import block_type, blocks_of, is_compaction
from engine.transcripts.document import Document, Item
from engine.transcripts.envelopes import Envelope, conversations_of, schemas_of, turns_of
from engine.transcripts.model import Transcript, Turn
from engine.transcripts.report import Report
from engine.transcripts.values import call_text

_ENVELOPE = Envelope(("input", "output"), None, ("type", "role"), own="type", alone=True)
_ARGUMENTS = ("arguments", "input", "action", "operation", "code", "queries")
_RESULTS = ("output", "results", "outputs", "result", "error")
_RESULT_ENDS = ("_call_output", "_call_result")


def read(document: Document, index: int, report: Report) -> Transcript:
    """The conversation at `index`, its instructions first; a response is one conversation."""
    conversation = report.pick(conversations_of(document, report, _ENVELOPE), index)
    around = conversation.around
    told = around.get("instructions")
    system = told if isinstance(told, str) else ""
    items = Item(around).children("instructions") + list(conversation.messages)
    messages = _messages(items, report)
    if messages and around.get("usage") is not None:
        counted = {**messages[-1].value, "usage": around["usage"]}
        messages[-1] = replace(messages[-1], value=counted)
    turns = turns_of(replace(conversation, messages=tuple(messages)), report)
    return Transcript(
        (*([Turn("system", system)] if system else []), *turns),
        "openai_responses",
        tools=schemas_of(around.get("tools")),
    )


def _messages(items: Iterable[Item], report: Report) -> list[Item]:
    """The items as messages of role and content.

    Reasoning belongs to the item behind it, which the interface refuses without it. Calls
    that follow one another were made together and stay so.
    """
    done: list[Item] = []
    before = ""
    for item in items:
        message, sort = _message(item, report)
        if message is None:
            continue
        together = before == "reasoning" or before == sort == "call"
        if together and message.get("role") == "assistant" and sort != "compaction":
            first = done.pop().value
            blocks = blocks_of(first["content"]) + blocks_of(message.get("content"))
            message = {**first, **message, "content": blocks}
        done.append(replace(item, value=message))
        before = sort
    return done


def _message(item: Item, report: Report) -> tuple[dict[str, Any] | None, str]:
    """An item as a message, and of which sort it is; None where it was reported."""
    value = item.value
    if isinstance(value, str):
        return {"role": "user", "content": value}, "message"
    kind = block_type(value)
    if not isinstance(value, dict) or not (kind or "role" in value):
        report.skip(item, None, "an item with a type, or a message with role and content")
        return None, ""
    if "role" in value or kind == "message":
        inside = {} if "role" in value or "output" not in item.path else {"role": "assistant"}
        return {**inside, **value}, "message"
    if kind == "item_reference":
        report.skip(item, None, "the item itself", found="a reference to one kept by the provider")
        return None, ""
    said = {"role": "assistant", "id": value.get("id")}
    if kind.endswith(_RESULT_ENDS):
        result = {
            "type": "tool_result",
            "tool_use_id": value.get("call_id"),
            "content": value.get("output"),
        }
        return {**said, "role": "tool", "content": [result]}, "result"
    if kind == "reasoning":
        return {**said, "content": _thinking(value)}, "reasoning"
    if kind.endswith("_call"):
        return {**said, "content": _call(value, kind, report)}, "call"
    return {**said, "content": [value]}, "compaction" if is_compaction(value) else "message"


def _thinking(value: dict[str, Any]) -> list[Any]:
    """The text of a reasoning item, or its summary; a mark where both are encrypted."""
    for key in ("content", "summary"):
        parts = [part.get("text") for part in blocks_of(value.get(key)) if isinstance(part, dict)]
        text = "\n".join(part for part in parts if isinstance(part, str))
        if text:
            return [{"type": "thinking", "thinking": text}]
    return [{"type": "redacted_thinking"}] if value.get("encrypted_content") else []


def _call(value: dict[str, Any], kind: str, report: Report) -> list[Any]:
    """A call; behind it the result where the provider ran the tool and wrote both in one item."""
    name = value.get("name")
    if not isinstance(name, str):
        name = kind.removesuffix("_call")
    given = _first(value, _ARGUMENTS)
    call = {"type": "tool_use", "id": value.get("call_id"), "name": name, "input": given}
    if "call_id" in value or kind == "function_call":
        return [call]
    result = _first(value, _RESULTS)
    if result is None:  # what the search found is not in the file: nothing there to pair
        return [{"type": "text", "text": call_text(name, given)}]
    if kind == "image_generation_call":
        result = {"type": "image"}
    id = value.get("id")
    return [{**call, "id": id}, {"type": "tool_result", "tool_use_id": id, "content": result}]


def _first(value: dict[str, Any], keys: Iterable[str]) -> Any:
    return next((value[key] for key in keys if value.get(key) is not None), None)
