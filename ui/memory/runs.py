"""What was replayed already? Conversations counted once, runs by policy, facts followed by run.

All is kept by the identity of the turns and of the run, so that ten thousand turns are a cheap
key. A run is a tuple of snapshots; whoever asks for the same one gets the same tuple.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.compaction import TurnCounter
from engine.memory import Conversation, LifeLine, Policy, Snapshot, fork, lifeline, replay
from engine.tokens import exact_available
from engine.transcripts import Turn
from ui.memory.kept import Kept, Same
from ui.talk import Fork

Turns = tuple[Turn, ...]
Run = tuple[Snapshot, ...]
Progress = Callable[[float], None]

COUNTED = 0.7  # the share of the time after which all turns are counted
REPORT_EVERY = 200

_conversations, _runs, _lines = Kept(8), Kept(24), Kept(256)


def tokenizer_name() -> str:
    """What counts: exactly where that is installed, else the estimate."""
    return "o200k_base" if exact_available("o200k_base") else "chars/4"


def conversation_of(turns: Turns, on_progress: Progress | None = None) -> Conversation:
    """The turns, counted and paired."""

    def find() -> Conversation:
        counter, counted = TurnCounter(tokenizer_name()), 0

        def count(turn: Turn) -> int:
            nonlocal counted
            counted += 1
            if on_progress is not None and counted % REPORT_EVERY == 0:
                on_progress(COUNTED * min(counted / len(turns), 1))
            return counter(turn)

        return replace(Conversation.of(turns, count), count=counter)

    found: Conversation = _conversations.get(Same(turns), find)
    return found


def run_of(turns: Turns, policy: Policy, on_progress: Progress | None = None) -> Run:
    """The run of a whole conversation under one policy."""

    def find() -> Run:
        known = conversation_of(turns, on_progress)
        return tuple(replay(known, policy, on_progress=_rest(on_progress)))

    found: Run = _runs.get((Same(turns), policy), find)
    return found


def kept_run(turns: Turns, policy: Policy) -> Run | None:
    """The same where it was replayed already, else None."""
    found: Run | None = _runs.peek((Same(turns), policy))
    return found


def forked_run(run: Run, other: Fork, on_progress: Progress | None = None) -> Run:
    """The run up to a turn, and from there on another policy; the snapshots before are shared."""

    def find() -> Run:
        at = min(max(other.at, 2), len(run)) - 1
        forked = fork(run, at, other.policy)
        return tuple(forked)

    found: Run = _runs.get((Same(run), other), find)
    return found


def lifeline_of(run: Run, phrase: str, superseded_by: str = "") -> LifeLine | None:
    """Where a phrase is at each turn; None for one without a word."""

    def find() -> LifeLine | None:
        try:
            return lifeline(run, phrase, superseded_by)
        except ValueError:
            return None

    found: LifeLine | None = _lines.get((Same(run), phrase, superseded_by), find)
    return found


def _rest(on_progress: Progress | None) -> Progress | None:
    if on_progress is None:
        return None
    return lambda share: on_progress(COUNTED + (1 - COUNTED) * share)
