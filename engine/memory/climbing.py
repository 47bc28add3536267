"""How does a policy's ladder act on the window, and what does its account say happened?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import Any

from engine.compaction import RungResult, Window, climb, rolling_window
from engine.compaction.clearing import CLEAR
from engine.compaction.expiring import EXPIRE
from engine.memory.events import Event, Kind
from engine.memory.record import Entry
from engine.memory.state import WindowState

_KINDS: dict[str, Kind] = {CLEAR: "cleared", EXPIRE: "expired"}
_id = attrgetter("id")
_CITED = re.compile(r"\[([^\]]*)\] ")


def climb_window(state: WindowState, step: int) -> None:
    """Apply the policy's rungs until the target is met, and take note of all that they did."""
    policy, known = state.run.policy, state.run.conversation
    pins: dict[str, Any] = {"pinned": state.pinned, "unpinned": state.unpinned}
    turns = [state.named[name] for name in state.standing]
    sizes = [entry.tokens for entry in state.standing.values()]
    # What opens the conversation opens it still when what came next has left the window.
    window = Window.of(turns, known.count, **pins, opening=known.opening, sizes=sizes)
    if policy.max_turns is not None:  # which goes with a rolling window alone
        dropped = rolling_window(
            window, policy.target_tokens, keep=policy.max_turns, tokenizer=known.count, **pins
        )
        take(state, dropped, step)
        return
    rungs = [state.rungs[name] for name in policy.rungs]
    done = climb(window, policy.target_tokens, rungs, tokenizer=known.count, **pins)
    for result in done.steps:
        take(state, result, step)
    standing = state.standing
    if any(result.created for result in done.steps):  # else all stand where they stood
        state.standing = {name: standing[name] for name in map(str, map(_id, done.turns))}
    if not done.met:
        idle = {step.rung: step.note for step in done.steps if not step.changed and not step.error}
        state.events += [Event("failed", rung=rung, detail=note) for rung, note in idle.items()]
        state.events.append(Event("failed", before=done.tokens_after, detail=done.note))


def take(state: WindowState, result: RungResult, step: int) -> None:
    """What one rung did: what left, what was shortened, what stands in the place of many."""
    if result.error is not None:
        state.events.append(Event("failed", rung=result.rung, detail=result.error))
    if not result.changed:
        return
    left: dict[str, list[Entry]] = {}  # by what stands for them now
    shortened: dict[str, list[Entry]] = {}
    for change in result.changes:
        old = state.standing[change.id]
        state.remove(old, step)
        if change.after is None:
            del state.standing[change.id]
            left.setdefault(change.into or "", []).append(old)
            continue
        new = state.write(
            change.after
            if change.after.id == old.turn.id
            else replace(change.after, id=old.turn.id),
            step,
            result.rung,
            tokens=change.tokens_after,
            sources=old.sources,
            place=old.place,
            tier=old.tier,
            original=old.original,
        )
        new.behind = old.behind if change.pointer else ()
        state.stand(change.id, new, change.after)
        shortened[change.id] = [old]
    for name in left.keys() & shortened.keys():  # a group that became one line
        shortened[name] += left.pop(name)
        state.standing[name].sources = _sources(shortened[name])
    written: list[Entry] = []
    created = frozenset(result.created)
    for turn in result.turns if created else ():
        if turn.id in created:
            olds = left.get(turn.id, [])
            place = min((old.place for old in olds), default=float(step))
            entry = state.write(turn, step, result.rung, sources=_sources(olds), place=place)
            state.stand(turn.id, entry)
            written.append(entry)
    for pointer, turns in result.restorable.items():
        if pointer in state.standing:
            state.standing[pointer].behind += tuple(turn.text for turn in turns)
    for note in result.notes:
        for line in filter(str.strip, note.text.splitlines()):
            cited = _CITED.match(line)
            state.remember(line, cited[1].split(", ") if cited else note.sources, step)
    gone = [old for olds in left.values() for old in olds]
    if gone or written:
        indices = _sources([old for old in gone if old.original])
        before, after = sum(e.tokens for e in gone), sum(e.tokens for e in written)
        kind: Kind = "evicted" if indices else "compacted"
        state.events.append(Event(kind, indices, before, after, result.rung, result.remark))
    if shortened:
        olds = [old for group in shortened.values() for old in group]
        indices = _sources([old for old in olds if old.original])
        before = sum(old.tokens for old in olds)
        after = sum(state.standing[name].tokens for name in shortened)
        kind = _KINDS.get(result.rung, "compacted")
        state.events.append(Event(kind, indices, before, after, result.rung))


def _sources(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The turns behind the entries, in order; none stands behind two."""
    return tuple(sorted(chain.from_iterable(entry.sources for entry in entries)))
