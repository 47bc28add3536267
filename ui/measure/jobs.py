"""How does a run go on while nobody looks? A thread asks, one question after the other.

A run belongs to this server, not to a browser's session: a refresh finds it where it is. It is
halted between two questions only, so no question is asked twice and no answer is lost.

>>> job = Job("a", total=3, ask=lambda done: iter([1, 2, 3][len(done):]))
>>> job.start()
>>> job.join()
>>> job.state, job.rows
('done', (1, 2, 3))
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from threading import Condition, Thread
from typing import Any

from engine.models import ModelError

READY, RUNNING, PAUSED, STOPPED, DONE, FAILED = (
    "ready", "running", "paused", "stopped", "done", "failed",
)  # fmt: skip

# Of so many last calls the pace is told.
RECENT = 20

Ask = Callable[[Sequence[Any]], Iterator[Any]]
Then = Callable[[], object]


class Job:
    """One run: `ask`, given the rows that are there, yields the others, each when it is kept.

    `state` is ready, running, paused, stopped, done or failed, with the `error`; a run that was
    stopped or has failed starts again where it was.
    """

    def __init__(
        self,
        name: str,
        *,
        total: int,
        ask: Ask | None = None,
        rows: Sequence[Any] = (),
        expected: tuple[type[Exception], ...] = (ModelError, ValueError, OSError),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self.total = name, total
        self._ask, self._expected, self._clock = ask, expected, clock
        self._rows = list(rows)
        self._turn = Condition()
        self._state = READY if len(self._rows) < total else DONE
        self._then: Then | None = None
        self._thread: Thread | None = None
        self._works = self._asking = False  # whether a thread sees to it, and waits for an answer
        self._took: list[float] = []
        self.error: Exception | None = None

    # --- what is seen ---

    @property
    def state(self) -> str:
        """What it does now."""
        return self._state

    @property
    def rows(self) -> tuple[Any, ...]:
        """The answers so far, in the order in which they came."""
        return tuple(self._rows)

    @property
    def halting(self) -> bool:
        """Whether it was told to halt, and waits for the call that is under way."""
        return self._asking and self._state in (PAUSED, STOPPED)

    @property
    def busy(self) -> bool:
        """Whether it holds a model, be it that it waits."""
        return self._works

    @property
    def left(self) -> float | None:
        """About how many seconds are left at the pace of the last calls; None before any."""
        if not self._took:
            return None
        recent = self._took[-RECENT:]
        return (self.total - len(self._rows)) * sum(recent) / len(recent)

    # --- what is done ---

    def start(self, ask: Ask | None = None, then: Then | None = None) -> None:
        """Begin, or go on where it was left; `then` is called once all of it is answered.

        One that ended has let go of its model: it needs another `ask` to go on, and `then`.
        """
        with self._turn:
            if self._state in (RUNNING, DONE):
                return
            self._ask, self._then = ask or self._ask, then or self._then
            if self._ask is None:
                raise ValueError("a run that ended needs a model to go on with")
            self._state, self.error = RUNNING, None
            self._turn.notify_all()
            if self._works:  # it was halted, and has not noticed yet or waits
                return
            self._works = True
            self._thread = Thread(target=self._run, name="run", daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """Halt after the call that is under way, ready to go on."""
        self._become(PAUSED, RUNNING)

    def stop(self) -> None:
        """End after the call that is under way; what was answered stays."""
        self._become(STOPPED, RUNNING, PAUSED)

    def join(self, seconds: float | None = None) -> None:
        """Wait until it does nothing more."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _become(self, state: str, *before: str) -> None:
        with self._turn:
            if self._state in before:
                self._state = state
                self._turn.notify_all()

    # --- the thread ---

    def _may_go_on(self) -> bool:
        with self._turn:
            while self._state == PAUSED:
                self._turn.wait()
            # Told under the lock: whoever starts it again knows whether a thread is needed.
            self._works = self._asking = self._state == RUNNING
            return self._works

    def _end(self, state: str, error: Exception | None = None) -> None:
        with self._turn:
            self._state, self.error, self._works, self._asking = state, error, False, False

    def _run(self) -> None:
        assert self._ask is not None
        steps: Iterator[Any] = iter(())
        try:
            # A model that is entered here may take its time, and may fail.
            steps = self._ask(tuple(self._rows))
            while self._may_go_on():
                begun = self._clock()
                row = next(steps, None)
                self._asking = False
                if row is None:
                    # First what comes after it: at no moment does nothing go on.
                    if self._then is not None:
                        self._then()
                    return self._end(DONE)
                self._rows.append(row)
                self._took.append(self._clock() - begun)
        except Exception as error:
            self._end(FAILED, error)
            if not isinstance(error, self._expected):
                raise
        finally:
            if isinstance(steps, Generator):
                steps.close()
            with self._turn:
                if not self._works:
                    self._ask = self._then = None  # and with them a key
