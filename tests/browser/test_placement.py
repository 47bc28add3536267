"""Does a person learn from the Placement page what an order costs, and take it with them?"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from engine.scenario.edits import set_order
from tests.browser.app import App
from ui.samples import FIRST, shipped

TWENTY = shipped()["twenty_documents"]
FACT = next(iter(TWENTY.placement.weights))


@pytest.fixture
def placement(open_app: Callable[..., App]) -> App:
    """The Placement page, reached from the start page by its link."""
    app = open_app().rest()  # the page has told its width, and was drawn for it
    app.page.get_by_role("link", name="Placement").click()
    expect(app.page.locator("h1")).to_have_text("Placement")
    drawn(app, "placement")
    return app.rest()


def drawn(app: App, key: str) -> Locator:
    chart = app.page.locator(f".st-key-{key} .js-plotly-plot .main-svg").first
    chart.wait_for(timeout=45_000)  # the first figure brings the chart library with it
    return chart


def score(app: App) -> Locator:
    """Expected recall in order B: the large figure of the table."""
    return app.page.locator(".cp-table .cp-percent")


def blocks(app: App) -> list[str]:
    """The names of the movable strip's blocks, in their order."""
    return app.page.locator("[role=option][data-name]").evaluate_all(
        "blocks => blocks.map(block => block.dataset.name)"
    )


def test_it_begins_with_twenty_documents_and_a_difference_of_eight_points(placement: App):
    expect(placement.notice).to_contain_text(TWENTY.title)
    expect(score(placement)).to_have_text("69.6")
    gain = placement.page.locator(".cp-table tr").nth(1).locator("td").last
    assert float(gain.inner_text().split("+")[1]) >= 8


def test_an_order_that_is_used_is_found_on_the_assemble_page(placement: App):
    placement.page.get_by_role("button", name="Use order B").click()
    expect(placement.page.get_by_role("button", name="Use order B")).to_be_disabled()
    placement.page.get_by_role("link", name="Assemble").click()
    placement.settle()
    ordered = set_order(TWENTY, "edges_first")
    placement.shows(ordered)
    assert "order=edges_first" in placement.page.url


def test_a_block_is_dragged_and_the_score_follows(placement: App):
    before = blocks(placement)
    score_a = placement.page.locator(".cp-table tr").nth(1).locator("td").nth(1)
    expect(score_a).to_have_text("54.2")
    block = placement.page.locator(f"[role=option][data-name='{FACT}']").bounding_box()
    first = placement.page.locator("[role=option][data-name]").nth(1).bounding_box()
    assert block
    assert first
    mouse = placement.page.mouse
    mouse.move(block["x"] + block["width"] / 2, block["y"] + 20)
    mouse.down()
    mouse.move(first["x"] + 30, first["y"] + 20, steps=12)
    mouse.move(first["x"] + 2, first["y"] + 20, steps=4)
    mouse.up()
    placement.until(lambda: blocks(placement).index(FACT) == 1, "the block stands first")
    expect(score_a).to_have_text("69.6")
    assert sorted(blocks(placement)) == sorted(before)


def test_a_guess_is_laid_beside_what_was_measured(placement: App):
    placement.page.get_by_text("Predict first", exact=True).click()
    drawn(placement, "predict_figure")
    expect(placement.page.get_by_text("measured, %")).to_have_count(0)
    placement.page.get_by_role("slider").first.focus()
    for _ in range(5):
        placement.page.keyboard.press("ArrowRight")
    placement.page.get_by_role("button", name="Reveal the measured curve").click()
    row = placement.page.locator(".cp-table tr").nth(1)
    expect(row.locator("td")).to_have_text(["1", "70", "75.8", "−5.8"])


def upload(app: App, name: str, data: bytes) -> None:
    app.popover("Overlays").locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": data}
    )


def test_a_curve_of_ones_own_is_laid_over_and_a_bad_one_names_its_line(placement: App):
    upload(placement, "bad.csv", b"position,correct,total\n0,9,10\n0.5,eleven,10\n")
    expect(placement.notice).to_contain_text("bad.csv was not read")
    expect(placement.notice).to_contain_text("ine 3")
    placement.page.keyboard.press("Escape")
    placement.rest()
    upload(placement, "mine.csv", b"position,correct,total\n0,66,67\n0.5,40,67\n1,64,67\n")
    expect(placement.notice).to_contain_text("mine.csv was read")
    placement.until(
        lambda: "mine" in " ".join(placement.page.locator(".st-key-placement").all_inner_texts()),
        "the curve is named in the figure",
    )


def test_a_refresh_keeps_the_scenario_the_orders_and_the_part_below(placement: App):
    page = placement.page
    placement.choose("Scenario", shipped()[FIRST].title)
    placement.rest()
    placement.choose("Order A", "best last")
    page.get_by_role("radio", name="Length", exact=True).click()
    placement.until(lambda: "below=Length" in page.url, "the address says what is shown below")
    address = page.url
    assert f"scenario={FIRST}" in address
    assert "a=best_last" in address
    page.reload()
    drawn(placement, "placement")
    expect(page.get_by_role("radio", name="Length", exact=True)).to_be_checked()
    expect(page.locator(".cp-table th").nth(1)).to_contain_text("best last")
    placement.until(lambda: page.url == address, "the address is as it was")


def test_a_deep_link_opens_the_page_in_its_frame(windows, app_url):
    page = windows.open().new_page()
    page.goto(f"{app_url}/placement?curve=liu-docs-gpt-3.5-turbo-0613-20&window=1500")
    page.locator(".st-key-placement .js-plotly-plot .main-svg").first.wait_for()
    expect(page.locator(".cp-gauge").first).to_contain_text("of 1,200 tokens")
    expect(page.locator(".cp-brand")).to_have_count(1)
