"""Do settings stand in the address, survive a reload, and open for someone else?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from engine.scenario.edits import change_section, set_budget
from engine.scenario.settings import apply_settings
from tests.browser.app import App
from tests.browser.conftest import Windows
from tests.conftest import serve_app
from ui.samples import FIRST, shipped

START = shipped()[FIRST]


def asked(app: App) -> dict[str, str]:
    """What stands in the address."""
    return {key: values[-1] for key, values in parse_qs(urlsplit(app.page.url).query).items()}


def test_a_window_that_is_set_stands_in_the_address_and_survives_a_reload(app: App):
    app.set_number("Window, tokens", 1000)
    app.shows(set_budget(START, window=1000))
    app.until(lambda: asked(app) == {"window": "1000"}, "the address says window=1000")
    app.page.reload()
    app.settle()
    app.shows(set_budget(START, window=1000))
    expect(app.page.get_by_label("Window, tokens", exact=True)).to_have_value("1000")


def test_a_typed_text_survives_a_reload_and_is_in_nobody_elses_link(app: App):
    last = START.sections[-1]
    app.select(last.name)
    app.editor.press("Control+End")
    app.page.keyboard.type(" Answer in verse.")
    changed = change_section(START, len(START.sections) - 1, text=last.text + " Answer in verse.")
    app.shows(changed)
    app.until(lambda: "draft" in asked(app), "the address names the draft")
    assert "draft" not in link(app)
    app.page.reload()
    app.settle()
    app.shows(changed)
    app.select(last.name)
    expect(app.editor).to_have_value(changed.sections[-1].text)


def test_what_is_out_of_range_in_an_address_is_clamped_and_said(open_app: Callable[..., App]):
    app = open_app("?window=300&reserve=900&red=140&counter=abacus&view=Nowhere&scenario=none")
    settings = {"window": "300", "reserve": "900", "red": "140", "counter": "abacus"}
    clamped, notes = apply_settings(START, settings)
    app.shows(clamped)
    for note in (*notes, "no scenario is called none"):
        expect(app.notice).to_contain_text(note)
    app.until(lambda: asked(app).get("reserve") == "299", "the address is set right")


def test_a_link_opens_the_same_settings_for_someone_else(
    open_app: Callable[..., App], windows: Windows, app_url: str
):
    app = open_app("?scenario=tight_budget&tiers=off&amber=55&view=What+is+sent")
    app.set_number("Window, tokens", 170)
    expected, _ = apply_settings(
        shipped()["tight_budget"], {"window": "170", "tiers": "off", "amber": "55"}
    )
    app.shows(expected)
    address = link(app)
    assert address.startswith(app_url)
    other = App(windows.open().new_page(), app_url)
    other.page.goto(address)
    other.settle().shows(expected)
    expect(other.page.get_by_role("radio", name="What is sent")).to_be_checked()
    assert asked(other) == asked(app)


def link(app: App) -> str:
    """What the Link popover offers."""
    shown = app.popover("Link").locator("code").inner_text()
    app.page.keyboard.press("Escape")
    return shown.strip()


@pytest.mark.parametrize("path", ["assemble", ""])
def test_the_first_visit_after_a_start_may_be_a_deep_link(
    open_app: Callable[..., App], tmp_path: Path, path: str
):
    with serve_app(tmp_path / "log") as url:
        app = open_app(f"{path}?window=2000", url=url)
        wider = set_budget(START, window=2000)
        app.shows(wider)
        link_here = app.page.locator("[data-testid=stPageLink-NavLink]").filter(has_text="Assemble")
        expect(link_here).to_be_visible()
        assert asked(app) == {"window": "2000"}
        changed = change_section(wider, 3, priority=90)
        app.set_priority(START.sections[3].name, "90")
        app.shows(changed)
        app.page.reload()
        app.settle()
        app.shows(changed)
        link_here.click()
        app.shows(changed)
        app.set_number("Window, tokens", 1500)
        app.shows(set_budget(changed, window=1500))
        close(app)


def close(app: App) -> Any:
    """Leave the server before it stops, or the tab reports that it is gone."""
    return app.page.goto("about:blank")
