"""What stands in the address bar, and what does an address open?

Settings that differ from the shipped scenario stand there, and survive a refresh; a page
switch clears the address, so every run writes it anew from the session.
"""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from engine import Scenario
from engine.scenario.settings import apply_settings, to_settings
from ui.drafts import drafts, new_name
from ui.samples import FIRST, shipped
from ui.state import KEY, Notice, begin, session

DRAFT_KEY = "draft_name"

# What the right-hand pane of the Assemble page can show; the first needs no word in an address.
VIEWS = ("Section", "Across budgets", "What is sent")


def begin_from_address(lesson: str | None = None) -> None:
    """Begin the session at a visitor's first run: from a draft, a shipped scenario, settings.

    `lesson` is the shipped scenario where the address names none.
    """
    if KEY in st.session_state:
        return
    asked = st.query_params.to_dict()
    kept = drafts().find(asked.get("draft", ""))
    notes: list[str] = []
    if kept is not None:
        scenario, base = kept
    else:
        base = asked.get("scenario", lesson or FIRST)
        if base not in shipped():
            notes.append(f"no scenario is called {base[:40]}; this is {shipped()[FIRST].title}")
            base = FIRST
        if "draft" in asked:
            notes.append("the edited texts of this address are no longer kept on this server")
        scenario = shipped()[base]
    scenario, changed = apply_settings(scenario, asked)
    notes += changed
    notice = Notice("The address was read with changes:", "; ".join(notes) + ".") if notes else None
    if asked.get("view") in VIEWS:
        st.session_state["view"] = asked["view"]
    st.session_state["big"] = asked.get("big") == "1"
    begin(scenario, base, notice)


def write_address() -> None:
    """Make the address show the session as it is now."""
    now = session()
    settings = address_settings(now.scenario, now.base)
    if now.base is None or _holds_more_than_settings(now.scenario, shipped()[now.base]):
        name = st.session_state.setdefault(DRAFT_KEY, new_name())
        drafts().keep(name, now.scenario, now.base)
        settings["draft"] = name
    if settings != st.query_params.to_dict():
        st.query_params.from_dict(settings)


def _holds_more_than_settings(scenario: Scenario, base: Scenario) -> bool:
    """Whether something was changed that an address does not carry."""
    marks = scenario.placement.must_find != base.placement.must_find
    return marks or scenario.sections != base.sections


def address_settings(scenario: Scenario, base: str | None) -> dict[str, str]:
    """The scenario's name, what differs from it, and how it is looked at."""
    settings = {} if base in (None, FIRST) else {"scenario": str(base)}
    settings |= to_settings(scenario, shipped()[base or FIRST])
    view = st.session_state.get("view", VIEWS[0])
    if view in VIEWS[1:]:
        settings["view"] = view
    if st.session_state.get("big"):
        settings["big"] = "1"
    return settings


def link() -> str:
    """An address to pass on: settings only, none of the visitor's text."""
    now = session()
    settings = address_settings(now.scenario, now.base)
    address = (st.context.url or "").split("?")[0]
    return f"{address}?{urlencode(settings)}" if settings else address
