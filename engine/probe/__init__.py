"""Where in its input does this model find a fact?

- `task`: what a task is; `key_value`, `needle`, `own_text`: the three there are; `tasks`: by name
- `checking`: what an answer names; `words`, `filler`: what lists and texts are made of
- `plan`: what is asked, in which order; `asking`: one answer at a time; `run`: what came out

>>> plan = Plan(KeyValueTask(pairs=25), positions=(0.0, 0.25, 0.5, 0.75, 1.0), n=67)
>>> sum(not key.control for key in plan.steps)
335
"""

from engine.errors import ProbeError, RunFileError
from engine.probe.asking import LEAST_ORACLE, ask
from engine.probe.key_value import VARIANTS, KeyValueTask
from engine.probe.needle import NeedleTask
from engine.probe.own_text import OwnTextTask
from engine.probe.plan import FIVE_POSITIONS, Plan, at_length, plan_for, plan_of, settings_of
from engine.probe.run import ProbeRun, open_run, record_run, run_probe
from engine.probe.task import Task
from engine.probe.tasks import TASKS, task_of, task_values
from engine.run_files import ORDERS, Row, RowKey, RunSettings, RunWriter

__all__ = [
    "FIVE_POSITIONS",
    "LEAST_ORACLE",
    "ORDERS",
    "TASKS",
    "VARIANTS",
    "KeyValueTask",
    "NeedleTask",
    "OwnTextTask",
    "Plan",
    "ProbeError",
    "ProbeRun",
    "Row",
    "RowKey",
    "RunFileError",
    "RunSettings",
    "RunWriter",
    "Task",
    "ask",
    "at_length",
    "open_run",
    "plan_for",
    "plan_of",
    "record_run",
    "run_probe",
    "settings_of",
    "task_of",
    "task_values",
]
