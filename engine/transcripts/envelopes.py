"""Which conversations does a document of messages hold, and what stands around the messages?

>>> from engine.transcripts.document import from_value
>>> document = from_value([{"messages": [{"role": "user"}]}, {"messages": [{"role": "user"}]}])
>>> len(conversations_of(document, Report(document)))
2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.transcripts.document import Document, Item
from engine.transcripts.messages import turns_of_message
from engine.transcripts.model import Turn
from engine.transcripts.report import Report
from engine.transcripts.values import canonical_json, clean_name, decode, parse_time


@dataclass(frozen=True)
class Envelope:
    """How one format wraps its messages.

    `lists` are the keys a list of messages stands under: an object with several of them
    holds one conversation, in this order. `answers` is the list of alternatives in a
    response and the key of the message in each. A message that stands by itself has one
    of the `marks`; an object with the key `own` is a message, whatever else it has. Where
    `alone` is true, one message or a text may stand for the list.
    """

    lists: tuple[str, ...] = ("messages",)
    answers: tuple[str, str] | None = ("choices", "message")
    marks: tuple[str, ...] = ("role", "content")
    own: str | None = None
    alone: bool = False

    @property
    def expected(self) -> str:
        """What a file of this format holds, for a message.

        >>> Envelope().expected
        'messages, choices, or a message with role and content'
        """
        keys = [*self.lists, *(self.answers or ())[:1]]
        return f"{', '.join(keys)}, or a message with {' and '.join(self.marks)}"

    def keys_in(self, value: dict[str, Any]) -> list[str]:
        """The keys of lists of messages in an object; none where it is a message itself."""
        return [] if self.own in value else [key for key in self.lists if key in value]

    def listed(self, item: Item) -> list[Item]:
        """The messages in an object, of all lists it has."""
        found: list[Item] = []
        for key in self.lists:
            found += item.children(key)
            if self.alone and isinstance(item.value.get(key), (dict, str)):
                found.append(item.child(key))
        return found


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


def conversations_of(
    document: Document, report: Report, envelope: Envelope = Envelope()
) -> list[Conversation]:
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
        elif not isinstance(value, dict) or not value:
            report.skip(item, None, envelope.expected)
        elif keys := envelope.keys_in(value):
            messages = tuple(envelope.listed(item))
            if messages:
                found.append(Conversation(messages, value))
            else:
                report.skip(item, keys[0], "a list of messages")
        elif envelope.answers is not None and envelope.answers[0] in value:
            found += _answers(item, report, *envelope.answers)
        elif any(mark in value for mark in envelope.marks):
            loose.append(item)
        else:
            keys = list(value)[:5]
            report.skip(item, None, envelope.expected, found=f"an object with {', '.join(keys)}")
    return [*found, Conversation(tuple(loose), {})] if loose else found


def _answers(item: Item, report: Report, key: str, inside: str) -> list[Conversation]:
    answers = item.children(key)
    if not answers:
        report.skip(item, key, f"a list of {key}")
    found = []
    for answer in answers:
        if isinstance(answer.value, dict) and isinstance(answer.value.get(inside), dict):
            found.append(Conversation((answer.child(inside),), item.value, is_response=True))
        else:
            report.skip(answer, inside, "an object")
    return found


def translated(
    conversation: Conversation,
    translate: Callable[[Item, Report], dict[str, Any] | None],
    report: Report,
) -> Conversation:
    """The conversation with each message as one of role and content, in its old place.

    `translate` returns None for a message that it reported and that is left out.

    >>> from engine.transcripts.document import from_value
    >>> report = Report(from_value([{"by": "user"}]))
    >>> old = Conversation(report.document.items, {})
    >>> translated(old, lambda item, report: {"role": item.value["by"]}, report).messages
    (Item(value={'role': 'user'}, line=None, path=(0,)),)
    """
    pairs = [(item, translate(item, report)) for item in conversation.messages]
    messages = [replace(item, value=message) for item, message in pairs if message is not None]
    return replace(conversation, messages=tuple(messages))


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
