"""Which runs does this server hold, by names that nobody can guess?

The name of a run stands in the address of the one who began it. A run that is under way, halted
or replayed is held in memory; every one that was asked here has its file (`run_folder`).
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from threading import Lock

import streamlit as st

from engine.errors import RunFileError
from engine.probe import plan_of
from engine.run_files import RunFile, RunSettings, RunWriter, read_run
from ui.drafts import new_name
from ui.measure.held import OpenRun
from ui.measure.jobs import Ask, Job
from ui.measure.replay import Replay
from ui.measure.run_folder import kept_in_file, run_path, write_run

MOST_HELD = 200
_NAME = re.compile(r"[A-Za-z0-9_-]{16,64}")


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
        RunWriter.create(run_path(name), settings).close()
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
        write_run(name, run.settings, run.rows)
        return self._hold(opened)

    def go_on(self, run: OpenRun, ask: Ask, ask_second: Ask | None = None) -> None:
        """Let a run ask what it has not asked yet, and then the second of its pair."""
        second = self.second_of(run)
        then = None
        if second is not None and ask_second is not None:
            then = partial(self.go_on, second, ask_second)
        if isinstance(run.job, Job):
            run.job.start(kept_in_file(run.name, run.settings, ask), then)

    def find(self, name: str) -> OpenRun | None:
        """The run of this name: in memory, else in its file, which can be gone on with."""
        if not _NAME.fullmatch(name):
            return None
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return self._held[name]
        try:
            return self._hold(_open(name, read_run(run_path(name))))
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
    kept = None if ask is None else kept_in_file(name, run.settings, ask)
    job = Job(name, total=len(plan.steps), ask=kept, rows=run.rows)
    return OpenRun(name, run.settings, plan, job, run.note)


@st.cache_resource
def runs() -> Runs:
    """The runs of this server."""
    return Runs()
