"""How is a model measured at one length, or at two of them, one after the other?

Two lengths are two runs: the second begins when the first is done, on this server, whoever looks.
"""

from __future__ import annotations

from engine.placement import PositionCurve
from engine.run_files import RunSettings
from ui.measure.held import OpenRun
from ui.measure.jobs import DONE
from ui.measure.models import asks
from ui.measure.store import runs


def begin(first: RunSettings, second: RunSettings | None) -> OpenRun:
    """A new run that asks, with another one to follow it, if any.

    Raises `ValueError` where there is nobody to ask, `OSError` where nothing can be kept.
    """
    ask = asks(first)
    run = runs().begin(first) if second is None else runs().begin_pair(first, second)
    runs().go_on(run, ask, None if second is None else asks(second))
    return run


def go_on(run: OpenRun) -> None:
    """Let a run that ended ask the rest, and what follows it. Raises `ValueError` as `begin`."""
    second = runs().second_of(run)
    runs().go_on(run, asks(run.settings), None if second is None else asks(second.settings))


def followed(run: OpenRun) -> OpenRun:
    """The run that goes on: the second of a pair where the first is done, else this one."""
    second = runs().second_of(run)
    going = run.job.state == DONE and second is not None and second.job.busy
    return second if second is not None and going else run


def other_curve(run: OpenRun | None) -> PositionCurve | None:
    """The curve at the other length, if two are measured and it has one yet."""
    other = runs().other_of(run) if run is not None else None
    return other.curve() if other is not None else None


def which_length(run: OpenRun) -> str:
    """Which of two lengths it is; empty where there is one."""
    if not run.pair:
        return ""
    return f"length {run.pair.index(run.name) + 1} of 2: {run.settings.task_label}"
