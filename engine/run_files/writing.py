"""How does the file of a run grow, so that a row once written is there after any accident?

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from engine.run_files.reading import read_run
>>> settings = RunSettings(model="small", task={}, positions=(0.0, 1.0), n=2)
>>> with TemporaryDirectory() as folder:
...     path = Path(folder) / "run.jsonl"
...     with RunWriter.create(path, settings) as writer:
...         writer.append(Row(0, 0.0, True, "4821"))
...     with RunWriter.resume(path) as writer:  # perhaps a day later
...         writer.append(Row(0, 1.0, True, "4821"))
...     len(read_run(path).rows)
2
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Self

from engine.errors import RunFileError
from engine.run_files.reading import RunFile, read_run
from engine.run_files.row import Row
from engine.run_files.settings import RunSettings


class RunWriter:
    """An open run file. `run` is what stood in it when it was opened: its rows are done.

    Every row is handed to the disk before `append` returns, so that an answer that was paid
    for is not lost with the program, nor with the machine. One writer at a time has a file.
    """

    def __init__(self, file: BinaryIO, run: RunFile) -> None:
        self._file = file
        self.run = run

    @classmethod
    def create(cls, path: Path, settings: RunSettings) -> Self:
        """A new file, with its settings written; `RunFileError` where one stands already.

        Nor is one left behind where the settings could not be written, as on a full disk.
        """
        try:
            file = path.open("xb")
        except OSError as problem:
            raise _cannot("write", path, problem) from problem
        writer = cls(file, RunFile(settings, ()))
        try:
            writer._write(settings.line())
        except OSError as problem:
            path.unlink(missing_ok=True)
            with suppress(OSError):  # it tries once more to write what it holds
                writer.close()
            raise _cannot("write", path, problem) from problem
        return writer

    @classmethod
    def resume(cls, path: Path) -> Self:
        """A file to go on with; a half-written last line is cut off. Errors as in reading."""
        run = read_run(path)
        try:
            file = path.open("r+b")
        except OSError as problem:
            raise _cannot("write", path, problem) from problem
        file.truncate(run.kept)
        file.seek(max(0, run.kept - 1))
        writer = cls(file, run)
        if file.read(1) != b"\n":
            writer._write("\n")
        return writer

    def append(self, row: Row) -> None:
        """Write one row to its end."""
        self._write(row.line())

    def _write(self, text: str) -> None:
        self._file.write(text.encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Nothing more is written."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _cannot(what: str, path: Path, problem: OSError) -> RunFileError:
    return RunFileError(f"Cannot {what} {path.name}: {problem.strerror or problem}.")
