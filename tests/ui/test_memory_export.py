"""Is what leaves the Memory page what was shown when it was clicked?"""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.memory import Policy
from engine.transcripts import load_transcript
from ui.memory.export_menu import (
    Latest,
    _written,
    life_csv,
    policy_json,
    program,
    run_csv,
    window_as,
)
from ui.memory.runs import conversation_of, forked_run, run_of
from ui.memory.shown import Shown
from ui.memory.talks import shipped_talks
from ui.talk import Fork

ROOT = Path(__file__).parents[2]


def shown(name="support_chat", at=20, fork=None):
    talk = replace(shipped_talks()[name], fork=fork)
    first = run_of(talk.turns, talk.policy)
    run = first if fork is None else forked_run(first, fork)
    return Shown(talk, conversation_of(talk.turns), run, first, at, "concertina")


@pytest.mark.parametrize("format", ["openai_chat", "anthropic", "plain"])
@pytest.mark.parametrize("name", list(shipped_talks()))
def test_the_window_is_read_back(name, format):
    look = shown(name)
    back = load_transcript(window_as(format, look))
    assert back.format == format
    texts = sorted("".join(turn.text.split()) for turn in back.turns)
    window = sorted("".join(t.text.split()) for t in look.snapshot.window if t.text.strip())
    if format == "openai_chat":
        assert len(back.turns) == len(window)
    assert "".join(sorted("".join(texts))) == "".join(sorted("".join(window)))


def test_the_tables_say_what_the_run_says():
    look = shown()
    rows = list(csv.DictReader(io.StringIO(run_csv(look))))
    assert [int(row["window_tokens"]) for row in rows] == look.tables.totals.tolist()
    lives = list(csv.DictReader(io.StringIO(life_csv(look))))
    phrases = {canary.phrase for canary in look.talk.canaries} | {"concertina"}
    assert {row["phrase"] for row in lives} == phrases
    assert Policy(**json.loads(policy_json(look))) == look.talk.policy


def test_the_program_replays_a_forked_run():
    other = replace(shipped_talks()["support_chat"].policy, rungs=("rolling_window",))
    look = shown(fork=Fork(22, other))
    done = subprocess.run(
        [sys.executable, "-"], input=program(look), capture_output=True, text=True, check=False,
        cwd=ROOT, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for snapshot in look.run:
        assert (
            f"turn {snapshot.number}: {snapshot.token_count} of {snapshot.usable} tokens"
            in done.stdout
        )
    lost = [line.lost_at + 1 for line in look.lines.values() if line.lost_at is not None]
    assert all(f"lost at turn {number}" in done.stdout for number in lost)


def test_a_button_drawn_before_gives_what_is_shown_when_it_is_clicked():
    held = Latest()
    assert _written(held, run_csv) == ""
    held.shown = shown(at=3)
    early = _written(held, lambda look: window_as("plain", look))
    held.shown = shown(at=30)
    assert _written(held, lambda look: window_as("plain", look)) != early
