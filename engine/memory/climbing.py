"""How does a policy's ladder act on the window, and what does its account say happened?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.compaction import RungResult, climb, rolling_window, standard_rungs
from engine.memory.events import Event
from engine.memory.record import Entry
from engine.memory.state import WindowState
from engine.transcripts import Turn

_CITED = re.compile(r"\[([^\]]*)\] ")


def climb_window(state: WindowState, step: int) -> None:
    """Apply the policy's rungs until the target is met, and take note of all that they did."""
    policy, known = state.run.policy, state.run.conversation
    pinned = tuple(str(index + 1) for index in known.named(policy.pinned))
    unpinned = tuple(str(index + 1) for index in known.named(policy.unpinned))
    turns = [_named(entry.turn, name) for name, entry in state.standing.items()]
    if policy.max_turns is not None:  # which goes with a rolling window alone
        dropped = rolling_window(
            turns,
            policy.target_tokens,
            keep=policy.max_turns,
            pinned=pinned,
            unpinned=unpinned,
            tokenizer=known.count,
        )
        _take(state, dropped, step)
        return
    rungs = standard_rungs(
        state.summarizer,
        keep_results=policy.keep,
        clear_at_least=policy.clear_at_least,
        keep_recent=policy.buffer,
        max_summary_tokens=policy.summary_tokens,
        pinned=pinned,
        unpinned=unpinned,
    )
    done = climb(
        turns,
        policy.target_tokens,
        [rungs[name] for name in policy.rungs],
        tokenizer=known.count,
        pinned=pinned,
        unpinned=unpinned,
    )
    for result in done.steps:
        _take(state, result, step)
    if not done.met:
        state.events.append(Event("failed", before=done.tokens_after, detail=done.note))


def _take(state: WindowState, result: RungResult, step: int) -> None:
    """What one rung did: what left, what was shortened, what stands in the place of many."""
    if result.error is not None:
        state.events.append(Event("failed", rung=result.rung, detail=result.error))
        return
    left: list[Entry] = []
    shortened: list[tuple[Entry, Entry]] = []
    stood_for: dict[str, list[Entry]] = {}
    for change in result.changes:
        old = state.standing.pop(change.id)
        state.remove(old, step)
        if change.after is None:
            left.append(old)
            stood_for.setdefault(change.into or "", []).append(old)
            continue
        new = state.write(
            replace(change.after, id=old.turn.id),
            step,
            result.rung,
            tokens=change.tokens_after,
            sources=old.sources,
            place=old.place,
            tier=old.tier,
            original=old.original,
        )
        new.behind = old.behind if change.pointer else ()
        state.stand(change.id, new)
        shortened.append((old, new))
    written: list[Entry] = []
    created = frozenset(result.created)
    for turn in result.turns:
        if turn.id in created:
            olds = stood_for.get(turn.id, [])
            sources = tuple(sorted({index for old in olds for index in old.sources}))
            place = min((old.place for old in olds), default=float(step))
            entry = state.write(turn, step, result.rung, sources=sources, place=place)
            state.stand(turn.id, entry)
            written.append(entry)
    for pointer, turns in result.restorable.items():
        if pointer in state.standing:
            state.standing[pointer].behind += tuple(turn.text for turn in turns)
    for note in result.notes:
        for line in filter(str.strip, note.text.splitlines()):
            cited = _CITED.match(line)
            state.remember(line, cited[1].split(", ") if cited else note.sources, step)
    state.standing = {str(turn.id): state.standing[str(turn.id)] for turn in result.turns}
    _tell(state, result.rung, left, written, shortened)


def _tell(
    state: WindowState,
    rung: str,
    left: Sequence[Entry],
    written: Sequence[Entry],
    shortened: Sequence[tuple[Entry, Entry]],
) -> None:
    if left or written:
        gone = tuple(sorted(entry.sources[0] for entry in left if entry.original))
        before, after = sum(e.tokens for e in left), sum(e.tokens for e in written)
        state.events.append(Event("evicted" if gone else "compacted", gone, before, after, rung))
    if shortened:
        turns = tuple(sorted({i for old, _ in shortened if old.original for i in old.sources}))
        before = sum(old.tokens for old, _ in shortened)
        after = sum(new.tokens for _, new in shortened)
        kind = "cleared" if rung == "clear_tool_results" else "compacted"
        state.events.append(Event(kind, turns, before, after, rung))


def _named(turn: Turn, name: str) -> Turn:
    """The turn under the name by which summaries cite it."""
    return turn if turn.id == name else replace(turn, id=name)
