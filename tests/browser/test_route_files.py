"""Does one's own query log open on the Route page; does what is found there leave and return?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from engine.routing.exports import load_config
from engine.routing.query_files import dump_queries, load_queries
from engine.scenario.routing import Routing
from tests.browser.app import App
from ui.route.open_pane import JUDGE
from ui.route.sets import shipped_set
from ui.route.shown import look

SUPPORT = shipped_set("support")
LOG = dump_queries(SUPPORT, "csv").splitlines(keepends=True)
BAD_AT = len(LOG) + 1
BAD = "".join([*LOG, ",billing,test\r\n", "refund,oos|billing,test\r\n", "one,two,train,four\r\n"])
VALUES = "fields => fields.map(field => field.value)"
ROUTERS = ("Router (JSON)", "semantic-router (YAML)", "Rasa (YAML)")


@pytest.fixture
def route(open_app: Callable[..., App]) -> App:
    """The Route page, reached from the start page by its link."""
    app = open_app().rest()  # the page has told its width, and was drawn for it
    app.page.get_by_role("link", name="Route").click()
    expect(app.page.locator("h1")).to_have_text("Route")
    app.page.locator(".st-key-map_1 .js-plotly-plot .main-svg").first.wait_for(timeout=45_000)
    return app.rest()


def popover(app: App) -> Locator:
    """The popover beside the choice of set, opened."""
    app.page.locator("[class*='st-key-open_queries_'] button").first.click()
    return app.page.locator("[data-testid=stPopoverBody]")


def open_file(app: App, name: str, text: str) -> None:
    """Hand a file to the page, and wait until the popover is gone: it was read."""
    body = popover(app)
    body.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(body).to_have_count(0)
    app.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def download(app: App, label: str) -> tuple[str, str]:
    """The name and the text of a file of the Export menu."""
    if not app.page.locator("[data-testid=stPopoverBody]").count():
        app.popover("Export")
    with app.page.expect_download() as waiting:
        app.button(label).click()
    text = waiting.value.path().read_bytes().decode()
    return waiting.value.suggested_filename, text


def gate(app: App) -> list[str]:
    """What the fields of the gate show, those about to go included."""
    fields = (app.page.get_by_label(name, exact=True) for name in ("Threshold", "Margin"))
    return [value for field in fields for value in field.evaluate_all(VALUES)]


def set_line(app: App) -> Locator:
    """The choice of set, which says what is open."""
    return app.page.get_by_label("Query set")


def test_bad_rows_are_listed_by_number_and_the_rest_is_tuned_and_leaves_and_returns(route: App):
    open_file(route, "log.csv", BAD)
    line = route.page.locator(".st-key-report_line")
    expect(line).to_contain_text(f"3 of {len(LOG) + 2:,} rows left out.")
    expect(line).to_contain_text(f"Line {BAD_AT}, query: expected a text; found nothing")
    route.popover("Show rows")
    expect(
        route.page.locator("[data-testid=stPopoverBody] [data-testid=stDataFrame]")
    ).to_be_visible()
    route.page.keyboard.press("Escape")
    expect(set_line(route)).to_have_value(f"log.csv · {len(SUPPORT.queries)}")

    tuned = look(load_queries(BAD, "log.csv").queries, Routing()).tuned.gate
    shown = [f"{tuned.threshold:.3f}", f"{tuned.margin:.3f}"]
    assert gate(route) != shown
    route.button("★ Use tuned").click()
    route.until(lambda: gate(route) == shown, "the gate is the tuned one")

    for label in ROUTERS:
        name, text = download(route, label)
        config = load_config(text)
        assert (config.threshold, config.margin) == (tuned.threshold, tuned.margin)
        assert [intent.name for intent in config.intents] == list(SUPPORT.intent_names)
        route.page.keyboard.press("Escape")
        field = route.page.get_by_label("Threshold", exact=True)
        field.fill("0.9")
        field.press("Enter")
        expect(route.button("★ Use tuned")).to_be_enabled()
        open_file(route, name, text)
        expect(route.notice).to_contain_text(f"{name} was opened")
        expect(route.notice).to_contain_text("exported with the very queries that are open")
        route.until(lambda: gate(route) == shown, "the gate is as it was exported")


def test_queries_leave_and_are_the_same_when_they_return(route: App):
    for label, format in (("CSV", "csv"), ("JSON lines", "jsonl")):
        name, text = download(route, f"Labelled queries ({label})")
        assert text == dump_queries(SUPPORT, format)
        route.page.keyboard.press("Escape")
        open_file(route, name, text)
        expect(set_line(route)).to_have_value(f"{name} · {len(SUPPORT.queries)}")
        again = download(route, f"Labelled queries ({label})")[1]
        assert again == text
        route.page.keyboard.press("Escape")


def test_a_log_judges_the_router_that_is_open_and_a_broken_one_changes_nothing(route: App):
    body = popover(route)
    body.get_by_role("radio", name=JUDGE).click()
    expect(body.get_by_role("radio", name=JUDGE)).to_be_checked()
    log = dump_queries(replace(SUPPORT, intents=(), queries=SUPPORT.queries[:90]), "csv")
    body.locator("input[type=file]").set_input_files(
        {"name": "log.csv", "mimeType": "text/plain", "buffer": log.encode()}
    )
    judge = f"They judge the router that was open: {len(SUPPORT.intents)} intents"
    expect(route.page.locator(".st-key-report_line")).to_contain_text(judge)
    expect(set_line(route)).to_have_value("log.csv · 90")
    open_file(route, "broken.csv", "split,query\ntest,hi\n")
    expect(route.notice).to_contain_text("broken.csv was not read.")
    expect(route.notice).to_contain_text("Line 1, intent: expected a column named intent")
    expect(set_line(route)).to_have_value("log.csv · 90")
