"""Which conversations does a document of messages hold, and what stands around the messages?

>>> from engine.transcripts.document import from_value
>>> document = from_value([{"messages": [{"role": "user"}]}, {"messages": [{"role": "user"}]}])
>>> len(conversations_of(document, Report(document)))
2
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.transcripts.document import Document, Item
from engine.transcripts.messages import turns_of_message
from engine.transcripts.model import Turn
from engine.transcripts.report import Report
from engine.transcripts.values import canonical_json, clean_name, decode, parse_time

_EXPECTED = "messages, choices, or a message with role and content"


@dataclass(frozen=True)
class Conversation:
    """The messages of one conversation and the object around them, empty when there is none."""

    messages: tuple[Item, ...]
    around: dict[str, Any]
    is_response: bool = False

    @property
    def title(self) -> str | None:
        """What the file calls the conversation."""
        return clean_name(self.around.get("title"))


def conversations_of(document: Document, report: Report) -> list[Conversation]:
    """All conversations: an object with messages each, a list each, a choice each.

    Messages that stand by themselves, in a bare list or a message a line, are together
    one. Whatever is none of these is reported.
    """
    found: list[Conversation] = []
    loose: list[Item] = []
    for item in document.items:
        value = item.value
        if isinstance(value, list) and value:
            found.append(Conversation(tuple(item.elements()), {}))
        elif isinstance(value, dict) and "messages" in value:
            messages = tuple(item.children("messages"))
            if messages:
                found.append(Conversation(messages, value))
            else:
                report.skip(item, "messages", "a list of messages")
        elif isinstance(value, dict) and "choices" in value:
            found += _choices(item, report)
        elif isinstance(value, dict) and ("role" in value or "content" in value):
            loose.append(item)
        elif isinstance(value, dict) and value:
            keys = ", ".join(list(value)[:5])
            report.skip(item, None, _EXPECTED, found=f"an object with {keys}")
        else:
            report.skip(item, None, _EXPECTED)
    return [*found, Conversation(tuple(loose), {})] if loose else found


def _choices(item: Item, report: Report) -> list[Conversation]:
    choices = item.children("choices")
    if not choices:
        report.skip(item, "choices", "a list of choices")
    found = []
    for choice in choices:
        if isinstance(choice.value, dict) and isinstance(choice.value.get("message"), dict):
            found.append(Conversation((choice.child("message"),), item.value, is_response=True))
        else:
            report.skip(choice, "message", "an object")
    return found


def turns_of(conversation: Conversation, report: Report) -> tuple[Turn, ...]:
    """The turns of its messages, in their order.

    >>> from engine.transcripts.document import from_value
    >>> report = Report(from_value([{"role": "user", "content": "Hi"}, {"role": "agent"}]))
    >>> [turn.text for turn in turns_of(conversations_of(report.document, report)[0], report)]
    ['Hi']
    """
    turns: list[Turn] = []
    around = conversation.around if conversation.is_response else {}
    for number, item in enumerate(conversation.messages, 1):
        turns += turns_of_message(
            item,
            report,
            role="assistant" if conversation.is_response else None,
            timestamp=parse_time(around.get("created")),
            usage=around.get("usage"),
        )
        report.progress(number / len(conversation.messages))
    return tuple(turns)


def schemas_of(*lists: Any) -> tuple[str, ...]:
    """Tool schemas as canonical JSON, one text a tool; a list may itself be JSON in a text.

    >>> schemas_of([{"name": "find", "input_schema": {}}], None)
    ('{"input_schema":{},"name":"find"}',)
    """
    return tuple(canonical_json(schema) for tools in lists for schema in _listed(decode(tools)))


def _listed(tools: Any) -> Iterable[Any]:
    if isinstance(tools, list):
        return tools
    return [tools] if isinstance(tools, dict) else []
