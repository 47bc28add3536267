"""Does what leaves a run say the same as the run, and does the program run?"""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn
from engine.memory import PRESETS, Canary, Policy, fork, lifeline, replay
from engine.memory.export import to_life_csv, to_policy_json, to_python, to_run_csv
from engine.transcripts import Usage
from tests.engine.memory.talks import talks

ROOT = Path(__file__).parents[3]
HOSTILE = "He said \"=1+1\",\n''' <b>x</b> \\ {y} \N{SNOWMAN}\x00"


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


@settings(max_examples=40)
@given(talks(), st.sampled_from(list(PRESETS)))
def test_the_rows_add_up_to_the_run(turns, name):
    window = 40_000 if name == "auto_compact" else 60
    run = replay(turns, PRESETS[name].policy(window, 10))
    table = rows(to_run_csv(run))
    assert [int(row["turn"]) for row in table] == [snapshot.number for snapshot in run]
    for row, snapshot in zip(table, run, strict=True):
        tiers = [int(row[key]) for key in row if key in TIER_COLUMNS]
        assert sum(tiers) == int(row["window_tokens"]) == snapshot.token_count
        assert row["zone"] == snapshot.zone
        assert row["events"].count(" | ") == len(snapshot.events) - 1


TIER_COLUMNS = ("static_tokens", "retrieved_tokens", "history_tokens", "scratch_tokens")


def test_life_lines_have_a_row_a_span():
    turns = [Turn("user", "Hello."), Turn("user", HOSTILE + " A-1")]
    turns += [Turn("user", f"Message number {number} of some length.") for number in range(6)]
    run = replay(turns, Policy(40, rungs=("rolling_window",)))
    lines = [lifeline(run, "A-1"), lifeline(run, "never there")]
    table = rows(to_life_csv(lines, [Canary("identifier", "A-1")]))
    assert [row["state"] for row in table] == ["verbatim", "gone", "never said"]
    assert table[0]["kind"] == "identifier"
    assert int(table[1]["first_turn"]) == int(table[0]["last_turn"]) + 1
    assert table[1]["lost_at_turn"] == table[1]["first_turn"]
    assert "left the window" in table[1]["by"]


@given(st.sampled_from(list(PRESETS)), st.integers(60_000, 200_000))
def test_a_policy_comes_back(name, window):
    policy = PRESETS[name].policy(window, 1_000)
    assert Policy(**json.loads(to_policy_json(policy))) == policy


def test_the_program_prints_the_run():
    when = datetime(2026, 3, 1, tzinfo=UTC)
    turns = [
        Turn("system", HOSTILE),
        *(
            Turn("user", f"Message {n}: {HOSTILE}", id=f"u{n}", timestamp=when + timedelta(hours=n))
            for n in range(8)
        ),
        Turn("assistant", 'f({"a":1})', call_ids=("c",), call_names=("f",), usage=Usage(5, 0, 2)),
        Turn("tool", "done", result_of="c", name="f"),
    ]
    policy, other = Policy(120, 10, pinned=("3",)), Policy(60, rungs=("fold",), name=HOSTILE[:9])
    run = fork(replay(turns, policy), 5, other)
    program = to_python(turns, policy, "chars/4", ["Message 2", "done"], (6, other))
    printed = subprocess.run(
        [sys.executable, "-"], input=program, capture_output=True, text=True, cwd=ROOT, check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert printed.returncode == 0, printed.stderr
    for snapshot in run:
        assert (
            f"turn {snapshot.number}: {snapshot.token_count} of {snapshot.usable} tokens, "
            f"{snapshot.zone}" in printed.stdout
        )
        for event in snapshot.events[1:]:
            assert event.sentence in printed.stdout
    assert "Message 2: " in printed.stdout.splitlines()[-2]
