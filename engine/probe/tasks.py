"""Which tasks are there, and how is one written into a file and read again?

>>> task_values(KeyValueTask(pairs=75))
{'kind': 'key-value', 'pairs': 75, 'variant': 'continue', 'max_tokens': 16}
>>> task_of({"kind": "key-value", "pairs": 75}) == KeyValueTask(pairs=75)
True
>>> task_of({"kind": "key-value", "pairs": 1})
Traceback (most recent call last):
...
ValueError: pairs must be a whole number from 2 to 5,000; found 1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any

from engine.probe.key_value import KeyValueTask
from engine.probe.needle import NeedleTask
from engine.probe.own_text import OwnTextTask
from engine.probe.task import Task

TASKS: dict[str, type[KeyValueTask] | type[NeedleTask] | type[OwnTextTask]] = {
    task.kind: task for task in (KeyValueTask, NeedleTask, OwnTextTask)
}


def task_values(task: Task) -> dict[str, Any]:
    """The task as plain values, as JSON would have them. A task of one's own goes by its kind."""
    if not isinstance(task, KeyValueTask | NeedleTask | OwnTextTask):
        return {"kind": task.kind}
    values = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(task).items()
    }
    return {"kind": task.kind, **values}


def task_of(values: Mapping[str, Any]) -> Task:
    """The task of such values. Raises `ValueError` naming the value that is wrong."""
    kind = values.get("kind")
    if not isinstance(kind, str) or kind not in TASKS:
        raise ValueError(f"kind must be one of {', '.join(TASKS)}; found {kind!r}")
    known = {field.name: field for field in fields(TASKS[kind])}
    given = {name: value for name, value in values.items() if name != "kind"}
    for name in given:
        if name not in known:
            raise ValueError(f"a {kind} task has no {name}; it has {', '.join(known)}")
    for name, field in known.items():
        if name not in given and field.default is MISSING:
            raise ValueError(f"a {kind} task needs {name}")
    others = given.get("alternatives", ())
    if not (isinstance(others, list | tuple) and all(isinstance(one, str) for one in others)):
        raise ValueError(f"alternatives must be a list of texts; found {others!r}")
    task: Task = TASKS[kind](**given)
    return task
