"""When does a tool result of a replay expire, by the times of its turns?

>>> from datetime import UTC, datetime, timedelta
>>> from engine.memory import Policy, replay
>>> from engine.transcripts import Turn
>>> noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
>>> turns = [Turn("user", "Price?", timestamp=noon),
...          Turn("assistant", "price()", call_ids=("c",), timestamp=noon),
...          Turn("tool", "149.90 EUR " * 9, result_of="c", name="price", timestamp=noon),
...          Turn("user", "I am back.", timestamp=noon + timedelta(hours=1))]
>>> replay(turns, Policy(900, result_ttl=600))[3].events[1].sentence
'turn 3 expired: 25 → 13 tokens (ttl)'
"""

from __future__ import annotations

from datetime import datetime, timedelta
from heapq import heappop, heappush

from engine.compaction.clearing import is_cleared, is_result
from engine.compaction.expiring import expire_results
from engine.compaction.window import Window
from engine.memory.climbing import take
from engine.memory.conversation import asks
from engine.memory.record import Entry
from engine.memory.state import WindowState


class Expiry:
    """The results in the window by the time at which they expire.

    The clock is the latest time of all turns so far: it never goes back, and no clock outside
    of the conversation is read. What is due and may not go yet is looked at again whenever the
    user speaks or a result comes.
    """

    def __init__(self, state: WindowState, ttl: float) -> None:
        self._state, self._ttl = state, timedelta(seconds=ttl)
        self._coming: list[tuple[datetime, str]] = []
        self._due: set[str] = set()
        self._now: datetime | None = None
        for turn in state.run.conversation.turns[: state.run.start]:
            self._tick(turn.timestamp)
        for name, entry in state.standing.items():
            self._expect(name, entry)

    def act(self, step: int) -> None:
        """The turn of this index has come: what has expired by now gives way to a pointer."""
        state, name = self._state, str(step + 1)
        turn = state.run.conversation.turns[step]
        self._tick(turn.timestamp)
        if name in state.standing:
            self._expect(name, state.standing[name])
        look = is_result(turn) or asks(turn)
        while self._now and self._coming and self._coming[0][0] <= self._now:
            self._due.add(heappop(self._coming)[1])
            look = True
        self._due.intersection_update(state.standing)
        if not (look and self._due and self._now):
            return
        known = state.run.conversation
        pins = state.pinned, state.unpinned
        turns = [state.named[standing] for standing in state.standing]
        window = Window.of(turns, known.count, *pins, opening=known.opening)
        done = expire_results(window, self._now, self._ttl.total_seconds(), pinned=pins[0],
                              unpinned=pins[1], tokenizer=known.count)  # fmt: skip
        take(state, done, step)
        self._due.difference_update(change.id for change in done.changes)

    def _tick(self, time: datetime | None) -> None:
        if time is not None and time.utcoffset() is not None:
            self._now = time if self._now is None else max(self._now, time)

    def _expect(self, name: str, entry: Entry) -> None:
        time = entry.turn.timestamp
        if not is_result(entry.turn) or is_cleared(entry.turn):
            return
        if time is not None and time.utcoffset() is not None:
            heappush(self._coming, (time + self._ttl, name))
