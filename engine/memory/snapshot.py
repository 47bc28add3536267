"""What is in the window after one turn, what left at it, and what happened?

A snapshot is never changed. It is a place in the record of its run (`record`), so that ten
thousand of them are as cheap as their turns.

>>> from engine.memory import Policy, replay
>>> last = replay([Turn("user", "Hello there."), Turn("assistant", "Hi!")], Policy(100))[-1]
>>> [turn.text for turn in last.window], last.token_count, last.zone
(['Hello there.', 'Hi!'], 4, 'green')
>>> [event.sentence for event in last.events]
['turn 2 came: 1 token']
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.memory.events import Event
from engine.memory.policy import Policy
from engine.memory.record import Run
from engine.memory.store import MemoryStore
from engine.sections import TIERS
from engine.transcripts import Turn


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The state after the turn of this index (from 0), and what happened at it.

    Two are equal where they show the same.
    """

    index: int
    run: Run = field(repr=False)

    @property
    def number(self) -> int:
        """The number of the turn, from 1, by which summaries cite it."""
        return self.index + 1

    @property
    def policy(self) -> Policy:
        """The policy that was followed at this turn."""
        return self.run.policy

    @property
    def window(self) -> tuple[Turn, ...]:
        """What a model reads, in order: turns as they came, shortened ones, summaries, facts."""
        return tuple(entry.turn for entry in self.run.at(self.index))

    @property
    def token_count(self) -> int:
        """The sum of the tokens of all texts in the window."""
        return self.run.totals[self.index]

    @property
    def usable(self) -> int:
        """The usable window in tokens: the denominator of the zone."""
        return self.run.policy.usable

    @property
    def zone(self) -> str:
        """Where the tokens lie in the usable window: green, amber, red or over."""
        return self.run.zone_at(self.index)

    @property
    def refused(self) -> bool:
        """Whether no call may be made after this turn."""
        return self.zone in ("red", "over")

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order; the first is always that the turn came."""
        return tuple(self.run.events_at(self.index))

    @property
    def evicted(self) -> tuple[Turn, ...]:
        """The turns that stood in the window and no longer do since this turn, oldest first."""
        events = self.run.events_at(self.index)
        left = {index for event in events if event.kind == "evicted" for index in event.turns}
        return tuple(self.run.conversation.turns[index] for index in sorted(left))

    @property
    def summary(self) -> str:
        """What stands for older turns."""
        return "\n".join(entry.turn.text for entry in self.run.summaries_at(self.index))

    @property
    def summary_sources(self) -> tuple[str, ...]:
        """The numbers of the turns that the summary stands for, each once, as texts."""
        entries = self.run.summaries_at(self.index)
        return tuple(str(index + 1) for entry in entries for index in entry.sources)

    @property
    def store(self) -> MemoryStore:
        """What was remembered outside of the window."""
        return self.run.store_at(self.index)

    @property
    def billed(self) -> int:
        """The input tokens of all calls so far: the window before each answer.

        Without what a provider adds to a message, and without the calls of a summarizer.
        """
        return self.run.billed_at(self.index)

    @property
    def tokens_by_tier(self) -> dict[str, int]:
        """The tokens of the window by tier; together they are `token_count`."""
        return dict(zip(TIERS, self.run.tiers_at(self.index), strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return self._shown() == other._shown()

    def __hash__(self) -> int:
        return hash((self.index, self.token_count))

    def _shown(self) -> tuple[object, ...]:
        return self.index, self.policy, self.events, self.window, self.store.memories
