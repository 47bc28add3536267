"""In what order may sections stand, and what is each order called?

An ordering takes sections and returns the same sections in a list, ranked by priority, ties
in input order; it looks at nothing else and changes nothing.

>>> sections = [ContextSection(f"rank {n}", "", priority=-n) for n in range(1, 6)]
>>> for name, ordering in ORDERINGS.items():
...     print(f"{name:18}", *(section.name[5:] for section in ordering(sections)))
as_given           1 2 3 4 5
by_priority        1 2 3 4 5
edges_first        1 3 5 4 2
best_last          2 4 5 3 1
best_in_the_middle 5 3 1 2 4
langchain_reorder  1 3 5 4 2
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.sections import ContextSection

Ordering = Callable[[Sequence[ContextSection]], list[ContextSection]]


def as_given(sections: Sequence[ContextSection]) -> list[ContextSection]:
    """The order they came in."""
    return list(sections)


def by_priority(sections: Sequence[ContextSection]) -> list[ContextSection]:
    """Best first, down to the lowest: what a retriever's list looks like."""
    return sorted(sections, key=lambda section: -section.priority)


def order_for_recall(sections: Sequence[ContextSection]) -> list[ContextSection]:
    """Best first, second best last, and so inwards: the lowest stand in the middle.

    It fits a model that finds best what stands at the edges (Liu et al., Lost in the
    Middle, TACL 2024). Ranks 1, 3, 5, 4, 2 for five sections; 1, 3, 5, 6, 4, 2 for six.

    >>> sections = [ContextSection(str(n), "", priority=-n) for n in range(1, 7)]
    >>> [section.name for section in order_for_recall(sections)]
    ['1', '3', '5', '6', '4', '2']
    """
    return _edges(by_priority(sections))


def best_last(sections: Sequence[ContextSection]) -> list[ContextSection]:
    """Best last, next to the question; second best first; the lowest in the middle."""
    return order_for_recall(sections)[::-1]


def best_in_the_middle(sections: Sequence[ContextSection]) -> list[ContextSection]:
    """The mistake, to be seen: lowest first, second lowest last, the best in the middle."""
    return _edges(by_priority(sections)[::-1])


def langchain_reorder(sections: Sequence[ContextSection]) -> list[ContextSection]:
    """What LangChain's `LongContextReorder` does: from the lowest up, in front, behind, ….

    Where the best lands depends on the count: last for an even one (2, 4, 3, 1), first for
    an odd one (1, 3, 2).

    >>> sections = [ContextSection(str(n), "", priority=-n) for n in range(1, 5)]
    >>> [section.name for section in langchain_reorder(sections)]
    ['2', '4', '3', '1']
    """
    placed: list[ContextSection] = []
    for turn, section in enumerate(by_priority(sections)[::-1]):
        placed.insert(len(placed) if turn % 2 else 0, section)
    return placed


def _edges(ranked: Sequence[ContextSection]) -> list[ContextSection]:
    """First to the front, second to the back, third behind the first, …."""
    return [*ranked[::2], *ranked[1::2][::-1]]


ORDERINGS: Mapping[str, Ordering] = MappingProxyType(
    {
        "as_given": as_given,
        "by_priority": by_priority,
        "edges_first": order_for_recall,
        "best_last": best_last,
        "best_in_the_middle": best_in_the_middle,
        "langchain_reorder": langchain_reorder,
    }
)
