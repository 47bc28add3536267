"""What leaves a run: its turns and its life lines as CSV, the policy as JSON, a Python program?

>>> from engine.memory import Policy, replay
>>> run = replay([Turn("user", "Hello there."), Turn("assistant", "Hi!")], Policy(100))
>>> print(to_run_csv(run).splitlines()[2])
2,assistant,1,4,3,0,1,0,100,green,no,3,turn 2 came: 1 token
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from engine.memory.events import Event
from engine.memory.loss import Canary, LifeLine
from engine.memory.policy import Policy
from engine.memory.snapshot import Snapshot
from engine.sections import TIERS
from engine.transcripts import Turn

RUN_COLUMNS = (
    "turn", "role", "tokens", "window_tokens", *(f"{tier}_tokens" for tier in TIERS),
    "usable_tokens", "zone", "refused", "billed_input_tokens", "events",
)  # fmt: skip
LIFE_COLUMNS = (
    "phrase", "kind", "said_in_turns", "state", "first_turn", "last_turn", "lost_at_turn", "by",
)  # fmt: skip


def to_run_csv(snapshots: Sequence[Snapshot]) -> str:
    """A row a turn: its own tokens, those of the window by tier, the zone, what happened."""
    rows = []
    for snapshot in snapshots:
        known, at = snapshot.run.conversation, snapshot.index
        row: list[Any] = [snapshot.number, known.turns[at].role, known.tokens[at]]
        row += [snapshot.token_count, *snapshot.tokens_by_tier.values(), snapshot.usable]
        row += [snapshot.zone, "yes" if snapshot.refused else "no", snapshot.billed]
        rows.append([*row, " | ".join(event.sentence for event in snapshot.events)])
    return _csv(RUN_COLUMNS, rows)


def to_life_csv(lines: Iterable[LifeLine], canaries: Iterable[Canary] = ()) -> str:
    """A row a state that lasts: where each fact was from one turn to another, and what took it.

    `canaries` tell the kinds of the phrases; a phrase that is never said has one row.

    >>> print(to_life_csv([LifeLine("A-1", (1,), (None, "verbatim", "gone"), 2,
    ...                             Event("evicted", (1,), 7))]).splitlines()[2])
    A-1,,2,gone,3,3,3,turn 2 left the window: 7 → 0 tokens
    """
    kinds = {canary.phrase: canary.kind for canary in canaries}
    rows: list[list[Any]] = []
    for line in lines:
        head = [line.phrase, kinds.get(line.phrase, ""), _numbers(line.sources)]
        lost = ["" if line.lost_at is None else line.lost_at + 1, _sentence(line.by)]
        for span in line.spans:
            by = [lost[0], _sentence(span.by)] if span.state == "superseded" else lost
            rows.append([*head, span.state, span.first + 1, span.last + 1, *by])
        if not line.spans:
            rows.append([*head, "never said", "", "", *lost])
    return _csv(LIFE_COLUMNS, rows)


def to_policy_json(policy: Policy) -> str:
    """The policy's fields; `Policy(**fields)` is the same one.

    >>> Policy(**json.loads(to_policy_json(Policy(100, pinned=("3",))))) == Policy(
    ...     100, pinned=("3",))
    True
    """
    return json.dumps(asdict(policy), ensure_ascii=False, indent=1) + "\n"


def to_python(
    turns: Sequence[Turn],
    policy: Policy,
    tokenizer: str,
    phrases: Mapping[str, str] | Sequence[str] = (),
    fork: tuple[int, Policy] | None = None,
) -> str:
    """A program that replays the turns with the engine and prints what happens at each.

    It needs nothing but the engine. `phrases` are followed, given by themselves or each with
    the words that replace it (`lifeline`); `fork` is the number of the turn
    from which on another policy holds, and that policy.
    """
    names = ["Policy", *(["fork"] if fork else []), *(["lifeline"] if phrases else []), "replay"]
    lines = [
        '"""A conversation, replayed turn by turn within a window that is kept small.',
        "",
        "Run it beside the folder engine, or with PYTHONPATH set to where that is.",
        '"""',
        "",
        *(["import datetime", ""] if any(turn.timestamp for turn in turns) else []),
        f"from engine.memory import {', '.join(names)}",
        "from engine.transcripts import Turn, Usage" if any(turn.usage for turn in turns)
        else "from engine.transcripts import Turn",
        "",
        "turns = [",
        *(f"    {_constructor(turn)}," for turn in turns),
        "]",
        "",
        f"snapshots = replay(turns, {_constructor(policy)}, {tokenizer!r})",
    ]  # fmt: skip
    if fork is not None:
        lines.append(f"snapshots = fork(snapshots, {fork[0] - 1}, {_constructor(fork[1])})")
    lines += [
        "for snapshot in snapshots:",
        "    print(f'turn {snapshot.number}: {snapshot.token_count} of {snapshot.usable} tokens, '",
        "          f'{snapshot.zone}')",
        "    for event in snapshot.events[1:]:",
        "        print('   ', event.sentence)",
    ]
    followed = phrases if isinstance(phrases, Mapping) else dict.fromkeys(phrases, "")
    if followed:
        lines += [
            f"for phrase, superseded_by in {dict(followed)!a}.items():",
            "    line = lifeline(snapshots, phrase, superseded_by)",
            "    lost = line.lost_at",
            "    became = 'survives' if lost is None else f'lost at turn {lost + 1}'",
            "    if line.states and line.states[-1] == 'superseded':",
            "        became = line.spans[-1].by.sentence",
            "    print(f'{phrase}: {became}')",
        ]
    return "\n".join(lines) + "\n"


def _constructor(value: Turn | Policy) -> str:
    """The call that makes it, fields at their defaults left out."""
    given = []
    for field in fields(value):
        it = getattr(value, field.name)
        if it != field.default:
            given.append(f"{field.name}={it!a}")
    return f"{type(value).__name__}({', '.join(given)})"


def _numbers(indices: Sequence[int]) -> str:
    return " ".join(str(index + 1) for index in indices)


def _sentence(event: Event | None) -> str:
    return "" if event is None else event.sentence


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()
