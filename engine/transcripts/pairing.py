"""Which result answers which call, and which turns must therefore stay together?

>>> turns = [Turn("assistant", "a()", call_ids=("c1",)), Turn("user", "and?"),
...          Turn("tool", "1", result_of="c1")]
>>> pair_calls(turns).groups
((0, 2), (1,))
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.transcripts.model import Turn
from engine.wording import times


@dataclass(frozen=True)
class Pairing:
    """How the turns hang together, by their indices.

    `groups` holds every turn once: a turn that calls tools with all results of its calls,
    any other turn alone; in the order of their first turns. `answers` maps a result to
    the turn that called. `orphans` are results without a call before them, `unanswered`
    the calls without a result: (turn, id).
    """

    groups: tuple[tuple[int, ...], ...]
    answers: dict[int, int]
    orphans: tuple[int, ...]
    unanswered: tuple[tuple[int, str], ...]


def pair_calls(turns: Sequence[Turn]) -> Pairing:
    """Pair results with calls by id: the nearest call before it that is still unanswered.

    Where every call of that id has its answer, the result is one more of the nearest.

    >>> twice = [Turn("assistant", "a()", call_ids=("c",)), Turn("tool", "1", result_of="c")] * 2
    >>> pair_calls(twice).groups
    ((0, 1), (2, 3))
    >>> pair_calls([Turn("tool", "1", result_of="c")]).orphans
    (0,)
    """
    waiting: dict[str, list[int]] = defaultdict(list)
    nearest: dict[str, int] = {}
    answers: dict[int, int] = {}
    orphans: list[int] = []
    first = list(range(len(turns)))  # of the group each turn belongs to
    members: dict[int, list[int]] = {}  # of the groups of those that call
    for index in [
        i for i, t in enumerate(turns) if t.call_ids or t.role == "tool" or t.result_of is not None
    ]:
        turn = turns[index]
        if turn.result_of is not None and turn.result_of in nearest:
            open_calls = waiting[turn.result_of]
            answers[index] = open_calls.pop() if open_calls else nearest[turn.result_of]
            first[index] = first[answers[index]]
            members[first[index]].append(index)
        else:
            if turn.call_ids:
                members[index] = [index]
            if turn.result_of is not None or turn.role == "tool":
                orphans.append(index)
        for call in turn.call_ids:
            waiting[call].append(index)
            nearest[call] = index
    groups = [tuple(members.get(i, (i,))) for i, of in enumerate(first) if of == i]
    unanswered = sorted((index, call) for call, open_ in waiting.items() for index in open_)
    return Pairing(tuple(groups), answers, tuple(orphans), tuple(unanswered))


def with_missing_ids(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns with an id for every call that has none, and for the results of those.

    Results without an id go to the calls without one, by tool name and in order: of those
    made since somebody last said something, so that a call that was given up keeps none.
    Where there are none of these, a word came between a call and its result, and it is
    the first that still waits.

    >>> old = [Turn("assistant", "a()", call_ids=("",), call_names=("a",)),
    ...        Turn("tool", "1", name="a")]
    >>> [turn.call_ids or turn.result_of for turn in with_missing_ids(old)]
    [('a#1',), 'a#1']
    >>> [turn.result_of for turn in with_missing_ids([old[0], Turn("user", "Stop."), *old])][-1]
    'a#2'
    """
    taken = {call for turn in turns for call in turn.call_ids}
    waiting: dict[str, list[tuple[int, str]]] = {}
    done: list[Turn] = []
    number = given_up = 0
    for turn in turns:
        ids = list(turn.call_ids)
        for place in (place for place, call in enumerate(ids) if not call):
            name = turn.call_names[place] if place < len(turn.call_names) else "call"
            number += 1
            while f"{name}#{number}" in taken:
                number += 1
            ids[place] = f"{name}#{number}"
            waiting.setdefault(name, []).append((number, ids[place]))
        if ids != list(turn.call_ids):
            turn = replace(turn, call_ids=tuple(ids))
        if turn.role == "tool" and turn.result_of is None:
            names = [turn.name] if turn.name else list(waiting)
            queues = [waiting[name] for name in names if waiting.get(name)]
            turn = replace(turn, result_of=_taken(queues, given_up))
        elif turn.role != "tool" and not turn.call_ids:
            given_up = number
        done.append(turn)
    return tuple(done)


def _taken(queues: Sequence[list[tuple[int, str]]], given_up: int) -> str | None:
    """The id of the first call behind number `given_up`, else of the first; out of its queue."""
    behind = [bisect_right(queue, given_up, key=lambda call: call[0]) for queue in queues]
    places = [(queue, at) for queue, at in zip(queues, behind, strict=True) if at < len(queue)]
    places = places or [(queue, 0) for queue in queues]
    if not places:
        return None
    queue, at = min(places, key=lambda place: place[0][place[1]])
    return queue.pop(at)[1]


def with_tool_names(turns: Sequence[Turn], pairing: Pairing) -> tuple[Turn, ...]:
    """The turns, each result with the name of the tool that was called, where it has none.

    >>> turns = [Turn("assistant", "a()", call_ids=("c",), call_names=("a",)),
    ...          Turn("tool", "1", result_of="c")]
    >>> with_tool_names(turns, pair_calls(turns))[1].name
    'a'
    """
    done = list(turns)
    for result, caller in pairing.answers.items():
        calls = dict(zip(turns[caller].call_ids, turns[caller].call_names, strict=False))
        name = calls.get(turns[result].result_of or "")
        if turns[result].name is None and name:
            done[result] = replace(turns[result], name=name)
    return tuple(done)


def pairing_warnings(turns: Sequence[Turn], pairing: Pairing) -> tuple[str, ...]:
    """What does not pair, as sentences.

    >>> turns = [Turn("assistant", "a()", call_ids=("c1",), call_names=("a",))]
    >>> pairing_warnings(turns, pair_calls(turns))
    ('Turn 1: the call c1 (a) has no result.',)
    """
    nameless = [index for index in pairing.orphans if not turns[index].result_of]
    found = [
        (index, f"the result of {turns[index].result_of} has no call before it.")
        for index in pairing.orphans
        if turns[index].result_of
    ]
    for index, call in pairing.unanswered:
        names = dict(zip(turns[index].call_ids, turns[index].call_names, strict=False))
        named = f" ({names[call]})" if call in names else ""
        found.append((index, f"the call {call}{named} has no result."))
    sentences = [f"Turn {index + 1}: {text}" for index, text in sorted(found)]
    if nameless:  # one sentence for all: in plain text, no result names its call
        sentences.append(
            f"{times(len(nameless), 'tool result')}, the first in turn {nameless[0] + 1}, "
            "without the call answered."
        )
    return tuple(sentences)
