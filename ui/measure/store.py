"""Which runs does this server hold, and where are they kept?

A run is a file in one folder, under a name that nobody can guess and that stands in the address
of the one who began it. A run that is under way, halted or replayed is held in memory besides.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from threading import Lock

import streamlit as st

from engine.errors import RunFileError
from engine.placement import PositionCurve
from engine.placement.run_curve import curve_of_run
from engine.probe import Plan, ProbeRun, plan_of
from engine.probe.recorded import RUNS as RECORDED
from engine.run_files import Row, RunFile, RunSettings, RunWriter, counts, read_run
from ui.drafts import new_name
from ui.measure.jobs import Ask, Job
from ui.measure.replay import Replay

ROOT = Path(__file__).parents[2]
FOLDER = "CONTEXT_PLAYGROUND_RUNS"  # the variable that names another folder than `runs/`

MOST_HELD = 200
RECORD = "recorded for Context Playground"
LEAST_POSITIONS = 2  # of which there must be answers, before a run can be a curve
_NAME = re.compile(r"[A-Za-z0-9_-]{16,64}")


@dataclass(frozen=True)
class OpenRun:
    """A run as the page holds it: its settings, and what goes on or is replayed.

    `pair` names the two runs of a measurement at two lengths, in order, this one among them.
    """

    name: str
    settings: RunSettings
    plan: Plan
    job: Job | Replay
    note: str = ""
    pair: tuple[str, ...] = ()

    @property
    def recorded(self) -> bool:
        """Whether it is a record that is shown again."""
        return isinstance(self.job, Replay)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The answers so far, controls among them."""
        return self.job.rows

    def counts(self) -> dict[float, tuple[int, int]]:
        """{position: (right, answers)} so far."""
        return counts(self.rows)

    def curve(self) -> PositionCurve | None:
        """The curve so far; None while fewer than two positions have an answer."""
        rows = self.rows
        if len(counts(rows)) < LEAST_POSITIONS:
            return None
        curve = curve_of_run(self.settings, rows)
        if self.recorded:  # the work of this project, not of the visitor who looks at it
            return replace(curve, source=RECORD, status="unreviewed")
        return curve

    def probe(self) -> ProbeRun:
        """The run as the engine's statistics take it."""
        return ProbeRun.of(self.settings, self.plan, self.rows, self.note)

    def file(self) -> str:
        """The run file, as it stands."""
        return file_of(self.settings, self.rows)


def folder() -> Path:
    """Where the runs are kept; made where it is missing."""
    path = Path(os.environ.get(FOLDER) or ROOT / "runs")
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


@cache
def recorded() -> dict[str, RunFile]:
    """The runs that are shipped, by the name of their file."""
    return {path.stem: read_run(path) for path in sorted(RECORDED.glob("*.jsonl"))}


class Runs:
    """The runs of this server by name, the least recently used let go from memory first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: OrderedDict[str, OpenRun] = OrderedDict()

    def begin(self, settings: RunSettings, ask: Ask | None = None) -> OpenRun:
        """A new run with its file; it does not ask yet."""
        return self._begin(new_name(), settings, ask=ask)

    def begin_pair(self, first: RunSettings, second: RunSettings) -> OpenRun:
        """The first of two new runs, of which the second begins when the first is done."""
        pair = (new_name(), new_name())
        self._begin(pair[1], second, pair=pair)
        return self._begin(pair[0], first, pair=pair)

    def _begin(
        self, name: str, settings: RunSettings, pair: tuple[str, ...] = (), ask: Ask | None = None
    ) -> OpenRun:
        RunWriter.create(_path(name), settings).close()
        return self._hold(replace(_open(name, RunFile(settings, ()), ask), pair=pair))

    def second_of(self, run: OpenRun) -> OpenRun | None:
        """The run that comes after this one, if it is the first of a pair."""
        return self.find(run.pair[1]) if run.pair and run.pair[0] == run.name else None

    def other_of(self, run: OpenRun) -> OpenRun | None:
        """The run at the other length, if it is one of a pair."""
        return next((self.find(name) for name in run.pair if name != run.name), None)

    def replay(self, record: RunFile) -> OpenRun:
        """A record that comes again, not yet begun."""
        name, seconds = new_name(), [row.seconds for row in record.rows]
        plan, job = plan_of(record.settings), Replay(name, record.rows, seconds)
        return self._hold(OpenRun(name, record.settings, plan, job))

    def take(self, run: RunFile) -> OpenRun:
        """A run from a visitor's file, kept here under a name of its own.

        Raises `RunFileError` for a task that is none of ours, `OSError` where it cannot be kept.
        """
        name = new_name()
        opened = _open(name, run)
        _write(name, run.settings, run.rows)
        return self._hold(opened)

    def go_on(self, run: OpenRun, ask: Ask, ask_second: Ask | None = None) -> None:
        """Let a run ask what it has not asked yet, and then the second of its pair."""
        second = self.second_of(run)
        then = None
        if second is not None and ask_second is not None:
            then = partial(self.go_on, second, ask_second)
        if isinstance(run.job, Job):
            run.job.start(_kept(run.name, run.settings, ask), then)

    def find(self, name: str) -> OpenRun | None:
        """The run of this name: in memory, else in its file, which can be gone on with."""
        if not _NAME.fullmatch(name):
            return None
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return self._held[name]
        try:
            return self._hold(_open(name, read_run(_path(name))))
        except (RunFileError, OSError):  # it is gone, or its folder is
            return None

    def _hold(self, run: OpenRun) -> OpenRun:
        with self._lock:
            # Two windows may ask at once for one that has to be read.
            run = self._held.setdefault(run.name, run)
            for name in list(self._held):
                if len(self._held) <= MOST_HELD:
                    break
                if not self._held[name].job.busy:
                    del self._held[name]
        return run


def _open(name: str, run: RunFile, ask: Ask | None = None) -> OpenRun:
    try:
        plan = plan_of(run.settings)
    except ValueError as error:
        raise RunFileError(f"line 1, task: {error}", line=1, field="task") from None
    kept = None if ask is None else _kept(name, run.settings, ask)
    job = Job(name, total=len(plan.steps), ask=kept, rows=run.rows)
    return OpenRun(name, run.settings, plan, job, run.note)


def _kept(name: str, settings: RunSettings, ask: Ask) -> Ask:
    """The same, each answer written to the run's file before anybody sees it."""

    def ask_and_keep(done: Sequence[Row]) -> Iterator[Row]:
        if not _path(name).exists():  # somebody tidied up: what is held is written anew
            _write(name, settings, done)
        with RunWriter.resume(_path(name)) as writer:
            # One that was written when the disk last failed counts, too.
            known = {row.key for row in done}
            yield from (row for row in writer.run.rows if row.key not in known)
            for row in ask(writer.run.rows):
                writer.append(row)
                yield row

    return ask_and_keep


def file_of(settings: RunSettings, rows: Sequence[Row]) -> str:
    """A run as its file holds it."""
    return settings.line() + "".join(row.line() for row in rows)


def _write(name: str, settings: RunSettings, rows: Sequence[Row]) -> None:
    """The file of a run at once; none is left behind where it cannot be written to its end."""
    path = _path(name)
    try:
        path.write_text(file_of(settings, rows), encoding="utf-8")
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _path(name: str) -> Path:
    return folder() / f"{name}.jsonl"


@st.cache_resource
def runs() -> Runs:
    """The runs of this server."""
    return Runs()
