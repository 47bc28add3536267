"""What stands in the address bar, and what does an address open?

Settings that differ from the shipped scenario stand there, and survive a refresh, and so do
the choices of how a page shows it, which the page names. A page switch clears the address, so
every run writes it anew from the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

import streamlit as st

from engine import Scenario
from engine.scenario.settings import apply_settings, to_settings
from ui.drafts import drafts, new_name
from ui.samples import FIRST, shipped
from ui.state import KEY, Notice, begin, here, session

DRAFT_KEY = "draft_name"
TYPED_KEY = "draft_typed"  # words on any page that are in the draft
# The name of the run that is open on the Measure page: whoever knows it may halt the run, so it
# stands in the visitor's own address, as a draft's does, and not in a link.
RUN_KEY = "measure_run"
# What the page that is open would begin with, and which choices it keeps in its address.
HERE_KEY = "address_here"

# What the right-hand pane of the Assemble page can show; the first needs no word in an address.
VIEWS = ("Section", "Across budgets", "What is sent")

MOST_NAME = 64  # characters of a run's name


@dataclass(frozen=True)
class Kept:
    """A choice that a page keeps in its address: its key in the session, and what it may be.

    `values` go by the word in the address; one without a word is not written, and a word
    without a value is passed over. Nor is written what the choice is by itself, `usual`.
    """

    key: str
    values: Mapping[str, object]
    usual: Callable[[], object] = lambda: None

    def word(self) -> str | None:
        """The word for what is chosen now, if it needs one."""
        chosen = st.session_state.get(self.key)
        word = next((word for word, value in self.values.items() if value == chosen), None)
        return None if word is None or chosen == self.usual() else word


@dataclass(frozen=True)
class Typed:
    """Words that are typed on a page: in the visitor's draft, never in the address.

    `key` is theirs in the session; what stands there by itself, `usual`, needs no draft.
    """

    key: str
    usual: Callable[[], object] = lambda: ""


def after_first(names: Iterable[str]) -> dict[str, str]:
    """The words of a choice whose first needs none."""
    return {name: name for name in list(names)[1:]}


@dataclass(frozen=True)
class _Here:
    """The page that is open: the shipped scenario it would begin with, and what it keeps."""

    first: str = FIRST
    kept: Mapping[str, Kept] = field(default_factory=dict)
    typed: tuple[Typed, ...] = ()


PRESENTER = Kept("big", {"1": True})


def begin_from_address(
    lesson: str | None = None,
    kept: Mapping[str, Kept] | None = None,
    typed: tuple[Typed, ...] = (),
) -> None:
    """Begin the session at a visitor's first run: from a draft, a shipped scenario, settings.

    `lesson` is the shipped scenario where the address names none, `kept` the choices that the
    page keeps, by their key in the address, `typed` the words that its draft keeps.
    """
    page = _Here(lesson or FIRST, {**(kept or {}), "big": PRESENTER}, typed)
    st.session_state[HERE_KEY] = page
    if KEY in st.session_state:
        return
    asked = st.query_params.to_dict()
    kept_draft = drafts().find(asked.get("draft", ""))
    notes: list[str] = []
    queries = talk = curve = None
    if kept_draft is not None:
        scenario, base, queries, talk, curve = kept_draft
        st.session_state[TYPED_KEY] = drafts().typed(asked["draft"])
        st.session_state.update(st.session_state[TYPED_KEY])
    else:
        base = asked.get("scenario", page.first)
        if base not in shipped():
            notes.append(f"no scenario is called {base[:40]}; this is {shipped()[FIRST].title}")
            base = FIRST
        if "draft" in asked:
            notes.append("the edits and files of this address are no longer kept on this server")
        scenario = shipped()[base]
    scenario, changed = apply_settings(scenario, asked)
    notes += changed
    notice = Notice("The address was read with changes:", "; ".join(notes) + ".") if notes else None
    if "run" in asked:
        st.session_state[RUN_KEY] = asked["run"][:MOST_NAME]
    for key, choice in page.kept.items():
        if asked.get(key) in choice.values:
            st.session_state[choice.key] = choice.values[asked[key]]
    if lesson is not None and ("scenario" in asked or kept_draft is not None):
        # What an address asks for by its name is not replaced by the page's own.
        st.session_state["lessons"] = (lesson,)
    begin(scenario, base, notice, queries=queries, talk=talk, curve=curve)


def write_address() -> dict[str, str]:
    """Make the address show the session as it is now; what stands in it then."""
    now = session()
    settings = address_settings(now.scenario, now.base)
    own = now.base is None or any((now.queries, now.talk, now.curve))
    typed = _typed_by_now()
    if own or typed or _holds_more_than_settings(now.scenario, shipped()[now.base or FIRST]):
        name = st.session_state.setdefault(DRAFT_KEY, new_name())
        drafts().keep(name, here(), typed)
        settings["draft"] = name
    if st.session_state.get(RUN_KEY):
        settings["run"] = st.session_state[RUN_KEY]
    if settings != st.query_params.to_dict():
        st.query_params.from_dict(settings)
    return settings


def _typed_by_now() -> dict[str, str]:
    """The words typed on this page and on others, as far as they do not stand by themselves."""
    page: _Here = st.session_state.get(HERE_KEY, _Here())
    typed: dict[str, str] = dict(st.session_state.get(TYPED_KEY, {}))
    for one in page.typed:
        words = st.session_state.get(one.key)
        if isinstance(words, str) and words != one.usual():
            typed[one.key] = words
        else:
            typed.pop(one.key, None)
    st.session_state[TYPED_KEY] = typed
    return typed


def _holds_more_than_settings(scenario: Scenario, base: Scenario) -> bool:
    """Whether something was changed that an address does not carry."""
    ours, theirs = scenario.placement, base.placement
    marks = (ours.must_find, ours.own_curve) != (theirs.must_find, theirs.own_curve)
    return marks or scenario.sections != base.sections


def address_settings(scenario: Scenario, base: str | None) -> dict[str, str]:
    """The scenario's name, what differs from it, and how it is looked at."""
    page: _Here = st.session_state.get(HERE_KEY, _Here())
    settings = {} if base in (None, page.first) else {"scenario": str(base)}
    settings |= to_settings(scenario, shipped()[base or FIRST])
    words = {key: choice.word() for key, choice in page.kept.items()}
    return settings | {key: word for key, word in words.items() if word is not None}


def link() -> str:
    """An address to pass on: settings only, none of the visitor's text."""
    now = session()
    settings = address_settings(now.scenario, now.base)
    address = (st.context.url or "").split("?")[0]
    return f"{address}?{urlencode(settings)}" if settings else address
