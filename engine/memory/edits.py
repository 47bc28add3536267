"""How is a conversation edited so that calls keep their results, and what named a turn its turn?

Turns are named by their numbers: what is pinned, where a run was forked. So an edit says which
number each turn has after it.

>>> turns = (Turn("user", "Hi"), Turn("assistant", "find()", call_ids=("c",)),
...          Turn("tool", "On shelf 4.", result_of="c"), Turn("user", "Thanks"))
>>> [turn.text for turn in delete_turn(turns, 2).turns]
['Hi', 'Thanks']
>>> added = add_turn(turns, Turn("user", "Be quick."), 2)
>>> [turn.text for turn in added.turns], added.places
(['Hi', 'find()', 'On shelf 4.', 'Be quick.', 'Thanks'], (0, 1, 2, 4))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.memory.conversation import Conversation
from engine.memory.loss import Canary, plant
from engine.memory.policy import Policy
from engine.memory.traces import Trace, words_with
from engine.transcripts import Turn, pair_calls
from engine.transcripts.model import ROLES

Turns = tuple[Turn, ...]


@dataclass(frozen=True)
class Edited:
    """The turns after an edit. `places` has the new index of each turn there was, None if gone."""

    turns: Turns
    places: tuple[int | None, ...]

    def follow(self, names: Iterable[str]) -> tuple[str, ...]:
        """Turns by their numbers from 1, as they are numbered now; other names stay as they are.

        >>> Edited((), (None, 0)).follow(("1", "2", "a-7"))
        ('1', 'a-7')
        """
        numbers = {str(at + 1): place for at, place in enumerate(self.places)}
        return tuple(
            name if name not in numbers else str(place + 1)
            for name in names
            if (place := numbers.get(name, 0)) is not None
        )

    def follow_policy(self, policy: Policy) -> Policy:
        """The policy, its pins at the same turns as before."""
        pinned, unpinned = self.follow(policy.pinned), self.follow(policy.unpinned)
        if (pinned, unpinned) == (policy.pinned, policy.unpinned):
            return policy
        return replace(policy, pinned=pinned, unpinned=unpinned)

    def follow_number(self, number: int) -> int:
        """The number of a turn, or of the next one that is still there; one more than the last."""
        after = [place for place in self.places[number - 1 :] if place is not None]
        return after[0] + 1 if after else len(self.turns) + 1


def change_text(turns: Sequence[Turn], index: int, text: str) -> Edited:
    """One turn says something else; the calls it makes stay its calls.

    Raises `ValueError` for a text without a word.
    """
    changed = replace(turns[index], text=_said(text))
    return Edited((*turns[:index], changed, *turns[index + 1 :]), tuple(range(len(turns))))


def add_turn(turns: Sequence[Turn], turn: Turn, at: int) -> Edited:
    """One more turn before the index `at`, or behind the calls and results that it would part.

    Raises `ValueError` for an unknown role, a text without a word, and an `at` outside of it.
    """
    if turn.role not in ROLES:
        raise ValueError(f"a turn's role must be one of {', '.join(ROLES)}; found {turn.role!r}")
    _said(turn.text)
    at = free_place(turns, at)
    return _put_in((*turns[:at], turn, *turns[at:]), at)


def plant_canary(turns: Sequence[Turn], canary: Canary, at: int) -> Edited:
    """`plant`, at a place that parts no call from its result."""
    at = free_place(turns, at)
    return _put_in(plant(turns, canary, at), at)


def delete_turn(turns: Sequence[Turn], index: int) -> Edited:
    """Without a turn; a call goes with all of its results, a result with its call."""
    gone = set(group_of(turns, index))
    kept = [at for at in range(len(turns)) if at not in gone]
    places = {at: place for place, at in enumerate(kept)}
    return Edited(tuple(turns[at] for at in kept), tuple(map(places.get, range(len(turns)))))


def group_of(turns: Sequence[Turn], index: int) -> tuple[int, ...]:
    """The turns that stay or go with this one, itself among them."""
    return next(tuple(group) for group in pair_calls(turns).groups if index in group)


def free_place(turns: Sequence[Turn], at: int) -> int:
    """The first place from `at` on that lies within no group of calls and results."""
    if not 0 <= at <= len(turns):
        raise ValueError(f"a turn must be added at 0 to {len(turns)}; found {at}")
    for group in sorted(pair_calls(turns).groups, key=min):
        if min(group) < at <= max(group):
            at = max(group) + 1
    return at


def pin_turn(policy: Policy, known: Conversation, index: int, on: bool) -> Policy:
    """The policy with a turn, and what belongs to it, pinned or not.

    The opening system text and the first message of the user stay always: `ValueError`.
    """
    first = known.first[index]
    group = known.members.get(first, [first])
    if pinned_always(known, index):
        raise ValueError(
            f"turn {index + 1} always stays: opening system text and the first user message do"
        )
    names = {str(at + 1) for at in group} | {known.turns[at].id for at in group}
    pinned = tuple(name for name in policy.pinned if name not in names)
    unpinned = tuple(name for name in policy.unpinned if name not in names)
    told = known.turns[index].role == "system"
    if told:
        unpinned += () if on else (str(index + 1),)
    elif on:
        pinned += (str(index + 1),)
    return replace(policy, pinned=pinned, unpinned=unpinned)


def pinned_always(known: Conversation, index: int) -> bool:
    """Whether a turn stays under every policy.

    >>> known = Conversation.of([Turn("system", "So"), Turn("user", "Hi"), Turn("user", "?")])
    >>> [pinned_always(known, index) for index in range(3)]
    [True, True, False]
    """
    always = known.kept((), tuple(str(at + 1) for at in range(len(known.turns))))
    return known.first[index] in always


def follow_phrase(turns: Sequence[Turn], kind: str, phrase: str) -> Canary:
    """A fact of the conversation's own, to be followed. `ValueError` where no turn says it.

    >>> follow_phrase([Turn("user", "Is it A-1?"), Turn("user", "It is A-2.")], "identifier", "A-1")
    Traceback (most recent call last):
    ...
    ValueError: no turn says 'A-1'; a question that names it does not count
    >>> follow_phrase([Turn("user", "It is in lib/main.py.")], "identifier", "main.py")
    Traceback (most recent call last):
    ...
    ValueError: no turn says 'main.py' as whole words; it is a part of lib/main.py
    """
    canary = Canary(kind, phrase.strip())
    trace = Trace.of(canary.phrase)
    if not any(trace.said_in(turn.text) for turn in turns):
        longer = words_with(canary.phrase, (turn.text for turn in turns))[:3]
        if longer:
            raise ValueError(f"no turn says {canary.phrase!r} as whole words; "
                             f"it is a part of {', '.join(longer)}")  # fmt: skip
        raise ValueError(f"no turn says {canary.phrase!r}; a question that names it does not count")
    return canary


def _put_in(turns: Turns, at: int) -> Edited:
    return Edited(turns, tuple(index + (index >= at) for index in range(len(turns) - 1)))


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("a turn needs a text")
    return text
