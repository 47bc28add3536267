"""What is open now, asked outside of a run: by a download, which is made when it is clicked?

A button is drawn once and clicked later. A fragment may have changed the scenario since,
without the button being drawn again; so the button keeps a `Newest`, not a scenario.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from engine import Scenario
from engine.routing import QuerySet
from ui import state

KEY = "newest"


@dataclass
class Newest:
    """The open scenario and queries, brought up to date at the end of every run and fragment."""

    scenario: Scenario
    queries: QuerySet | None = None


def newest() -> Newest:
    """The visitor's, as of this call."""
    now = state.session()
    held: Newest = st.session_state.setdefault(KEY, Newest(now.scenario))
    held.scenario, held.queries = now.scenario, now.queries
    return held
