"""What is a labelled query, an intent, a rule, and a set of them that a router is tuned on?

>>> query = LabelledQuery("cancel and refund the charge", ("cancel", "billing"), "tune")
>>> query.in_scope, query.collision
(True, True)
>>> queries = QuerySet("support", (query,), (Intent("cancel"), Intent("billing")))
>>> relabel(queries, 0, ("billing",)).queries[0].intents
('billing',)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

# How files write "none of the intents"; an empty label says the same.
OUT_OF_SCOPE = "oos"
SPLITS = ("tune", "test")


@dataclass(frozen=True)
class LabelledQuery:
    """One query with its truth.

    `intents` is empty where the query is out of scope; several are a collision: the query asks
    for all of them, and one answer cannot be right. `split` is "tune" or "test" (held out), or
    None where none was given yet. `line` is where it stood in its file, from 1.
    """

    text: str
    intents: tuple[str, ...] = ()
    split: str | None = None
    line: int | None = None

    @property
    def in_scope(self) -> bool:
        """Whether any intent is meant."""
        return bool(self.intents)

    @property
    def collision(self) -> bool:
        """Whether several intents are meant at once."""
        return len(self.intents) > 1


@dataclass(frozen=True)
class Intent:
    """What a router knows of one intent: keywords, example utterances, or both."""

    name: str
    keywords: tuple[str, ...] = ()
    utterances: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rule:
    """A pattern in front of the scores: a query in which it is found goes to `intent`.

    `pattern` is a regular expression, searched anywhere, case ignored.
    """

    pattern: str
    intent: str


@dataclass(frozen=True, eq=False)
class QuerySet:
    """Labelled queries with the intents and rules of the router they judge.

    Compared by identity, so that a set of a million rows is a cheap key; changed only by
    functions that return a new one.
    """

    name: str
    queries: tuple[LabelledQuery, ...] = ()
    intents: tuple[Intent, ...] = ()
    rules: tuple[Rule, ...] = ()

    def part(self, split: str) -> tuple[LabelledQuery, ...]:
        """The queries of one split."""
        return tuple(query for query in self.queries if query.split == split)

    @property
    def intent_names(self) -> tuple[str, ...]:
        """The names of the intents, in order."""
        return tuple(intent.name for intent in self.intents)


def relabel(queries: QuerySet, index: int, intents: Iterable[str]) -> QuerySet:
    """The set with another truth for the query at `index`."""
    return _with(queries, index, replace(queries.queries[index], intents=tuple(intents)))


def drop(queries: QuerySet, index: int) -> QuerySet:
    """The set without the query at `index`."""
    rows = queries.queries
    return replace(queries, queries=(*rows[:index], *rows[index + 1 :]))


def add(queries: QuerySet, query: LabelledQuery) -> QuerySet:
    """The set with one query more, at its end."""
    return replace(queries, queries=(*queries.queries, query))


def _with(queries: QuerySet, index: int, query: LabelledQuery) -> QuerySet:
    rows = queries.queries
    return replace(queries, queries=(*rows[:index], query, *rows[index + 1 :]))
