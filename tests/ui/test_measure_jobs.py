"""Is every question asked once, whatever is pressed while a run goes on?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import ModelError, failure
from ui.measure.jobs import DONE, FAILED, PAUSED, READY, RUNNING, STOPPED, Job
from ui.measure.replay import Replay


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.002)


class Gate:
    """A model that answers when it is let; it notes what it was asked."""

    def __init__(self, total: int, open_: bool = False) -> None:
        self.asked: list[int] = []
        self.kept: list[int] = []
        self.total = total
        self.open = Event()
        if open_:
            self.open.set()

    def ask(self, done: Sequence[int]) -> Iterator[int]:
        for number in range(self.total):
            if number not in done:
                self.asked.append(number)
                self.open.wait(10)
                self.kept.append(number)
                yield number

    def job(self, rows: Sequence[int] = ()) -> Job:
        return Job("a", total=self.total, ask=self.ask, rows=rows)


@given(st.lists(st.sampled_from(["start", "pause", "stop", "wait"]), max_size=25))
def test_any_gestures_lose_nothing_and_ask_nothing_twice(gestures: list[str]):
    gate = Gate(30, open_=True)
    job = gate.job()
    for gesture in gestures:
        if gesture == "wait":
            time.sleep(0.0005)
        elif gesture == "start":
            job.start(gate.ask)
        else:
            getattr(job, gesture)()
    job.start(gate.ask)
    until(lambda: job.state == DONE)
    assert gate.asked == gate.kept == list(job.rows) == list(range(30))


def test_a_pause_waits_for_the_call_under_way_and_keeps_its_answer():
    gate = Gate(3)
    job = gate.job()
    assert job.state == READY
    job.start()
    until(lambda: gate.asked == [0])
    job.pause()
    assert (job.state, job.halting, job.rows) == (PAUSED, True, ())
    gate.open.set()
    until(lambda: not job.halting)
    assert (job.rows, gate.asked) == ((0,), [0])
    job.start()
    until(lambda: job.state == DONE)
    assert job.rows == (0, 1, 2)


def test_what_was_stopped_goes_on_in_another_process_from_the_rows_that_were_kept():
    gate = Gate(5)
    job = gate.job()
    job.start()
    until(lambda: gate.asked == [0])
    job.stop()
    gate.open.set()
    job.join(10)
    assert job.state == STOPPED
    again = gate.job(rows=gate.kept)
    again.start()
    again.join(10)
    assert gate.asked == gate.kept == [0, 1, 2, 3, 4]
    assert gate.job(rows=gate.kept).state == DONE


def test_a_failure_keeps_the_rows_and_the_same_question_is_asked_again():
    broken = [True]

    def ask(done: Sequence[int]) -> Iterator[int]:
        for number in range(3):
            if number in done:
                continue
            if number == 1 and broken:
                raise failure("rate_limited", host="localhost")
            yield number

    job = Job("a", total=3, ask=ask)
    job.start()
    job.join(10)
    assert (job.state, job.rows) == (FAILED, (0,))
    assert isinstance(job.error, ModelError)
    with pytest.raises(ValueError, match="needs a model"):
        job.start()
    broken.clear()
    job.start(ask)
    assert job.error is None
    job.join(10)
    assert (job.state, job.rows) == (DONE, (0, 1, 2))


def test_what_is_left_follows_the_pace():
    now = iter(range(0, 1000, 2))
    job = Job("a", total=4, ask=lambda done: iter((1, 2, 3, 4)), clock=lambda: float(next(now)))
    assert job.left is None
    job.start()
    job.join(10)
    assert job.left == 0


@given(
    seconds=st.lists(st.floats(0, 5), min_size=1, max_size=20),
    steps=st.lists(
        st.tuples(st.floats(0, 10), st.sampled_from(["pause", "start", "stop", "1", "10", "none"])),
        max_size=20,
    ),
)
def test_a_replay_shows_what_is_due_however_it_is_halted_and_hurried(
    seconds: list[float], steps: list[tuple[float, str]]
):
    now, due, speed, going = [0.0], 0.0, 1.0, True
    replay = Replay("a", list(range(len(seconds))), seconds, clock=lambda: now[0])
    replay.start()
    for wait, gesture in steps:
        now[0] += wait
        due += wait * speed * going
        if due > sum(seconds) + 1e-6:
            break
        if gesture in ("pause", "stop"):
            getattr(replay, gesture)()
            going = False
        elif gesture == "start":
            replay.start()
            going = True
        elif gesture != "none":
            speed = float(gesture)
            replay.set_speed(speed)
        shown = len(replay.rows)
        assert sum(seconds[:shown]) <= due + 1e-6
        assert shown == len(seconds) or sum(seconds[: shown + 1]) >= due - 1e-6
    replay.start()
    replay.finish()
    assert (replay.rows, replay.state) == (tuple(range(len(seconds))), DONE)


def test_a_replay_ends_by_itself():
    now = [0.0]
    replay = Replay("a", "xy", [1, 1], clock=lambda: now[0])
    replay.start()
    assert replay.state == RUNNING
    now[0] = 2.0
    assert (replay.state, replay.left) == (DONE, 0)


@given(st.integers(0, 12))
def test_what_comes_after_is_begun_once_all_is_answered_and_not_before(halted_at: int):
    begun: list[int] = []
    gate = Gate(10, open_=True)

    def ask(done: Sequence[int]) -> Iterator[int]:
        for number in gate.ask(done):
            if number == halted_at and not done:
                job.stop()
            yield number

    job = Job("a", total=10, ask=ask)
    then: Callable[[], object] = lambda: begun.append(len(job.rows))  # noqa: E731
    job.start(then=then)
    job.join(10)
    assert begun == ([] if job.state == STOPPED else [10])
    if job.state == STOPPED:
        job.start(gate.ask, then)
        job.join(10)
    assert (job.state, begun) == (DONE, [10])
