"""Is what is typed into a section counted at once, kept, and undone as one step?"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engine import Scenario, count_tokens
from engine.scenario.edits import change_section
from engine.scenario.ledger import keep_ledger
from tests.browser.app import App
from ui.samples import FIRST, shipped

START = shipped()[FIRST]
OUT = next(row for row in keep_ledger(START).rows if row.outcome == "dropped")
NAME, TEXT = OUT.section.name, OUT.section.text


def typed(words: str, scenario: Scenario = START) -> Scenario:
    """The scenario with these words behind the text of the section."""
    return change_section(scenario, OUT.index, text=TEXT + words)


def type_behind(app: App, words: str) -> None:
    app.editor.click()
    app.page.keyboard.press("Control+End")
    app.page.keyboard.type(words)


def test_the_count_follows_while_one_types_and_two_bursts_are_one_step(app: App):
    app.select(NAME)
    so_far = TEXT
    for words in (" and", " more"):
        type_behind(app, words)
        so_far += words
        expect(app.count).to_contain_text(f"{count_tokens(so_far, START.tokenizer):,} tokens")
        expect(app.editor).to_be_focused()
    app.shows(typed(" and more"))
    app.undo()
    app.shows(START)
    expect(app.editor).to_have_value(TEXT)
    expect(app.button("↶")).to_be_disabled()


def test_the_next_section_right_after_typing_loses_nothing(app: App):
    app.select(NAME)
    type_behind(app, " last words")
    other = START.sections[0]
    app.row(other.name).locator(".name").click()
    app.opens(other.name)
    expect(app.editor).to_have_value(other.text)
    app.shows(typed(" last words"))
    app.select(NAME)
    expect(app.editor).to_have_value(TEXT + " last words")
    app.select(other.name)
    expect(app.editor).to_have_value(other.text)


@pytest.mark.parametrize("view", ["Across budgets", "What is sent"])
def test_another_view_right_after_typing_loses_nothing(app: App, view: str):
    app.select(NAME)
    type_behind(app, " last words")
    app.view(view)
    expect(app.editor).to_have_count(0)
    app.shows(typed(" last words"))
    app.view("Section")
    expect(app.editor).to_have_value(TEXT + " last words")


def test_ctrl_z_in_the_text_takes_back_the_typing_and_nothing_else(app: App):
    higher = change_section(START, OUT.index, priority=90)
    app.set_priority(NAME, "90")
    app.shows(higher)
    app.opens(NAME)
    type_behind(app, " x")
    app.page.keyboard.press("Control+z")  # before the typing was sent
    expect(app.editor).to_have_value(TEXT)
    type_behind(app, " more")
    app.shows(typed(" more", higher))
    app.page.keyboard.press("Control+z")
    expect(app.editor).to_have_value(TEXT)
    app.select("task")  # what a wrong undo would have done is seen by now
    app.shows(higher)


@pytest.mark.parametrize("field", ["the priority", "the window", "a pasted text"])
def test_ctrl_z_in_a_field_undoes_nothing_outside_it(app: App, field: str):
    higher = change_section(START, OUT.index, priority=90)
    app.set_priority(NAME, "90")
    app.shows(higher)
    if field == "the priority":
        place = app.row(NAME).locator("input")
    elif field == "the window":
        place = app.page.get_by_label("Window, tokens", exact=True)
    else:
        place = app.popover("Open").locator("textarea")
    place.click()
    app.page.keyboard.type("5")
    app.page.keyboard.press("Control+z")
    app.page.keyboard.press("Escape")
    app.select("task")  # what a wrong undo would have done is seen by now
    expect(app.row(NAME).locator(".priority")).to_have_text("90")


def test_ctrl_z_outside_a_field_undoes_and_with_shift_redoes(app: App):
    higher = change_section(START, OUT.index, priority=90)
    app.set_priority(NAME, "90")
    app.shows(higher)
    app.page.keyboard.press("Control+z")
    app.shows(START)
    app.page.keyboard.press("Control+Shift+z")
    app.shows(higher)
