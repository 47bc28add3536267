"""Does a person find a wrong query, put it right, and see what a gate of their own costs?"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from engine.routing import LabelledQuery, relabel
from engine.routing.aims import Gate
from engine.scenario.routing import Routing
from tests.browser.app import App
from ui.palette import OUTCOMES
from ui.route.outcomes import RIGHT, WRONG, outcomes_of
from ui.route.query_table import MISROUTED, rows_listed
from ui.route.sets import shipped_set
from ui.route.shown import Shown, look

ROUTING = Routing()
HEAD, ROW = 35, 35  # px high: the head of the table, and each of its rows

# Where the scatter draws a row, or where a pair of numbers lies in it.
AT_ROW = """([key, row]) => {
  const chart = document.querySelector(`[class*=st-key-${key}] .js-plotly-plot`);
  const { xaxis, yaxis } = chart._fullLayout;
  const box = chart.getBoundingClientRect();
  for (const trace of chart._fullData) {
    const at = Array.from(trace.customdata || []).indexOf(row);
    if (at < 0) continue;
    return [box.x + xaxis._offset + xaxis.l2p(trace.x[at]),
            box.y + yaxis._offset + yaxis.l2p(trace.y[at])];
  }
  return null;
}"""
AT = """([key, x, y]) => {
  const chart = document.querySelector(`[class*=st-key-${key}] .js-plotly-plot`);
  const { xaxis, yaxis } = chart._fullLayout;
  const box = chart.getBoundingClientRect();
  return [box.x + xaxis._offset + xaxis.l2p(x), box.y + yaxis._offset + yaxis.l2p(y)];
}"""


@pytest.fixture
def route(open_app: Callable[..., App]) -> App:
    """The Route page, reached from the start page by its link."""
    app = open_app().rest()
    app.page.get_by_role("link", name="Route").click()
    expect(app.page.locator("h1")).to_have_text("Route")
    drawn(app, "map_1")
    return app.rest()


@pytest.fixture(scope="module")
def shown() -> Shown:
    return look(shipped_set(ROUTING.queries), ROUTING)


def drawn(app: App, key: str) -> Locator:
    chart = app.page.locator(f"[class*=st-key-{key}] .js-plotly-plot .main-svg").first
    chart.wait_for(timeout=45_000)  # the first figure brings the chart library with it
    return chart


def click_row(app: App, number: int) -> None:
    """Click on the text in a row of the table."""
    table = app.page.locator("[data-testid=stDataFrame]")
    table.scroll_into_view_if_needed()
    place = {"x": 120, "y": HEAD + ROW * number + ROW / 2}
    table.hover(position=place)  # the table finds out what is pointed at before the click
    app.rest()
    table.click(position=place)


def counts_are(app: App, shown: Shown) -> None:
    """Wait until the counts by outcome are those of the held-out queries."""
    outcome = outcomes_of(shown.test.judged, shown.gate).tolist()
    expect(app.page.locator(".cp-counts > span:not(.cp-muted) > b:last-child")).to_have_text(
        [f"{outcome.count(kind):,}" for kind in range(len(OUTCOMES))]
    )


def opened(app: App, query: LabelledQuery) -> None:
    expect(app.page.locator(".cp-query .cp-name")).to_have_text(query.text)


def test_a_wrong_query_is_opened_relabelled_and_the_numbers_move(route: App, shown: Shown):
    counts_are(route, shown)
    numbers = route.page.locator(".cp-table .cp-aim td")
    before = numbers.all_inner_texts()
    rows = rows_listed(shown.test, shown.gate, MISROUTED)
    # One wrong intent that is not the first, which is open already.
    click_row(route, 2)
    row = int(rows[2])
    query = shown.test.queries[row]
    opened(route, query)
    expect(route.page.locator(".cp-query")).to_contain_text(f"truth {query.intents[0]}")
    # A second click on it opens nothing else.
    click_row(route, 2)
    opened(route, query)

    best = shown.scored.intents[shown.test.scored.best[row]]
    field = route.page.locator(".st-key-query_truth_field")
    field.locator("input").click()
    field.locator("input").fill(best)
    route.page.get_by_role("option", name=best, exact=True).click()
    route.page.keyboard.press("Escape")
    route.button("Relabel").click()
    edited = relabel(shown.queries, int(shown.test.rows[row]), (best,))
    counts_are(route, look(edited, ROUTING))
    expect(route.page.locator(".cp-query")).to_contain_text("routed right")
    route.until(lambda: numbers.all_inner_texts() != before, "the numbers moved")
    route.undo()
    counts_are(route, shown)
    expect(numbers).to_have_text(before)


def test_a_click_in_the_scatter_lists_the_query_and_a_second_one_keeps_it(route: App, shown: Shown):
    part = shown.test
    outcome = outcomes_of(part.judged, shown.gate)
    row = next(int(row) for row in rows_listed(part, shown.gate, MISROUTED)
               if outcome[row] == WRONG)  # fmt: skip
    drawn(route, "scatter_0").scroll_into_view_if_needed()
    for _ in range(2):
        route.rest()
        x, y = route.until(lambda: route.page.evaluate(AT_ROW, ["scatter_0", row]), "it is drawn")
        route.page.mouse.click(x, y)
        expect(route.button("Clear 1 selected")).to_be_visible()
        opened(route, part.queries[row])
    route.button("Clear 1 selected").click()
    expect(route.button("Clear 1 selected")).to_have_count(0)


def test_a_box_lists_the_queries_in_it(route: App, shown: Shown):
    judged = shown.test.judged
    drawn(route, "scatter_0").scroll_into_view_if_needed()
    route.rest()
    corners = [route.page.evaluate(AT, ["scatter_0", x, y]) for x, y in ((0.31, 0.06), (0.52, 0.2))]
    route.page.locator("[data-title='Box Select']").first.click()
    mouse = route.page.mouse
    mouse.move(*corners[0])
    mouse.down()
    mouse.move(*corners[1], steps=8)
    mouse.up()
    button = route.page.locator(".st-key-clear_selected button")
    expect(button).to_be_visible()
    inside = (judged.top > 0.31) & (judged.top < 0.52) & (judged.gap > 0.06) & (judged.gap < 0.2)
    found = int(re.findall(r"\d+", button.inner_text())[0])
    # The pointer moves by whole pixels.
    assert abs(found - int(inside.sum())) <= 3
    assert (outcomes_of(judged, shown.gate)[inside] == RIGHT).any()


def test_a_guess_is_placed_by_a_click_and_revealed_with_its_cost(route: App, shown: Shown):
    route.page.get_by_text("Predict first").click()
    drawn(route, "guess")
    expect(route.page.locator("[class*=st-key-map_]")).to_have_count(0)
    expect(route.page.locator(".cp-table, .cp-counts")).to_have_count(0)
    expect(route.button("Reveal")).to_be_disabled()
    route.rest()
    route.page.mouse.click(*route.page.evaluate(AT, ["guess", 0.4, 0.1]))
    expect(route.button("Reveal")).to_be_enabled()
    guess = Gate(
        *(float(route.page.get_by_label(f"Your {name}", exact=True).input_value())
          for name in ("threshold", "margin"))
    )  # fmt: skip
    assert abs(guess.threshold - 0.4) < 0.02
    assert abs(guess.margin - 0.1) < 0.02
    route.button("Reveal").click()
    drawn(route, "map_1")
    expect(route.page.locator(".cp-verdict")).to_contain_text("your gate has utility")
    expect(route.page.locator(".cp-table tr").nth(1)).to_have_text(
        f"threshold{guess.threshold:.3f}{shown.tuned.gate.threshold:.3f}"
    )
    route.button("Go on with my gate").click()
    drawn(route, "scatter")
    expect(route.page.get_by_label("Threshold", exact=True)).to_have_value(f"{guess.threshold:.3f}")
