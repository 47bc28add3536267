"""What is a remembered fact, how recent is it, and how are the parts of its score scaled?

>>> round(DECAY_AN_HOUR**24, 2), min_max([2, 4, 3])
(0.89, [0.0, 1.0, 0.5])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

DECAY_AN_HOUR = 0.995
EVEN = 0.5


@dataclass(frozen=True)
class Memory:
    """One remembered fact. `sources` are the ids of the turns that it was taken from.

    `superseded_by` is the id of the memory that holds the new value; such a memory is kept to
    be looked at and is never recalled.
    """

    id: str
    text: str
    created: datetime
    accessed: datetime
    importance: float = 5.0
    sources: tuple[str, ...] = ()
    superseded_by: str | None = None


def min_max(values: Sequence[float]) -> list[float]:
    """The values scaled to 0..1; 0.5 each where all are equal.

    >>> min_max([2, 4, 3]), min_max([7, 7])
    ([0.0, 1.0, 0.5], [0.5, 0.5])
    """
    if not values:
        return []
    least, span = min(values), max(values) - min(values)
    return [(value - least) / span if span else EVEN for value in values]


def hours_since(then: datetime, now: datetime) -> float:
    """Hours from then to now; 0 where then lies in the future."""
    return max(0.0, (now - then).total_seconds() / 3600)
