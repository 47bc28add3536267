"""How are turns written down again, so that a provider, a tool or a person can read them?

>>> print(dump_transcript([Turn("user", "Hi"), Turn("assistant", "Hello!")], "plain"))
user: Hi
<BLANKLINE>
assistant: Hello!
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.transcripts.calls import Call, words_and_calls
from engine.transcripts.model import Turn
from engine.transcripts.pairing import pair_calls, with_missing_ids
from engine.transcripts.plain import ROLE_LINE

Group = Sequence[Turn]


def dump_transcript(turns: Sequence[Turn], format: str = "openai_chat") -> str:
    """The turns as text in a format, a call always with all of its results behind it.

    `"openai_chat"` is `{"messages": [...]}`, `"anthropic"` is `{"system": ..., "messages":
    [...]}`, `"plain"` is lines of `role: text`; any other raises a `ValueError` that lists
    them. `load_transcript` reads back the same turns, but for what a format cannot carry:

    * A result that another turn parted from its call moves up to it, as providers demand.
    * Turns without text or calls are left out; no empty text is written.
    * A call always has arguments that parse: `f()` becomes `f({})`.
    * OpenAI's messages hold the words of a turn before its calls.
    * Anthropic has one system text, before all turns, and the input of a call is an object:
      what is none is put under `"input"`. Letters that its ids may not have become `_`.
    * Plain text does not say which result answers which call, and has no blanks at the ends
      of a turn. A line in a text that looks like a new turn is indented by a space.

    Ids of turns, kinds, times and usage are not written. A call without a result, and a
    result without a call, are written as they are; providers refuse them.

    >>> turns = [Turn("assistant", 'find({"q":"A"})', call_ids=("c",), call_names=("find",)),
    ...          Turn("tool", "shelf 4", result_of="c")]
    >>> json.loads(dump_transcript(turns))["messages"][1]
    {'role': 'tool', 'tool_call_id': 'c', 'content': 'shelf 4'}
    """
    if format not in WRITERS:
        raise ValueError(f"format must be one of {', '.join(WRITERS)}; found {format!r}.")
    named = with_missing_ids(turns)
    groups = pair_calls(named).groups
    return WRITERS[format]([[named[index] for index in group] for group in groups])


def _openai_chat(groups: Iterable[Group]) -> str:
    messages = [_openai_message(turn) for group in groups for turn in group if _says(turn)]
    return _json({"messages": messages})


def _openai_message(turn: Turn) -> dict[str, Any]:
    if turn.role == "tool":
        return {"role": "tool", "tool_call_id": turn.result_of or "", "content": turn.text}
    message: dict[str, Any] = {"role": turn.role} | ({"name": turn.name} if turn.name else {})
    parts = _parts(turn)
    words = "\n".join(part for part in parts if isinstance(part, str))
    calls = [
        {
            "id": part.id,
            "type": "function",
            "function": {"name": part.name, "arguments": part.arguments},
        }
        for part in parts
        if isinstance(part, Call)
    ]
    # Nothing said is written as null: the interface wants the field, and no empty text.
    message["content"] = words if words.strip() else None
    return message | ({"tool_calls": calls} if calls else {})


def _anthropic(groups: Iterable[Group]) -> str:
    system: list[str] = []
    messages: list[dict[str, Any]] = []
    for group in groups:
        said = [turn for turn in group if _says(turn)]
        results = [_anthropic_result(turn) for turn in said if turn.role == "tool"]
        for turn in said:
            if turn.role == "system":
                system.append(turn.text)
            elif turn.role != "tool":
                messages.append({"role": turn.role, "content": _anthropic_blocks(turn)})
        if results:  # all in the one message that follows the calls
            messages.append({"role": "user", "content": results})
    return _json(({"system": "\n\n".join(system)} if system else {}) | {"messages": messages})


def _anthropic_blocks(turn: Turn) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    for part in _parts(turn):
        if isinstance(part, Call):
            given = json.loads(part.arguments)
            input = given if isinstance(given, dict) else {"input": given}
            block = {"type": "tool_use", "id": _anthropic_id(part.id), "name": part.name}
            blocks.append({**block, "input": input})
        elif part.strip():
            blocks.append({"type": "text", "text": part})
    return blocks


def _anthropic_result(turn: Turn) -> dict[str, Any]:
    result = {"type": "tool_result", "tool_use_id": _anthropic_id(turn.result_of or "")}
    return result | ({"content": turn.text} if turn.text.strip() else {})


def _anthropic_id(id: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]", "_", id)


def _plain(groups: Iterable[Group]) -> str:
    said = [turn for group in groups for turn in group if turn.text.strip()]
    return "\n\n".join(f"{turn.role}: {_plain_text(turn.text)}" for turn in said)


def _plain_text(text: str) -> str:
    """The text, no line of it but the first at the place where a role would stand."""
    first, *others = text.replace("\r\n", "\n").replace("\r", "\n").strip().split("\n")
    return "\n".join([first, *(f" {line}" if ROLE_LINE.match(line) else line for line in others)])


def _parts(turn: Turn) -> tuple[str | Call, ...]:
    """Only the assistant calls tools in these formats."""
    return words_and_calls(turn) if turn.role == "assistant" else (turn.text,)


def _says(turn: Turn) -> bool:
    calls = turn.role == "assistant" and bool(turn.call_ids)
    return calls or turn.role == "tool" or bool(turn.text.strip())


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2)


WRITERS: dict[str, Callable[[Iterable[Group]], str]] = {
    "openai_chat": _openai_chat,
    "anthropic": _anthropic,
    "plain": _plain,
}
