"""Which turns does one message make, when it has a role and a content?

OpenAI's and Anthropic's messages, and Claude Code's, are read by one function: they differ
in where a call stands, not in what a message is, and files mix them. The readers of other
formats write each message in these terms first.

>>> from engine.transcripts.document import from_value
>>> document = from_value({"role": "assistant", "content": "Let me look.", "tool_calls": [
...     {"id": " c1", "function": {"name": "find", "arguments": '{"q": "fan"}'}}]})
>>> turn, = turns_of_message(document.items[0], Report(document))
>>> turn.text, turn.call_ids
('Let me look.\\nfind({"q":"fan"})', ('c1',))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.transcripts.content import (
    blocks_of,
    is_call,
    is_compaction,
    is_result,
    text_of,
    thinking_text,
)
from engine.transcripts.document import Item
from engine.transcripts.model import MESSAGE, ROLES, SUMMARY, Turn
from engine.transcripts.report import Report
from engine.transcripts.values import call_text, clean_id, clean_name, parse_time, parse_usage

_ALIASES = {"developer": "system", "function": "tool"}

EXPECTED_ROLE = "user, assistant, system or tool"


def role_of(value: Any) -> str | None:
    """The role a word stands for, None for a word that is none.

    >>> role_of("Developer"), role_of("agent")
    ('system', None)
    """
    if not isinstance(value, str):
        return None
    word = value.strip().lower()
    word = _ALIASES.get(word, word)
    return word if word in ROLES else None


def message_in_parts(item: Item, report: Report) -> dict[str, Any] | None:
    """The message of a format that writes role and parts; None where it is none, and reported.

    >>> from engine.transcripts.document import from_value
    >>> report = Report(from_value([{"role": "agent", "parts": []}]))
    >>> message_in_parts(report.document.items[0], report), len(report.problems)
    (None, 1)
    """
    message = item.value
    if not isinstance(message, dict):
        report.skip(item, None, "a message with role and parts")
        return None
    if role_of(message.get("role")) is None:
        report.skip(item, "role", EXPECTED_ROLE)
        return None
    return message


def turns_of_message(
    item: Item,
    report: Report,
    *,
    role: str | None = None,
    id: str | None = None,
    timestamp: datetime | None = None,
    kind: str = MESSAGE,
    usage: Any = None,
) -> list[Turn]:
    """The turns of one message, at least one unless its role is unknown (then it is reported).

    Each result in it is a turn of role `"tool"`, each compaction block a summary; what
    stands between them stays one turn, its calls written after its words. What is passed
    in (`role` only where the message has none) comes from outside the message.

    >>> from engine.transcripts.document import from_value
    >>> document = from_value({"role": "user", "content": [
    ...     {"type": "tool_result", "tool_use_id": "t1", "content": "done"},
    ...     {"type": "text", "text": "and the next?"}]})
    >>> [(turn.role, turn.text) for turn in turns_of_message(document.items[0], Report(document))]
    [('tool', 'done'), ('user', 'and the next?')]
    """
    message = item.value
    if not isinstance(message, dict):
        report.skip(item, None, "a message with role and content")
        return []
    role = role_of(message.get("role")) or (role if "role" not in message else None)
    if role is None:
        report.skip(item, "role", EXPECTED_ROLE)
        return []
    common = Turn(
        role,
        "",
        id=id or clean_id(message.get("id")) or None,
        name=clean_name(message.get("name")),
        kind=kind,
        timestamp=timestamp or parse_time(message.get("timestamp")),
        result_of=(clean_id(message.get("tool_call_id")) or None) if role == "tool" else None,
    )
    turns = list(_split(common, message, report)) or [common]
    counted = parse_usage(usage if usage is not None else message.get("usage"))
    if counted is not None:  # once a message: on the last thing it says
        last = max((i for i, turn in enumerate(turns) if turn.role == role), default=-1)
        turns[last] = replace(turns[last], usage=counted)
    return turns


def _split(common: Turn, message: dict[str, Any], report: Report) -> Iterable[Turn]:
    texts = [thinking_text(_reasoning(message), report)]
    calls: list[tuple[str, str]] = []

    def spoken() -> list[Turn]:
        """What was said and called since the last result, as a turn; nothing if nothing was."""
        words = [text for text in texts if text]
        made = tuple(calls)
        texts.clear()
        calls.clear()
        if not words and not made:
            return []
        ids, names = (tuple(call[part] for call in made) for part in (0, 1))
        return [replace(common, text="\n".join(words), call_ids=ids, call_names=names)]

    def called(name: Any, arguments: Any, id: Any) -> None:
        tool = clean_name(name) or "(unnamed)"
        texts.append(call_text(tool, arguments))
        calls.append((clean_id(id), tool))

    for block in blocks_of(message.get("content")):
        if is_result(block):
            yield from spoken()
            yield _result(common, block, report)
        elif is_compaction(block):
            yield from spoken()
            yield replace(common, text=text_of(block, report), kind=SUMMARY)
        elif is_call(block):
            called(block.get("name"), block.get("input"), block.get("id"))
        else:
            texts.append(text_of(block, report))
    texts.append(text_of(message.get("refusal"), report))
    for call in blocks_of(message.get("tool_calls")):
        if isinstance(call, dict):
            called(*_call_of(call), call.get("id"))
        else:
            texts.append(text_of(call, report))
    if isinstance(message.get("function_call"), dict):
        called(*_call_of(message["function_call"]), None)
    yield from spoken()


def _result(common: Turn, block: dict[str, Any], report: Report) -> Turn:
    return replace(
        common,
        role="tool",
        text=text_of(block.get("content"), report),
        result_of=clean_id(block.get("tool_use_id")) or None,
        name=clean_name(block.get("name")),
    )


def _call_of(call: dict[str, Any]) -> tuple[Any, Any]:
    """Name and arguments of an OpenAI call: under `function`, under `custom`, or bare."""
    inner = call
    for key in ("function", "custom"):
        if isinstance(call.get(key), dict):
            inner = call[key]
    keys = ("arguments", "input", "args")
    return inner.get("name"), next((inner[key] for key in keys if key in inner), None)


def _reasoning(message: dict[str, Any]) -> Any:
    """Reasoning text beside the content, under the names compatible servers use."""
    return message.get("reasoning_content") or message.get("reasoning")
