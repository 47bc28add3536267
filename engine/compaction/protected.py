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
    return _kept(turns, pinned, unpinned)[0]


def free_groups(
    turns: Sequence[Turn], pinned: Collection[str] = (), unpinned: Collection[str] = ()
) -> list[tuple[int, ...]]:
    """Everything else, in groups that shrink or leave together, the oldest first."""
    kept, groups = _kept(turns, pinned, unpinned)
    return [group for group in groups if group[0] not in kept]


def _kept(
    turns: Sequence[Turn], pinned: Collection[str], unpinned: Collection[str]
) -> tuple[frozenset[int], tuple[tuple[int, ...], ...]]:
    pairing = pair_calls(turns)
    pinned, unpinned = frozenset(pinned), frozenset(unpinned)
    asked = [index for index, turn in enumerate(turns) if _asks(turn)]
    kept = {*asked[:1], *asked[-1:]}
    opening = True
    for index, turn in enumerate(turns):
        told = turn.role == "system" and turn.kind != SUMMARY
        opening = opening and told
        if turn.id in pinned or (told and (opening or turn.id not in unpinned)):
            kept.add(index)
    since = asked[-2] if len(asked) > 1 else 0
    kept.update(index for index, _ in pairing.unanswered if index >= since)
    whole = (group for group in pairing.groups if not kept.isdisjoint(group))
    return frozenset(index for group in whole for index in group), pairing.groups


def _asks(turn: Turn) -> bool:
    spoken = turn.role == "user" and turn.kind == MESSAGE and turn.result_of is None
    return spoken and bool(turn.text.strip())
