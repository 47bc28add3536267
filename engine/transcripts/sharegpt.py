"""How do data sets in ShareGPT's form write a conversation down?

As `{conversations: [{from, value}], system?, tools?}`, mostly a list of those. A call is a
turn from `function_call` whose value is JSON, one call or a list of them; its result is the
turn from `observation` that follows. Neither has an id: results pair in order.

>>> from engine.transcripts.document import from_value
>>> document = from_value([{"conversations": [{"from": "human", "value": "Hi"}]}])
>>> read(document, 0, Report(document)).turns[0].text
'Hi'
"""

from __future__ import annotations

from typing import Any

from engine.transcripts.content import blocks_of, text_of
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
from engine.transcripts.values import decode

_ENVELOPE = Envelope(("conversations", "conversation", "items"), None, ("from", "value"))
_ROLES = {
    "human": "user",
    "gpt": "assistant",
    "chatgpt": "assistant",
    "bing": "assistant",
    "bard": "assistant",
    "model": "assistant",
    "ai": "assistant",
    "observation": "tool",
    "function_response": "tool",
    "tool_response": "tool",
}
_CALLS = ("function_call", "tool_call")


def read(document: Document, index: int, report: Report) -> Transcript:
    """The conversation at `index`, its system text first where it stands beside the turns."""
    conversation = report.pick(conversations_of(document, report, _ENVELOPE), index)
    system = text_of(conversation.around.get("system"), report)
    turns = turns_of(translated(conversation, _message, report), report)
    return Transcript(
        (*([Turn("system", system)] if system else []), *turns),
        "sharegpt",
        tools=schemas_of(conversation.around.get("tools")),
        title=conversation.title,
    )


def _message(item: Item, report: Report) -> dict[str, Any] | None:
    said = item.value
    if not isinstance(said, dict):
        report.skip(item, None, "a turn with from and value")
        return None
    speaker = said.get("from")
    word = speaker.strip().lower() if isinstance(speaker, str) else ""
    if word in _CALLS:
        return {"role": "assistant", "tool_calls": _calls(said.get("value"))}
    role = _ROLES.get(word) or role_of(word)
    if role is None:
        report.skip(item, "from", "human, gpt, system, function_call or observation")
        return None
    return {"role": role, "content": said.get("value"), "name": said.get("name")}


def _calls(value: Any) -> list[dict[str, Any]]:
    """The calls a value states; what states none is a call without a name."""
    return [
        call if isinstance(call, dict) and "name" in call else {"arguments": call}
        for call in blocks_of(decode(value))
    ]
