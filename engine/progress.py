"""How far has a long reading come, told no more often than a page can redraw?

>>> shares = []
>>> tell = in_steps(shares.append)
>>> for done in range(1001):
...     tell(done / 1000)
>>> len(shares) <= 101, shares[0], shares[-1]
(True, 0.0, 1.0)
"""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float], None]

_SMALLEST_STEP = 0.01


def in_steps(on_progress: Progress | None) -> Progress:
    """The callback, called only when a step has been made, and at the two ends."""
    last = -1.0

    def progress(share: float) -> None:
        nonlocal last
        if on_progress is not None and (share - last >= _SMALLEST_STEP or share >= 1.0 > last):
            last = share
            on_progress(share)

    return progress
