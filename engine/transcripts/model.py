"""What is a turn of a conversation, and what is a transcript?

>>> Turn("assistant", 'get_order({"id":"A-1"})', call_ids=("call_1",)).kind
'message'
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

ROLES = ("user", "assistant", "system", "tool")

MESSAGE = "message"
SUMMARY = "summary"
NOTE = "note"


@dataclass(frozen=True)
class Usage:
    """What the provider counted for one answer, in tokens; `cached_tokens` are part of the input.

    >>> Usage(input_tokens=900, cached_tokens=800, output_tokens=40).cached_tokens
    800
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True)
class Turn:
    """One step of a conversation: who speaks, the text a model reads, and how it hangs together.

    `text` holds the tool calls too, each as its name and its arguments in canonical JSON,
    because they cost tokens like any other word. `call_ids` (with `call_names` beside
    them) are the calls the turn makes, `result_of` is the call it answers. `name` is the
    speaker's or the tool's. `kind` is `"message"`, `"summary"` (a compaction wrote it in
    place of older turns) or `"note"` (a program wrote it in the user's name, as Claude
    Code does with the output of its own commands). `usage` is what the provider reported.

    >>> Turn("tool", "shipped", result_of="call_1", name="get_order").result_of
    'call_1'
    """

    role: str
    text: str
    id: str | None = None
    call_ids: tuple[str, ...] = ()
    result_of: str | None = None
    name: str | None = None
    kind: str = MESSAGE
    call_names: tuple[str, ...] = ()
    timestamp: datetime | None = None
    usage: Usage | None = None

    def __post_init__(self) -> None:
        for field in ("call_ids", "call_names"):
            value = getattr(self, field)
            if isinstance(value, str):
                raise TypeError(f"{field} must be a list of ids, found the text {value!r}")
            if type(value) is not tuple:
                object.__setattr__(self, field, tuple(value))


@dataclass(frozen=True)
class Transcript:
    """One conversation as read from a file, and what was noticed while reading it.

    System text is a turn of role `"system"`. `tools` are the tool schemas as canonical
    JSON, one each. `compactions` are indices into `turns`: before that turn the tool
    compacted its history. `conversations` is how many the file holds.

    >>> Transcript((Turn("user", "Hi"),), format="plain").warnings
    ()
    """

    turns: tuple[Turn, ...]
    format: str
    warnings: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    title: str | None = None
    compactions: tuple[int, ...] = ()
    conversations: int = 1
