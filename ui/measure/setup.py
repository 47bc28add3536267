"""Which model is asked which questions, as the fields stand?

A record asks nothing: what was recorded is what there is. A text of one's own is a task where
its fact, its question and the answer are given.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import streamlit as st

from engine.models import local_available
from engine.probe.key_value import KeyValueTask
from engine.probe.needle import NeedleTask
from engine.probe.own_text import OwnTextTask
from engine.probe.plan import Plan, at_length
from engine.probe.task import Task
from ui.address import Kept, Typed

RECORDED, LOCAL, ENDPOINT = "recorded", "local", "endpoint"
SOURCES = {
    RECORDED: "SmolLM2-135M, recorded",
    LOCAL: "SmolLM2-135M, live here",
    ENDPOINT: "An endpoint of yours",
}
TASKS = {"key-value": "Key-value", "needle": "Invented fact", "own-text": "Your own text"}
VARIANTS = {
    "continue": "continue the sentence",
    "line": "complete the line",
    "chat": "plain question",
}
PAIRS = (10, 25, 50, 75, 100, 150, 200, 500, 1000)
TOKENS = (500, 1_000, 2_000, 3_000, 8_000, 32_000, 64_000, 128_000)
POSITIONS = (3, 5, 7, 9, 11)
# What the model of this machine can read, in pairs and in tokens.
MOST_LOCAL = {"key-value": 200, "needle": 3_000}
MOST_N = 2_000

# The fields, by key, with what they show at first.
FIRST = {
    "measure_task": "key-value",
    "measure_pairs": 25,
    "measure_tokens": 1_000,
    "measure_positions": 5,
    "measure_n": 30,
    "measure_variant": "continue",
    "measure_seed": 0,
    "measure_controls": 20,
    "measure_second": 0,  # none
    "own_text": "",
    "own_fact": "",
    "own_question": "",
    "own_answer": "",
}


# How a field is called in the address, and what it may be there.
_IN_ADDRESS: dict[str, tuple[str, Iterable[object]]] = {
    "task": ("measure_task", TASKS),
    "pairs": ("measure_pairs", PAIRS),
    "tokens": ("measure_tokens", TOKENS),
    "positions": ("measure_positions", POSITIONS),
    "n": ("measure_n", range(1, MOST_N + 1)),
    "variant": ("measure_variant", VARIANTS),
    "second": ("measure_second", sorted({*PAIRS, *TOKENS})),
}
# Words that survive a refresh in the visitor's draft. A key is not among them.
TYPED = tuple(
    Typed(key)
    for key in (
        "own_text", "own_fact", "own_question", "own_answer", "endpoint_url", "endpoint_model",
    )
)  # fmt: skip


def usual_source() -> str:
    """Where the answers come from by themselves: the live model where it is installed."""
    return LOCAL if local_available() else RECORDED


def kept_fields() -> dict[str, Kept]:
    """The fields that the address keeps, where they are not as at first."""
    fields = {
        word: Kept(key, {str(value): value for value in values}, partial(FIRST.get, key))
        for word, (key, values) in _IN_ADDRESS.items()
    }
    source = Kept("measure_source", {name: name for name in SOURCES}, usual_source)
    return fields | {"model": source}


def chosen(name: str) -> object:
    """What stands in a field, by its key."""
    return st.session_state.get(name, FIRST[name])


def number(name: str) -> int:
    """What stands in a field of numbers, by its key."""
    return int(str(chosen(name)))


def source() -> str:
    """Where the answers come from."""
    return str(st.session_state.get("measure_source", usual_source()))


def evenly(count: int) -> tuple[float, ...]:
    """So many positions from start to end, at even distances.

    >>> evenly(5)
    (0.0, 0.25, 0.5, 0.75, 1.0)
    """
    return tuple(at / (count - 1) for at in range(count))


def chosen_task() -> Task:
    """The task of the fields. Raises `ValueError` that says what it lacks."""
    kind = chosen("measure_task")
    if kind == "needle":
        return NeedleTask(number("measure_tokens"))
    if kind == "own-text":
        texts = {
            name: str(chosen(f"own_{name}")) for name in ("text", "fact", "question", "answer")
        }
        return OwnTextTask(**texts)
    return KeyValueTask(number("measure_pairs"), str(chosen("measure_variant")))


def lengths() -> tuple[int, ...]:
    """The lengths of the task that are offered; none for a text of one's own, which has its own."""
    kind = str(chosen("measure_task"))
    if kind == "own-text":
        return ()
    options = TOKENS if kind == "needle" else PAIRS
    most = MOST_LOCAL[kind] if source() == LOCAL else max(options)
    return tuple(value for value in options if value <= most)


def chosen_second(plan: Plan) -> Plan | None:
    """The same plan at the second length, to be asked after it; None where one is enough."""
    length = number("measure_second")
    first = chosen("measure_tokens" if plan.task.kind == "needle" else "measure_pairs")
    return at_length(plan, length) if length in lengths() and length != first else None


def chosen_plan(*, prefill: bool) -> Plan:
    """What would be asked now, of a model that goes on from a prefill or does not.

    Raises `ValueError` that says what is wrong.
    """
    return Plan(
        chosen_task(),
        evenly(number("measure_positions")),
        number("measure_n"),
        seed=number("measure_seed"),
        # A server of one's own keeps what it read; a remote one changes over time.
        order="prefix" if source() == LOCAL else "interleaved",
        controls=number("measure_controls"),
        prefill=prefill,
    )
