"""Which query sets are shipped, and which one is open?"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.routing import Intent, QuerySet, Rule
from engine.routing.query_files import load_queries
from engine.routing.scorers import available_scorers
from engine.scenario.routing import Routing
from ui import state

FOLDER = Path(__file__).parent.parent.parent / "sample_data" / "queries"
FIRST = Routing().queries

# What each shipped set is called; "small" is judged by the intents of the first.
TITLES = {FIRST: "Support desk", "small": "Support desk, too few"}


@cache
def shipped_set(name: str) -> QuerySet:
    """One of the shipped sets, with keywords and rules; `KeyError` for an unknown name."""
    queries = load_queries(FOLDER / f"{name}.csv", TITLES[name]).queries
    known = json.loads((FOLDER / "support_intents.json").read_text(encoding="utf-8"))
    keywords = {intent["name"]: tuple(intent["keywords"]) for intent in known["intents"]}
    if name != FIRST:
        # Its file holds queries alone: the intents are those of the first set.
        return replace(queries, intents=shipped_set(FIRST).intents, rules=shipped_set(FIRST).rules)
    intents = tuple(
        Intent(intent.name, keywords.get(intent.name, ()), intent.utterances)
        for intent in queries.intents
    )
    return replace(queries, intents=intents, rules=tuple(Rule(**rule) for rule in known["rules"]))


def open_set() -> QuerySet:
    """The visitor's own or edited queries, else the shipped set that the scenario names."""
    now = state.session()
    return set_of(now.queries, now.scenario.routing)


def set_of(own: QuerySet | None, routing: Routing) -> QuerySet:
    """A visitor's own queries, else the shipped set of that name, else the first."""
    if own is not None:
        return own
    return shipped_set(routing.queries if known(routing) else FIRST)


def installed(routing: Routing) -> Routing:
    """The router, with the usual scorer where the packages of its own are not installed here."""
    if routing.scorer in available_scorers():
        return routing
    return replace(routing, scorer=Routing().scorer)


def known(routing: Routing) -> bool:
    """Whether the scenario names a set that is shipped."""
    return routing.queries in TITLES


def words(queries: QuerySet) -> str:
    """What a set is called in a list: its name and how many queries it holds."""
    return f"{queries.name} · {len(queries.queries):,}"
