"""Which sections of a prompt may change places, and where do the others stay?

Instructions, tool schemas and the task keep their places, and so does the conversation: a
talk read in another order is another talk. Evidence, memories, summaries, notes and loose
tool results change places with one another.

>>> sections = [ContextSection("rules", "", 9, kind="instructions"),
...             ContextSection("weak", "", 1, kind="evidence"),
...             ContextSection("turn 1", "", 2, kind="history"),
...             ContextSection("strong", "", 5, kind="evidence"),
...             ContextSection("question", "", 9, kind="task")]
>>> [section.name for section in order_for_pipeline(sections, "edges_first")]
['rules', 'strong', 'turn 1', 'weak', 'question']
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.placement.orderings import ORDERINGS, Ordering
from engine.sections import ContextSection

FIXED_KINDS = ("instructions", "tools", "task", "history")
# `source` of a section that is a turn of a conversation, or a call with its results.
TURN_SOURCES = ("user", "assistant", "tool", "system")


def find_ordering(name: str) -> Ordering:
    """The ordering of this name, or a `ValueError` that lists the known ones.

    >>> find_ordering("edges")
    Traceback (most recent call last):
    ...
    ValueError: order 'edges' is none of as_given, by_priority, edges_first, best_last, \
best_in_the_middle, langchain_reorder
    """
    if name not in ORDERINGS:
        raise ValueError(f"order {name!r} is none of {', '.join(ORDERINGS)}")
    return ORDERINGS[name]


def may_move(section: ContextSection) -> bool:
    """Whether an ordering may give the section another place.

    Not instructions, tools, task or history; nor what stands in the history tier; nor
    scratch that is a turn of a conversation, as its source says. Pinned or not does not
    matter: a pin decides whether a section is sent, not where.

    >>> [may_move(ContextSection("result", "", kind="scratch", source=source))
    ...  for source in ("get_order", "tool")]
    [True, False]
    """
    if section.kind in FIXED_KINDS or section.tier == "history":
        return False
    return not (section.kind == "scratch" and section.source in TURN_SOURCES)


def order_for_pipeline(
    sections: Sequence[ContextSection], ordering: str = "edges_first"
) -> list[ContextSection]:
    """The sections of a prompt in an order of `ORDERINGS`, applied only to what may move.

    Every other section stands after it where it stood before: instructions that came first
    come first, a task that came last comes last. Those that move share the places that are
    left. A permutation; the input is untouched; `"as_given"` changes nothing. Raises
    `ValueError` for a name that is not in `ORDERINGS`.
    """
    moved = iter(find_ordering(ordering)([s for s in sections if may_move(s)]))
    return [next(moved) if may_move(section) else section for section in sections]
