"""How many facts of each kind are left after each round of compaction?

>>> from engine.memory import Canary, Policy, replay
>>> from engine.transcripts import Turn
>>> turns = [Turn("user", "Hello, I need help."), Turn("user", "My order is A-1."),
...          Turn("user", "Are you there?"), Turn("user", "Please answer me now.")]
>>> policy = Policy(16, trigger=1.0, target=1.0, rungs=("rolling_window",))
>>> survival(replay(turns, policy), [Canary("identifier", "A-1")])
(Survival(kind='identifier', round=1, survived=0, said=1, superseded=0),)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.memory.loss import ACTS, Canary, LifeLine, lifeline
from engine.memory.snapshot import Snapshot


@dataclass(frozen=True)
class Survival:
    """Of `said` facts of a kind that were said before it, so many `survived` a round (from 1).

    `superseded` are not among the `said`: another value holds in their place.
    """

    kind: str
    round: int
    survived: int
    said: int
    superseded: int = 0


def survival(
    snapshots: Sequence[Snapshot],
    canaries: Sequence[Canary],
    lines: Sequence[LifeLine] | None = None,
) -> tuple[Survival, ...]:
    """How many facts of each kind are left after each round of compaction.

    A round is a turn at which something was evicted, cleared, expired or compacted. `lines` are
    the life lines of the canaries, where they were found already.
    """
    rounds = [
        index
        for index, snapshot in enumerate(snapshots)
        if any(event.kind in ACTS for event in snapshot.events)
    ]
    if lines is None:
        lines = [lifeline(snapshots, one.phrase, one.superseded_by) for one in canaries]
    by_kind: dict[str, list[LifeLine]] = defaultdict(list)
    for canary, line in zip(canaries, lines, strict=True):
        by_kind[canary.kind].append(line)
    table = []
    for kind, of_kind in by_kind.items():
        for number, index in enumerate(rounds, 1):
            said = [line for line in of_kind if line.holds(index)]
            survived = sum(line.survives(index) for line in said)
            gone = sum(line.states[index] == "superseded" for line in of_kind)
            table.append(Survival(kind, number, survived, len(said), gone))
    return tuple(table)
