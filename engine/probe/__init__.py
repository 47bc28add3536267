"""Where in its input does this model find a fact?

- `task`: what a task is; `key_value`, `needle`, `own_text`: the three there are; `tasks`: by name
- `checking`: what an answer names; `words`, `filler`: what lists and texts are made of
- `plan`: what is asked, in which order; `planner`: of how many items; `estimate`: what it takes
- `asking`: one answer at a time; `run`: what came out; `recorded`: the same shown again;
  `export`: as a table
- `comparing`, `verdict`: what can be said of it; `wrong`: where wrong answers point

>>> plan = Plan(KeyValueTask(pairs=25), positions=(0.0, 0.25, 0.5, 0.75, 1.0), n=67)
>>> sum(not key.control for key in plan.steps)
335
"""

from engine.errors import ProbeError, RunFileError
from engine.probe.asking import LEAST_ORACLE, ask
from engine.probe.comparing import Comparison, compare
from engine.probe.estimate import Estimate, WarmUp, estimate, warm_up
from engine.probe.export import run_csv
from engine.probe.key_value import VARIANTS, KeyValueTask
from engine.probe.needle import NeedleTask
from engine.probe.own_text import OwnTextTask
from engine.probe.plan import FIVE_POSITIONS, Plan, at_length, plan_for, plan_of, settings_of
from engine.probe.planner import detectable_difference, items_for_difference, items_for_interval
from engine.probe.recorded import RUNS, SMOLLM2, RecordedModel, recorded_runs
from engine.probe.run import ProbeRun, open_run, record_run, run_probe
from engine.probe.task import Task
from engine.probe.tasks import TASKS, task_of, task_values
from engine.probe.verdict import Verdict, p_words, verdict
from engine.probe.wrong import WrongAnswers, where_wrong
from engine.run_files import ORDERS, Row, RowKey, RunSettings, RunWriter

__all__ = [
    "FIVE_POSITIONS",
    "LEAST_ORACLE",
    "ORDERS",
    "RUNS",
    "SMOLLM2",
    "TASKS",
    "VARIANTS",
    "Comparison",
    "Estimate",
    "KeyValueTask",
    "NeedleTask",
    "OwnTextTask",
    "Plan",
    "ProbeError",
    "ProbeRun",
    "RecordedModel",
    "Row",
    "RowKey",
    "RunFileError",
    "RunSettings",
    "RunWriter",
    "Task",
    "Verdict",
    "WarmUp",
    "WrongAnswers",
    "ask",
    "at_length",
    "compare",
    "detectable_difference",
    "estimate",
    "items_for_difference",
    "items_for_interval",
    "open_run",
    "p_words",
    "plan_for",
    "plan_of",
    "record_run",
    "recorded_runs",
    "run_csv",
    "run_probe",
    "settings_of",
    "task_of",
    "task_values",
    "verdict",
    "warm_up",
    "where_wrong",
]
