"""What would get a section in whole: which budget, which priority?

`spans` knows every value of a limit at which a section would be taken whole. Joining may
cost tokens that no single count shows, so where it can, an answer is settled once more in
full before it is given.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.assembly.fill import Moment
from engine.assembly.items import FOREVER, Item, Limits, Span
from engine.assembly.pool import Pool, Settled
from engine.assembly.turns import Turns
from engine.errors import ContextOverflowError


@dataclass(frozen=True)
class Flips:
    """The changes that would get each section of a settled pool in, computed when first asked."""

    pool: Pool
    limits: Limits
    settled: Settled
    _spans: dict[str, dict[int, list[Span]]] = field(default_factory=dict, repr=False)

    def limit_needed(self, index: int, *, beyond: bool = False) -> int | None:
        """The smallest value of the binding limit, from the present one up, that takes it whole.

        None when it is in, or when no value helps. The soft limit ends at the budget, unless
        one asks `beyond` it; the budget then counts as no smaller than the soft limit.
        """
        limit = self.settled.places[index].limit
        if limit is None:
            return None
        tier = self.pool.items[index].tier
        given_back = limit == "budget" and self.limits.fill is not None
        proven = self.pool.joining_is_free and self.limits.tiers is None and not given_back
        most = self.limits.budget if limit == "fill" and not beyond else FOREVER
        # What was taken under the soft limit and given back only needs a budget that holds it.
        spans = [(self.limits.budget, FOREVER)] if given_back else self._spans_of(index, limit)
        for low, high in spans:
            before: tuple[str, ...] | None = None
            for value in range(low, min(high, most + 1)):
                if proven:
                    return value
                settled = self._settle(self._with(limit, tier, value))
                if settled is not None and settled.places[index].outcome == "included":
                    return value
                parts = None if settled is None else self.pool.parts(settled)
                if limit != "budget" and parts == before:
                    break  # the budget stays, and so does what is too much for it
                before = parts
        return None

    def in_whole_under(self, index: int, limits: Limits) -> bool:
        """Whether a section is taken whole under other limits."""
        settled = self._settle(limits)
        return settled is not None and settled.places[index].outcome in ("included", "pinned")

    def priority_needed(self, index: int) -> int | None:
        """The smallest whole priority that takes it whole; None when none helps or it is in.

        The room before a turn only shrinks from turn to turn, so the last turn at which the
        section fits decides. History fills by age under tier limits: None there.
        """
        item = self.pool.items[index]
        if self.settled.places[index].limit is None:
            return None
        if self.limits.tiers is not None and item.tier == "history":
            return None
        own = self._turn_of[index]
        # The first turn at which it does not fit; before that one it fits at every turn.
        turn = bisect_left(
            self._moments[:own], True, key=lambda moment: not self._fits(item, moment)
        )
        while turn > 0:
            turn -= 1
            other = self.settled.filling.order.ranks[turn]
            ahead_in_ties = index < other.position
            priority = (
                math.ceil(other.priority) if ahead_in_ties else math.floor(other.priority) + 1
            )
            if self.pool.joining_is_free and self.limits.tiers is None:
                return priority
            order = self.settled.filling.order.with_priority(own, priority)
            settled = self._settle(self.limits, order)
            if settled is not None and settled.places[index].outcome == "included":
                return priority
        return None

    def _fits(self, item: Item, moment: Moment) -> bool:
        if moment.ended or item.tier in moment.ended_tiers:
            return False
        cost = item.tokens + (self.pool.separator_tokens if moment.occupied else 0)
        ceiling = self.limits.tier(item.tier)
        return moment.used + cost <= self.limits.optional and (
            ceiling is None or moment.tier_used[item.tier] + cost <= ceiling
        )

    def _with(self, limit: str, tier: str, value: int) -> Limits:
        if limit == "budget":
            return replace(self.limits, budget=value)
        if limit == "fill":
            return replace(self.limits, fill=value, budget=max(value, self.limits.budget))
        return replace(self.limits, tiers={**(self.limits.tiers or {}), tier: value})

    def _settle(self, limits: Limits, order: Turns | None = None) -> Settled | None:
        try:
            return self.pool.settle(limits, order)
        except ContextOverflowError:
            return None

    def _spans_of(self, index: int, limit: str) -> list[Span]:
        vary = self.pool.items[index].tier if limit == "tier" else "total"
        if vary not in self._spans:
            # Here, not above: numpy takes longer to import than the rest of the engine.
            from engine.assembly.spans import spans_in_whole

            self._spans[vary] = spans_in_whole(self.pool, self.limits, self.settled, vary)
        return self._spans[vary].get(index, [])

    @cached_property
    def _turn_of(self) -> dict[int, int]:
        return {item.position: turn for turn, item in enumerate(self.settled.filling.order.queue)}

    @cached_property
    def _moments(self) -> list[Moment]:
        """The state before each turn."""
        moments: list[Moment] = []
        self.pool.fill(self.limits, moments=moments)
        return moments
