"""What is a candidate to the filling, what limits it, and what may become of it?

>>> Limits(100, fill=85).optional, Limits(100, fill=85).optional_name
(85, 'fill')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

# Beyond every real limit, with room to add token counts to it.
FOREVER = 2**62

# Values of a limit, from the first up to but not including the second.
Span = tuple[int, int]


class Item(NamedTuple):
    """A candidate as the filling sees it: what it costs in tokens and where it stands in line."""

    position: int
    name: str
    tokens: int
    priority: float
    pinned: bool
    truncatable: bool
    tier: str
    empty: bool = False


class Cut(NamedTuple):
    """A text cut to the room left, and its tokens as it would be written."""

    text: str
    tokens: int


# (index of the item, room in tokens) -> the cut that fits there, or None where nothing does.
CutTo = Callable[[int, int], "Cut | None"]


@dataclass(frozen=True)
class Limits:
    """The ceilings in tokens: the budget, the soft one for optional sections, one a tier."""

    budget: int
    fill: int | None = None
    tiers: Mapping[str, int] | None = None

    @property
    def optional(self) -> int:
        """The ceiling on the total up to which optional sections are taken."""
        return self.budget if self.fill is None else self.fill

    @property
    def optional_name(self) -> str:
        """Which of the limits that ceiling is: `"budget"` or `"fill"`."""
        return "budget" if self.fill is None or self.fill >= self.budget else "fill"

    def tier(self, name: str) -> int | None:
        """The ceiling of one tier; None where it has none."""
        return None if self.tiers is None else self.tiers.get(name)


class Place(NamedTuple):
    """What became of one item: outcome, reason, its tokens and the limit that was in the way."""

    outcome: str
    reason: str
    tokens: int
    limit: str | None = None
    cut: Cut | None = None
