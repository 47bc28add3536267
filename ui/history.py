"""What becomes of a session by a change, by undo and by redo?

Each gives a new session, whole: Streamlit may break a run off between two assignments.
"""

from __future__ import annotations

from dataclasses import replace

from engine import Scenario
from ui.session import Session, Step

HISTORY = 100
# Edits of one field in one go, such as typing in a text, are one step to undo.
ONE_STEP_SECONDS = 3.0


def after_change(
    now: Session, to: Step, step: str | None, chosen: str | None, seconds: float
) -> Session:
    """The session with `to` open and section `chosen` lit (default: the one lit before).

    `seconds` is a clock: a change by the same `step` soon after adds nothing to the past.
    """
    same = step is not None and step == now.step and seconds - now.step_time < ONE_STEP_SECONDS
    return replace(
        now,
        **to._asdict(),
        before=now.scenario,
        past=now.past if same else (*now.past, step_of(now))[-HISTORY:],
        future=(),
        notice=None,
        step=step,
        step_time=seconds,
        selected=chosen or _still_there(to.scenario, now),
    )


def undone(now: Session) -> Session:
    """One step back, where there is one."""
    if not now.past:
        return now
    return _at(now, now.past[-1], now.past[:-1], (step_of(now), *now.future))


def redone(now: Session) -> Session:
    """The last undo taken back, where there is one."""
    if not now.future:
        return now
    return _at(now, now.future[0], (*now.past, step_of(now)), now.future[1:])


def _at(now: Session, to: Step, past: tuple[Step, ...], future: tuple[Step, ...]) -> Session:
    return replace(
        now,
        **to._asdict(),
        past=past,
        future=future,
        notice=None,
        step=None,
        before=now.scenario,
        selected=_still_there(to.scenario, now),
    )


def step_of(now: Session) -> Step:
    """What is open, as a step of the history or a draft."""
    return Step(now.scenario, now.base, now.queries, now.talk, now.curve)


def _still_there(scenario: Scenario, now: Session) -> str | None:
    """The selection after a change: the same section, or the one that stands in its place."""
    names = [section.name for section in scenario.sections]
    if now.selected in names or not names:
        return now.selected if names else None
    before = [section.name for section in now.scenario.sections]
    place = before.index(now.selected) if now.selected in before else 0
    return names[min(place, len(names) - 1)]
