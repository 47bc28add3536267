"""What is known of a conversation before any policy: its tokens, its groups, who asks where?

It is found once, however many policies are then tried on it.

>>> turns = [Turn("user", "Where?"), Turn("assistant", "find()", call_ids=("c",)),
...          Turn("tool", "On shelf 4.", result_of="c")]
>>> conversation = Conversation.of(turns)
>>> conversation.tokens, conversation.members, conversation.complete
([2, 2, 3], {1: [1, 2]}, {1: 2})
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property

from engine.compaction import Count, counter_of
from engine.memory.traces import values_in
from engine.sections import TIERS
from engine.tokens import Tokenizer
from engine.transcripts import Turn, pair_calls
from engine.transcripts.model import MESSAGE, SUMMARY

NEVER = 1 << 60
BEGIN = datetime(1970, 1, 1, tzinfo=UTC)
STATIC, RETRIEVED, HISTORY, SCRATCH = range(len(TIERS))


@dataclass(frozen=True, eq=False)
class Conversation:
    """The turns, and by their indices: tokens, tier, first turn of the group, who asks.

    `members` has the turns of each group of more than one turn, by the first. `complete` is the
    turn at which all calls of a turn have their results, for each turn that calls. `asked` are
    the messages of the user, `told` the system texts, of which the first `opening` open the
    conversation. `count` is what counted the tokens.
    """

    turns: tuple[Turn, ...]
    count: Count
    tokens: list[int]
    tiers: list[int]
    first: list[int]
    members: dict[int, list[int]]
    complete: dict[int, int]
    asked: tuple[int, ...]
    told: tuple[int, ...]

    @classmethod
    def of(
        cls, turns: Sequence[Turn], tokenizer: str | Tokenizer | Count = "chars/4"
    ) -> Conversation:
        """Count and pair the turns."""
        turns, count = tuple(turns), counter_of(tokenizer)
        first, members, complete = _groups(turns)
        asked = tuple(index for index, turn in enumerate(turns) if asks(turn))
        tiers = [tier_of(turn) for turn in turns]
        if asked:
            tiers[asked[0]] = STATIC
        told = tuple(i for i, t in enumerate(turns) if t.role == "system" and t.kind != SUMMARY)
        tokens = [count(turn) for turn in turns]
        return cls(turns, count, tokens, tiers, first, members, complete, asked, told)

    @cached_property
    def cited(self) -> tuple[Turn, ...]:
        """The turns with their numbers from 1 as ids, by which summaries cite them."""
        return tuple(replace(turn, id=str(at)) for at, turn in enumerate(self.turns, 1))

    @cached_property
    def saying(self) -> dict[str, list[int]]:
        """By each value, a token with a digit: the turns that have it, in their order."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, turn in enumerate(self.turns):
            for value in values_in(turn.text):
                found[value].append(index)
        return found

    @property
    def task(self) -> int | None:
        """The first message of the user."""
        return self.asked[0] if self.asked else None

    @cached_property
    def _timed(self) -> bool:
        return all(turn.timestamp and turn.timestamp.tzinfo for turn in self.turns)

    def time(self, index: int) -> datetime:
        """When a turn was: its timestamp, or where not all have one, its index in hours."""
        stamp = self.turns[index].timestamp if self._timed else None
        return stamp or BEGIN + timedelta(hours=index)

    @cached_property
    def opening(self) -> int:
        """How many system texts open the conversation; these are never unpinned."""
        return sum(at == index for at, index in enumerate(self.told))

    def named(self, names: Sequence[str]) -> tuple[int, ...]:
        """The turns that go by these names: their numbers from 1, or their own ids."""
        if not names:
            return ()
        return tuple(
            index
            for index, turn in enumerate(self.turns)
            if str(index + 1) in names or turn.id in names
        )

    def kept(self, pinned: Sequence[str], unpinned: Sequence[str]) -> frozenset[int]:
        """The first turns of the groups that stay always: system texts, the task, what is pinned.

        A system text after the opening ones may be unpinned.
        """
        free = set(self.named(unpinned)).difference(self.told[: self.opening])
        kept = {*self.named(pinned), *self.asked[:1], *(i for i in self.told if i not in free)}
        return frozenset(self.first[index] for index in kept)


def _groups(
    turns: Sequence[Turn],
) -> tuple[list[int], dict[int, list[int]], dict[int, int]]:
    pairing = pair_calls(turns)
    first = list(range(len(turns)))
    members: dict[int, list[int]] = {}
    for group in pairing.groups:
        if len(group) > 1:
            members[group[0]] = list(group)
            for index in group:
                first[index] = group[0]
    still = {index: Counter(turn.call_ids) for index, turn in enumerate(turns) if turn.call_ids}
    complete = dict.fromkeys(still, NEVER)
    for result in sorted(pairing.answers):
        caller, call = pairing.answers[result], turns[result].result_of or ""
        waiting = still[caller]
        if waiting[call] > 1:
            waiting[call] -= 1
        elif waiting.pop(call, 0) and not waiting:
            complete[caller] = result
    return first, members, complete


def tier_of(turn: Turn) -> int:
    """The tier of a turn, as an index into `TIERS`, as `sections_from_transcript` has it.

    >>> TIERS[tier_of(Turn("tool", "7"))], TIERS[tier_of(Turn("user", "Hi"))]
    ('scratch', 'history')
    """
    if turn.kind == SUMMARY:
        return RETRIEVED
    if turn.role == "system":
        return STATIC
    return SCRATCH if turn.role == "tool" or turn.call_ids or turn.result_of else HISTORY


def asks(turn: Turn) -> bool:
    """Whether a user says something here; the first and the last such turn stay as they are.

    >>> asks(Turn("user", "Hi")), asks(Turn("user", "7", result_of="c")), asks(Turn("user", " "))
    (True, False, False)
    """
    spoken = turn.role == "user" and turn.kind == MESSAGE and turn.result_of is None
    return spoken and bool(turn.text.strip())
