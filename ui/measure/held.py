"""What is a run to the page: its settings, its answers so far, and what it can be turned into?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.placement import PositionCurve
from engine.placement.run_curve import curve_of_run
from engine.probe import Plan, ProbeRun
from engine.run_files import Row, RunSettings, counts
from ui.measure.jobs import Job
from ui.measure.replay import Replay
from ui.measure.run_folder import file_of

RECORD = "recorded for Context Playground"
LEAST_POSITIONS = 2  # of which there must be answers, before a run can be a curve


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
