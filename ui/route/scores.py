"""How does every query of a set score under a router?

Scores are kept by text and intents, so that a label that changes scores nothing anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from threading import Lock

import numpy as np

from engine.routing import Intent, IntentRouter, QuerySet, Rule, Scored, router_for, score_queries
from engine.scenario.routing import Routing

Progress = Callable[[int, int], None]
MOST_SCORED = 6


class Content:
    """The intents, rules and texts of a set: all that its scores follow from, hashed once."""

    def __init__(self, queries: QuerySet) -> None:
        texts = tuple(query.text for query in queries.queries)
        self.parts = queries.intents, queries.rules, texts
        self.hash = hash(self.parts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The queries as they were written."""
        return self.parts[2]

    @property
    def router(self) -> tuple[tuple[Intent, ...], tuple[Rule, ...]]:
        """The intents and rules."""
        return self.parts[:2]

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Content) and self.parts == other.parts


ScoreKey = tuple[Content, str, str]
_scored: OrderedDict[ScoreKey, Scored] = OrderedDict()
_lock = Lock()


@lru_cache(maxsize=16)
def router_of(queries: QuerySet, scorer: str, aggregate: str) -> IntentRouter:
    """The router of a set's intents and rules, its gates at their defaults."""
    return router_for(queries, scorer=scorer, aggregate=aggregate)


def is_kept(queries: QuerySet, routing: Routing) -> bool:
    """Whether these queries have their scores already, so that they can be shown without delay."""
    return _key(queries, routing) in _scored


def scores_of(queries: QuerySet, routing: Routing, on_progress: Progress | None = None) -> Scored:
    """Every query's scores. What was scored before is remembered."""
    key = _key(queries, routing)
    with _lock:
        if key in _scored:
            _scored.move_to_end(key)
            return _scored[key]
        near = next(
            (item for item in reversed(_scored.items())
             if item[0][0].router == key[0].router and item[0][1:] == key[1:]), None,
        )  # fmt: skip

    def score(texts: tuple[str, ...]) -> Scored:
        router = router_of(queries, routing.scorer, routing.aggregate)
        return score_queries(router, texts, on_progress)

    texts = key[0].texts
    scored = score(texts) if near is None else _with_new(texts, near[0][0].texts, near[1], score)
    with _lock:
        _scored[key] = scored
        while len(_scored) > MOST_SCORED:
            _scored.popitem(last=False)
    return scored


def _with_new(
    texts: tuple[str, ...],
    old: tuple[str, ...],
    scored: Scored,
    score: Callable[[tuple[str, ...]], Scored],
) -> Scored:
    """The scores of texts of which most were scored before: after a query more or less."""
    place = {text: row for row, text in enumerate(old)}
    new = tuple(dict.fromkeys(text for text in texts if text not in place))
    parts = [scored, score(new)] if new else [scored]
    place |= {text: len(old) + row for row, text in enumerate(new)}
    rows = np.fromiter((place[text] for text in texts), np.intp, len(texts))
    return Scored(
        scored.intents,
        *(
            np.concatenate([getattr(part, name) for part in parts])[rows]
            for name in ("top", "second", "best", "runner_up", "rule")
        ),
    )


def _key(queries: QuerySet, routing: Routing) -> ScoreKey:
    return content_of(queries), routing.scorer, routing.aggregate


@lru_cache(maxsize=16)
def content_of(queries: QuerySet) -> Content:
    """What the scores of a set follow from."""
    return Content(queries)
