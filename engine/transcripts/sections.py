"""Which candidates for the window is a conversation made of?

>>> from engine.transcripts.load import load_transcript
>>> transcript = load_transcript("system: Be brief.\\nuser: Hi\\nassistant: Hello!\\nuser: Why?")
>>> [(s.name, s.kind, s.pinned) for s in sections_from_transcript(transcript)]
[('turn 1 system', 'instructions', True), ('turn 2 user', 'task', True), \
('turn 3 assistant', 'history', False), ('turn 4 user', 'history', True)]
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.sections import ContextSection
from engine.transcripts.model import MESSAGE, SUMMARY, Transcript, Turn
from engine.transcripts.pairing import pair_calls

_LONGEST_NAME = 40
_MOST_NAMES = 3


def sections_from_transcript(transcript: Transcript) -> tuple[ContextSection, ...]:
    """The turns and the tool schemas of a transcript as sections, in the order they are read.

    * System text is `instructions` and pinned, a later one too.
    * The first user message is the `task`, pinned. The last one is pinned as well, but as
      `history`: as a task it would count as static text and leave its place in the talk.
    * A tool schema is a section `tools`, ranked above every turn but not pinned.
    * A call and all of its results are one section `scratch`, all in or all out, wherever
      the results stand; so is a result without a call, alone.
    * The newest compaction summary is ranked above the turns, for it stands for many.
    * Everything else is `history`, the newer the higher. Turns of equal text are all kept.

    Plain text that is not pinned may be cut; tools, calls and JSON may not, because cut
    JSON does not parse. `source` is the role. `trust` follows the chain of command of chat
    models: system and user may give orders and the assistant is the model itself
    ("trusted"); what tools return may not ("untrusted"), nor may a summary, which is no
    better than the least of what it was made from. Turns without text make no section.

    >>> from engine.transcripts.load import load_transcript
    >>> talk = [{"role": "user", "content": "Where is it?"},
    ...         {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "find"}}]},
    ...         {"role": "user", "content": "Hello?"},
    ...         {"role": "tool", "tool_call_id": "c", "content": "shelf 4"}]
    >>> [(s.name, s.text) for s in sections_from_transcript(load_transcript(talk))]
    [('turn 1 user', 'Where is it?'), ('turn 2 tool find', 'find()\\n\\nshelf 4'), \
('turn 3 user', 'Hello?')]
    """
    turns = transcript.turns
    groups = pair_calls(turns).groups
    asked = [group[0] for group in groups if len(group) == 1 and _asks(turns[group[0]])]
    told = [index for index, turn in enumerate(turns) if _instructs(turn)]
    pinned_as = dict.fromkeys(asked[-1:], "history") | dict.fromkeys(asked[:1], "task")
    pinned_as |= dict.fromkeys(told, "instructions")
    summaries = [i for i, turn in enumerate(turns) if turn.kind == SUMMARY and turn.text.strip()]
    of_turns: list[ContextSection] = []
    for group in groups:
        if not any(turns[index].text.strip() for index in group):
            continue
        first = group[0]
        if len(group) > 1 or turns[first].call_ids or turns[first].role == "tool":
            of_turns.append(_tool_section(turns, group))
        elif turns[first].kind == SUMMARY:
            top = len(turns) + 1 if first == summaries[-1] else first + 1
            of_turns.append(_summary_section(turns[first], first, top))
        else:
            of_turns.append(_turn_section(turns, first, pinned_as.get(first)))
    tools = _schema_sections(transcript)
    opening = 0
    while opening < len(of_turns) and of_turns[opening].kind == "instructions":
        opening += 1
    return (*of_turns[:opening], *tools, *of_turns[opening:])


def _asks(turn: Turn) -> bool:
    return turn.role == "user" and turn.kind == MESSAGE and bool(turn.text.strip())


def _instructs(turn: Turn) -> bool:
    return turn.role == "system" and turn.kind != SUMMARY


def _turn_section(turns: Sequence[Turn], index: int, pinned_as: str | None) -> ContextSection:
    turn = turns[index]
    return ContextSection(
        f"turn {index + 1} {turn.role}",
        turn.text,
        priority=index + 1 if pinned_as is None else len(turns) + 2,
        pinned=pinned_as is not None,
        truncatable=pinned_as is None and not _is_json(turn.text),
        kind=pinned_as or "history",
        source=turn.role,
        trust="trusted",
    )


def _summary_section(turn: Turn, index: int, priority: int) -> ContextSection:
    return ContextSection(
        f"turn {index + 1} summary",
        turn.text,
        priority=priority,
        truncatable=not _is_json(turn.text),
        kind="summary",
        source=turn.role,
        trust="untrusted",
    )


def _tool_section(turns: Sequence[Turn], group: tuple[int, ...]) -> ContextSection:
    """A call with its results, or a result alone; as new as its newest turn."""
    members = [turns[index] for index in group]
    results = [turn for turn in members if turn.role == "tool"]
    names = list(members[0].call_names) or [turn.name for turn in results if turn.name]
    shown = ", ".join(str(name) for name in names[:_MOST_NAMES])
    if len(names) > _MOST_NAMES:
        shown += f" +{len(names) - _MOST_NAMES}"
    role = "tool" if results else members[0].role
    return ContextSection(
        f"turn {group[0] + 1} {role} {_short(shown)}".rstrip(),
        "\n\n".join(turn.text for turn in members if turn.text.strip()),
        priority=group[-1] + 1,
        kind="scratch",
        source=role,
        trust="untrusted" if results else "trusted",
    )


def _schema_sections(transcript: Transcript) -> list[ContextSection]:
    sections: list[ContextSection] = []
    used: set[str] = set()
    for schema in transcript.tools:
        plain_name = name = f"tool: {_short(_schema_name(schema))}"
        copy = 1
        while name in used:
            copy += 1
            name = f"{plain_name} ({copy})"
        used.add(name)
        top = len(transcript.turns) + 1
        sections.append(ContextSection(name, schema, priority=top, kind="tools", source="system"))
    return sections


def _schema_name(schema: str) -> str:
    """The tool's name, OpenAI's under `function`; its type where it has none."""
    value: Any = json.loads(schema) if _is_json(schema) else None
    if isinstance(value, dict) and isinstance(value.get("function"), dict):
        value = value["function"]
    if not isinstance(value, dict):
        return "(unnamed)"
    found = value.get("name") or value.get("type")
    return found if isinstance(found, str) else "(unnamed)"


def _short(name: str) -> str:
    name = " ".join(name.split())
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _is_json(text: str) -> bool:
    """Whether a text is a JSON object or list, which no cut leaves readable."""
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
