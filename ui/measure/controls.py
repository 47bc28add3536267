"""What does one choose above the picture, and how does one start, halt and go on?"""

from __future__ import annotations

import streamlit as st

from engine.models import local_available
from ui.components.viewport import is_narrow
from ui.measure.endpoint import begin_at, endpoint_row
from ui.measure.estimating import before_asking
from ui.measure.held import OpenRun
from ui.measure.jobs import DONE, PAUSED, RUNNING
from ui.measure.numbers_pane import in_use
from ui.measure.open_run import open_run_popover
from ui.measure.run_folder import recorded
from ui.measure.setup import ENDPOINT, LOCAL, RECORDED, SOURCES, source, usual_source
from ui.measure.starting import SPEED, SPEEDS, USUAL_SPEED, resume, set_speed, start
from ui.measure.task_fields import more_fields, task_fields
from ui.measure.trial import proposed

# Widths in px of the fields: model, task, length, positions, questions.
WIDTHS, WIDTHS_BIG = (216, 150, 130, 96, 112), (270, 190, 160, 120, 176)
LIVE = "The live model: <b>make extras</b>."
WITHOUT = (
    "The live model is not installed here: `make extras` brings it, and no network is needed "
    "afterwards. The recorded run shows what it does."
)


def measure_bar(run: OpenRun | None, big: bool) -> None:
    """The rows of controls above the picture."""
    widths = WIDTHS_BIG if big else WIDTHS
    busy = run is not None and (run.job.busy or run.job.halting)
    beneath = is_narrow()  # there its words have no room beside the fields
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="measure_bar"):
        with st.container(width=widths[0]):
            _model(run, busy)
        if source() == RECORDED:
            _pace()
            if not beneath:
                _recorded()
        else:
            task_fields(busy, widths)
            more_fields(busy)
        open_run_popover(busy)
        _buttons(run)
    if source() == RECORDED and beneath:
        _recorded()
    if source() == ENDPOINT:
        endpoint_row(busy)
    # Where a run is proposed, its card says it.
    if source() != RECORDED and not busy and not proposed():
        before_asking()


def _model(run: OpenRun | None, busy: bool) -> None:
    st.session_state.setdefault("measure_source", _usual_source(run))
    if run is not None and run.settings.base_url:
        begin_at(run.settings)
    st.selectbox(
        "Model",
        list(SOURCES),
        key="measure_source",
        format_func=SOURCES.__getitem__,
        persist_state="session",
        disabled=busy,
        help=None if local_available() else WITHOUT,
    )


def _usual_source(run: OpenRun | None) -> str:
    """Where one begins: with who answered the run that is open, else with what is installed."""
    if run is None:
        return usual_source()
    if run.recorded:
        return RECORDED
    return ENDPOINT if run.settings.base_url else LOCAL


def _pace() -> None:
    """How fast the record comes again."""
    with st.container(width="content"):
        st.segmented_control(
            "Pace",
            list(SPEEDS),
            key=SPEED,
            required=True,
            default=USUAL_SPEED,
            on_change=set_speed,
            persist_state="session",
        )


def _recorded() -> None:
    """What was recorded."""
    record = next(iter(recorded().values()), None)
    if record is None:
        return
    settings = record.settings
    how = "" if local_available() else LIVE
    with st.container(width="stretch"):
        st.html(
            f'<span class="cp-note cp-muted">{settings.task_label}, '
            f"{len(settings.positions)} positions, {settings.n} questions each; measured on "
            f"{settings.started[:10]}, and shown again as it went. {how}</span>"
        )


def _buttons(run: OpenRun | None) -> None:
    """One primary button: what comes next."""
    state = run.job.state if run is not None else ""
    with st.container(horizontal=True, gap="small", width="content"):
        if run is None or state == DONE:
            # What comes next after a whole run is to use its curve.
            used = run is None or in_use(run)
            _start("primary" if used else "secondary")
        elif state == RUNNING:
            st.button("Pause", type="primary", key="measure_pause", on_click=run.job.pause)
        else:
            st.button("Resume", type="primary", key="measure_resume", on_click=resume)
        if run is not None and state in (RUNNING, PAUSED):
            st.button("Stop", key="measure_stop", on_click=run.job.stop)
        elif run is not None and state != DONE:
            _start("secondary")


def _start(kind: str) -> None:
    st.button("Start", type=kind, key="measure_start", on_click=start)  # type: ignore[arg-type]
