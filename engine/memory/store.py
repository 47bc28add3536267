"""Which memories are recalled for a query: how recent, how important and how relevant is each?

Park et al., Generative Agents: Interactive Simulacra of Human Behavior, UIST 2023
(arXiv:2304.03442), section 4.1. Of all memories that may be recalled,

    score = w₁ · recency + w₂ · importance + w₃ · relevance

where recency is 0.995 ^ hours since the last access, importance a number from 1 to 10 and
relevance the cosine of the embeddings of memory and query. Each is first scaled so that the
lowest is 0 and the highest 1; where all are equal, each is 0.5 (as in the authors' code).

>>> from datetime import UTC, datetime
>>> now = datetime(2026, 3, 1, 12, tzinfo=UTC)
>>> store = MemoryStore()
>>> for fact in ("The order number is A-1.", "The customer wants mail, no calls."):
...     store, _ = store.remember(fact, now)
>>> [(ranked.memory.text, ranked.relevance) for ranked in store.rank("Which order number?", now)]
[('The order number is A-1.', 1.0), ('The customer wants mail, no calls.', 0.0)]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine.memory.known import Known
from engine.memory.memories import DECAY_AN_HOUR, Memory, hours_since, min_max
from engine.memory.recalling import Recalling
from engine.memory.reconcile import SAME, Reconciled
from engine.routing.hashing import embed
from engine.routing.words import cosine_dense

LEAST_IMPORTANT, MOST_IMPORTANT = 1.0, 10.0

Embedder = Callable[[str], Sequence[float]]


@dataclass(frozen=True)
class Weights:
    """How much each part counts in the score; the paper takes 1 for each.

    >>> Weights(recency=-1)
    Traceback (most recent call last):
    ...
    ValueError: the weight of recency must be a finite number, 0 or more; found -1
    """

    recency: float = 1.0
    importance: float = 1.0
    relevance: float = 1.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not (math.isfinite(value) and value >= 0):
                raise ValueError(
                    f"the weight of {name} must be a finite number, 0 or more; found {value!r}"
                )


@dataclass(frozen=True)
class Ranked:
    """A memory with its score and the three parts of it, each scaled to 0..1.

    `cosine` is the relevance before it was scaled: 0 says that nothing is shared with the query.
    """

    memory: Memory
    score: float
    recency: float
    importance: float
    relevance: float
    cosine: float


@dataclass(frozen=True)
class MemoryStore:
    """Memories in the order in which they came; every change gives a new store.

    The times are those of the caller's clock and know their time zone.
    """

    memories: tuple[Memory, ...] = ()
    embedder: Embedder = field(default=embed, repr=False)
    vectors: dict[str, Sequence[float]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def current(self) -> tuple[Memory, ...]:
        """The memories that may be recalled: those whose value still holds."""
        return tuple(memory for memory in self.memories if memory.superseded_by is None)

    def remember(
        self,
        fact: str,
        now: datetime,
        *,
        importance: float = 5.0,
        sources: Sequence[str] = (),
    ) -> tuple[MemoryStore, Reconciled]:
        """The store with the fact, and what was done with it (`reconcile`).

        What is known already changes nothing; a new value of something known supersedes the
        old one, which is kept. Raises `ValueError` for a fact without text, an importance
        outside 1..10 and a time without a zone.

        >>> from datetime import UTC, datetime
        >>> now = datetime(2026, 3, 1, tzinfo=UTC)
        >>> store, _ = MemoryStore().remember("The budget is 500 euros.", now)
        >>> store, done = store.remember("The budget is now 700 euros.", now)
        >>> done.action, [memory.text for memory in store.current]
        ('update', ['The budget is now 700 euros.'])
        >>> store.remember("Budget is 700 euros", now)[0] is store
        True
        """
        draft = Draft(self)
        done = draft.remember(fact, now, importance=importance, sources=sources)
        return (self if done.action == SAME else draft.store), done

    def rank(
        self, query: str, now: datetime, k: int | None = None, weights: Weights | None = None
    ) -> list[Ranked]:
        """The `k` best memories (all without one), best first; of equal ones the older first."""
        _with_zone(now)
        memories = self.current
        weights = weights or Weights()
        asked = self.embedder(query) if memories else ()
        cosines = [cosine_dense(asked, self._vector(memory.text)) for memory in memories]
        recency = min_max([DECAY_AN_HOUR ** hours_since(m.accessed, now) for m in memories])
        importance = min_max([memory.importance for memory in memories])
        relevance = min_max(cosines)
        ranked = [
            Ranked(
                memory,
                weights.recency * recent
                + weights.importance * important
                + weights.relevance * relevant,
                recent,
                important,
                relevant,
                cosine,
            )
            for memory, recent, important, relevant, cosine in zip(
                memories, recency, importance, relevance, cosines, strict=True
            )
        ]
        return sorted(ranked, key=lambda found: -found.score)[: None if k is None else max(k, 0)]

    def _vector(self, text: str) -> Sequence[float]:
        """The embedding of a memory, made when first needed and shared by all later stores."""
        if text not in self.vectors:
            self.vectors[text] = self.embedder(text)
        return self.vectors[text]

    def touched(self, ids: Sequence[str], now: datetime) -> MemoryStore:
        """The store after these memories were recalled: their last access is now."""
        draft = Draft(self)
        draft.touch(ids, now)
        return draft.store


class Draft:
    """A store that is being written to: many facts at the cost of few (`MemoryStore.remember`).

    `moved` are the memories that came to hold, or that were superseded, since it was cleared.
    """

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.moved: list[Memory] = []
        self._memories = {memory.id: memory for memory in store.memories}
        self._by_text = {memory.text: memory.id for memory in store.memories}
        self._known = Known((memory.id, memory.text) for memory in store.current)
        self._recalling: Recalling | None = None

    @property
    def store(self) -> MemoryStore:
        """The store as it is now."""
        return replace(self._store, memories=tuple(self._memories.values()))

    def remember(
        self, fact: str, now: datetime, *, importance: float = 5.0, sources: Sequence[str] = ()
    ) -> Reconciled:
        """Take a fact in; what was done with it."""
        if not isinstance(fact, str) or not fact.strip():
            raise ValueError(f"a fact must be text; found {fact!r}")
        if not LEAST_IMPORTANT <= importance <= MOST_IMPORTANT:
            raise ValueError(f"importance must lie from 1 to 10; found {importance!r}")
        _with_zone(now)
        done = self._known.reconcile(fact)
        if done.action == SAME:
            return done
        # A value that held before and holds again is the same memory again.
        id_ = self._by_text.get(fact, f"m{len(self._memories) + 1}")
        added = self._memories.get(id_) or Memory(id_, fact, now, now, float(importance))
        more = (source for source in sources if source not in added.sources)
        added = replace(added, superseded_by=None, sources=(*added.sources, *more))
        for old in done.ids:
            self._memories[old] = replace(self._memories[old], superseded_by=id_)
            self._known.remove(old)
            if self._recalling:
                self._recalling.drop(old)
            self.moved.append(self._memories[old])
        self.moved.append(added)
        self._memories[id_], self._by_text[fact] = added, id_
        self._known.add(id_, fact)
        if self._recalling:
            self._recalling.put(added)
        return done

    def text(self, id_: str) -> str:
        """What a memory says."""
        return self._memories[id_].text

    def touch(self, ids: Sequence[str], now: datetime) -> None:
        """These were recalled: their last access is now."""
        for id_ in ids:
            self._memories[id_] = replace(self._memories[id_], accessed=now)
            if self._recalling:
                self._recalling.touch(id_, now)

    def best(self, query: str, now: datetime, k: int) -> list[tuple[Memory, float]]:
        """The `k` best memories, as `MemoryStore.rank` has them, each with its cosine."""
        _with_zone(now)
        if self._recalling is None:
            self._recalling = Recalling(self._store.embedder)
            for memory in self._memories.values():
                self._recalling.put(memory)
        found = self._recalling.best(query, now, k)
        return [(self._memories[id_], cosine) for id_, cosine in found]


def _with_zone(now: datetime) -> None:
    if now.tzinfo is None:
        raise ValueError(f"the clock must know its time zone; found {now.isoformat()}")
