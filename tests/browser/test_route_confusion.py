"""Is a number of the confusion read and its queries seen, after it was clicked on?"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.app import App

MATRIX = "[class*=st-key-confusion_matrix] .js-plotly-plot"
# The place of the first number off the diagonal.
WRONG = """chart => {
  const { xaxis, yaxis } = chart._fullLayout, box = chart.getBoundingClientRect();
  for (const trace of chart._fullData.filter(one => one.name === "counts")) {
    const at = Array.from(trace.customdata).findIndex(([row, column]) => row !== column);
    if (at >= 0) return [box.x + xaxis._offset + xaxis.l2p(trace.x[at]),
                         box.y + yaxis._offset + yaxis.l2p(trace.y[at])];
  }
}"""
INKS = """chart => [...chart.querySelectorAll(".textpoint text")]
  .map(one => `${one.style.fill} ${getComputedStyle(one).opacity} ${one.style.fillOpacity || 1}`)"""


def test_a_number_that_is_clicked_lists_its_queries_beside_a_matrix_that_stays_legible(
    open_app: Callable[..., App],
):
    app = open_app().rest()
    app.page.get_by_role("link", name="Route").click()
    expect(app.page.locator("h1")).to_have_text("Route")
    app.page.locator(".st-key-map_1 .js-plotly-plot .main-svg").first.wait_for(timeout=45_000)
    app.view("Confusion")
    chart = app.page.locator(MATRIX)
    chart.locator(".main-svg").first.wait_for()
    app.rest()
    before = chart.evaluate(INKS)
    assert len(before) > 10
    app.page.mouse.click(*chart.evaluate(WRONG))
    back = app.button("‹ Back")
    expect(back).to_be_in_viewport()
    listed = app.page.locator("[data-testid=stDataFrame]")
    expect(listed).to_have_count(1)
    expect(listed).to_be_in_viewport()
    app.rest()
    assert chart.evaluate(INKS) == before
    # The same number again, after a way back.
    back.click()
    expect(back).to_have_count(0)
    app.rest()
    app.page.mouse.click(*app.page.locator(MATRIX).evaluate(WRONG))
    expect(back).to_be_visible()
