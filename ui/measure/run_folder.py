"""Where is a run kept as a file, and how is each answer there before anybody sees it?

A run is a file in one folder, under a name that nobody can guess.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from engine.probe.recorded import RUNS as RECORDED
from engine.run_files import Row, RunFile, RunSettings, RunWriter, read_run
from ui.measure.jobs import Ask

ROOT = Path(__file__).parents[2]
FOLDER = "CONTEXT_PLAYGROUND_RUNS"  # the variable that names another folder than `runs/`


def folder() -> Path:
    """Where the runs are kept; made where it is missing."""
    path = Path(os.environ.get(FOLDER) or ROOT / "runs")
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def run_path(name: str) -> Path:
    """The file of the run of this name."""
    return folder() / f"{name}.jsonl"


@cache
def recorded() -> dict[str, RunFile]:
    """The runs that are shipped, by the name of their file."""
    return {path.stem: read_run(path) for path in sorted(RECORDED.glob("*.jsonl"))}


def file_of(settings: RunSettings, rows: Sequence[Row]) -> str:
    """A run as its file holds it."""
    return settings.line() + "".join(row.line() for row in rows)


def write_run(name: str, settings: RunSettings, rows: Sequence[Row]) -> None:
    """The file of a run at once; none is left behind where it cannot be written to its end."""
    path = run_path(name)
    try:
        path.write_text(file_of(settings, rows), encoding="utf-8")
    except OSError:
        path.unlink(missing_ok=True)
        raise


def kept_in_file(name: str, settings: RunSettings, ask: Ask) -> Ask:
    """The same, each answer written to the run's file before anybody sees it."""

    def ask_and_keep(done: Sequence[Row]) -> Iterator[Row]:
        if not run_path(name).exists():  # somebody tidied up: what is held is written anew
            write_run(name, settings, done)
        with RunWriter.resume(run_path(name)) as writer:
            # One that was written when the disk last failed counts, too.
            known = {row.key for row in done}
            yield from (row for row in writer.run.rows if row.key not in known)
            for row in ask(writer.run.rows):
                writer.append(row)
                yield row

    return ask_and_keep
