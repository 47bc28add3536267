"""How does a recorded run come again, at the pace at which it was made?

No thread is needed: which rows are shown follows from the clock.

>>> now = [0.0]
>>> replay = Replay("a", ["x", "y"], [0.5, 2.0], clock=lambda: now[0])
>>> replay.start()
>>> now[0] = 1.0
>>> replay.rows, replay.left
(('x',), 1.5)
>>> replay.pause()
>>> now[0] = 9.0
>>> replay.rows, replay.state
(('x',), 'paused')
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from ui.measure.jobs import DONE, PAUSED, READY, RUNNING, STOPPED


class Replay:
    """A finished run, shown row after row; `seconds` are what each row took."""

    error: Exception | None = None
    halting = False

    def __init__(
        self,
        name: str,
        rows: Sequence[Any],
        seconds: Sequence[float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self._clock = name, clock
        self._rows, self._until = tuple(rows), list(accumulate(seconds))
        self._played, self._since, self._speed = 0.0, 0.0, 1.0
        self._state = READY

    @property
    def total(self) -> int:
        """How many rows it has."""
        return len(self._rows)

    @property
    def _at(self) -> float:
        """Seconds of the record that have gone by."""
        if self._state != RUNNING:
            return self._played
        return self._played + (self._clock() - self._since) * self._speed

    @property
    def state(self) -> str:
        """What it does now."""
        over = self._state == RUNNING and (not self._until or self._at >= self._until[-1])
        return DONE if over else self._state

    @property
    def rows(self) -> tuple[Any, ...]:
        """The rows that are due."""
        if self._state == READY:
            return ()
        return self._rows[: bisect_right(self._until, self._at)]

    @property
    def busy(self) -> bool:
        """Whether it goes on by itself."""
        return self.state == RUNNING

    @property
    def left(self) -> float | None:
        """Seconds until the end at this speed."""
        return max(self._until[-1] - self._at, 0.0) / self._speed if self._until else None

    @property
    def speed(self) -> float:
        """How many times as fast as it was recorded."""
        return self._speed

    def set_speed(self, speed: float) -> None:
        """Go on at another speed, from where it is."""
        self._played, self._since, self._speed = self._at, self._clock(), speed

    def start(self) -> None:
        """Begin, or go on where it was halted."""
        if self.state in (READY, PAUSED, STOPPED):
            self._since, self._state = self._clock(), RUNNING

    def pause(self) -> None:
        """Halt."""
        self._halt(PAUSED)

    def stop(self) -> None:
        """End; the rows shown stay."""
        self._halt(STOPPED)

    def finish(self) -> None:
        """Show all of it at once."""
        self._played = self._until[-1] if self._until else 0.0
        self._since, self._state = self._clock(), RUNNING

    def _halt(self, state: str) -> None:
        if self.state in (RUNNING, PAUSED):
            self._played, self._state = self._at, state
