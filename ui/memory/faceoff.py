"""What does each of several policies cost on one conversation, and which facts does it keep?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.memory import CANARY_KINDS, Canary, LifeLine, Policy, Survival, survival
from engine.memory.presets import PRESETS
from ui.memory.kept import Kept, Same
from ui.memory.runs import COUNTED, Progress, Run, kept_run, lifeline_of, run_of
from ui.memory.shown import Shown
from ui.memory.tables import Tables, tables_of

Ints = npt.NDArray[np.int64]

OWN = "own"  # the run of the page, where it is none of the presets
LEAST, MOST = 2, 4

_sides = Kept(64)


@dataclass(frozen=True, eq=False)
class Side:
    """One policy's run: its arrays, and the facts with their life lines, those of a kind together.

    By the index of a turn, `said` is how many of the facts were said by then, and `reachable`
    how many of those can still be read or fetched; `superseded` facts, in whose place another
    value holds, are in neither. `calls` were wanted, one before each answer;
    `refused` of them were not made. `survivals` are by kind and round.
    """

    run: Run
    tables: Tables
    facts: tuple[tuple[Canary, LifeLine], ...]
    said: Ints
    reachable: Ints
    superseded: Ints
    calls: int
    refused: int
    survivals: tuple[Survival, ...]

    @property
    def rounds(self) -> list[int]:
        """The indices of the turns at which something left, was cleared, expired or compacted."""
        return self.tables.rounds


def side_of(run: Run, canaries: tuple[Canary, ...], on_progress: Progress | None = None) -> Side:
    """All that is shown of a run; kept, so that a step costs nothing."""
    key = (Same(run), Same(canaries))
    found: Side = _sides.get(key, lambda: _side_of(run, canaries, on_progress))
    return found


def kept_side(shown: Shown, name: str, able: Mapping[str, Policy]) -> Side | None:
    """All that is shown of what was chosen, where it was found already, else None."""
    run = shown.run if name == OWN else kept_run(shown.talk.turns, able[name])
    found: Side | None = None
    if run is not None:
        found = _sides.peek((Same(run), Same(shown.talk.canaries)))
    return found


def _side_of(run: Run, canaries: Sequence[Canary], on_progress: Progress | None) -> Side:
    ordered = sorted(canaries, key=lambda canary: CANARY_KINDS.index(canary.kind))
    facts = []
    for at, canary in enumerate(ordered):
        if on_progress is not None:
            on_progress(at / len(ordered))
        line = lifeline_of(run, canary.phrase, canary.superseded_by)
        if line is not None:
            facts.append((canary, line))
    said, reachable, superseded = np.zeros((3, len(run)), dtype=np.int64)
    for _, line in facts:
        said += [line.holds(index) for index in range(len(run))]
        superseded += [state == "superseded" for state in line.states]
        reachable += [line.survives(index) for index in range(len(run))]
    tables = tables_of(run)
    roles = [turn.role for turn in run[-1].run.conversation.turns]
    calls = [index for index in range(1, len(run)) if roles[index] == "assistant"]
    red = set(tables.refused.tolist())
    refused = sum(index - 1 in red for index in calls)
    survivals = survival(run, *zip(*facts, strict=True)) if facts else ()
    return Side(run, tables, tuple(facts), said, reachable, superseded, len(calls), refused,
                survivals)  # fmt: skip


def presets_for(policy: Policy) -> tuple[dict[str, Policy], dict[str, str]]:
    """The presets for a window as large as this policy's, and why others cannot be had for it."""
    able, why_not = {}, {}
    for name, preset in PRESETS.items():
        try:
            able[name] = preset.policy(policy.window, policy.reserve)
        except ValueError as error:
            text = str(error).partition(";")[0]
            why_not[name] = f"{text[:1].upper()}{text[1:]}"
    return able, why_not


def page_choice(shown: Shown, able: Mapping[str, Policy]) -> str:
    """The preset under which the page replays, or that it is none of them."""
    same = (name for name, policy in able.items() if policy == shown.talk.policy)
    return OWN if shown.forked else next(same, OWN)


def first_choice(page: str) -> list[str]:
    """What is compared at first: the page's run, beside a rolling window and the full ladder."""
    return list(dict.fromkeys(["rolling_window", page, "full_ladder", "fold"]))[:3]


def run_by(
    shown: Shown, name: str, able: Mapping[str, Policy], on_progress: Progress | None = None
) -> Run:
    """The run under what was chosen; counts are shared, and what was replayed is kept."""
    if name == OWN:
        return shown.run

    def replayed(share: float) -> None:
        if on_progress is not None:  # the turns are counted already
            on_progress(max(share - COUNTED, 0.0) / (1 - COUNTED))

    return run_of(shown.talk.turns, able[name], replayed)
