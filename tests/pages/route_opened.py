"""The Route page without a browser: opened on a set, and what a test reads from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from streamlit.testing.v1 import AppTest

from engine.routing import Intent, LabelledQuery, QuerySet, Rule
from engine.scenario.edits import set_routing
from ui.samples import FIRST, shipped
from ui.state import KEY, Session

PAGE = str(Path(__file__).parents[2] / "pages" / "route.py")


def open_route(queries: QuerySet | None = None, view: str | None = None, **router) -> AppTest:
    """The page on a set, or on the shipped one, with one of its views below the maps."""
    at = AppTest.from_file(PAGE, default_timeout=60)
    scenario = set_routing(shipped()[FIRST], **router)
    at.session_state[KEY] = Session(scenario, FIRST, queries=queries)
    if view is not None:
        at.session_state["route_view"] = view
    return done(at.run())


def done(at: AppTest) -> AppTest:
    assert not at.exception, at.exception
    return at


def session(at: AppTest) -> Session:
    return at.session_state[KEY]


def labelled(at: AppTest, kind: str, label: str):
    """The first field or button of a kind whose label begins so."""
    return next(one for one in getattr(at, kind) if one.label.startswith(label))


def html_of(at: AppTest) -> str:
    return " ".join(element.proto.body for element in at.get("html"))


def tables(at: AppTest) -> list:
    return [frame.value for frame in at.dataframe]


def table_with(at: AppTest, column: str):
    """The first table that has this column."""
    return next(table for table in tables(at) if column in table.columns)


# Words of their own for each intent; the last query of each is asked in another's words.
WORDS = {
    "billing": ("refund", "invoice", "payment"),
    "cancel": ("cancel", "stop", "leave"),
    "delivery": ("parcel", "courier", "late"),
}


def small_set() -> QuerySet:
    """Three intents, 24 queries in each split, two collisions, one rule."""
    names = list(WORDS)
    rows = []
    for split in ("tune", "test"):
        for at, name in enumerate(names):
            words, others = WORDS[name], WORDS[names[(at + 1) % len(names)]]
            rows += [LabelledQuery(f"{a} {b}", (name,), split) for a in words for b in words[:2]]
            rows.append(LabelledQuery(f"{others[0]} {others[1]} now", (name,), split))
        rows.append(LabelledQuery("what is the weather", (), split))
        rows.append(LabelledQuery("a parcel of nonsense", (), split))
        rows.append(LabelledQuery("cancel and refund", ("cancel", "billing"), split))
        rows.append(LabelledQuery("get me a human", ("cancel",), split))
    intents = tuple(Intent(name, words, (" ".join(words),)) for name, words in WORDS.items())
    return QuerySet("small", tuple(rows), intents, (Rule("human", "cancel"),))


def many_intents(count: int) -> QuerySet:
    """A set with so many intents, each with two utterances and four queries."""
    rng = np.random.default_rng(0)
    intents, rows = [], []
    for at in range(count):
        words = (f"word{at}", f"term{at}")
        intents.append(Intent(f"intent_{at}", (), words))
        other = int(rng.integers(count))
        for split in ("tune", "test"):
            rows.append(LabelledQuery(f"{words[0]} please", (f"intent_{at}",), split))
            rows.append(LabelledQuery(f"word{other} term{other}", (f"intent_{at}",), split))
    return QuerySet("many", tuple(rows), tuple(intents))
