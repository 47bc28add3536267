"""What does one choose above the picture, and how does one start, halt and go on?"""

from __future__ import annotations

import os

import streamlit as st

from engine.models import local_available
from ui.measure.endpoint import begin_at, endpoint_row
from ui.measure.jobs import DONE, PAUSED, RUNNING
from ui.measure.models import local_model, usual_threads
from ui.measure.numbers_pane import in_use
from ui.measure.open_run import open_run_popover
from ui.measure.replay import Replay
from ui.measure.setup import (
    ENDPOINT,
    FIRST,
    LOCAL,
    MOST_LOCAL,
    MOST_N,
    PAIRS,
    POSITIONS,
    RECORDED,
    SOURCES,
    TASKS,
    TOKENS,
    VARIANTS,
    chosen,
    source,
    usual_source,
)
from ui.measure.starting import SPEED, SPEEDS, USUAL_SPEED, resume, set_speed, start
from ui.measure.store import OpenRun, recorded
from ui.measure.trial import before_sending

# Widths in px of the fields: model, task, length, positions, questions.
WIDTHS, WIDTHS_BIG = (216, 150, 130, 96, 112), (270, 190, 160, 120, 140)
THREADS = "measure_threads"
LIVE = "The live model: <b>make extras</b>."
WITHOUT = (
    "The live model is not installed here: `make extras` brings it, and no network is needed "
    "afterwards. The recorded run shows what it does."
)


def measure_bar(run: OpenRun | None, big: bool) -> None:
    """The rows of controls above the picture."""
    widths = WIDTHS_BIG if big else WIDTHS
    busy = run is not None and (run.job.busy or run.job.halting)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="measure_bar"):
        with st.container(width=widths[0]):
            _model(run, busy)
        if source() == RECORDED:
            _record(run)
        else:
            _task(busy, widths)
            _more(busy)
        open_run_popover(busy)
        _buttons(run)
    if source() == ENDPOINT:
        endpoint_row(busy)
        if not busy:
            before_sending()


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


def _record(run: OpenRun | None) -> None:
    """What was recorded, and how fast it comes again."""
    record = next(iter(recorded().values()), None)
    if record is None:
        return
    settings = record.settings
    how = "" if local_available() else LIVE
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
    with st.container(width="stretch"):
        st.html(
            f'<span class="cp-note cp-muted">{settings.task_label}, '
            f"{len(settings.positions)} positions, {settings.n} questions each; measured on "
            f"{settings.started[:10]}, and shown again as it went. {how}</span>"
        )


def _task(busy: bool, widths: tuple[int, ...]) -> None:
    kind = str(chosen("measure_task"))
    with st.container(width=widths[1]):
        st.session_state.setdefault("measure_task", FIRST["measure_task"])
        st.selectbox("Task", list(TASKS), key="measure_task", format_func=TASKS.__getitem__,
                     persist_state="session", disabled=busy)  # fmt: skip
    with st.container(width=widths[2]):
        if kind == "own-text":
            _own_text(busy)
        else:
            _length(kind, busy)
    with st.container(width=widths[3]):
        _choice("Positions", "measure_positions", POSITIONS, busy)
    with st.container(width=widths[4]):
        st.session_state.setdefault("measure_n", FIRST["measure_n"])
        st.number_input("Questions each", 1, MOST_N, key="measure_n", persist_state="session",
                        disabled=busy, help="The same ones at every position.")  # fmt: skip


def _length(kind: str, busy: bool) -> None:
    options = TOKENS if kind == "needle" else PAIRS
    if source() == LOCAL:
        options = tuple(value for value in options if value <= MOST_LOCAL[kind])
    if kind == "needle":
        _choice("Tokens, about", "measure_tokens", options, busy)
    else:
        _choice("Pairs", "measure_pairs", options, busy)


def _choice(label: str, key: str, options: tuple[int, ...], busy: bool) -> None:
    if st.session_state.setdefault(key, FIRST[key]) not in options:
        st.session_state[key] = FIRST[key]
    st.selectbox(label, options, key=key, format_func="{:,}".format, persist_state="session",
                 disabled=busy)  # fmt: skip


def _own_text(busy: bool) -> None:
    with st.popover("Your text", width="stretch", disabled=busy):
        st.caption("The fact is moved through the text, at ends of sentences or paragraphs.")
        for name, label, height in (
            ("own_text", "The text", 180),
            ("own_fact", "The fact, a sentence that names the answer", 68),
        ):
            st.text_area(label, key=name, height=height, persist_state="session")
        st.text_input("The question", key="own_question", persist_state="session")
        st.text_input("The answer that is expected", key="own_answer", persist_state="session")


def _more(busy: bool) -> None:
    with st.popover("More", disabled=busy):
        if chosen("measure_task") == "key-value":
            st.session_state.setdefault("measure_variant", FIRST["measure_variant"])
            st.selectbox("The answer is to …", list(VARIANTS), key="measure_variant",
                         format_func=VARIANTS.__getitem__, persist_state="session")  # fmt: skip
            st.caption("The shape depends on it: see About this.")
        for label, key, low, high in (
            ("Seed of the questions", "measure_seed", 0, 1_000_000),
            ("Controls of each kind", "measure_controls", 5, 200),
        ):
            st.session_state.setdefault(key, FIRST[key])
            st.number_input(label, low, high, key=key, persist_state="session")
        if source() == LOCAL:
            cores = os.cpu_count() or 1
            st.session_state.setdefault(THREADS, usual_threads())
            st.number_input("Threads of the model", 1, max(cores, 2), key=THREADS,
                            persist_state="session", on_change=_set_threads)  # fmt: skip
            st.caption("As many as there are cores stall beside anything else that is busy.")


def _set_threads() -> None:
    if not local_model().set_threads(int(st.session_state[THREADS])):
        st.session_state[THREADS] = local_model().server.threads


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


__all__ = ["Replay", "measure_bar"]
