"""Is every field above the maps operated by hand, and is what it holds read in full?"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from engine.routing.aims import AIMS
from tests.browser.app import App
from ui.route.controls import scorer_names, scorer_words
from ui.route.sets import TITLES, shipped_set, words

# The words of a select that stand wider than their place, and the rows that controls stand in.
CUT = """() => [...document.querySelectorAll(".stMain [data-testid=stSelectbox] input")]
  .filter(input => input.getBoundingClientRect().width > 0)
  .map(input => [input, document.createElement("canvas").getContext("2d")])
  .filter(([input, pen]) => {
    const look = getComputedStyle(input);
    pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
    return pen.measureText(input.value).width > input.getBoundingClientRect().width + 0.5;
  }).map(([input]) => input.value)"""
ROWS = """() => [...document.querySelectorAll(
  ".st-key-route_bar .stNumberInput input, .st-key-route_bar [data-testid=stSelectbox] input," +
  ".st-key-route_bar button[kind=primary]"
)].map(one => one.getBoundingClientRect())
  .filter(box => box.width).map(box => box.bottom)
  .sort((a, b) => a - b)
  .filter((bottom, at, all) => at === 0 || bottom - all[at - 1] > 30).length"""
OVER = """() => {
  const table = document.querySelector(".stMain .cp-table").getBoundingClientRect();
  return table.right - document.querySelector(".st-key-route_bar").getBoundingClientRect().right;
}"""


def go(app: App) -> App:
    app.page.get_by_role("link", name="Route").click()
    expect(app.page.locator("h1")).to_have_text("Route")
    app.page.locator(".st-key-map_1 .js-plotly-plot .main-svg").first.wait_for(timeout=45_000)
    return app.rest()


@pytest.fixture
def route(open_app: Callable[..., App]) -> App:
    """The Route page, reached from the start page by its link."""
    return go(open_app().rest())


def settled(app: App) -> None:
    app.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    expect(app.page.locator("[data-testid=stException]")).to_have_count(0)


def test_every_set_scorer_and_aim_is_chosen_by_hand_and_read_in_full(route: App):
    options = {
        "Query set": [words(shipped_set(name)) for name in reversed(TITLES)],
        "Scorer": [scorer_words(name) for name in scorer_names()],
        "Aim": [*AIMS[1:], AIMS[0]],
    }
    for label, names in options.items():
        for name in names:
            field = route.page.locator("[data-testid=stSelectbox]").filter(has_text=label)
            field.locator("input").click()
            field.locator("input").fill(name)  # a long list is drawn in part
            route.page.get_by_role("option", name=name, exact=True).click()
            expect(field.locator("input")).to_have_value(name)
            settled(route)
            assert route.page.evaluate(CUT) == []


@pytest.mark.parametrize("label", ["Threshold", "Margin", "OOS, %"])
def test_every_number_is_typed(route: App, label: str):
    field = route.page.get_by_label(label, exact=True)
    field.fill("0.25")
    field.press("Enter")
    settled(route)
    expect(field).to_have_value("0" if label == "OOS, %" else "0.250")
    route.undo()
    settled(route)


def test_the_costs_are_typed_and_the_tuned_gate_is_used(route: App):
    body = route.popover("Costs")
    for label in ("A wrong route", "Out of scope, and routed", "A needless fallback"):
        field = body.get_by_label(label, exact=True)
        field.fill("1.25")
        field.press("Enter")
        expect(body.get_by_label(label, exact=True)).to_have_value("1.25")
        settled(route)
    risk = body.get_by_label("Most of the routed that may be wrong, %", exact=True)
    risk.fill("15")
    risk.press("Enter")
    settled(route)
    route.page.keyboard.press("Escape")
    route.button("★ Use tuned").click()
    expect(route.button("★ Use tuned")).to_be_disabled()
    settled(route)


@pytest.mark.parametrize(("width", "presenter"), [(1024, False), (1440, True), (1024, True)])
def test_on_a_small_window_and_on_a_projector_controls_take_two_rows_and_nothing_is_cut(
    open_app: Callable[..., App], width: int, presenter: bool
):
    app = go(open_app(width=width, height=768 if width == 1024 else 900).rest())
    page = app.page
    if presenter:
        page.get_by_text("Presenter").click()
        app.rest()
    settled(app)
    assert page.evaluate(CUT) == []
    assert page.evaluate(ROWS) <= (3 if presenter and width == 1024 else 2)
    assert page.evaluate(OVER) <= 1
