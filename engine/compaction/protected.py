"""Which turns may no rung touch, and which groups are free to shrink or to leave?

>>> talk = [Turn("system", "Be brief."), Turn("user", "Where is A-1?"), Turn("assistant", "There."),
...         Turn("user", "Thanks. And A-2?")]
>>> sorted(protected_turns(talk))
[0, 1, 3]
>>> free_groups(talk)
[(2,)]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

from engine.transcripts import Turn, pair_calls
from engine.transcripts.model import MESSAGE, SUMMARY


def protected_turns(
    turns: Sequence[Turn], pinned: Collection[str] = (), unpinned: Collection[str] = ()
) -> frozenset[int]:
    """The indices of the turns that stay as they are, word for word.

    * System text, also a later one unless its id is among `unpinned`; the system text at the
      top of the conversation always.
    * The first user message, which is the task, and the last one, which is the question.
    * The turns whose ids are among `pinned`: rules, goals, open blockers.
    * A call that still waits for its result, made since the last user message but one: its
      result may come with the next turn and would find nothing it answers.
    * Whatever hangs together with one of these as a call and its results.

    >>> talk = [Turn("user", "Go"), Turn("assistant", "a()", id="m2", call_ids=("c",)),
    ...         Turn("tool", "1", result_of="c"), Turn("assistant", "b()", call_ids=("d",))]
    >>> sorted(protected_turns(talk)), sorted(protected_turns(talk, pinned=("m2",)))
    ([0, 3], [0, 1, 2, 3])
    """
    free = (index for group in free_groups(turns, pinned, unpinned) for index in group)
    return frozenset(range(len(turns))).difference(free)


def free_groups(
    turns: Sequence[Turn],
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    opening: int | None = None,
) -> list[tuple[int, ...]]:
    """Everything else, in groups that shrink or leave together, the oldest first.

    `opening` is how many of the turns are the system text at the top of the conversation. It
    goes by the turns unless given: a window whose first turns have left knows it no more.
    """
    opening = opening_texts(turns) if opening is None else opening
    pairing = pair_calls(turns)
    asked: list[int] = []
    kept: set[int] = set()
    for index, turn in enumerate(turns):
        if turn.role == "user":
            if _asks(turn):
                asked.append(index)
        elif _is_told(turn) and (index < opening or turn.id not in unpinned):
            kept.add(index)
    if pinned:
        kept.update(index for index, turn in enumerate(turns) if turn.id in pinned)
    kept.update((*asked[:1], *asked[-1:]))
    since = asked[-2] if len(asked) > 1 else 0
    kept.update(index for index, _ in pairing.unanswered if index >= since)
    return [group for group in pairing.groups if kept.isdisjoint(group)]


def opening_texts(turns: Sequence[Turn]) -> int:
    """How many system texts stand before anything else.

    >>> opening_texts([Turn("system", "A"), Turn("user", "Hi"), Turn("system", "B")])
    1
    """
    return sum(1 for _ in takewhile(_is_told, turns))


def _is_told(turn: Turn) -> bool:
    return turn.role == "system" and turn.kind != SUMMARY


def _asks(turn: Turn) -> bool:
    spoken = turn.kind == MESSAGE and turn.result_of is None
    return spoken and bool(turn.text.strip())
