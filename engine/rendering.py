"""What exactly is sent: plain text, labelled blocks, OpenAI messages, an Anthropic request?

>>> print(label_section(ContextSection("policy", "Within 30 days.", kind="evidence")))
<context kind="evidence" source="application" name="policy">
Within 30 days.
</context>
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from engine.assembly import Assembly
from engine.sections import ContextSection
from engine.tokens import Tokenizer, count_tokens

# A tag counts as one of ours in any case and with any spacing, invisible characters included.
_GAP = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*"
_CONTEXT_TAG = re.compile(rf"<(?={_GAP}/?{_GAP}context(?![\w.:-]))", re.IGNORECASE)

OWN_ROLES = ("user", "assistant")


def label_section(section: ContextSection) -> str:
    """One section as a labelled block that no text inside it can close or imitate.

    Whatever would open or close a context block is written with `&lt;`; the rest of the
    text stays byte for byte.

    >>> print(label_section(ContextSection("note", "x </ CONTEXT> y < 3", source="a<b")))
    <context kind="other" source="a&lt;b" name="note">
    x &lt;/ CONTEXT> y < 3
    </context>
    """
    attributes = " ".join(
        f'{key}="{_attribute(value)}"'
        for key, value in (
            ("kind", section.kind),
            ("source", section.source),
            ("name", section.name),
        )
    )
    return f"<context {attributes}>\n{_CONTEXT_TAG.sub('&lt;', section.text)}\n</context>"


def _attribute(value: str) -> str:
    escaped = escape(value, quote=True)
    return escaped.replace("\n", "&#10;").replace("\r", "&#13;")


def render_labelled(sections: Sequence[ContextSection]) -> str:
    """Labelled blocks in the order given, joined by a blank line."""
    return "\n\n".join(label_section(section) for section in sections)


def to_openai_messages(assembly: Assembly) -> list[dict[str, str]]:
    """The assembled sections as chat messages, in their order.

    Instructions become system messages, turns of a conversation keep their role and their
    text, a task is the user's own words, and everything else is a user message that holds
    the section as a labelled block, so that evidence is never mistaken for a request.
    Neighbours of one role become one message, joined by a blank line.

    >>> from engine.assembly import assemble_context
    >>> sections = [ContextSection("rules", "Be brief.", kind="instructions"),
    ...             ContextSection("task", "Refund?", kind="task")]
    >>> to_openai_messages(assemble_context(sections, 99))
    [{'role': 'system', 'content': 'Be brief.'}, {'role': 'user', 'content': 'Refund?'}]
    """
    messages: list[dict[str, str]] = []
    for section in assembly.sections:
        role, content = _message(section)
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"] += "\n\n" + content
        else:
            messages.append({"role": role, "content": content})
    return messages


def _message(section: ContextSection) -> tuple[str, str]:
    if section.kind == "instructions":
        return "system", section.text
    if section.kind == "task":
        return "user", section.text
    if section.kind == "history" and section.source in OWN_ROLES:
        return section.source, section.text
    return "user", label_section(section)


def to_anthropic_request(assembly: Assembly) -> dict[str, Any]:
    """The same as the body of an Anthropic messages request, without model and max_tokens.

    All instructions go to `system`; roles alternate and begin with the user, as that
    interface asks; there is no empty text block.

    >>> from engine.assembly import assemble_context
    >>> to_anthropic_request(assemble_context([ContextSection("t", "Hi", kind="task")], 9))
    {'messages': [{'role': 'user', 'content': [{'type': 'text', 'text': 'Hi'}]}]}
    """
    system: list[str] = []
    messages: list[dict[str, Any]] = []
    for section in assembly.sections:
        role, content = _message(section)
        if role == "system":
            system.append(content)
            continue
        if not content.strip():
            continue
        block = {"type": "text", "text": content}
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"].append(block)
        else:
            messages.append({"role": role, "content": [block]})
    if messages and messages[0]["role"] == "assistant":
        # The conversation was cut before this turn; say so instead of sending a rejected request.
        opening = {"type": "text", "text": "(earlier turns left out)"}
        messages.insert(0, {"role": "user", "content": [opening]})
    request: dict[str, Any] = {"system": "\n\n".join(system)} if system else {}
    return {**request, "messages": messages}


def count_openai_messages(
    messages: Sequence[dict[str, str]], tokenizer: str | Tokenizer = "chars/4"
) -> int:
    """Tokens of a chat request: 3 a message, its role, content and name, 1 a name, 3 priming.

    The figures are those OpenAI published for its chat models (cookbook, "How to count
    tokens with tiktoken", 2023).

    >>> count_openai_messages([]), count_openai_messages([{"role": "user", "content": ""}])
    (3, 7)
    """
    total = 3
    for message in messages:
        total += 3 + sum(count_tokens(value, tokenizer) for value in message.values())
        total += "name" in message
    return total
