"""Does a query that is typed get its verdict while one types, and its dot on the maps?"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.app import App

# Where the dot of the query stands in the figure of this key, in data units.
DOT = """key => {
  const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const dot = (chart?.data || []).find(trace => trace.name === "query");
  return dot ? [dot.x[0], dot.y[0]] : null;
}"""

# Where the first query routed to a wrong intent stands on the screen.
WRONG = """key => {
  const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const { xaxis, yaxis } = chart._fullLayout, box = chart.getBoundingClientRect();
  const { x, y } = chart._fullData.find(trace => trace.name === "wrong intent");
  return [box.x + xaxis._offset + xaxis.l2p(x[0]), box.y + yaxis._offset + yaxis.l2p(y[0])];
}"""


def test_a_query_is_typed_and_its_verdict_and_dots_appear(open_app: Callable[..., App]):
    app = open_app().rest()
    page = app.page
    page.get_by_role("link", name="Route").click()
    page.locator(".st-key-map_0 .js-plotly-plot .main-svg").first.wait_for(timeout=45_000)
    app.rest()
    assert page.evaluate(DOT, "above_map_0") is None
    page.get_by_text("One query", exact=True).click()
    verdict = page.locator(".cp-one")
    expect(verdict).to_contain_text("a tie between billing and cancel")
    app.until(lambda: page.evaluate(DOT, "above_map_0"), "the dot is on the first map")
    before = page.evaluate(DOT, "above_query_scatter")

    field = page.get_by_label("Type a query")
    field.fill("")
    expect(page.get_by_text("Type a query to see where it goes")).to_be_visible()
    # Letter by letter, without Enter: the verdict follows, and no letter is lost.
    field.press_sequentially("please reset my password", delay=60)
    expect(verdict).to_contain_text("→ password")
    expect(field).to_have_value("please reset my password")
    dots = ("above_map_0", "above_map_1", "above_query_scatter")
    app.until(lambda: all(page.evaluate(DOT, key) for key in dots), "all three dots are there")
    assert page.evaluate(DOT, "above_query_scatter") != before
    expect(page.locator(".st-key-query_bars")).to_contain_text("password")

    page.get_by_role("button", name="Examples").click()
    page.get_by_text("by a rule").click()
    expect(verdict).to_contain_text("by a rule")
    app.until(lambda: page.evaluate(DOT, "above_map_0"), "a rule passes every gate")

    app.rest()
    page.mouse.click(*page.evaluate(WRONG, "query_scatter"))
    expect(verdict).to_contain_text("In the held-out queries, labelled")
    expect(verdict).not_to_contain_text("by a rule")
