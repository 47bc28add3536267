"""Whose turn is it, where many ask for what only one can have at a time?

>>> turns = Turns()
>>> with turns.next():
...     turns.waiting
0
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """First come, first served; a lock would let in whoever is quickest, over and over."""

    def __init__(self) -> None:
        self._queue: deque[object] = deque()
        self._changed = threading.Condition()

    @property
    def waiting(self) -> int:
        """How many wait, the one whose turn it is left out."""
        return max(0, len(self._queue) - 1)

    @contextmanager
    def next(self) -> Iterator[None]:
        """Wait for the turn, and hold it as long as the block lasts."""
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
        try:
            with self._changed:
                self._changed.wait_for(lambda: self._queue[0] is ticket)
            yield
        finally:
            with self._changed:
                self._queue.remove(ticket)
                self._changed.notify_all()
