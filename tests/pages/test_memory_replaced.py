"""Does the Memory page show what another value replaced, and what expired, for what they are?"""

from __future__ import annotations

import json
from dataclasses import replace

from engine.memory import Policy
from engine.transcripts import Turn
from tests.pages.memory_page import figures, html_of, open_memory, run
from ui.memory.shown import PHRASE
from ui.memory.talks import shipped_talks
from ui.state import KEY
from ui.talk import Talk

PLAN = shipped_talks()["planning_chat"]
NEW = 18  # the turn that says 700


def at_turn(view: str, number: int, phrase: str = "500"):
    at = open_memory(view, "planning_chat", number)
    at.session_state[PHRASE] = phrase
    return run(at)


def test_the_search_shows_the_old_value_as_superseded_from_the_turn_of_the_new_one():
    at = at_turn("This run", NEW)
    body = html_of(at)
    assert "500: superseded by 700 euros at turn 18; the summary still has the old words" in body
    assert "500: gone" not in body
    layout = json.loads(figures(at)["below_run"])["layout"]
    assert any("superseded by 700 euros from turn 18" in note["text"]
               for note in layout["annotations"])  # fmt: skip
    before = html_of(at_turn("This run", NEW - 1))
    assert "superseded by" not in before
    jump = at_turn("This run", 5).button(key="to_loss")
    assert jump.label == "Superseded at turn 18"
    assert "turn 18 " in html_of(run(jump.click()))


def test_the_same_figure_of_something_else_stays_what_it_is():
    turns = tuple(Turn("user", text) for text in (
        "The budget is 500 euros.", "The hall holds 500 people.", "The budget is now 700 euros.",
    ))  # fmt: skip
    at = open_memory("This run", Talk("two", turns, Policy(900)), 3)
    at.session_state[PHRASE] = "500"
    run(at)
    assert "superseded" not in html_of(at)


def test_before_and_after_marks_the_old_value_apart():
    at = at_turn("Before and after", 19)
    assert "» 1</b>" not in html_of(at)  # its turn had left before
    turns = tuple(Turn("user", text) for text in (
        "Hello.", "The budget is 500 euros.", "The budget is now 700 euros.", "word " * 60, "Go.",
    ))  # fmt: skip
    policy = Policy(70, rungs=("rolling_window",))
    body = html_of(open_memory("Before and after", Talk("own", turns, policy), 4))
    assert "» 1</b>" in body
    assert ">superseded</span>" in body


def test_the_list_of_facts_says_by_what_each_was_replaced_and_takes_words_for_it():
    at = open_memory("Edit", "planning_chat", 20)
    assert "superseded by 38 people at turn 16" in html_of(at)
    at.text_input(key="fact_phrase").set_value("The parish hall").run()
    at.text_input(key="fact_replaced").set_value("the notes").run()
    run(at.button(key="follow_fact").click())
    fact = at.session_state[KEY].talk.canaries[-1]
    assert (fact.phrase, fact.superseded_by) == ("The parish hall", "the notes")
    assert at.text_input(key="fact_replaced").value == ""


def test_a_superseded_fact_is_not_asked_about():
    at = open_memory("This run", "planning_chat", 17)
    at.toggle(key="predict_loss").set_value(True)
    run(at)
    labels = " ".join(box.label for box in at.checkbox)
    assert labels
    assert "budget is 500" not in labels
    assert "24 people" not in labels


def test_results_expire_when_a_time_is_set_and_it_is_told():
    at = open_memory("This run", "support_chat", 24)
    shown = html_of(at)
    assert "results expired" not in shown
    field = next(one for one in at.number_input if one.label.startswith("Tool results expire"))
    run(field.set_value(1800.0))
    assert at.session_state[KEY].talk.policy.result_ttl == 1800
    shown = html_of(at)
    assert "results expired" in shown
    assert "turn 20 expired: 78 → 11 tokens (ttl)" in shown
    field = next(one for one in at.number_input if one.label.startswith("Tool results expire"))
    run(field.set_value(0.0))
    assert at.session_state[KEY].talk.policy == shipped_talks()["support_chat"].policy
    assert not any("has a time" in caption.value for caption in at.caption)


def test_a_conversation_without_times_says_that_nothing_expires():
    talk = replace(PLAN, policy=replace(PLAN.policy, result_ttl=60.0, name=""))
    at = open_memory("This run", talk, 5)
    assert any("No tool result of this conversation has a time" in caption.value
               for caption in at.caption)  # fmt: skip
