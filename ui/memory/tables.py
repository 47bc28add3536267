"""How many tokens of which part did the window hold at each turn, and where did what happen?

Arrays by turn, found once a run, so that a step through ten thousand turns costs no more than
one through forty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt

from engine.memory.billing import billed_uncompacted
from engine.memory.loss import ACTS
from engine.memory.record import Entry
from engine.memory.record import Run as Record
from engine.sections import TIERS
from engine.transcripts.model import SUMMARY
from ui.memory.kept import Kept, Same
from ui.memory.runs import Run

Ints = npt.NDArray[np.int64]

# The parts of a window in the order in which they are stacked, by the kind that colours them.
PARTS = {
    "system, task": "instructions",
    "summary": "summary",
    "recalled": "memory",
    "turns": "history",
    "tools": "scratch",
}
_PART_OF_TIER = {"static": "system, task", "history": "turns", "scratch": "tools"}

_tables = Kept(48)


@dataclass(frozen=True)
class Bounds:
    """What a policy allows from one turn to another, by their indices, both counted in."""

    first: int
    last: int
    usable: int
    amber: int
    red: int
    trigger: int


@dataclass(frozen=True, eq=False)
class Tables:
    """By the index of a turn: tokens by part, their sum, what was billed until then, and what
    that were, had nothing left the window.

    The others are indices: where turns left, where a summary was made or cut, where a call was
    refused, where results expired, and where anything happened that is worth a stop. `bounds`
    has more than one entry where the run was forked.
    """

    parts: Mapping[str, Ints]
    totals: Ints
    billed: Ints
    uncompacted: Ints
    evicted: Ints
    compacted: Ints
    refused: Ints
    expired: Ints
    happened: Ints
    bounds: tuple[Bounds, ...]

    @property
    def rounds(self) -> list[int]:
        """The indices at which something left, was cleared, expired or compacted."""
        acts = np.union1d(self.evicted, self.compacted)
        rounds: list[int] = np.union1d(acts, self.expired).tolist()
        return rounds

    def next_event(self, at: int) -> int | None:
        """The index of the next turn at which something happened."""
        after = self.happened[np.searchsorted(self.happened, at, side="right") :]
        return int(after[0]) if len(after) else None


def tables_of(run: Run) -> Tables:
    """The arrays of a run, a forked one too."""
    found: Tables = _tables.get(Same(run), lambda: _tables_of(run))
    return found


def part_of(entry: Entry) -> str:
    """Which part of the window an entry belongs to."""
    tier = TIERS[entry.tier]
    if tier == "retrieved":
        return "summary" if entry.turn.kind == SUMMARY else "recalled"
    return _PART_OF_TIER[tier]


def _tables_of(run: Run) -> Tables:
    pieces, bounds = [], []
    for _, same in groupby(run, key=lambda snapshot: id(snapshot.run)):
        piece = list(same)
        record, first, last = piece[0].run, piece[0].index, piece[-1].index
        pieces.append({name: tokens[first : last + 1] for name, tokens in _parts(record).items()})
        policy = record.policy
        bounds.append(
            Bounds(first, last, policy.usable, round(policy.amber * policy.usable),
                   policy.red_tokens, policy.trigger_tokens)
        )  # fmt: skip
    names = ("evicted", "compacted", "refused", "expired", "happened")
    marks: dict[str, list[int]] = {name: [] for name in names}
    before, none = False, np.zeros(0, dtype=np.int64)
    for snapshot in run:
        kinds = {event.kind for event in snapshot.events}
        wrote = any(event.kind == "evicted" and event.after for event in snapshot.events)
        refused = "refused" in kinds
        for name, holds in (
            ("evicted", "evicted" in kinds),
            ("compacted", wrote or bool(kinds & {"compacted", "cleared"})),
            ("refused", refused),
            ("expired", "expired" in kinds),
            ("happened", bool(kinds & (ACTS | {"recalled", "failed"})) or refused > before),
        ):
            if holds:
                marks[name].append(snapshot.index)
        before = refused
    return Tables(
        {name: np.concatenate([none, *(piece[name] for piece in pieces)]) for name in PARTS},
        np.array([snapshot.token_count for snapshot in run], dtype=np.int64),
        np.array([snapshot.billed for snapshot in run], dtype=np.int64),
        np.array(_uncompacted(run), dtype=np.int64),
        **{name: np.array(indices, dtype=np.int64) for name, indices in marks.items()},
        bounds=tuple(bounds),
    )


def _uncompacted(run: Run) -> list[int]:
    return billed_uncompacted(run[-1].run.conversation) if run else []


def _parts(record: Record) -> dict[str, Ints]:
    """By part: the sums of what came less what left."""
    steps = len(record.totals)
    changes = {name: np.zeros(steps + 1, dtype=np.int64) for name in PARTS}
    for entry in [*map(record.entry, range(steps)), *record.written]:
        if entry.left > entry.entered:
            change = changes[part_of(entry)]
            change[entry.entered] += entry.tokens
            change[min(entry.left, steps)] -= entry.tokens
    return {name: change.cumsum()[:-1] for name, change in changes.items()}
