"""How do the answers of a run leave as a table, for a spreadsheet or a notebook?

>>> from engine.probe.plan import plan_of
>>> from engine.run_files import Row, RunSettings
>>> settings = RunSettings("small", {"kind": "key-value"}, (0.0, 1.0), n=1)
>>> rows = [Row(0, 0.0, True, "It is\\n2618.", seconds=0.8)]
>>> run = ProbeRun.of(settings, plan_of(settings), rows)
>>> print(run_csv(run).splitlines()[1])
0,0.0,,1,1,stop,,,0.8,,It is 2618.
"""

from __future__ import annotations

import csv
import io

from engine.probe.run import ProbeRun

COLUMNS = (
    "item_seed",
    "position",
    "index",
    "correct",
    "total",
    "finish_reason",
    "prompt_tokens",
    "completion_tokens",
    "seconds",
    "named",
    "answer",
)


def run_csv(run: ProbeRun) -> str:
    """One answer a row, controls left out; `load_own_curve` reads the table as the run's curve.

    `correct` is 1 or 0 and `total` 1, so that rows of one position add up. The answer comes last,
    on one line.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in run.rows:
        writer.writerow(
            (
                row.item_seed,
                row.position,
                row.index,
                int(row.correct),
                1,
                row.finish_reason,
                row.tokens,
                row.completion_tokens,
                row.seconds,
                row.named,
                " ".join(row.answer.split()),
            )
        )
    return out.getvalue()
