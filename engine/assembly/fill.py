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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.assembly.items import CutTo, Item, Limits, Place
from engine.assembly.turns import Turns, turns
from engine.errors import ContextOverflowError
from engine.sections import TIERS


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
    which they were taken; `order` says in which the optional items had their turns.
    """

    places: tuple[Place, ...]
    taken: tuple[int, ...]
    order: Turns


class Beginning(NamedTuple):
    """Where every filling of the same items begins: with the pinned ones placed.

    Their total, their tokens by tier, their indexes, and all places known so far.
    """

    used: int
    tier_used: Mapping[str, int]
    taken: Sequence[int]
    places: Sequence[Place | None]


def place_pinned(items: Sequence[Item], separator: int) -> Beginning:
    """Place the pinned items, and the empty ones, which cost nothing."""
    used = 0
    tier_used = dict.fromkeys(TIERS, 0)
    taken: list[int] = []
    places: list[Place | None] = []
    for item in items:
        if item.empty:
            places.append(Place("pinned" if item.pinned else "included", "empty", 0))
        elif item.pinned:
            cost = item.tokens + (separator if taken else 0)
            used += cost
            tier_used[item.tier] += cost
            taken.append(item.position)
            places.append(Place("pinned", "pinned", item.tokens))
        else:
            places.append(None)
    return Beginning(used, tier_used, taken, places)


def check_pinned(begun: Beginning, items: Sequence[Item], limits: Limits) -> None:
    """Raise `ContextOverflowError` where the pinned items do not fit the budget or their tier."""
    if begun.used > limits.budget:
        names = tuple(items[i].name for i in begun.taken)
        raise ContextOverflowError(required=begun.used, budget=limits.budget, names=names)
    for tier, tokens in begun.tier_used.items():
        ceiling = limits.tier(tier)
        if ceiling is not None and tokens > ceiling:
            names = tuple(items[i].name for i in begun.taken if items[i].tier == tier)
            raise ContextOverflowError(required=tokens, budget=ceiling, names=names, tier=tier)


def fill(
    items: Sequence[Item],
    limits: Limits,
    *,
    separator: int,
    cut: CutTo,
    order: Turns | None = None,
    begun: Beginning | None = None,
    moments: list[Moment] | None = None,
) -> Filling:
    """Fill the window once; `separator` is what one separator costs, in tokens.

    `order` and `begun` are what `turns` and `place_pinned` give, for callers that have them;
    into `moments`, where it is given, goes the state before each turn. Raises
    `ContextOverflowError` where the pinned items do not fit.
    """
    begun = begun or place_pinned(items, separator)
    check_pinned(begun, items, limits)
    used, tier_used, taken = begun.used, dict(begun.tier_used), list(begun.taken)
    places = list(begun.places)
    pinned_tokens, pinned_any = used, bool(taken)
    ceiling, ceiling_name = limits.optional, limits.optional_name
    tiers = limits.tiers or {}
    order = order or turns(items, limits.tiers is not None)
    crowded_out = Place("dropped", "crowded_out", 0, ceiling_name)
    ended = False
    ended_tiers: dict[str, Place] = {}
    for item in order.queue:
        if moments is not None:
            ended_before = frozenset(ended_tiers)
            moments.append(Moment(used, bool(taken), dict(tier_used), ended, ended_before))
        if ended:
            places[item.position] = crowded_out
            continue
        if item.tier in ended_tiers:
            places[item.position] = ended_tiers[item.tier]
            continue
        join = separator if taken else 0
        cost = item.tokens + join
        room = ceiling - used
        tier_room = tiers[item.tier] - tier_used[item.tier] if item.tier in tiers else room
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
                place = crowded_out
                if alone > ceiling:
                    place = Place("dropped", "larger_than_budget", 0, ceiling_name)
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
        order=order,
    )
