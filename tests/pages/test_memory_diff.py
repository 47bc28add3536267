"""Is each compaction shown: what left, what stands for it, which facts it cost, what comes back?"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.memory import Canary, Policy
from engine.memory.exchange import FATES, exchange
from engine.memory.presets import PRESETS
from engine.transcripts import Turn
from tests.pages.memory_page import html_of, open_memory, run
from ui.memory import diff_view as view
from ui.memory.marked import MOST, marked_after, marked_before
from ui.memory.runs import run_of
from ui.memory.shown import TURN
from ui.memory.talks import shipped_talks
from ui.palette import LIGHT
from ui.talk import Talk

VIEW = "Before and after"
HOSTILE = "<img src=x onerror=alert(1)> & `A-1`"


@pytest.fixture
def lists(monkeypatch):
    """What the list of rows was given at each run."""
    given = []

    def note(rows, name, palette, marks, **more):
        given.append({"rows": rows, "name": name, "marks": marks, **more})

    monkeypatch.setattr(view, "diff_list", note)
    return given


def chosen(at):
    return next(field for field in at.selectbox if field.label == "Compaction")


def words(cells):
    return ["".join(part.text for part in cell.parts) for cell in cells]


def test_it_shows_the_compaction_at_or_before_the_place(lists):
    at = open_memory(VIEW, turn=20)
    assert chosen(at).value == 18  # of 15, 19, 21 …
    run(at.button(key="step").click())
    assert chosen(at).value == 20
    run(at.button(key="home").click())
    assert chosen(at).value == 14  # nothing was compacted before: the first one


def test_choosing_one_goes_to_its_turn(lists):
    at = open_memory(VIEW)
    run(chosen(at).set_value(30))
    assert at.session_state[TURN] == 31
    assert lists[-1]["name"].endswith(" 30")


def test_its_counts_are_those_of_the_engine(lists):
    at = open_memory(VIEW, turn=21)
    talk = shipped_talks()["support_chat"]
    done = exchange(run_of(talk.turns, talk.policy)[20])
    html = html_of(at)
    assert f"<b>{done.tokens_before} → {done.tokens_after}</b> tokens" in html
    for fate in FATES:
        count = sum(told.fate == fate for told in view.counted(done))
        assert re.search(rf"{view.SIGNS[fate]} {count}</b>", html), fate
    assert "<td>fold</td><td>233</td><td>85</td>" in html
    shown = lists[-1]["rows"]
    assert [len(row.before) for row in shown] == [len(row.before) for row in done.rows]


def test_a_source_is_gone_to_and_the_compaction_is_there_for_whoever_comes_back(lists):
    at = open_memory(VIEW, turn=21)
    cell = lists[-1]["rows"][0].after[0]
    assert (cell.turns, cell.first) == ("5", 5)
    at.session_state[TURN], at.session_state[view.HELD] = 5, (20, 5)
    run(at)
    assert chosen(at).value == 20
    run(at.button(key="step").click())
    assert chosen(at).value == 14


def test_going_to_a_source_opens_the_run(monkeypatch):
    state = {}
    monkeypatch.setattr("ui.memory.player.st.session_state", state)
    view._to_source(5, 20)
    assert state == {"playing": False, TURN: 5, view.HELD: (20, 5), "memory_view": "This run"}


def test_what_was_cleared_is_restored_as_it_was(lists):
    talk = shipped_talks()["coding_agent"]
    ladder = PRESETS["full_ladder"].policy(talk.policy.window, talk.policy.reserve)
    at = open_memory(VIEW, replace(talk, policy=ladder), turn=30)
    assert "Can be restored: 8 pointers" in [box.label for box in at.expander]
    assert at.code[0].value == talk.turns[5].text
    pointer = next(field for field in at.selectbox if field.label == "Pointer")
    run(pointer.set_value(3))
    assert at.code[0].value == talk.turns[10].text
    assert "<td>clear tool results</td>" in html_of(at)


def test_what_was_written_down_outside_is_listed(lists):
    talk = shipped_talks()["support_chat"]
    ladder = PRESETS["full_ladder"].policy(talk.policy.window, talk.policy.reserve)
    at = open_memory(VIEW, replace(talk, policy=ladder), turn=21)
    assert "Written down outside the window" in html_of(at)
    assert "[4]</b> user: It is ORDER-4127" in html_of(at)


def test_a_run_without_compaction_says_so(lists):
    at = open_memory(VIEW, Talk("short", (Turn("user", "Hello"),), Policy(100)))
    assert "Nothing left the window in this run" in html_of(at)
    assert not lists


def test_words_of_the_user_are_shown_as_they_are(lists):
    turns = tuple(Turn("user", f"{HOSTILE} number {n}, never sold.") for n in range(9))
    for rungs in (("fold",), ("notes",), ("rolling_window",)):
        policy = Policy(90, target=0.5, buffer=0, rungs=rungs)
        at = open_memory(VIEW, Talk(HOSTILE, turns, policy, (Canary("rule", "never sold"),)))
        assert "<img" not in html_of(at)
    assert HOSTILE in words(lists[-1]["rows"][0].before)[0]


def test_words_that_still_stand_are_told_from_those_that_do_not():
    turns = (Turn("user", "Hi."), Turn("user", "The order A-1 is late. " + "Quite so. " * 90),
             *(Turn("user", f"And then number {n}.") for n in range(9)))  # fmt: skip
    policy = Policy(300, target=0.5, buffer=0, rungs=("fold",), summary_tokens=12)
    done = next(done for done in map(exchange, run_of(turns, policy)) if done.rows)
    old, new = done.rows[0].before[0], done.rows[0].after[0]
    before = marked_before(old, new.text)
    assert ("A-1", "kept") in [(part.text, part.mark) for part in before]
    cut = "".join(part.text for part in before if part.mark == "cut")
    assert "so" in cut
    assert before[-1].text.endswith(f"{len(old.text) - MOST:,} more characters")
    assert "".join(part.text for part in before[:-1]) == old.text[:MOST]
    assert "".join(part.text for part in marked_after(new, old.text)) == new.text


def test_every_fate_has_a_sign_a_line_and_a_colour_of_its_own():
    assert len({view._color(fate, LIGHT) for fate in FATES}) == len(FATES)
    assert len({view.SIGNS[fate] for fate in FATES}) == len(FATES)
    assert len({view.LINES[fate] for fate in FATES}) == len(FATES)
