"""What does an answer hold: a text, or not what the API promises?

The client checks nothing: a web page comes as a str, an empty object as one without choices.

>>> from types import SimpleNamespace as Object
>>> choice = Object(message=Object(content="Paris."), finish_reason="stop")
>>> read_answer(Object(choices=[choice], usage=Object(prompt_tokens=14, completion_tokens=2)), 0.5)
Completion(text='Paris.', finish_reason='stop', prompt_tokens=14, seconds=0.5, completion_tokens=2)
>>> read_answer(Object(choices=None), 0.5) is None
True
"""

from __future__ import annotations

from typing import Any

from engine.models.model import Completion


def read_answer(answer: Any, seconds: float) -> Completion | None:
    """The completion in what the client gives; None where it is not the API's."""
    choices = getattr(answer, "choices", None)
    first = choices[0] if isinstance(choices, list) and choices else None
    message = getattr(first, "message", None)
    if message is None or not hasattr(message, "content"):
        return None
    text = _text(message.content)
    if text is None:
        return None
    reason = getattr(first, "finish_reason", None)
    usage = getattr(answer, "usage", None)
    return Completion(
        text,
        reason if isinstance(reason, str) else None,
        _count(getattr(usage, "prompt_tokens", None)),
        seconds,
        _count(getattr(usage, "completion_tokens", None)),
    )


def _text(content: object) -> str | None:
    """The text of a message: as it is, nothing, or in parts as some models that think give it.

    >>> _text(None), _text([{"type": "thinking"}, {"type": "text", "text": "Yes"}]), _text(3)
    ('', 'Yes', None)
    """
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    return "" if content is None else content if isinstance(content, str) else None


def _count(tokens: object) -> int | None:
    is_count = isinstance(tokens, int) and not isinstance(tokens, bool) and tokens >= 0
    return int(str(tokens)) if is_count else None
