"""Does the page stay usable with two thousand sections, and with two visitors at once?"""

from __future__ import annotations

import time

from playwright.sync_api import expect

from engine import ContextBudget, ContextSection, Scenario, dump_scenario
from engine.scenario.edits import change_section
from tests.browser.app import App
from tests.browser.conftest import Windows
from ui.samples import FIRST, shipped

START = shipped()[FIRST]
MANY = Scenario(
    title="Two thousand",
    sections=tuple(
        ContextSection(f"note {n}", f"Note {n} says: " + "more of it " * (n % 9), priority=n % 50)
        for n in range(2000)
    ),
    budget=ContextBudget(24_000, 2_000),
)
ANSWERS_WITHIN = 10  # seconds


def test_two_thousand_sections_are_usable(app: App):
    app.upload("many.json", dump_scenario(MANY))
    expect(app.page.locator(".ledger .scroller")).to_have_attribute("aria-rowcount", "2002")
    app.settle()

    def timed(what: str, answered) -> None:
        begun = time.monotonic()
        answered()
        assert time.monotonic() - begun < ANSWERS_WITHIN, what

    timed("a click on a row", lambda: app.select("note 3"))
    assert app.rows.count() < 200, "only the rows in view are in the document"
    app.page.locator(".ledger .scroller").focus()

    def to_the_end() -> None:
        app.page.keyboard.press("End")
        app.opens("note 1999")

    def pin() -> None:
        app.row("note 1999").locator(".pin-button").click()
        expect(app.row("note 1999").locator(".outcome")).to_contain_text("pinned")

    def undo() -> None:
        app.undo()
        expect(app.row("note 1999").locator(".outcome")).not_to_contain_text("pinned")

    timed("the key End", to_the_end)
    timed("a pin", pin)
    timed("undo", undo)


def test_two_visitors_do_not_see_each_others_edits(app: App, windows: Windows, app_url: str):
    other = App(windows.open().new_page(), app_url).open()
    changed = change_section(START, 3, priority=90)
    app.set_priority(START.sections[3].name, "90")
    app.shows(changed)
    other.select(START.sections[-1].name)
    other.shows(START)
    expect(other.button("↶")).to_be_disabled()
    other.set_priority(START.sections[3].name, "60")
    other.shows(change_section(START, 3, priority=60))
    app.select(START.sections[0].name)
    app.shows(changed)
    other.page.reload()
    other.settle()
    other.shows(change_section(START, 3, priority=60))
    app.page.reload()
    app.settle()
    app.shows(changed)
