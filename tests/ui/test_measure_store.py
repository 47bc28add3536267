"""Is a run kept so that neither a kill nor a full disk loses an answer or asks one twice?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.errors import RunFileError
from engine.models import Completion
from engine.probe import KeyValueTask, Plan, ask, settings_of
from engine.run_files import Row, RunFile, RunSettings, RunWriter, read_run
from ui.measure.held import OpenRun
from ui.measure.jobs import DONE, FAILED, READY, STOPPED, Ask
from ui.measure.replay import Replay
from ui.measure.run_folder import recorded
from ui.measure.store import Runs

PLAN = Plan(KeyValueTask(6), (0.0, 0.5, 1.0), n=5, controls=2)


class Reader:
    """It finds every value, and stops the run it answers after so many answers."""

    name = "a careful reader"

    def __init__(self, stop_after: int | None = None) -> None:
        self.asked: list[str] = []
        self.stop_after = stop_after
        self.run: OpenRun | None = None

    def complete(
        self, messages: Sequence[dict[str, str]], *, max_tokens: int, temperature: float = 0.0
    ) -> Completion:
        prompt = messages[0]["content"]
        self.asked.append(prompt)
        if len(self.asked) == self.stop_after and self.run is not None:
            self.run.job.stop()
        *lines, question = prompt.splitlines()
        found = [line for line in lines if line and line.split()[1] in question]
        return Completion(found[0][-4:] if found else "?", "stop", None, 0.0)

    def asks(self) -> Ask:
        def answers(done: Sequence[Row]) -> Iterator[Row]:
            return ask(self, PLAN, done)  # type: ignore[arg-type]

        return answers


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CONTEXT_PLAYGROUND_RUNS", str(tmp_path))
    return tmp_path


def settings(model: Reader) -> RunSettings:
    return settings_of(PLAN, model)  # type: ignore[arg-type]


def begun(model: Reader) -> OpenRun:
    run = Runs().begin(settings(model), model.asks())
    model.run = run
    run.job.start()
    assert run.job.state != READY
    run.job.join(20)
    return run


def test_what_was_stopped_is_gone_on_with_by_a_server_that_was_started_anew(folder: Path):
    first = Reader(stop_after=7)
    run = begun(first)
    assert (run.job.state, len(run.rows)) == (STOPPED, 7)
    again = Runs()  # another process knows nothing but the files
    found = again.find(run.name)
    assert found is not None
    assert found.rows == run.rows
    second = Reader()
    again.go_on(found, second.asks())
    found.job.join(20)
    assert found.job.state == DONE
    assert Counter(first.asked + second.asked) == Counter(
        PLAN.messages(key)[0]["content"] for key in PLAN.steps
    )
    written = read_run(folder / f"{run.name}.jsonl")
    assert written.rows == found.rows
    assert {row.key for row in written.rows} == set(PLAN.steps)


def test_a_line_half_written_when_the_app_was_killed_is_asked_again(folder: Path):
    run = begun(Reader(stop_after=7))
    path = folder / f"{run.name}.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    again = Runs()
    found = again.find(run.name)
    assert found is not None
    assert len(found.rows) == 6
    assert "asked again" in found.note
    again.go_on(found, Reader().asks())
    found.job.join(20)
    assert {row.key for row in read_run(path).rows} == set(PLAN.steps)


def test_a_disk_that_takes_a_line_and_then_fails_makes_no_second_answer(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    append, runs, model = RunWriter.append, Runs(), Reader()

    def full(writer: RunWriter, row: Row) -> None:
        append(writer, row)
        if len(model.asked) == 5:
            raise OSError("No space left on device")

    monkeypatch.setattr(RunWriter, "append", full)
    run = runs.begin(settings(model), model.asks())
    run.job.start()
    run.job.join(20)
    assert (run.job.state, len(run.rows)) == (FAILED, 4)
    monkeypatch.setattr(RunWriter, "append", append)
    runs.go_on(run, model.asks())
    run.job.join(20)
    assert run.job.state == DONE
    assert len(model.asked) == len(PLAN.steps)
    assert len(read_run(folder / f"{run.name}.jsonl").rows) == len(PLAN.steps)


def test_a_file_that_was_deleted_is_written_anew_with_what_is_held(folder: Path):
    first, second = Reader(stop_after=7), Reader()
    runs = Runs()
    run = runs.begin(settings(first), first.asks())
    first.run = run
    run.job.start()
    run.job.join(20)
    (folder / f"{run.name}.jsonl").unlink()
    runs.go_on(run, second.asks())
    run.job.join(20)
    assert run.job.state == DONE
    assert len(first.asked) + len(second.asked) == len(PLAN.steps)
    assert read_run(folder / f"{run.name}.jsonl").rows == run.rows


def test_a_folder_that_cannot_be_made_opens_no_run_and_begins_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    (folder / "a file").write_text("")
    monkeypatch.setenv("CONTEXT_PLAYGROUND_RUNS", str(folder / "a file"))
    model = Reader()
    assert Runs().find("a" * 16) is None
    with pytest.raises(OSError, match="a file"):
        Runs().begin(settings(model), model.asks())
    with pytest.raises(OSError, match="a file"):
        Runs().take(RunFile(settings(model), ()))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_a_full_disk_leaves_no_empty_run_behind(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def full(writer: RunWriter, text: str) -> None:
        Path("/dev/full").write_text(text)

    monkeypatch.setattr(RunWriter, "_write", full)
    model = Reader()
    with pytest.raises(RunFileError, match="No space left on device"):
        Runs().begin(settings(model), model.asks())
    assert list(folder.iterdir()) == []


def test_a_record_is_not_said_to_be_the_visitor_s_own():
    record = recorded()["smollm2_kv25"]
    replay = Runs().replay(record)
    assert isinstance(replay.job, Replay)
    replay.job.finish()
    curve = replay.curve()
    assert curve is not None
    assert curve.status != "own"
    assert "own" not in curve.source


def test_two_runs_at_once_do_not_mix():
    models = [Reader(), Reader()]
    found = [Runs().begin(settings(model), model.asks()) for model in models]
    for run in found:
        run.job.start()
    for run in found:
        run.job.join(20)
    assert [run.job.state for run in found] == [DONE, DONE]
    assert found[0].name != found[1].name
    assert [len(run.rows) for run in found] == [len(PLAN.steps)] * 2


def test_a_curve_needs_answers_at_two_positions():
    run = Runs().begin(settings(Reader()), Reader().asks())
    assert (run.curve(), run.counts()) == (None, {})
    whole = begun(Reader())
    curve = whole.curve()
    assert curve is not None
    assert (curve.at(0.5), curve.n, curve.family) == (1.0, 5, "pairs")


def test_a_task_of_another_program_is_refused_and_nothing_is_kept(folder: Path):
    run = read_run(settings(Reader()).line().replace('"key-value"', '"riddles"'))
    with pytest.raises(RunFileError, match="line 1, task: kind must be one of"):
        Runs().take(run)
    assert list(folder.iterdir()) == []
