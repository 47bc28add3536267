"""What stood in the window from which turn to which? Written down once, read at every turn.

For each turn the step at which it left is kept, and each text that a rung wrote is one entry
with the steps at which it came and left; so a run needs memory in proportion to its turns,
however many snapshots look at it. The window at a step is what had come by then and had not left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from operator import attrgetter

from engine.memory.conversation import NEVER, Conversation
from engine.memory.events import FOLLOWS, Event
from engine.memory.policy import ROLLING, Policy
from engine.memory.store import Draft, MemoryStore
from engine.sections import TIERS
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY

Change = Callable[[Draft], object]

_place = attrgetter("place")
_entered = attrgetter("entered")


@dataclass(slots=True, eq=False)
class Entry:
    """A text that stands, or stood, in the window at the steps `entered` ≤ step < `left`.

    `sources` are the indices of the turns it is made of: one for a turn, those of a group for
    the line it was shortened to, many for a summary. `place` orders the window. `behind` are the
    texts that can be fetched again by it, where it is a pointer. `rung` is what wrote it, empty
    for a turn as it came; `original` says whether it is a turn, whole or shortened, and not a
    text about turns.
    """

    turn: Turn
    tokens: int
    place: float
    sources: tuple[int, ...]
    entered: int
    left: int
    tier: int
    rung: str = ""
    original: bool = True
    behind: tuple[str, ...] = ()


@dataclass(eq=False)
class Run:
    """One replay by its turns. Only a replay writes here, and only about steps still to come.

    By the index of a turn: `totals` are the tokens of the window after it, `left` the step at
    which it left, or was replaced. `written` are the texts that came into the window by a rung,
    in the order in which they came. `told` are the events of a step, where they do not follow
    from the rest. `store` is what was remembered before the first step, and `kept` what changed
    it at a step, worked out once somebody looks. A fork starts at `start`, after a snapshot of
    the `zone` and the `billed` tokens given.
    """

    conversation: Conversation
    policy: Policy
    store: MemoryStore
    totals: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    written: list[Entry] = field(default_factory=list)
    told: dict[int, list[Event]] = field(default_factory=dict)
    kept: list[tuple[int, Change]] = field(default_factory=list)
    start: int = 0
    zone: str = "green"
    billed: int = 0

    def __post_init__(self) -> None:
        self._draft, self._done = Draft(self.store), 0
        self._stores = {0: self.store}  # by the number of changes
        self._since = {memory.id: self.start for memory in self.store.current}
        self._held: list[tuple[str, int, int]] = []
        self.left = self.left or [NEVER] * len(self.conversation.turns)

    def entry(self, index: int) -> Entry:
        """A turn as an entry."""
        known = self.conversation
        return Entry(
            known.turns[index],
            known.tokens[index],
            index,
            (index,),
            index,
            self.left[index],
            known.tiers[index],
        )

    def leave(self, entry: Entry, step: int) -> None:
        """An entry is no longer there at this step."""
        entry.left = step
        if not entry.rung:
            self.left[entry.sources[0]] = step

    def at(self, step: int) -> list[Entry]:
        """The window at a step, in the order in which it is read."""
        whole = [self.entry(i) for i, left in enumerate(self.left[: step + 1]) if left > step]
        return sorted([*whole, *self.written_at(step)], key=_place)

    def written_at(self, step: int) -> list[Entry]:
        """The texts in the window that a rung wrote."""
        come = bisect_right(self.written, step, key=_entered)
        return [entry for entry in self.written[:come] if entry.left > step]

    def summaries_at(self, step: int) -> list[Entry]:
        """The summaries in the window, those that came with the conversation among them."""
        came = [self.entry(i) for i in self._summaries if i <= step < self.left[i]]
        made = [e for e in self.written_at(step) if e.turn.kind == SUMMARY and not e.original]
        return sorted(came + made, key=_place)

    def store_at(self, step: int) -> MemoryStore:
        """What was remembered at a step."""
        changes = bisect_right(self.kept, step, key=lambda kept: kept[0])
        self._take_in(changes)
        return self._stores[changes]

    def remembered(self) -> Iterator[tuple[str, int, int]]:
        """Each text that could be recalled: from which step, and at which it could no more."""
        self._take_in(len(self.kept))
        yield from self._held
        for id_, step in self._since.items():
            yield self._draft.text(id_), step, NEVER

    def _take_in(self, changes: int) -> None:
        """Apply so many of the changes to what is remembered, and keep the store after each step.

        They are applied once: the draft goes on where it was.
        """
        while self._done < changes:
            step, change = self.kept[self._done]
            change(self._draft)
            self._done += 1
            for memory in self._draft.moved:
                if memory.superseded_by is None:
                    self._since.setdefault(memory.id, step)
                else:
                    self._held.append((memory.text, self._since.pop(memory.id), step))
            self._draft.moved.clear()
            if self._done == changes or self.kept[self._done][0] != step:
                self._stores[self._done] = self._draft.store

    def zone_at(self, step: int) -> str:
        """The zone after a step, or before the first."""
        return self.policy.zone(self.totals[step]) if step >= self.start else self.zone

    def events_at(self, step: int) -> list[Event]:
        """What happened at a step, in order."""
        events = [Event("added", (step,), 0, self.conversation.tokens[step])]
        events += self.told[step] if step in self.told else self._rolled(step)
        before, now = self.zone_at(step - 1), self.zone_at(step)
        if before != now:
            events.append(Event("zone", detail=f"{before} → {now}"))
        if now in ("red", "over"):
            used, allowed = self.totals[step], self.policy.red_tokens
            events.append(Event("refused", before=used, after=allowed))
        return events

    def _rolled(self, step: int) -> list[Event]:
        """The turns that simply left."""
        turns = tuple(self._left_at.get(step, ()))
        before = sum(self.conversation.tokens[index] for index in turns)
        rung = FOLLOWS if turns == (step,) else ROLLING
        return [Event("evicted", turns, before, rung=rung)] if turns else []

    def billed_at(self, step: int) -> int:
        """The input tokens of all calls until a step."""
        return self._billed[step - self.start]

    def tiers_at(self, step: int) -> Sequence[int]:
        """The tokens of the window by tier."""
        return [sums[step] for sums in self._tiers]

    @cached_property
    def _left_at(self) -> dict[int, list[int]]:
        found = defaultdict(list)
        for index, left in enumerate(self.left):
            found[left].append(index)
        return found

    @cached_property
    def _summaries(self) -> list[int]:
        turns = self.conversation.turns
        return [index for index, turn in enumerate(turns) if turn.kind == SUMMARY]

    @cached_property
    def _billed(self) -> list[int]:
        """A call is made before each answer, with the window as it is then, unless refused."""
        calls = (
            self.totals[step - 1]
            if step
            and self.conversation.turns[step].role == "assistant"
            and self.zone_at(step - 1) not in ("red", "over")
            else 0
            for step in range(self.start, len(self.totals))
        )
        return list(accumulate(calls, initial=self.billed))[1:]

    @cached_property
    def _tiers(self) -> list[list[int]]:
        """By tier: the sums of what came less what left."""
        steps = len(self.totals)
        changes = [[0] * (steps + 1) for _ in TIERS]
        for entry in [*map(self.entry, range(steps)), *self.written]:
            if entry.left > entry.entered:
                changes[entry.tier][entry.entered] += entry.tokens
                changes[entry.tier][min(entry.left, steps)] -= entry.tokens
        return [list(accumulate(change)) for change in changes]
