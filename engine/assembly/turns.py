"""In which order do the candidates have their turns?

>>> newest = [Item(at, name, 9, 1, False, False, "history") for at, name in enumerate("ab")]
>>> [item.name for item in turns(newest, tiers=True).queue]
['b', 'a']
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from engine.assembly.items import Item


class Turns(NamedTuple):
    """The optional items in the order of their turns, and those that gave each its priority."""

    queue: Sequence[Item]
    ranks: Sequence[Item]

    def with_priority(self, turn: int, priority: float) -> Turns:
        """The order where the item that has this turn has another priority.

        Under tier limits no item of history: its turn does not follow from its priority.
        """
        item = self.queue[turn]._replace(priority=priority)
        ranks = [*self.ranks[:turn], *self.ranks[turn + 1 :]]
        queue = [*self.queue[:turn], *self.queue[turn + 1 :]]
        place = bisect_left(ranks, _line(item), key=_line)
        ranks.insert(place, item)
        queue.insert(place, item)
        return Turns(queue, ranks)


def _line(item: Item) -> tuple[float, int]:
    """Where an item stands in line: by descending priority, then in input order."""
    return -item.priority, item.position


def turns(items: Sequence[Item], tiers: bool) -> Turns:
    """The optional items in the order of their turns, and by plain priority.

    They differ under tier limits only: the turns that priority gives to history are
    given to its sections newest first.
    """
    ranks = [item for item in items if not (item.pinned or item.empty)]
    newest = iter([item for item in reversed(ranks) if item.tier == "history"])
    ranks.sort(key=attrgetter("priority"), reverse=True)  # equal ones stay in their order
    if not tiers:
        return Turns(ranks, ranks)
    return Turns([next(newest) if item.tier == "history" else item for item in ranks], ranks)
