"""Are four facts asked for, and does the answer agree with what the run did?"""

from __future__ import annotations

import pytest

from engine import Turn
from engine.memory import PRESETS, lifeline
from engine.memory.loss import ACTS
from tests.pages.memory_page import html_of, open_memory, run
from ui.memory.player import PLAYING
from ui.memory.predict_pane import PREDICT
from ui.memory.runs import run_of
from ui.memory.shown import TURN
from ui.memory.talks import shipped_talks
from ui.talk import Talk

HOSTILE = "<img src=x onerror=alert(1)> $x$ **b**"


def predicting(talk="support_chat", turn=1):
    at = open_memory("This run", talk, turn)
    return run(next(t for t in at.toggle if t.label == "Predict first").set_value(True))


def press(at, label):
    return run(next(b for b in at.button if b.label.startswith(label)).click())


def asked_at(run_, turn):
    return next(
        snapshot.index
        for snapshot in run_[turn:]
        if any(event.kind in ACTS for event in snapshot.events)
    )


@pytest.mark.parametrize("name", list(shipped_talks()))
def test_every_shipped_conversation_asks_at_each_compaction(name):
    talk = shipped_talks()[name]
    run_ = run_of(talk.turns, talk.policy)
    at = predicting(name)
    index = asked_at(run_, 1)
    assert f"At turn {index + 1:,} the window is made smaller" in html_of(at)
    boxes = [c for c in at.checkbox if c.key.startswith("gone_")]
    assert 1 <= len(boxes) <= 4
    phrases = [box.key.split("_", 2)[2] for box in boxes]
    truth = [not lifeline(run_, phrase).survives(index) for phrase in phrases]
    assert "foreseen" not in html_of(at)
    for box, gone in zip(boxes, truth, strict=True):
        box.set_value(gone)
    press(at, "Reveal")
    assert f"{len(boxes)} of {len(boxes)} foreseen" in html_of(at)
    press(at, "Next compaction")
    assert at.session_state[TURN] == index + 1
    assert "foreseen" not in html_of(at)


def test_while_one_predicts_no_other_turn_is_named_and_nothing_plays():
    at = open_memory("This run", "support_chat", 3)
    run(at.button(key="play").click())
    run(next(t for t in at.toggle if t.label == "Predict first").set_value(True))
    assert not at.session_state[PLAYING]
    assert 'class="cp-turn"' not in html_of(at)
    assert "step" not in [button.key for button in at.button]
    run(next(t for t in at.toggle if t.label == "Predict first").set_value(False))
    assert 'class="cp-turn"' in html_of(at)


def test_nothing_ticked_misses_what_was_lost():
    talk = shipped_talks()["support_chat"]
    index = asked_at(run_of(talk.turns, talk.policy), 1)
    at = predicting()
    total = len([c for c in at.checkbox if c.key.startswith("gone_")])
    press(at, "Reveal")
    html = html_of(at)
    assert "left the window" in html
    lost = html.count("gone from everywhere</b>") + html.count("altered</b>")
    assert f"{total - lost} of {total} foreseen" in html
    press(at, f"Look at turn {index + 1}")
    assert not at.session_state[PREDICT]
    assert at.session_state[TURN] == index + 1


def test_after_the_last_compaction_one_may_begin_again():
    at = predicting(turn=40)
    assert any("No compaction comes after" in m.value for m in at.markdown)
    press(at, "From the first turn")
    assert at.session_state[TURN] == 1


def test_facts_of_ones_own_text_are_found_and_shown_literally():
    turns = tuple(
        Turn("user", f"Order {HOSTILE} ZX-{n} costs €{n}.50, bring it on {n + 1} May.")
        for n in range(20)
    )
    at = predicting(Talk("own", turns, PRESETS["rolling_window"].policy(220, 20)))
    boxes = [c for c in at.checkbox if c.key.startswith("gone_")]
    assert len(boxes) == 4
    press(at, "Reveal")
    assert "<img" not in html_of(at)
    assert "of 4 foreseen" in html_of(at)


def test_a_text_without_facts_says_so():
    turns = tuple(Turn("user", "la " * 30) for _ in range(10))
    at = predicting(Talk("own", turns, PRESETS["rolling_window"].policy(120, 20)))
    assert any("No fact is known" in m.value for m in at.markdown)
