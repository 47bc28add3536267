"""Are turns edited, added, deleted and pinned, facts planted and followed, and all of it undone?"""

from __future__ import annotations

import pytest

from engine.transcripts import pair_calls
from tests.pages.memory_page import html_of, open_memory, run
from ui.memory.edit_view import FACT_KIND, FACT_PHRASE, FACT_SENTENCE, NEW_ROLE, NEW_TEXT
from ui.memory.shown import TURN
from ui.memory.talks import shipped_talks
from ui.state import KEY

SHIPPED = shipped_talks()["support_chat"]
HOSTILE = "<img src=x onerror=alert(1)> $x$ **b**"


def talk(at):
    return at.session_state[KEY].talk


def press(at, label):
    return run(next(b for b in at.button if b.label.startswith(label)).click())


def fill(at, **fields):
    for key, value in fields.items():
        kinds = (at.text_input, at.text_area, at.selectbox)
        next(f for kind in kinds for f in kind if f.key == key).set_value(value)


@pytest.fixture
def page():
    return open_memory("Edit", turn=12)


def test_a_text_is_changed_and_undone(page):
    area = next(f for f in page.text_area if f.label == "What it says")
    assert area.value == SHIPPED.turns[11].text
    run(area.set_value("I would rather be called."))
    assert talk(page).turns[11].text == "I would rather be called."
    assert page.session_state[TURN] == 12
    assert (
        "Support, 40 turns, edited"
        in next(s for s in page.selectbox if s.label == "Conversation").options
    )
    run(page.button(key="undo").click())
    assert talk(page).turns is SHIPPED.turns
    assert page.session_state[TURN] == 12


def test_an_empty_text_is_refused_and_nothing_is_lost(page):
    run(next(f for f in page.text_area if f.label == "What it says").set_value("  "))
    assert "The conversation was not changed." in html_of(page)
    assert talk(page).turns is SHIPPED.turns
    assert next(f for f in page.text_area if f.label == "What it says").value.strip()


def test_a_turn_is_added_and_deleted(page):
    fill(page, **{NEW_ROLE: "assistant", NEW_TEXT: HOSTILE})
    press(page, "After it")
    assert page.session_state[TURN] == 13
    assert talk(page).turns[12].text == HOSTILE
    assert talk(page).turns[13] is SHIPPED.turns[12]
    assert "<img" not in html_of(page)
    press(page, "Delete")
    assert talk(page).turns == SHIPPED.turns


def test_a_call_is_deleted_with_its_results(page):
    calls = next(g for g in pair_calls(SHIPPED.turns).groups if len(g) > 1)
    at = open_memory("Edit", turn=calls[0] + 1)
    press(at, "Delete with turn")
    assert len(talk(at).turns) == len(SHIPPED.turns) - len(calls)


def test_pins_follow_and_hold(page):
    press(page, "Pin")
    assert talk(page).policy.pinned == ("12",)
    fill(page, **{NEW_TEXT: "One more."})
    press(page, "Before turn 12")
    assert talk(page).policy.pinned == ("13",)
    run(page.session_state.__setitem__(TURN, 13) or page)
    press(page, "Unpin")
    assert talk(page).policy.pinned == ()


def test_what_always_stays_cannot_be_unpinned():
    at = open_memory("Edit", turn=1)
    assert next(b for b in at.button if b.label == "Unpin").disabled


def test_a_fact_is_planted_followed_and_dropped(page):
    fill(page, **{FACT_KIND: "identifier", FACT_PHRASE: "Q-77", FACT_SENTENCE: "It is Q-77."})
    press(page, "Plant before turn 12")
    assert talk(page).turns[11].text == "It is Q-77."
    assert talk(page).canaries[-1].phrase == "Q-77"
    assert "Q-77" in html_of(page)
    run(next(s for s in page.selectbox if s.label == "Fact").set_value(len(SHIPPED.canaries)))
    press(page, "Drop")
    assert [canary.phrase for canary in talk(page).canaries] == [
        canary.phrase for canary in SHIPPED.canaries
    ]


def test_a_fact_of_the_text_is_followed_and_one_that_is_not_there_refused(page):
    fill(page, **{FACT_KIND: "preference", FACT_PHRASE: "I teach all day"})
    press(page, "Follow what a turn says")
    assert talk(page).canaries[-1].phrase == "I teach all day"
    fill(page, **{FACT_PHRASE: "never there"})
    press(page, "Follow what a turn says")
    assert "No turn says &#x27;never there&#x27;" in html_of(page)
    fill(page, **{FACT_PHRASE: "A-1", FACT_SENTENCE: "It is B-2."})
    press(page, "Plant before turn 12")
    assert "does not say" in html_of(page)


def test_a_fork_goes_on_from_its_turn():
    at = open_memory("Edit", turn=12)
    press(at, "Fork here")
    assert talk(at).fork.at == 12
    fill(at, **{NEW_TEXT: "One more."})
    press(at, "Before turn 12")
    assert talk(at).fork.at == 13
