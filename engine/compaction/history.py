"""How is a history split into what is summarised and what stays, and what is its shortest form?

>>> talk = [Turn("user", "Where is  order A-1?", id="m1"), Turn("assistant", "On its way.")]
>>> compact_history(talk, keep_last=1)
CompactedHistory(summary='user: Where is order A-1?', source_message_ids=('m1',))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, TypeVar

from engine.compaction.counting import turn_ids
from engine.compaction.lines import message_line
from engine.transcripts import Turn, pair_calls

Messages = TypeVar("Messages", bound=Sequence[Any])


@dataclass(frozen=True)
class CompactedHistory:
    """The older messages in a line each, and the ids of those messages, in order."""

    summary: str
    source_message_ids: tuple[Any, ...]


def split_history(messages: Messages, keep_last: int) -> tuple[Messages, Messages]:
    """(older, recent), which together are the messages: `recent` are the last `keep_last`.

    Messages are turns, or mappings with `role` and `content` as chat APIs write them. A call
    and its results are not torn apart: where the cut would do that, `recent` starts at the
    call and is longer. Raises `ValueError` unless `keep_last` is a whole number from 0 up.

    >>> split_history([{"role": "user", "content": text} for text in "abc"], 1)[1]
    [{'role': 'user', 'content': 'c'}]
    >>> call, result = Turn("assistant", "f()", call_ids=("c",)), Turn("tool", "1", result_of="c")
    >>> split_history((Turn("user", "Go"), call, result), 1)[1] == (call, result)
    True
    """
    if isinstance(keep_last, bool) or not isinstance(keep_last, Integral) or keep_last < 0:
        raise ValueError(f"keep_last must be a whole number from 0 up, not {keep_last!r}")
    cut = max(0, len(messages) - int(keep_last))
    for group in reversed(pair_calls([_as_turn(message) for message in messages]).groups):
        if group[0] < cut <= group[-1]:
            cut = group[0]  # groups may overlap: those before are still to be looked at
    # The same type as came in: a slice of it, never a copy of another kind.
    return messages[:cut], messages[cut:]


def compact_history(messages: Sequence[Any], keep_last: int = 2) -> CompactedHistory:
    """All but the last `keep_last` messages as a summary: a line each, at most 120 characters.

    A line is the role and the text on one line; a longer one is cut at a word end and ends
    in "…". Messages without text have no line, but are among the sources. A message without
    an id goes by its place: t1, t2, …

    >>> compact_history([{"role": "user", "content": "so " * 99}], 0).summary[-13:]
    ' so so so so…'
    """
    older, _ = split_history(messages, keep_last)
    turns = [_as_turn(message) for message in older]
    given = [m.get("id") if isinstance(m, Mapping) else m.id for m in older]
    ids = tuple(
        name if own is None else own for own, name in zip(given, turn_ids(turns), strict=True)
    )
    lines = [message_line(turn) for turn in turns if turn.text.strip()]
    return CompactedHistory("\n".join(lines), ids)


def _as_turn(message: Any) -> Turn:
    """One message as one turn, whatever its content is made of."""
    if isinstance(message, Turn):
        return message
    if not isinstance(message, Mapping):
        raise TypeError(f"a message is a Turn or has role and content; found {message!r}")
    # Here, not above: `import engine` has no need of the readers of messages for this.
    from engine.transcripts.document import from_value
    from engine.transcripts.messages import turns_of_message
    from engine.transcripts.report import Report

    value = dict(message)
    value.setdefault("content", value.get("text"))
    document = from_value(value)
    turns = turns_of_message(document.items[0], Report(document))
    if not turns:
        raise ValueError(f"a message has a role and content; found {message!r}")
    return replace(
        turns[0],
        text="\n".join(turn.text for turn in turns if turn.text),
        call_ids=tuple(call for turn in turns for call in turn.call_ids),
        call_names=(),
        result_of=next((turn.result_of for turn in turns if turn.result_of), None),
    )
