"""What happens when one starts a run, or goes on with one?"""

from __future__ import annotations

import streamlit as st

from engine.models import local_available
from engine.probe.plan import Plan, settings_of
from engine.run_files import RunSettings
from ui import state
from ui.measure.jobs import Job
from ui.measure.lengths import begin, go_on
from ui.measure.models import local_model
from ui.measure.replay import Replay
from ui.measure.run_folder import recorded
from ui.measure.setup import ENDPOINT, LOCAL, chosen_plan, chosen_second, source
from ui.measure.shown import current, show
from ui.measure.store import runs
from ui.measure.trial import try_endpoint
from ui.measure.when import now, versions

SPEED = "measure_speed"
SPEEDS = {"real": 1.0, "× 10": 10.0, "× 60": 60.0}
USUAL_SPEED = "real"


def start() -> None:
    """Start what the fields say; an endpoint is tried first, and answers for its price."""
    where = source()
    if where == ENDPOINT:
        try_endpoint()
    elif where == LOCAL:
        _start_local()
    else:
        _replay()


def _replay() -> None:
    record = next(iter(recorded().values()), None)
    if record is None:
        state.refuse("No recorded run is shipped.", "")
        return
    run = runs().replay(record)
    show(run)
    set_speed()
    run.job.start()


def set_speed() -> None:
    """Let the record that is open go on at the pace that is chosen."""
    run = current()
    if run is not None and isinstance(run.job, Replay):
        run.job.set_speed(SPEEDS[st.session_state.get(SPEED) or USUAL_SPEED])


def _start_local() -> None:
    if not local_available():
        state.refuse("The live model is not installed here.", "`make extras` brings it.")
        return
    try:
        plan = chosen_plan(prefill=True)
        second = chosen_second(plan)
        run = begin(_settings(plan), None if second is None else _settings(second))
    except (ValueError, OSError) as error:
        state.refuse("The run was not started.", sentence(error))
        return
    show(run)


def _settings(plan: Plan) -> RunSettings:
    return settings_of(plan, local_model().server, started=now(), versions=versions())


def resume() -> None:
    """Go on with the open run: one that ended needs somebody to ask."""
    run = current()
    if run is None:
        return
    if isinstance(run.job, Job):
        try:
            # With somebody to ask, always: one that is being stopped may end at this moment.
            go_on(run)
        except ValueError as error:
            state.refuse("The run cannot go on.", sentence(error))
    else:
        run.job.start()


def sentence(error: Exception) -> str:
    """What an error says, as a sentence."""
    text = str(error) or type(error).__name__
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
