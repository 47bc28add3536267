"""Does the first screen fit, at the sizes and in the themes people have?"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.app import App
from tests.browser.conftest import Windows
from ui.samples import FIRST, shipped

SEEN_AT_ONCE = {
    "the title": "h1",
    "the window": "[data-testid=stNumberInput]:has-text('Window, tokens')",
    "the usual sizes": "[data-testid=stSelectbox]:has-text('Usual sizes')",
    "the reserve": "[data-testid=stNumberInput]:has-text('Reserve, tokens')",
    "the counter": "[data-testid=stSelectbox]:has-text('Counter')",
    "the tiers": "[data-testid=stPopoverButton]:has-text('Tiers')",
    "the marks": "[data-testid=stPopoverButton]:has-text('Marks')",
    "the percentage": ".stMain .cp-percent",
    "the strip": ".st-key-strip .js-plotly-plot",
    "the ledger's head": ".ledger .row.head",
    "the ledger's last row": ".ledger .body .row >> nth=-1",
    "the ledger's total": ".ledger .row.total",
    "the views": "[data-testid=stSegmentedControl], [data-testid=stButtonGroup]",
    "the section's text": "textarea[aria-label^='text of']",
    "the tokens": ".tokens",
    "the switches": "[data-testid=stCheckbox]:has-text('May be trimmed')",
    "the gauge": ".cp-gauge",
    "the scenario": "[data-testid=stSelectbox]:has-text('Scenario')",
    "Open": "[data-testid=stPopoverButton]:has-text('Open')",
    "Export": "[data-testid=stPopoverButton]:has-text('Export')",
}


def test_what_leaves_this_machine_would_be_noticed(open_app: Callable[..., App], windows: Windows):
    app = open_app()
    assert any(url.startswith(app.url) for url in windows.asked)
    assert any(url.startswith("ws:") for url in windows.asked)
    assert windows.outside() == []
    app.page.evaluate("fetch('http://example.invalid/').catch(() => null)")
    assert windows.outside() == ["http://example.invalid/"]
    windows.asked.clear()


def test_all_of_it_is_seen_without_scrolling(app: App):
    app.shows(shipped()[FIRST])
    for what, selector in SEEN_AT_ONCE.items():
        box = app.page.locator(selector).first.bounding_box()
        assert box, what
        assert box["x"] >= 0, what
        assert box["y"] >= 0, what
        assert box["x"] + box["width"] <= 1440, what
        assert box["y"] + box["height"] <= 900, what


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_small_screen_nothing_is_cut_off_and_dark_is_dark(
    open_app: Callable[..., App], theme: str
):
    app = open_app(width=1024, height=768, theme=theme)
    app.shows(shipped()[FIRST])
    for within in ("html", ".stMain", ".ledger .scroller"):
        element = app.page.locator(within).first
        room, needed = element.evaluate("e => [e.clientWidth, e.scrollWidth]")
        assert needed <= room, within
    for box in app.page.locator("button:visible, input:visible, .js-plotly-plot").all():
        place = box.bounding_box()
        assert place is None or place["x"] + place["width"] <= 1024, box.inner_text()
    dark = theme == "dark"
    for part in (".stApp", ".stSidebar", ".ledger", ".tokens", "textarea"):
        assert (brightness(app, part, "backgroundColor") < 0.15) == dark, part
    for part in ("h1", ".ledger .title", ".tokens", "textarea", ".cp-gauge"):
        assert (brightness(app, part, "color") > 0.8) == dark, part
    words = app.page.locator(".st-key-strip .annotation-text").filter(has_text="free").first
    assert (luminance(words.evaluate("e => getComputedStyle(e).fill")) > 0.5) == dark


def brightness(app: App, selector: str, what: str) -> float:
    """How bright a colour of the first such element is, from 0 to 1."""
    element = app.page.locator(selector).first
    return luminance(element.evaluate(f"e => getComputedStyle(e).{what}"))


def luminance(colour: str) -> float:
    red, green, blue, *_ = (float(part) for part in re.findall(r"[\d.]+", colour))
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def test_presenter_makes_room_and_type_larger_and_travels_in_the_address(app: App):
    before = sizes(app)
    app.page.get_by_text("Presenter", exact=True).click()
    expect(app.page.locator(".stSidebar")).to_be_hidden()
    app.until(lambda: "big=1" in app.page.url, "the address says big=1")
    app.until(lambda: all(a > b for a, b in zip(sizes(app), before, strict=True)), "all is larger")
    app.page.reload()
    app.settle()
    expect(app.page.locator(".stSidebar")).to_be_hidden()
    app.page.get_by_text("Presenter", exact=True).click()
    expect(app.page.locator(".stSidebar")).to_be_visible()
    app.until(lambda: "big" not in app.page.url, "the address says so no more")


def sizes(app: App) -> list[float]:
    """The type of the percentage, the ledger, the text and the tokens, and the strip's height."""
    type_of = ".stMain .cp-percent", ".ledger .body .title", "textarea", ".tokens"
    found = [
        float(app.page.locator(one).first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)"))
        for one in type_of
    ]
    strip = app.page.locator(".st-key-strip .main-svg").first.bounding_box()
    return [*found, strip["height"] if strip else 0]
