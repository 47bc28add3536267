"""What has expired, and what goes next when the rest is still too much?

>>> from datetime import UTC, timedelta
>>> noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
>>> items = [Evidence("price", "€149.90", noon, ttl=60, relevance=0.9),
...          Evidence("faq", "Returns within 30 days.", relevance=0.2),
...          Evidence("goal", "Replace the camera.", kind="goal")]
>>> pruned = prune(items, 6, noon + timedelta(seconds=60))
>>> pruned.expired, pruned.dropped, [item.id for item in pruned.kept]
(('price',), ('faq',), ['goal'])
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.compaction.counting import Count, counter_of
from engine.compaction.leaving import whole_number
from engine.tokens import Tokenizer
from engine.transcripts import Turn

NEVER_PRUNED = ("goal", "constraint", "blocker", "unverified_write")


@dataclass(frozen=True)
class Evidence:
    """Something that was fetched, when, and for how many seconds it holds.

    `ttl` None: it never expires; `fetched_at` None: its age is not known, and it does not
    either. `kind` is "evidence" or one of `NEVER_PRUNED`: a goal, a constraint, an open
    blocker, a write that nobody has verified yet. The higher `relevance`, the longer it stays.
    """

    id: str
    text: str
    fetched_at: datetime | None = None
    ttl: float | None = None
    kind: str = "evidence"
    relevance: float = 0.0

    def __post_init__(self) -> None:
        if self.fetched_at is not None:
            _check_zone(self.fetched_at, f"fetched_at of {self.id!r}")
        if self.ttl is not None and not self.ttl >= 0:
            raise ValueError(f"ttl of {self.id!r} must be 0 seconds or more, not {self.ttl!r}")
        if not math.isfinite(self.relevance):
            raise ValueError(f"relevance of {self.id!r} must be finite, not {self.relevance!r}")


@dataclass(frozen=True)
class Pruned:
    """What stays, in the order given; the ids of what expired and of what was dropped after."""

    kept: tuple[Evidence, ...]
    expired: tuple[str, ...]
    dropped: tuple[str, ...]
    tokens_before: int
    tokens_after: int


def is_expired(item: Evidence, now: datetime) -> bool:
    """Whether its age has reached its ttl. What comes from the future has the age 0.

    >>> from datetime import UTC
    >>> now = datetime(2026, 11, 30, tzinfo=UTC)
    >>> [is_expired(Evidence("a", "", now, ttl), now) for ttl in (0, 1, None)]
    [True, False, False]
    """
    _check_zone(now, "now")
    if item.ttl is None or item.fetched_at is None or item.kind in NEVER_PRUNED:
        return False
    return max(0.0, (now - item.fetched_at).total_seconds()) >= item.ttl


def prune(
    items: Sequence[Evidence],
    budget: int,
    now: datetime,
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> Pruned:
    """The items that fit: what has expired goes first, always; then the least relevant.

    Among equals the earlier goes first. Goals, constraints, open blockers and unverified
    writes stay, even where they alone are over the budget. Raises `ValueError` for a clock
    without a time zone.
    """
    budget = whole_number(budget, "budget")
    count = counter_of(tokenizer)
    sizes = [count(Turn("tool", item.text)) for item in items]
    before = tokens = sum(sizes)
    expired = [index for index, item in enumerate(items) if is_expired(item, now)]
    gone = set(expired)
    tokens -= sum(sizes[index] for index in expired)
    dropped = []
    for index in sorted(range(len(items)), key=lambda index: items[index].relevance):
        if tokens <= budget:
            break
        if index not in gone and items[index].kind not in NEVER_PRUNED:
            dropped.append(index)
            gone.add(index)
            tokens -= sizes[index]
    return Pruned(
        tuple(item for index, item in enumerate(items) if index not in gone),
        tuple(items[index].id for index in expired),
        tuple(items[index].id for index in dropped),
        before,
        tokens,
    )


def _check_zone(time: datetime, what: str) -> None:
    if time.utcoffset() is None:
        raise ValueError(f"{what} must have a time zone, found {time.isoformat()}")
