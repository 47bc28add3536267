"""Does what a person changes on the Memory page hold: a fork, edits, facts, typed words?"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from engine.memory import fork
from engine.memory.presets import PRESETS
from tests.browser.app import LOADED, App
from tests.browser.memory_app import FIRST_LOSS, RUN, SUPPORT, open_memory, stands_at
from ui.memory.predict_question import FACTS


@pytest.fixture
def memory(open_app: Callable[..., App]) -> App:
    return open_memory(open_app)


def choose(app: App, label: str, option: str) -> None:
    """Choose in a box by its label, which may have help beside it."""
    app.rest().page.get_by_role("combobox", name=label, exact=True).click()
    app.page.get_by_role("option", name=option, exact=True).click()


def billed(column: Locator) -> int:
    return int(re.search(r"([\d,]+) input tokens", column.inner_text())[1].replace(",", ""))


def test_a_fork_says_what_it_is_for_and_is_compared_in_the_face_off(memory: App):
    page, same = memory.page, "Until then both runs are the same"
    memory.button("Fork here").locator("visible=true").click()
    expect(page.locator(".stMain")).to_contain_text(same)
    assert page.locator("[data-testid=stPopoverBody]").count() == 0
    choose(memory, f"Policy from turn {FIRST_LOSS}", "Full ladder")
    expect(page.locator(".stMain")).not_to_contain_text(same)
    expect(page.locator(".cp-legend")).to_contain_text("first run")
    memory.rest().view("Face-off")
    columns = page.locator(".cp-side")
    expect(columns).to_have_count(3)
    expect(columns.nth(1)).to_contain_text("This run, forked")
    policy = SUPPORT.policy
    ladder = PRESETS["full_ladder"].policy(policy.window, policy.reserve)
    forked = fork(RUN, FIRST_LOSS - 1, ladder)
    assert billed(columns.nth(1)) == forked[-1].billed
    memory.rest().button(f"End the fork of turn {FIRST_LOSS}").click()
    expect(columns.nth(1)).to_contain_text("Fold into summary")
    assert billed(columns.nth(1)) == RUN[-1].billed


def test_edits_pins_facts_and_typed_words_hold_and_survive_a_refresh(memory: App):
    page, said = memory.page, "Write to me at desk 9, please."
    memory.view("Edit")
    row = page.get_by_role("button", name=re.compile(r"^12 "))
    row.click()
    field = page.get_by_role("textbox", name="What it says")
    expect(field).to_have_value(SUPPORT.turns[11].text)
    memory.rest()
    field.fill(said)
    field.press("Control+Enter")
    expect(row).to_contain_text(said)
    memory.rest().button("Pin").click()
    expect(memory.button("Unpin")).to_be_visible()
    memory.rest()
    page.get_by_role("textbox", name="Its words").fill("BOX-771")
    sentence = page.get_by_role("textbox", name="Sentence to plant")
    sentence.fill("The parcel is BOX-771.")
    sentence.press("Tab")
    memory.rest().button("Plant before turn 12").click()
    expect(page.locator(".cp-fact")).to_contain_text("BOX-771")
    memory.rest().view("This run")
    words = page.get_by_role("textbox", name="Where did it go?")
    words.fill("BOX-771")
    words.press("Enter")
    life = page.locator(".st-key-below_run:not([data-retained])")
    expect(life).to_contain_text("BOX-771")
    memory.until(lambda: "draft=" in page.url, "the address names the draft")
    assert "BOX" not in page.url
    page.reload()
    memory.settle("run", LOADED)
    expect(life).to_contain_text("BOX-771")
    expect(words).to_have_value("BOX-771")
    # The pinned turn, now the 13th, is still there when all around it has left.
    memory.rest().page.keyboard.press("End")
    stands_at(memory, len(RUN) + 1)
    row = page.get_by_role("button", name=re.compile(r"^13 "))
    expect(row).to_contain_text("pinned")
    expect(row).to_contain_text(said)
    memory.view("Edit")
    expect(page.locator(".cp-fact")).to_contain_text("BOX-771")


def test_one_says_first_which_facts_will_be_gone(memory: App):
    page = memory.page
    page.keyboard.press("Home")
    stands_at(memory, 1)
    page.get_by_text("Predict first").click()
    expect(page.locator(".cp-query")).to_contain_text(f"At turn {FIRST_LOSS} the window")
    facts = page.locator(".stCheckbox").filter(has_text="said in")
    expect(facts).to_have_count(FACTS)
    # The picture behind it must not tell.
    expect(page.locator(".st-key-run")).to_have_count(0)
    memory.rest()
    facts.filter(has_text="€389.50").click()
    memory.rest().button("Reveal").click()
    expect(page.locator(".cp-verdict")).to_contain_text(f"of {FACTS} foreseen")
    row = page.locator(".cp-table tr").filter(has_text="€389.50")
    expect(row).to_contain_text("gone ✓")
    expect(row).to_contain_text("gone from everywhere")
    memory.rest().button(f"Look at turn {FIRST_LOSS}").click()
    stands_at(memory, FIRST_LOSS)


def test_back_leads_to_the_page_before_however_many_steps_one_took(open_app: Callable[..., App]):
    memory = open_app().rest()
    page = memory.page
    page.get_by_role("link", name="Memory").click()
    stands_at(memory.settle("run"), FIRST_LOSS)
    for number in (FIRST_LOSS + 1, FIRST_LOSS + 2, FIRST_LOSS + 3):
        page.keyboard.press("ArrowRight")
        stands_at(memory, number)
        memory.until(lambda n=number: f"turn={n}" in page.url, "the address says the turn")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Assemble")
    memory.settle()
    page.go_forward()
    stands_at(memory, FIRST_LOSS + 3)
