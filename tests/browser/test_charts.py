"""Does a click in a picture do what the picture promises?"""

from __future__ import annotations

from engine.scenario.edits import set_budget
from engine.scenario.ledger import keep_ledger
from tests.browser.app import App
from ui.samples import FIRST, shipped

START = shipped()[FIRST]

TARGETS = """() => document.querySelector(".st-key-budgets .js-plotly-plot").data
  .find(trace => trace.name === "targets").customdata"""


def test_a_click_on_a_block_opens_its_section(app: App):
    app.rest()
    for row in keep_ledger(START).rows:
        if row.outcome in ("pinned", "dropped"):
            app.click_point("strip", row.section.name)
            app.opens(row.section.name)


def test_a_click_on_a_label_opens_its_section_and_a_second_keeps_it_open(app: App):
    name = START.sections[0].name
    label = app.page.locator(".st-key-strip .annotation-text").filter(has_text=f"1 {name}").first
    for _ in range(2):
        app.rest()
        box = label.bounding_box()
        assert box
        app.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        app.opens(name)
    app.select("task")
    app.click_point("strip", name)
    app.opens(name)


def test_a_click_across_budgets_sets_the_window_so_that_so_much_is_usable(app: App):
    app.view("Across budgets")
    app.page.locator(".st-key-budgets .js-plotly-plot").wait_for()
    for share in (0.35, 0.8):
        app.rest()
        points = app.page.evaluate(TARGETS)
        budget, name = points[round((len(points) - 1) * share)]
        app.click_point("budgets", budget, name)
        reserve = START.budget.reserved_output_tokens
        app.shows(set_budget(START, window=budget + reserve))
