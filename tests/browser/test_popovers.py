"""Does looking into a popover change nothing, then or later?

A closed popover's fields stay in the browser, which goes on sending the values they had.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.app import App
from ui.samples import FIRST, shipped

START = shipped()[FIRST]


@pytest.mark.parametrize("label", ["More fields", "Marks", "Tiers"])
def test_looking_into_a_popover_changes_nothing_afterwards(app: App, label: str):
    app.select("get_order result")
    app.popover(label)
    app.page.keyboard.press("Escape")
    expect(app.page.locator("[data-testid=stPopoverBody]")).to_have_count(0)
    for name in ("policy: damage", "memory: customer", "rules"):
        app.select(name)
    app.shows(START)
    app.set_priority("policy: late", "90")
    app.select("task")
    app.undo()
    app.shows(START)
