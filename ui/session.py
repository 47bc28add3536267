"""What does one visitor have open, and what does the history keep of it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine import Scenario
from engine.placement import PositionCurve
from engine.routing import QuerySet
from ui.talk import Talk


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
    curve: PositionCurve | None = None


@dataclass(frozen=True)
class Session:
    """All that one visitor has open. `base` names the shipped scenario it began with, if any.

    `before` is the scenario before the last change, for what that change moved. `queries` are
    the visitor's own, or edited, and `talk` is the conversation with its policy; None stands
    for the shipped set that the scenario names, and for the first shipped conversation.
    `curve` is a measurement of the visitor's own, if there is one.
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
    curve: PositionCurve | None = None
    step: str | None = None
    step_time: float = 0.0
