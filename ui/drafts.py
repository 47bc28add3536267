"""How does a refresh not lose what a visitor typed? Drafts, kept in the server's memory.

The address carries settings, never text. A changed text is kept here under a name nobody
can guess, which stands in the visitor's own address only, until newer drafts need the room.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from threading import Lock

import streamlit as st

from engine import Scenario

MOST_CHARACTERS = 200_000_000
MOST_DRAFTS = 500


class Drafts:
    """Scenarios by name, the least recently used given up first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._drafts: OrderedDict[str, tuple[Scenario, str | None, int]] = OrderedDict()

    def keep(self, name: str, scenario: Scenario, base: str | None) -> None:
        """Keep the scenario, and the shipped one it began with, under this name."""
        size = sum(len(section.text) for section in scenario.sections)
        with self._lock:
            self._drafts[name] = (scenario, base, size)
            self._drafts.move_to_end(name)
            total = sum(size for _, _, size in self._drafts.values())
            while len(self._drafts) > 1 and (
                total > MOST_CHARACTERS or len(self._drafts) > MOST_DRAFTS
            ):
                _, (_, _, size) = self._drafts.popitem(last=False)
                total -= size

    def find(self, name: str) -> tuple[Scenario, str | None] | None:
        """What was kept under this name, if it still is."""
        with self._lock:
            if name not in self._drafts:
                return None
            self._drafts.move_to_end(name)
            scenario, base, _ = self._drafts[name]
            return scenario, base


@st.cache_resource
def drafts() -> Drafts:
    """The drafts of this server."""
    return Drafts()


def new_name() -> str:
    """A name nobody can guess."""
    return secrets.token_urlsafe(12)
