"""Where do wrong answers point: at another item, and is that one near an end of the list?

A model that misses the middle may name what stands at the ends instead, or nothing at all.

>>> rows = [
...     Row(0, 0.5, True, "4821", index=12, named=12),
...     Row(1, 0.5, False, "7310", index=12, named=0),
...     Row(2, 0.5, False, "1956", index=12, named=11),
...     Row(3, 0.5, False, "unknown", index=12),
... ]
>>> wrong = where_wrong(rows, length=25)
>>> wrong.wrong, wrong.another, wrong.near_edge, wrong.nothing
(3, 2, 1, 1)
>>> f"{wrong.share_near_edge:.0%} where {wrong.expected_near_edge:.0%} would be chance"
'50% where 33% would be chance'
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.run_files import Row

# "Near an end": the first and the last eighth of the list.
EDGE = 0.125


@dataclass(frozen=True)
class WrongAnswers:
    """How many answers were wrong, and what they named.

    `another` named another item of the list, `near_edge` of them one near an end; the others
    named nothing that stands there. `expected_near_edge` is the share, in 0..1, that would be
    near an end if each had named any other item alike. `places` counts them by their place in
    the list, from 0.
    """

    wrong: int
    another: int
    near_edge: int
    expected_near_edge: float
    places: Mapping[int, int]

    @property
    def nothing(self) -> int:
        """Wrong answers that named no item of the list."""
        return self.wrong - self.another

    @property
    def share_near_edge(self) -> float | None:
        """Of those that named another item, the share near an end; None without any."""
        return self.near_edge / self.another if self.another else None


def near_edge(length: int, edge: float = EDGE) -> set[int]:
    """The places of a list, from 0, that count as near an end of it.

    >>> sorted(near_edge(25))
    [0, 1, 2, 3, 21, 22, 23, 24]
    """
    width = max(1, math.ceil(edge * length))
    return {*range(width), *range(length - width, length)}


def where_wrong(rows: Iterable[Row], length: int, edge: float = EDGE) -> WrongAnswers:
    """Count where the wrong answers of a list of `length` items point; controls are passed over."""
    near = near_edge(length, edge)
    wrong = [row for row in rows if not row.correct and not row.control]
    pointing = [row for row in wrong if row.named is not None and row.named != row.index]
    places = Counter(row.named for row in pointing if row.named is not None)
    expected = [len(near - {row.index}) / (length - 1) for row in pointing]
    return WrongAnswers(
        wrong=len(wrong),
        another=len(pointing),
        near_edge=sum(row.named in near for row in pointing),
        expected_near_edge=sum(expected) / len(expected) if expected else 0.0,
        places=dict(sorted(places.items())),
    )
