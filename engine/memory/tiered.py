"""What is kept verbatim, what is summarised, what is remembered, and what is recalled for a query?

Three tiers, as in MemGPT (Packer et al. 2023, arXiv:2310.08560): the newest turns as they are,
a rolling summary of those that left, and facts outside of the window that are recalled.

>>> memory = TieredMemory(2, summarizer=lambda turns: " / ".join(turn.text for turn in turns))
>>> for text in ("My order is A-1.", "It came broken.", "Please send a new one."):
...     memory.add_turn("user", text)
>>> [turn.text for turn in memory.turns], memory.summary, memory.summary_sources
(['It came broken.', 'Please send a new one.'], 'My order is A-1.', ('1',))
>>> memory.remember("The order is A-1.")
>>> memory.recall("Which order is it?")[0].text
'The order is A-1.'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from engine.compaction import Summarizer, first_120, mark_superseded
from engine.memory.context import MemoryContext
from engine.memory.store import Embedder, MemoryStore, Ranked, Weights
from engine.routing.hashing import embed
from engine.sections import whole_number
from engine.tokens import Tokenizer, get_tokenizer
from engine.transcripts import Turn, pair_calls

Clock = Callable[[], datetime]

FACTS_RECALLED = 3


class Recalled(NamedTuple):
    """A fact that was recalled, with its score (`engine.memory.store`)."""

    text: str
    score: float


class TieredMemory:
    """A working buffer, a rolling summary of what left it, and facts to be recalled.

    The buffer holds `buffer_size` turns, or with `buffer_tokens` as many tokens, counted by
    `tokenizer`. What is too much leaves first in, first out, a call together with its results;
    a result that comes when its call has left follows it at once. `summarizer` gets the turns
    that leave, and what it returns is added to the summary. If it raises, or returns nothing,
    those turns stay, the buffer overfills, `error` says why, and the next turn tries again:
    once a turn, so that there is no loop.

    A turn without an id, or with one that was there before, gets its number as one. `clock`
    gives the time for the recency of facts; without one all are equally recent.
    """

    def __init__(
        self,
        buffer_size: int | None = None,
        summarizer: Summarizer | None = None,
        embedder: Embedder = embed,
        *,
        buffer_tokens: int | None = None,
        tokenizer: str | Tokenizer = "chars/4",
        clock: Clock | None = None,
        weights: Weights | None = None,
    ) -> None:
        if (buffer_size is None) == (buffer_tokens is None):
            raise ValueError("the buffer is either buffer_size turns or buffer_tokens tokens")
        self.buffer_size = _limit(buffer_size, "buffer_size", "turns")
        self.buffer_tokens = _limit(buffer_tokens, "buffer_tokens", "tokens")
        self.error: str | None = None
        self.store = MemoryStore(embedder=embedder)
        self.weights = weights or Weights()
        self._summarizer = summarizer or first_120
        self._count = get_tokenizer(tokenizer).count
        self._clock = clock or (lambda: datetime(1970, 1, 1, tzinfo=UTC))
        self._turns: list[Turn] = []
        self._summaries: list[str] = []
        self._sources: dict[str, None] = {}
        self._ids: set[str] = set()
        self._left_calls: set[str] = set()
        self._added = 0

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that are kept verbatim, oldest first."""
        return tuple(self._turns)

    @property
    def summary(self) -> str:
        """What the summarizer made of the turns that left, in the order they left.

        A value that a later line changes is marked as superseded.
        """
        lines = [line for summary in self._summaries for line in summary.splitlines()]
        return "\n".join(mark_superseded(lines))

    @property
    def summary_sources(self) -> tuple[str, ...]:
        """The ids of the turns that the summary stands for, each exactly once."""
        return tuple(self._sources)

    def add_turn(self, turn_or_role: Turn | str, text: str | None = None) -> None:
        """Add a turn, or a role and its text, and let leave what the buffer cannot hold."""
        if isinstance(turn_or_role, Turn) and text is None:
            turn = turn_or_role
        elif isinstance(turn_or_role, str) and isinstance(text, str):
            turn = Turn(turn_or_role, text)
        else:
            raise ValueError(
                f"expected a Turn, or a role and its text; found {turn_or_role!r}, {text!r}"
            )
        self._added += 1
        self._turns.append(self._identified(turn))
        self._evict()

    def _identified(self, turn: Turn) -> Turn:
        number = self._added
        id_ = turn.id
        while id_ is None or id_ in self._ids:
            id_, number = str(number), number + 1
        self._ids.add(id_)
        return turn if id_ == turn.id else replace(turn, id=id_)

    def _evict(self) -> None:
        leaving = self._too_much()
        if not leaving:
            return
        evicted = [turn for index, turn in enumerate(self._turns) if index in leaving]
        try:
            summary = self._summarizer(tuple(evicted))
        except Exception as problem:  # whatever a model behind it may raise
            self.error = f"the summarizer failed: {problem or type(problem).__name__}"
            return
        if not isinstance(summary, str) or not summary.strip():
            found = "nothing" if summary is None or isinstance(summary, str) else repr(summary)
            self.error = f"the summarizer returned {found}"
            return
        self.error = None
        self._turns = [turn for index, turn in enumerate(self._turns) if index not in leaving]
        self._summaries.append(summary)
        self._sources |= dict.fromkeys(str(turn.id) for turn in evicted)
        self._left_calls.update(call for turn in evicted for call in turn.call_ids)

    def _too_much(self) -> set[int]:
        """The turns that must leave: whole groups, the oldest first, until the rest fits."""
        costs = [1 if self.buffer_tokens is None else self._count(t.text) for t in self._turns]
        room = (self.buffer_size if self.buffer_tokens is None else self.buffer_tokens) or 0
        followers = {
            index for index, turn in enumerate(self._turns) if turn.result_of in self._left_calls
        }
        left, leaving = sum(costs) - sum(costs[index] for index in followers), set(followers)
        for group in pair_calls(self._turns).groups:
            if left > room and followers.isdisjoint(group):
                leaving.update(group)
                left -= sum(costs[index] for index in group)
        return leaving

    def remember(self, fact: str, *, importance: float = 5.0, sources: Sequence[str] = ()) -> None:
        """Keep a fact outside of the window (`MemoryStore.remember`)."""
        self.store, _ = self.store.remember(
            fact, self._clock(), importance=importance, sources=sources
        )

    def ranked(self, query: str, k: int | None = None) -> list[Ranked]:
        """The facts for a query with the three parts of their scores; nothing is changed."""
        return self.store.rank(query, self._clock(), k, self.weights)

    def recall(self, query: str, k: int = FACTS_RECALLED) -> list[Recalled]:
        """The `k` best facts for a query, best first; recalling is an access to them."""
        found = self.ranked(query, k)
        self.store = self.store.touched([ranked.memory.id for ranked in found], self._clock())
        return [Recalled(ranked.memory.text, ranked.score) for ranked in found]

    def context(self, query: str, k: int = FACTS_RECALLED) -> MemoryContext:
        """What memory gives for a query; of the `k` best facts those that share words with it."""
        recalled = tuple(ranked for ranked in self.ranked(query, k) if ranked.cosine > 0)
        return MemoryContext(query, self.turns, self.summary, self.summary_sources, recalled)


def _limit(value: int | None, name: str, unit: str) -> int | None:
    return None if value is None else whole_number(value, name, unit)
