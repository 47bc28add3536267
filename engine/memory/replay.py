"""What does a window hold after each turn of a conversation, under a policy?

>>> turns = [Turn("user", f"Message number {number} of some length.") for number in range(1, 7)]
>>> snapshots = replay(turns, Policy(40, rungs=("rolling_window",)))
>>> [snapshot.token_count for snapshot in snapshots]
[8, 16, 24, 32, 24, 32]
>>> [turn.text[:16] for turn in snapshots[4].evicted], snapshots[4].zone
(['Message number 2', 'Message number 3'], 'green')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.compaction import SUMMARIZERS, Count, Summarizer
from engine.memory.climbing import climb_window
from engine.memory.conversation import NEVER, Conversation
from engine.memory.expiring import Expiry
from engine.memory.policy import ROLLING, Policy
from engine.memory.record import Run
from engine.memory.rolling import roll
from engine.memory.snapshot import Snapshot
from engine.memory.state import WindowState
from engine.memory.store import Embedder, MemoryStore
from engine.routing.hashing import embed
from engine.tokens import Tokenizer
from engine.transcripts import Turn

Progress = Callable[[float], None]
REPORT_EVERY = 8


def replay(
    turns: Sequence[Turn] | Conversation,
    policy: Policy,
    tokenizer: str | Tokenizer | Count = "chars/4",
    *,
    summarizers: Mapping[str, Summarizer] = SUMMARIZERS,
    embedder: Embedder = embed,
    on_progress: Progress | None = None,
) -> list[Snapshot]:
    """One snapshot a turn: the turn comes, and what is then too much is acted on.

    Each text is tokenised once. With a `Conversation` for the turns, which holds their counts,
    nothing is tokenised again when another policy is tried. A turn is named by its number from 1,
    which summaries cite and the policy may pin, as well as by its own id. The time of a turn is
    its timestamp; where not all turns have one, it is one hour after the turn before.
    `on_progress` is told the share that is done. Raises `ValueError` for a summarizer that is
    not among `summarizers`.
    """
    known = turns if isinstance(turns, Conversation) else Conversation.of(turns, tokenizer)
    run = Run(known, policy, MemoryStore(embedder=embedder))
    return _go(run, [], summarizers, on_progress)


def fork(
    snapshots: Sequence[Snapshot],
    at: int,
    policy: Policy,
    turns: Sequence[Turn] | Conversation | None = None,
    *,
    summarizers: Mapping[str, Summarizer] = SUMMARIZERS,
    on_progress: Progress | None = None,
) -> list[Snapshot]:
    """The same run up to the turn of index `at`, and from there on another policy.

    The snapshots before `at` are those given, not copies. Other `turns` may differ from `at`
    on. Raises `ValueError` where they differ before, and for an index outside of the run.

    >>> turns = [Turn("user", f"Message number {number} of some length.") for number in range(6)]
    >>> run = replay(turns, Policy(40, rungs=("rolling_window",)))
    >>> other = fork(run, 4, Policy(400))
    >>> [snapshot.token_count for snapshot in other], other[3] is run[3]
    ([8, 16, 24, 32, 40, 48], True)
    """
    if not 1 <= at <= len(snapshots):
        raise ValueError(f"a fork must lie within the run, 1 to {len(snapshots)}; found {at}")
    last = snapshots[at - 1]
    known = old = last.run.conversation
    if turns is not None:
        known = turns if isinstance(turns, Conversation) else Conversation.of(turns, old.count)
    if known.turns[:at] != old.turns[:at]:
        raise ValueError(f"the turns before the fork at {at} must be those of the run")
    gone = [left if left < at else NEVER for left in last.run.left[:at]]
    run = Run(
        known,
        policy,
        last.store,
        totals=last.run.totals[:at],
        left=gone + [NEVER] * (len(known.turns) - at),
        written=[replace(entry, left=NEVER) for entry in last.run.written_at(at - 1)],
        start=at,
        zone=last.zone,
        billed=last.billed,
    )
    return _go(run, snapshots[:at], summarizers, on_progress)


def _go(
    run: Run,
    before: Sequence[Snapshot],
    summarizers: Mapping[str, Summarizer],
    on_progress: Progress | None,
) -> list[Snapshot]:
    """The snapshots given, and one for each turn that is left."""
    policy, total = run.policy, len(run.conversation.turns)
    if policy.summarizer not in summarizers:
        raise ValueError(
            f"unknown summarizer {policy.summarizer!r}; known are {', '.join(summarizers)}"
        )
    simple = policy.rungs == (ROLLING,) and not policy.recall and policy.result_ttl is None
    if simple and not run.written:
        roll(run)
    else:
        state = WindowState(run, summarizers[policy.summarizer])
        trigger, most = policy.trigger_tokens, policy.max_turns
        expiry = None if policy.result_ttl is None else Expiry(state, policy.result_ttl)
        for step in range(run.start, total):
            state.come(step)
            if expiry is not None:
                expiry.act(step)
            if state.tokens > trigger or (most is not None and len(state.standing) > most):
                climb_window(state, step)
            state.recall(step)
            state.settle(step)
            if on_progress is not None and step % REPORT_EVERY == 0:
                on_progress(step / total)
    return [*before, *(Snapshot(index, run) for index in range(run.start, total))]
