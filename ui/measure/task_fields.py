"""What is asked: which fields, and what stands under More?"""

from __future__ import annotations

import os

import streamlit as st

from ui import state
from ui.measure.models import local_model
from ui.measure.setup import (
    FIRST,
    LOCAL,
    MOST_N,
    POSITIONS,
    TASKS,
    VARIANTS,
    chosen,
    lengths,
    number,
    source,
)

THREADS = "measure_threads"
FEW, CONTROLS_FEW = 10, 5  # questions up to which so many controls of each kind are enough


def task_fields(busy: bool, widths: tuple[int, ...]) -> None:
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
                        disabled=busy, help="The same ones at every position.",
                        on_change=_suit_controls)  # fmt: skip


def _suit_controls() -> None:
    """A run of few questions takes few controls, unless somebody entered how many."""
    if chosen("measure_controls") in (CONTROLS_FEW, FIRST["measure_controls"]):
        st.session_state["measure_controls"] = _usual_controls()


def _usual_controls() -> int:
    few = number("measure_n") <= FEW
    return CONTROLS_FEW if few else int(str(FIRST["measure_controls"]))


def _length(kind: str, busy: bool) -> None:
    if kind == "needle":
        _choice("Tokens, about", "measure_tokens", lengths(), busy)
    else:
        _choice("Pairs", "measure_pairs", lengths(), busy)


def _choice(label: str, key: str, options: tuple[int, ...], busy: bool) -> None:
    if st.session_state.setdefault(key, FIRST[key]) not in options:
        st.session_state[key] = FIRST[key]
    st.selectbox(label, options, key=key, format_func="{:,}".format, persist_state="session",
                 disabled=busy)  # fmt: skip


def _second_length() -> None:
    """Another length, asked after the first, as a run of its own."""
    kind = str(chosen("measure_task"))
    if not lengths():
        return
    first = chosen("measure_tokens" if kind == "needle" else "measure_pairs")
    options = [0, *(value for value in lengths() if value != first)]
    if st.session_state.setdefault("measure_second", 0) not in options:
        st.session_state["measure_second"] = 0
    unit = "tokens" if kind == "needle" else "pairs"
    st.selectbox(
        "A second length, asked after the first",
        options,
        key="measure_second",
        format_func=lambda value: f"{value:,} {unit}" if value else "none",
        persist_state="session",
        help="A run of its own, with as many questions; both curves stand in one picture.",
    )


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


def more_fields(busy: bool) -> None:
    with st.popover("More", disabled=busy):
        _second_length()
        if chosen("measure_task") == "key-value":
            st.session_state.setdefault("measure_variant", FIRST["measure_variant"])
            st.selectbox("The answer is to …", list(VARIANTS), key="measure_variant",
                         format_func=VARIANTS.__getitem__, persist_state="session")  # fmt: skip
            st.caption("The shape depends on it: see About this.")
        st.session_state.setdefault("measure_controls", _usual_controls())
        for label, key, low, high in (
            ("Seed of the questions", "measure_seed", 0, 1_000_000),
            ("Controls of each kind", "measure_controls", 5, 200),
        ):
            st.session_state.setdefault(key, FIRST[key])
            st.number_input(label, low, high, key=key, persist_state="session")
        if source() == LOCAL:
            cores = os.cpu_count() or 1
            # It is one for all visitors: another one may have changed it.
            st.session_state[THREADS] = local_model().server.threads
            st.number_input("Threads of the model", 1, max(cores, 2), key=THREADS,
                            persist_state="session", on_change=_set_threads)  # fmt: skip
            st.caption("As many as there are cores stall beside anything else that is busy.")


def _set_threads() -> None:
    if not local_model().set_threads(int(st.session_state[THREADS])):
        state.refuse("The threads stay as they are.", "A run asks the model at present.")
