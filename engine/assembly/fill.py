"""Which candidates are taken under which limits? The filling rule, on token counts alone.

Pinned ones first, always whole. Then by descending priority, ties in input order: what
fits is taken; else what may be cut is cut to the room left, which ends the filling;
else it is dropped and the filling goes on. Under tier limits a candidate must fit its
tier and the budget, a cut to the tier's room ends that tier only, and history is taken
newest first and stops at its first misfit, so that it has no hole.

>>> items = [Item(0, "rules", 30, 0, True, False, "static"),
...          Item(1, "policy", 40, 5, False, False, "retrieved"),
...          Item(2, "memory", 20, 9, False, False, "retrieved")]
>>> filling = fill(items, Limits(75), separator=0, cut=lambda index, room: None)
>>> [(place.outcome, place.reason) for place in filling.places]
[('pinned', 'pinned'), ('dropped', 'crowded_out'), ('included', 'fits')]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.errors import ContextOverflowError
from engine.sections import TIERS

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


class Moment(NamedTuple):
    """The state just before one optional item had its turn."""

    used: int
    occupied: bool
    tier_used: Mapping[str, int]
    ended: bool
    ended_tiers: frozenset[str]


@dataclass(frozen=True)
class Filling:
    """The whole course of one filling.

    `places` has one entry an item, in input order; `taken` the indexes in the order in
    which they were taken; `queue` the optional items in the order of their turns, `ranks`
    the items that gave each turn its priority, `moments` the state before each turn.
    """

    places: tuple[Place, ...]
    taken: tuple[int, ...]
    queue: tuple[Item, ...]
    ranks: tuple[Item, ...]
    moments: tuple[Moment, ...]
    pinned_tokens: int


def turns(items: Sequence[Item], tiers: bool) -> tuple[list[Item], list[Item]]:
    """The optional items in the order of their turns, and by plain priority.

    They differ under tier limits only: the turns that priority gives to history are
    given to its sections newest first.
    """
    optional = [item for item in items if not (item.pinned or item.empty)]
    ranks = sorted(optional, key=lambda item: (-item.priority, item.position))
    if not tiers:
        return ranks, ranks
    newest = sorted((i for i in ranks if i.tier == "history"), key=lambda i: -i.position)
    history = iter(newest)
    return [next(history) if item.tier == "history" else item for item in ranks], ranks


def place_pinned(
    items: Sequence[Item], limits: Limits, separator: int
) -> tuple[int, dict[str, int], list[int]]:
    """The total of the pinned items, their tokens by tier, and their indexes.

    Raises `ContextOverflowError` where they do not fit the budget or their tier's limit.
    """
    used = 0
    tier_used = dict.fromkeys(TIERS, 0)
    taken: list[int] = []
    for item in items:
        if item.pinned and not item.empty:
            cost = item.tokens + (separator if taken else 0)
            used += cost
            tier_used[item.tier] += cost
            taken.append(item.position)
    if used > limits.budget:
        names = tuple(items[i].name for i in taken)
        raise ContextOverflowError(required=used, budget=limits.budget, names=names)
    for tier, tokens in tier_used.items():
        ceiling = limits.tier(tier)
        if ceiling is not None and tokens > ceiling:
            names = tuple(items[i].name for i in taken if items[i].tier == tier)
            raise ContextOverflowError(required=tokens, budget=ceiling, names=names, tier=tier)
    return used, tier_used, taken


def fill(items: Sequence[Item], limits: Limits, *, separator: int, cut: CutTo) -> Filling:
    """Fill the window once; `separator` is what one separator costs, in tokens.

    Raises `ContextOverflowError` where the pinned items do not fit.
    """
    used, tier_used, taken = place_pinned(items, limits, separator)
    pinned_tokens, pinned_any = used, bool(taken)
    places: list[Place | None] = [None] * len(items)
    for item in items:
        if item.empty:
            places[item.position] = Place("pinned" if item.pinned else "included", "empty", 0)
        elif item.pinned:
            places[item.position] = Place("pinned", "pinned", item.tokens)

    ceiling, ceiling_name = limits.optional, limits.optional_name
    queue, ranks = turns(items, limits.tiers is not None)
    moments: list[Moment] = []
    ended = False
    ended_tiers: dict[str, Place] = {}
    for item in queue:
        tier_ceiling = limits.tier(item.tier)
        before = tier_used if limits.tiers is None else dict(tier_used)
        moments.append(Moment(used, bool(taken), before, ended, frozenset(ended_tiers)))
        if ended:
            places[item.position] = Place("dropped", "crowded_out", 0, ceiling_name)
            continue
        if item.tier in ended_tiers:
            places[item.position] = ended_tiers[item.tier]
            continue
        join = separator if taken else 0
        cost = item.tokens + join
        room = ceiling - used
        tier_room = room if tier_ceiling is None else tier_ceiling - tier_used[item.tier]
        if cost <= room and cost <= tier_room:
            place = Place("included", "fits", item.tokens)
        else:
            tier_binds = tier_room < room
            fit = cut(item.position, min(room, tier_room) - join) if item.truncatable else None
            if fit is not None:
                name = "tier" if tier_binds else ceiling_name
                place = Place("truncated", "shortened_to_fit", fit.tokens, name, fit)
                cost = fit.tokens + join
                ended = not tier_binds
            elif tier_binds:
                place = Place("dropped", "tier_full", 0, "tier")
            else:
                alone = pinned_tokens + item.tokens + (separator if pinned_any else 0)
                reason = "larger_than_budget" if alone > ceiling else "crowded_out"
                place = Place("dropped", reason, 0, ceiling_name)
            if limits.tiers is not None and (fit is not None or item.tier == "history"):
                reason = "tier_full" if tier_binds else "crowded_out"
                ended_tiers[item.tier] = Place("dropped", reason, 0, place.limit)
        places[item.position] = place
        if place.outcome != "dropped":
            used += cost
            tier_used[item.tier] += cost
            taken.append(item.position)
    return Filling(
        places=tuple(place for place in places if place is not None),
        taken=tuple(taken),
        queue=tuple(queue),
        ranks=tuple(ranks),
        moments=tuple(moments),
        pinned_tokens=pinned_tokens,
    )
