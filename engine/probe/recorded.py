"""How is a recorded run shown again, at the pace at which it was answered?

A recording stands where a model does: asked one of its questions, it waits as long as the model
took and gives the answer that the model gave. So what is shown is asked, checked and counted by
the same code as a live run, without a model, and says that it is recorded.

>>> from engine.probe.plan import plan_of
>>> from engine.run_files import RunSettings
>>> settings = RunSettings("small", {"kind": "key-value"}, (0.0, 1.0), n=1)
>>> run = ProbeRun.of(settings, plan_of(settings), [Row(0, 0.0, True, "It is 2618.", seconds=0.8)])
>>> waited = []
>>> model = RecordedModel(run, wait=waited.append)
>>> model.name, model.complete(run.plan.messages(run.rows[0].key), max_tokens=16).text, waited
('small (recorded)', 'It is 2618.', [0.8])
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from engine.models import Completion, Messages
from engine.probe.run import ProbeRun, open_run
from engine.run_files import Row

RUNS = Path(__file__).parents[2] / "sample_data" / "runs"
SMOLLM2 = RUNS / "smollm2_kv25.jsonl"


class RecordedModel:
    """The answers of a finished run, given again; `wait` is what waits: `time.sleep`, or nothing.

    Only what was asked then can be asked: `ValueError` for anything else. `speed` 2 waits half
    as long.
    """

    def __init__(
        self, run: ProbeRun, wait: Callable[[float], object] = time.sleep, speed: float = 1.0
    ) -> None:
        if not speed > 0:
            raise ValueError(f"speed lies above 0; found {speed!r}")
        self.run = run
        self.wait = wait
        self.speed = speed
        self.name = f"{run.settings.model} (recorded)"
        self.continues_prefill = run.plan.prefill
        self.base_url = ""

    @cached_property
    def _answers(self) -> dict[str, Row]:
        return {_text(self.run.plan.messages(row.key)): row for row in self.run.all_rows}

    def complete(
        self, messages: Messages, *, max_tokens: int, temperature: float = 0.0
    ) -> Completion:
        """The answer that was recorded; a longer or shorter limit does not change it."""
        row = self._answers.get(_text(messages))
        if row is None:
            raise ValueError(f"the recording of {self.run.settings.label} has no such question")
        self.wait(row.seconds / self.speed)
        return Completion(
            row.answer, row.finish_reason, row.tokens, row.seconds, row.completion_tokens
        )


def recorded_runs() -> tuple[ProbeRun, ...]:
    """The runs that are shipped. Raises `RunFileError` where a file was damaged."""
    return tuple(open_run(path) for path in sorted(RUNS.glob("*.jsonl")))


def _text(messages: Messages) -> str:
    return "\n\0".join(f"{message['role']}: {message['content']}" for message in messages)
