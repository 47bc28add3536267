"""What would get a section in whole: which budget, which priority?

Filling is not monotone in the budget (more room can take a large section early and leave
less for a later one), so no bisection is right. Here the filling is run once over *all*
values of the limit: the values are kept as intervals in which everything placed so far is
the same, and each candidate splits the intervals at the values where it begins to fit.
Joining may cost tokens that no single count shows, so every answer is settled once more in
full before it is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.assembly.fill import Item, Limits, Moment, place_pinned
from engine.assembly.pool import Pool, Settled
from engine.errors import ContextOverflowError
from engine.sections import TIERS

# Beyond every real limit, with room to add token counts to it.
FOREVER = 2**62

Span = tuple[int, int]


@dataclass(frozen=True)
class Flips:
    """The changes that would get each section of a settled pool in, computed when first asked."""

    pool: Pool
    limits: Limits
    settled: Settled

    def limit_needed(self, index: int, *, beyond: bool = False) -> int | None:
        """The smallest value of the binding limit, from the present one up, that takes it whole.

        None when it is in, or when no value helps. The soft limit ends at the budget, unless
        one asks `beyond` it; the budget then counts as no smaller than the soft limit.
        """
        limit = self.settled.places[index].limit
        if limit is None:
            return None
        item = self.pool.items[index]
        most = self.limits.budget if limit == "fill" and not beyond else FOREVER
        if limit == "budget" and self.limits.fill is not None:
            # It was taken under the soft limit and given back: the budget only has to hold it.
            spans = [(self.limits.budget, FOREVER)]
        else:
            spans = self._spans(item.tier if limit == "tier" else "total").get(index, [])
        for low, high in spans:
            before: tuple[str, ...] | None = None
            for value in range(low, min(high, most + 1)):
                settled = self._settle(self._with(limit, item.tier, value), self.pool.items)
                if settled is not None and settled.places[index].outcome == "included":
                    return value
                parts = None if settled is None else settled.parts
                if limit != "budget" and parts == before:
                    break  # the budget stays, and so does what is too much for it
                before = parts
        return None

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
        filling = self.settled.filling
        own = next(turn for turn, other in enumerate(filling.queue) if other.index == index)
        for turn in range(own - 1, -1, -1):
            if not self._fits(item, filling.moments[turn]):
                continue
            other = filling.ranks[turn]
            ahead_in_ties = index < other.index
            priority = (
                math.ceil(other.priority) if ahead_in_ties else math.floor(other.priority) + 1
            )
            items = list(self.pool.items)
            items[index] = item._replace(priority=priority)
            settled = self._settle(self.limits, items)
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

    def _settle(self, limits: Limits, items: Sequence[Item]) -> Settled | None:
        try:
            return self.pool.settle(limits, items)
        except ContextOverflowError:
            return None

    def _spans(self, vary: str) -> dict[int, list[Span]]:
        cache: dict[str, dict[int, list[Span]]] = self._cache
        if vary not in cache:
            cache[vary] = fill_over_all_limits(self.pool, self.limits, self.settled, vary)
        return cache[vary]

    @cached_property
    def _cache(self) -> dict[str, dict[int, list[Span]]]:
        return {}


def smallest_cut(pool: Pool, index: int) -> int:
    """The smallest room in tokens in which some cut of a section fits."""
    text = pool.sections[index].text
    # Any tokenizer writes one ASCII character in one token, and a character alone is a cut.
    if pool.wrap is None and text[:2].isascii() and text[:2].isprintable():
        return 1
    most = pool.items[index].tokens
    return next((room for room in range(1, most) if pool.cut(index, room)), most)


def fill_over_all_limits(
    pool: Pool, limits: Limits, settled: Settled, vary: str
) -> dict[int, list[Span]]:
    """For each optional item the spans [low, high) of one limit's values that take it whole.

    `vary` is `"total"` (the budget or the soft limit) or the tier whose limit varies, from
    its present value up; all else stays. The state is a matrix with one column an interval:
    its ends, the tokens used, whether anything is placed, and for each tier the tokens used
    and whether it has ended. A column leaves once nothing more is taken in it.
    """
    separator = pool.separator_tokens
    used, tier_used, taken = place_pinned(pool.items, limits, separator)
    now = limits.optional if vary == "total" else (limits.tiers or {})[vary]
    LOW, HIGH, USED, ANY = 0, 1, 2, 3
    column = [now, FOREVER, used, bool(taken)]
    column += [number for tier in TIERS for number in (tier_used[tier], 0)]
    state = np.array(column, dtype=np.int64).reshape(-1, 1)
    spans: dict[int, list[Span]] = {}

    def split(state: NDArray[np.int64], at: NDArray[np.int64]) -> NDArray[np.int64]:
        inside = np.flatnonzero((at > state[LOW]) & (at < state[HIGH]))
        if not len(inside):
            return state
        right = state[:, inside].copy()
        right[LOW] = at[inside]
        state[HIGH, inside] = at[inside]
        return np.insert(state, inside + 1, right, axis=1)

    for item in settled.filling.queue:
        if not state.shape[1]:
            break
        TIER = 4 + 2 * TIERS.index(item.tier)
        ENDED = TIER + 1
        ceiling = limits.tier(item.tier)
        own_varies = vary == item.tier
        least = smallest_cut(pool, item.index) if item.truncatable else None

        def rooms(s: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            total = (s[LOW] if vary == "total" else limits.optional) - s[USED]
            if ceiling is None:  # noqa: B023 - used within this turn only
                return total, total
            return total, (s[LOW] if own_varies else ceiling) - s[TIER]  # noqa: B023

        # Split where the answer can change: where it fits, where some cut fits, and where
        # the other limit becomes the one that binds.
        varying = USED if vary == "total" else TIER if own_varies else None
        if varying is not None:
            base = [item.tokens] if least is None else [item.tokens, least]
            for tokens in base:
                state = split(state, state[varying] + tokens + separator * state[ANY])
            if ceiling is not None:
                # Of two equal rooms the total's binds.
                total, tier = rooms(state)
                state = split(state, state[varying] + (tier + 1 if vary == "total" else total))

        total, tier = rooms(state)
        join = separator * state[ANY]
        room = np.minimum(total, tier)
        is_open = state[ENDED] == 0
        fits = is_open & (item.tokens + join <= room)
        if fits.any():
            spans[item.index] = [(int(a), int(b)) for a, b in state[:2, fits].T]
        misfits = is_open & ~fits
        cuts = misfits & (room - join >= least) if least is not None else np.zeros_like(fits)
        state[USED, fits] += item.tokens + join[fits]
        state[TIER, fits] += item.tokens + join[fits]
        state[ANY, fits] = 1
        if limits.tiers is not None and item.tier == "history":
            state[ENDED, misfits] = 1
        # A cut to the varying limit ends what that limit governs: nothing is left to ask there.
        dead = cuts & ((tier >= total) | own_varies)
        for at in np.flatnonzero(cuts & ~dead):
            cut = pool.cut(item.index, int(room[at] - join[at]))
            if cut is not None:
                state[USED, at] += cut.tokens + join[at]
                state[TIER, at] += cut.tokens + join[at]
                state[ANY, at] = 1
            state[ENDED, at] = 1
        state = state[:, ~dead]
    return spans
