"""Which query is looked at by itself, where does it go, and where does it lie on the maps?

Its text stands in the session under `TEXT`: any view may put one there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import streamlit as st

from engine.routing import (
    Explanation,
    IntentRouter,
    LabelledQuery,
    QuerySet,
    RouteDecision,
    explain,
)
from engine.routing.aims import Gate
from ui.palette import OUTCOMES, theme
from ui.route.outcomes import outcomes_of
from ui.route.scores import router_of
from ui.route.shown import Shown

TEXT = "route_query_text"
VIEW = "One query"
# The worked example of two intents that tie, for a set that has both.
WORKED, WORKED_INTENTS = "cancel and refund charge", {"billing", "cancel"}


@dataclass(frozen=True, eq=False)
class Live:
    """One query: where it goes, why it scores so, and what the set says of it, if it is there."""

    text: str
    decision: RouteDecision
    explanation: Explanation
    labelled: LabelledQuery | None


def live(shown: Shown) -> Live | None:
    """The query that is typed in; None where nothing is."""
    text = text_now(shown).strip()
    if not text:
        return None
    router = router_of(shown.queries, shown.routing.scorer, shown.routing.aggregate)
    decision = _routed(router, text, shown.gate)
    return Live(text, decision, _explained(router, text), _by_text(shown.queries).get(text))


def live_query(shown: Shown) -> Gate | None:
    """Where that query lies on the maps while it is looked at: every gate below routes it.

    None where no gate does.
    """
    if st.session_state.get("route_view") != VIEW:
        return None
    found = live(shown)
    if found is None or found.decision.score <= 0:
        return None
    decision = found.decision
    # Without a second score above 0 no margin stops it.
    return Gate(decision.score, decision.gap if decision.runner_up_score > 0 else math.inf)


def text_now(shown: Shown) -> str:
    """What is typed in, at first an example."""
    known = [text for _, text in examples(shown)]
    return str(st.session_state.setdefault(TEXT, known[0] if known else ""))


def take(text: str) -> None:
    """Look at this query."""
    st.session_state[TEXT] = text


def examples(shown: Shown) -> list[tuple[str, str]]:
    """(what it shows, the query): the worked example, a rule, and one held-out query an outcome."""
    found = []
    if set(shown.queries.intent_names) >= WORKED_INTENTS:
        found.append(("worked example", WORKED))
    part = shown.test
    outcome = outcomes_of(part.judged, shown.gate)
    for at, name in enumerate(OUTCOMES):
        rows = np.flatnonzero((outcome == at) & ~part.judged.ruled)
        if rows.size:
            word = theme("light").outcomes[name].word
            found.append((word, part.queries[int(rows[0])].text))
    ruled = np.flatnonzero(part.judged.ruled)
    if ruled.size:
        found.append(("by a rule", part.queries[int(ruled[0])].text))
    return found


@lru_cache(maxsize=256)
def _routed(router: IntentRouter, text: str, gate: Gate) -> RouteDecision:
    return router.with_gates(gate.threshold, gate.margin).route(text)


@lru_cache(maxsize=256)
def _explained(router: IntentRouter, text: str) -> Explanation:
    return explain(router, text)


@lru_cache(maxsize=8)
def _by_text(queries: QuerySet) -> Mapping[str, LabelledQuery]:
    return {query.text: query for query in queries.queries}
