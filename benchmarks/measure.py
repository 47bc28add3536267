"""What does measuring a model cost beside the model itself: time and memory?

    python benchmarks/measure.py [--check] [part ...]

The part `rows` needs no model: it takes the seconds of the shipped recording for those of a model.
The part `live` asks the model of this machine some 500 questions of short lists (`make extras`),
which takes some minutes, on a busy machine many; where it is not installed, it says so.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks._measure import Row, main, milliseconds
from engine import KeyValueTask, LocalServer, Model, Plan, plan_for, record_run
from engine.models import missing_for_local
from engine.probe import SMOLLM2, RecordedModel, open_run, settings_of

MOST_OVERHEAD = 2.0  # percent of the model's own time
MOST_MEMORY = 1_024  # MB, app and model together
# 92 items at five positions and twice 20 controls (which ask no question twice): nearly 500 calls.
# Lists are short, for that many calls to take minutes: the harness has less to hide behind.
LIVE_TASK, LIVE = KeyValueTask(pairs=5), {"n": 92, "controls": 20}


def recorded(model: Model, plan: Plan) -> tuple[float, float, int]:
    """Seconds by the clock on the wall, seconds that the model took, and how often it was asked."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_of(plan, model)
        start = time.perf_counter()
        run = record_run(model, Path(folder) / "run.jsonl", settings)
        wall = time.perf_counter() - start
    return wall, sum(row.seconds for row in run.all_rows), len(run.all_rows)


def rows() -> Iterator[Row]:
    """Prompts, checks and writes of a run whose answers are there at once."""
    run = open_run(SMOLLM2)
    typical = median(row.seconds for row in run.rows)
    model = RecordedModel(run, wait=lambda seconds: None)
    recorded(model, run.plan)  # the prompts of the recording are made once
    wall, _, calls = recorded(model, run.plan)
    yield milliseconds("a question asked, checked and written to the disk", wall / calls)
    yield milliseconds("the model's own time, median of the recording", typical)
    yield Row(
        "the first as a share of the second", "%", 100 * wall / calls / typical, MOST_OVERHEAD
    )


def live() -> Iterator[Row]:
    """500 questions of the local model, in the app's own libraries."""
    if missing_for_local():
        print(f"  left out: {', '.join(missing_for_local())} not installed (`make extras`)")
        return
    import resource  # not on Windows

    import plotly.graph_objects  # noqa: F401  what the app holds beside the engine
    import streamlit  # noqa: F401

    with LocalServer(threads=1) as server:  # more stall beside whatever else is busy
        plan = plan_for(server, LIVE_TASK, order="prefix", **LIVE)
        wall, own, calls = recorded(server, plan)
        model_mb = peak_of(server)
    app_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Row("calls", "", calls)
    yield milliseconds("the model's own time a call, mean", own / calls)
    yield Row("time beside the model's own", "%", 100 * (wall - own) / own, MOST_OVERHEAD)
    yield Row("memory of this process, the libraries of the app in it", "MB", app_mb)
    yield Row("memory of the model, at its highest", "MB", model_mb)
    yield Row("both together", "MB", app_mb + model_mb, MOST_MEMORY)


def peak_of(server: LocalServer) -> float:
    """The most memory that the model's process ever held, in MB (Linux)."""
    process = server._process
    status = Path(f"/proc/{process.pid}/status") if process else Path("none")
    if not status.exists():
        return float("nan")
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


PARTS = {
    "rows": ("A run without a model's time", rows),
    "live": ("500 questions of the model of this machine", live),
}


if __name__ == "__main__":
    raise SystemExit(main("Measure what measuring costs beside the model.", PARTS))
