"""At which values of one limit is each section taken whole?

Filling is not monotone in the budget (more room can take a large section early and leave
less for a later one), so no bisection is right. Here the filling is run once over *all*
values of the limit: the values are kept as intervals in which everything placed so far is
the same, and each candidate splits the intervals at the values where it begins to fit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.assembly.items import FOREVER, Item, Limits, Span
from engine.assembly.pool import Pool, Settled
from engine.sections import TIERS

Row = NDArray[np.int64]
Columns = NDArray[np.int64] | NDArray[np.bool_] | slice

# The rows of the state; two more for each tier: the tokens used in it, whether it has ended.
LOW, HIGH, USED, ANY, TIER_ROWS = 0, 1, 2, 3, 4


class Intervals:
    """The values of the limit that varies, one column an interval, with its state in rows.

    `vary` is `"total"` (the budget or the soft limit) or the tier whose limit varies, from
    its present value up; all else stays. The columns stand in no order, and one leaves once
    nothing more is taken in it.
    """

    def __init__(self, pool: Pool, limits: Limits, vary: str) -> None:
        self.pool, self.limits, self.vary = pool, limits, vary
        used, tier_used, taken, _ = pool.begun
        now = limits.optional if vary == "total" else (limits.tier(vary) or 0)
        column = [now, FOREVER, used, bool(taken)]
        column += [number for tier in TIERS for number in (tier_used[tier], 0)]
        self.state = np.array(column, dtype=np.int64).reshape(-1, 1)

    def take_turn(self, item: Item) -> list[Span]:
        """Place one item in every interval; the spans [low, high) that take it whole."""
        tier = TIER_ROWS + 2 * TIERS.index(item.tier)
        ended = tier + 1
        varies = self.vary == item.tier
        least = smallest_cut(self.pool, item.position) if item.truncatable else None
        self._split_for(item, tier, least)

        total_room, tier_room = self._rooms(item, tier)
        state = self.state
        join = self.pool.separator_tokens * state[ANY]
        room = np.minimum(total_room, tier_room)
        is_open = state[ended] == 0
        fits = is_open & (item.tokens + join <= room)
        misfits = is_open & ~fits
        low, high = state[:2, fits].tolist()
        spans = sorted(zip(low, high, strict=True))
        self._place(fits, tier, item.tokens + join[fits])
        if self.limits.tiers is not None and item.tier == "history":
            state[ended, misfits] = 1
        if least is not None:
            cuts = misfits & (room - join >= least)
            # A cut to the varying limit ends all that is still asked about there.
            dead = cuts & ((tier_room >= total_room) | varies)
            for at in np.flatnonzero(cuts & ~dead):
                cut = self.pool.cut(item.position, int(room[at] - join[at]))
                if cut is not None:
                    self._place(np.array([at]), tier, cut.tokens + join[at])
                state[ended, at] = 1
            self.state = state[:, ~dead]
        return spans

    def take_whole(self, item: Item) -> list[Span]:
        """Place one item that fits the present value of the limit, and so every one above."""
        tier = TIER_ROWS + 2 * TIERS.index(item.tier)
        cost = item.tokens + self.pool.separator_tokens * self.state[ANY]
        self._place(slice(None), tier, cost)
        return [(int(self.state[LOW, 0]), FOREVER)]

    def _place(self, columns: Columns, tier: int, cost: Row) -> None:
        self.state[USED, columns] += cost
        self.state[tier, columns] += cost
        self.state[ANY, columns] = 1

    def _rooms(self, item: Item, tier: int) -> tuple[Row, Row]:
        """The room left in the total and in the item's tier, by interval at its lower end."""
        low, used = self.state[LOW], self.state[USED]
        total = (low if self.vary == "total" else self.limits.optional) - used
        ceiling = self.limits.tier(item.tier)
        if ceiling is None:
            return total, total
        return total, (low if self.vary == item.tier else ceiling) - self.state[tier]

    def _split_for(self, item: Item, tier: int, least: int | None) -> None:
        """Split where the answer can change: where it fits, where some cut fits, and where the
        other limit becomes the one that binds."""
        if self.vary not in ("total", item.tier):
            return
        used = USED if self.vary == "total" else tier
        for tokens in {item.tokens, item.tokens if least is None else least}:
            self._split(self.state[used] + tokens + self.pool.separator_tokens * self.state[ANY])
        if self.limits.tier(item.tier) is not None:
            total_room, tier_room = self._rooms(item, tier)
            # Of two equal rooms the total's binds.
            other = tier_room + 1 if self.vary == "total" else total_room
            self._split(self.state[used] + other)

    def _split(self, at: Row) -> None:
        inside = np.flatnonzero((at > self.state[LOW]) & (at < self.state[HIGH]))
        if len(inside):
            right = self.state[:, inside].copy()
            right[LOW] = at[inside]
            self.state[HIGH, inside] = at[inside]
            self.state = np.concatenate((self.state, right), axis=1)


def spans_in_whole(
    pool: Pool, limits: Limits, settled: Settled, vary: str
) -> dict[int, list[Span]]:
    """For each optional item the spans [low, high) of the varying limit that take it whole."""
    intervals = Intervals(pool, limits, vary)
    spans: dict[int, list[Span]] = {}
    places, queue = settled.filling.places, iter(settled.filling.order.queue)
    for item in queue:
        if places[item.position].outcome != "included":
            spans[item.position] = intervals.take_turn(item)
            break
        spans[item.position] = intervals.take_whole(item)
    for item in queue:
        if not intervals.state.shape[1]:
            break
        spans[item.position] = intervals.take_turn(item)
    return spans


def smallest_cut(pool: Pool, index: int) -> int:
    """The smallest room in tokens in which some cut of a section fits."""
    text = pool.sections[index].text
    # Any tokenizer writes one ASCII character in one token, and a character alone is a cut.
    if pool.wrap is None and text[:2].isascii() and text[:2].isprintable():
        return 1
    most = pool.items[index].tokens
    # One character, as it is written, is a good guess; from there it is a few steps at most.
    room = max(1, min(most, pool.tokens_with(index, text[:1])))
    while room > 1 and pool.cut(index, room - 1):
        room -= 1
    while room < most and not pool.cut(index, room):
        room += 1
    return room
