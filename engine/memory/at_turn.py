"""What does the memory of a run give for a query at one of its turns?

>>> from engine.memory import Policy, replay
>>> turns = [Turn("user", "Where is my lamp?"), Turn("assistant", "Which order?"),
...          Turn("user", "The order is A-1."), Turn("user", "It is a blue lamp.")]
>>> run = replay(turns, Policy(12, trigger=1.0, target=1.0, rungs=("rolling_window",)))
>>> memory = MemoryAt(run[3], remembered=turns_that_left(run[3]))
>>> [turn.text for turn in memory.context("Which order is it?").turns]
['Where is my lamp?', 'It is a blue lamp.']
>>> [ranked.memory.text for ranked in memory.ranked("What is the order number, A-1 or B-2?")]
['user: The order is A-1.', 'assistant: Which order?']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.memory.context import MemoryContext
from engine.memory.memories import Memory
from engine.memory.record import Entry
from engine.memory.snapshot import Snapshot
from engine.memory.state import RECALL
from engine.memory.store import Embedder, MemoryStore, Ranked, Weights
from engine.routing.hashing import embed
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY

FACTS = 3
MOST_TURNS = 1_000


@dataclass(frozen=True)
class MemoryAt:
    """A run's memory after one turn, to be asked: nothing in it changes.

    Facts come from what the run remembered, or from another store that is given (`remembered`).
    """

    snapshot: Snapshot
    weights: Weights = field(default_factory=Weights)
    remembered: MemoryStore | None = None

    @property
    def store(self) -> MemoryStore:
        """Where facts are recalled from."""
        return self.snapshot.store if self.remembered is None else self.remembered

    def ranked(self, query: str, k: int | None = None) -> list[Ranked]:
        """The facts for a query at the time of this turn, best first."""
        now = self.snapshot.run.conversation.time(self.snapshot.index)
        return self.store.rank(query, now, k, self.weights)

    def context(self, query: str, k: int = FACTS) -> MemoryContext:
        """What memory gives for a query: as `TieredMemory.context` does.

        The turns are those of the window, by their numbers, whole or shortened, and what rungs
        wrote about others; facts that the run had recalled for its own turn are not among them.
        """
        snapshot = self.snapshot
        turns = tuple(
            _numbered(entry)
            for entry in snapshot.run.at(snapshot.index)
            if entry.rung != RECALL
            if entry.turn.kind != SUMMARY or (entry.original and entry.rung)
        )
        recalled = tuple(ranked for ranked in self.ranked(query, k) if ranked.cosine > 0)
        return MemoryContext(query, turns, snapshot.summary, snapshot.summary_sources, recalled)


def turns_that_left(snapshot: Snapshot, embedder: Embedder = embed) -> MemoryStore:
    """A store of the turns that no longer stand in the window, each as one memory.

    What a memory of all that was said would have to recall from, whether or not the policy
    keeps one. All are equally important; system text is none of them, and of very many the
    newest 1,000 are taken.
    """
    run = snapshot.run
    left = [
        index
        for index in range(snapshot.index + 1)
        if run.left[index] <= snapshot.index
        and run.conversation.turns[index].role != "system"
        and run.conversation.turns[index].text.strip()
    ]
    return MemoryStore(
        tuple(_memory(run.conversation.turns, index, snapshot) for index in left[-MOST_TURNS:]),
        embedder,
    )


def _memory(turns: Sequence[Turn], index: int, snapshot: Snapshot) -> Memory:
    turn, when = turns[index], snapshot.run.conversation.time(index)
    return Memory(
        id=f"t{index + 1}",
        text=f"{turn.role}: {turn.text}",
        created=when,
        accessed=when,
        sources=(str(index + 1),),
    )


def _numbered(entry: Entry) -> Turn:
    return replace(entry.turn, id=str(entry.sources[0] + 1)) if entry.original else entry.turn
