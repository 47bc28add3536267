"""What came out of a run, finished or not: rows, counts, a curve?

>>> from engine.models import Completion
>>> from engine.probe.key_value import KeyValueTask
>>> class Reader:
...     name = "a careful reader"
...     def complete(self, messages, *, max_tokens, temperature=0.0):
...         *lines, question = messages[0]["content"].replace("\\n\\n", "\\n").splitlines()
...         read = [line for line in lines if line.split()[1] in question]
...         return Completion(read[0][-4:] if read else "?", "stop", None, 0.0)
>>> run = run_probe(Reader(), KeyValueTask(), positions=[0, 0.5, 1], n=10)
>>> run.counts(), run.oracle, run.closed_book
({0.0: (10, 10), 0.5: (10, 10), 1.0: (10, 10)}, 1.0, 0.0)
>>> run.curve().label
'a careful reader · 25 key-value pairs'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine.errors import RunFileError
from engine.models import Model
from engine.placement import PositionCurve, curve_of_run
from engine.placement.run_curve import share_of
from engine.probe.asking import ask
from engine.probe.plan import Plan, plan_for, plan_of, settings_of
from engine.probe.task import Task
from engine.run_files import Row, RunSettings, RunWriter, counts, read_run


@dataclass(frozen=True)
class ProbeRun:
    """A run as far as it has come.

    `rows` are the answers to the measurement, in the order they were given, `controls` those to
    the controls; `settings` say what was asked of whom, `plan` the same as something to ask on
    with. `note` says what was left out in reading its file.
    """

    settings: RunSettings
    plan: Plan
    rows: tuple[Row, ...]
    controls: tuple[Row, ...] = ()
    note: str = ""

    @classmethod
    def of(cls, settings: RunSettings, plan: Plan, rows: Iterable[Row], note: str = "") -> ProbeRun:
        """The run that has these rows, controls among them or not."""
        all_rows = tuple(rows)
        return cls(
            settings,
            plan,
            tuple(row for row in all_rows if not row.control),
            tuple(row for row in all_rows if row.control),
            note,
        )

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """Controls and measurement: what a run is gone on with."""
        return (*self.controls, *self.rows)

    def counts(self) -> dict[float, tuple[int, int]]:
        """{position: (correct, asked)}, from start to end, of what was asked so far."""
        return counts(self.rows)

    def curve(self) -> PositionCurve:
        """The curve so far, of status "own". Raises `ValueError` where no item was asked yet."""
        return curve_of_run(self.settings, self.all_rows)

    @property
    def oracle(self) -> float | None:
        """The share of facts found that stood alone, in 0..1; None where that is not known."""
        return share_of(self.controls, "oracle")

    @property
    def closed_book(self) -> float | None:
        """The share answered right without any text, in 0..1; None where that is not known."""
        return share_of(self.controls, "closed_book")

    @cached_property
    def left(self) -> int:
        """How many questions are still to be asked."""
        return len(self.plan.left({row.key for row in self.all_rows}))

    @property
    def finished(self) -> bool:
        """Whether every item was asked at every position."""
        return self.left == 0

    @property
    def cut(self) -> int:
        """How many answers were ended by the limit on their tokens."""
        return sum(row.cut for row in self.rows)

    @property
    def empty(self) -> int:
        """How many answers hold no text."""
        return sum(row.empty for row in self.rows)


def run_probe(
    model: Model,
    task: Task,
    positions: Sequence[float],
    n: int,
    *,
    seed: int = 0,
    on_row: Callable[[Row], object] | None = None,
    rows: Iterable[Row] = (),
) -> ProbeRun:
    """Ask a model for `n` items at every position, and give the whole run.

    Controls come first, and `ProbeError` stops it there where the model does not find 95 % of
    the facts that stand alone. `on_row` gets each row of the measurement as it comes; what it
    raises stops the run. `rows` of an earlier part are not asked again; without the controls
    among them those are asked anew, unless nothing else is left to ask. Raises `ValueError` for
    a plan that cannot be, for rows that are none of it, and `ModelError` where there is no answer.
    """
    plan = plan_for(model, task, positions=tuple(positions), n=n, seed=seed)
    answered = list(rows)
    known = set(plan.steps)
    for row in answered:
        if row.key not in known:
            raise ValueError(f"no such question in this run: {row.key}")
    for row in ask(model, plan, tuple(answered)):
        answered.append(row)
        if on_row is not None and not row.control:
            on_row(row)
    return ProbeRun.of(settings_of(plan, model), plan, answered)


def open_run(source: str | bytes | Path) -> ProbeRun:
    """The run of a file. A str is the text itself, a `Path` the file.

    Raises `RunFileError` with `.line` and `.field` for what is wrong.
    """
    run = read_run(source)
    try:
        plan = plan_of(run.settings)
    except ValueError as error:
        raise RunFileError(f"line 1, task: {error}", line=1, field="task") from None
    return ProbeRun.of(run.settings, plan, run.rows, run.note)


def record_run(
    model: Model, path: Path, settings: RunSettings, on_row: Callable[[Row], object] | None = None
) -> ProbeRun:
    """Ask what the settings say and write every row at once; a file that is there is gone on with.

    So calling it again after a stop, a kill or a `ModelError` asks only what is left. `on_row`
    gets every row, controls too, after it was written. Raises `RunFileError` where the file
    holds another run.
    """
    writer = RunWriter.resume(path) if path.exists() else RunWriter.create(path, settings)
    with writer:
        kept = writer.run.settings
        plan = plan_of(kept)
        if (plan, kept.model) != (plan_of(settings), settings.model):
            raise RunFileError(f"{path.name} holds another run: {kept.label}")
        answered = list(writer.run.rows)
        for row in ask(model, plan, tuple(answered)):
            writer.append(row)
            answered.append(row)
            if on_row is not None:
                on_row(row)
    return ProbeRun.of(kept, plan, answered, writer.run.note)
