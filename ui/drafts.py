"""How does a refresh not lose what a visitor typed? Drafts, kept in the server's memory.

The address carries settings, never text. A changed text, queries, a conversation and a measured
curve of the visitor's own, and words typed to search or ask are kept here under a name nobody
can guess, which stands in the visitor's own address only, until newer drafts need the room.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock

import streamlit as st

from engine.routing import QuerySet
from ui.session import Step
from ui.talk import Talk

MOST_CHARACTERS = 200_000_000
MOST_DRAFTS = 500


class Drafts:
    """What visitors have open, by name, the least recently used given up first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._drafts: OrderedDict[str, tuple[Step, dict[str, str], int]] = OrderedDict()

    def keep(self, name: str, draft: Step, typed: Mapping[str, str] | None = None) -> None:
        """Keep what is open under this name, and the words `typed` by their keys."""
        words = dict(typed or {})
        size = _size(draft) + sum(map(len, words.values()))
        with self._lock:
            self._drafts[name] = (draft, words, size)
            self._drafts.move_to_end(name)
            total = sum(size for *_, size in self._drafts.values())
            while len(self._drafts) > 1 and (
                total > MOST_CHARACTERS or len(self._drafts) > MOST_DRAFTS
            ):
                _, (*_, size) = self._drafts.popitem(last=False)
                total -= size

    def find(self, name: str) -> Step | None:
        """What was kept under this name, if it still is."""
        with self._lock:
            if name not in self._drafts:
                return None
            self._drafts.move_to_end(name)
            return self._drafts[name][0]

    def typed(self, name: str) -> dict[str, str]:
        """The words that were kept under this name, by their keys."""
        with self._lock:
            return dict(self._drafts[name][1]) if name in self._drafts else {}


def _size(draft: Step) -> int:
    """The characters of all texts."""
    size = sum(len(section.text) for section in draft.scenario.sections)
    size += _of_queries(draft.queries) if draft.queries is not None else 0
    return size + (_of_talk(draft.talk) if draft.talk is not None else 0)


@lru_cache(maxsize=64)
def _of_queries(queries: QuerySet) -> int:
    utterances = sum(len(text) for intent in queries.intents for text in intent.utterances)
    return utterances + sum(len(query.text) for query in queries.queries)


@lru_cache(maxsize=64)
def _of_talk(talk: Talk) -> int:
    return sum(len(turn.text) for turn in talk.turns)


@st.cache_resource
def drafts() -> Drafts:
    """The drafts of this server."""
    return Drafts()


def new_name() -> str:
    """A name nobody can guess."""
    return secrets.token_urlsafe(12)
