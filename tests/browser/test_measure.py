"""Does a curve grow before one's eyes, outlive a refresh, and change what Placement expects?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Download, Locator, expect

from engine.models import local_available
from engine.run_files import read_run
from tests.browser.app import App
from tests.browser.conftest import new_tab
from tests.browser.fake_endpoint import NAME, FakeEndpoint

SECRET = "sk-a-key-that-nobody-may-see"
RECORDED, LIVE, ENDPOINT = (
    "SmolLM2-135M, recorded",
    "SmolLM2-135M, live here",
    "An endpoint of yours",
)
LOADED = 60_000  # ms: the first page brings the chart library with it
LONG = 600_000  # ms, for a small model on a busy machine


@pytest.fixture
def measure(shared_window: Any, app_url: str) -> Iterator[App]:
    """The Measure page in a tab of its own, by its address."""
    tab = new_tab(shared_window)
    tab.set_default_timeout(LOADED)
    app = App(tab, app_url)
    tab.goto(f"{app_url}/measure")
    stands(app, "Measure", "measure")
    yield app
    tab.close()


@pytest.fixture
def fake() -> Iterator[FakeEndpoint]:
    with FakeEndpoint(key=SECRET, seconds=0.12) as server:
        yield server


def go_to(app: App, page: str, chart: str) -> None:
    app.page.get_by_role("link", name=page, exact=True).click()
    stands(app, page, chart)


def stands(app: App, page: str, chart: str) -> None:
    """Wait until this page is drawn with its picture."""
    expect(app.page.locator("h1")).to_have_text(page, timeout=LOADED)
    app.page.locator(f".st-key-{chart} .js-plotly-plot .main-svg").first.wait_for()
    app.rest()


def enter(app: App, label: str, value: str) -> None:
    """Type into a field, and leave it."""
    field = (
        app.page.get_by_role("textbox", name=label)
        .or_(app.page.get_by_role("spinbutton", name=label))
        .or_(app.page.locator(f"input[aria-label='{label}']"))
        .first
    )
    field.fill(value)
    field.press("Enter")
    app.rest()


def progress(app: App) -> Locator:
    """The line over the picture: how many calls, what is done now."""
    return app.page.locator(".cp-measure").first


def answered(app: App) -> int:
    """How many calls are answered, as the page says."""
    text = progress(app).inner_text()
    found = re.search(r"([\d,]+) of [\d,]+ calls", text)
    return int(found[1].replace(",", "")) if found else 0


def points(app: App) -> int:
    """How many positions have a point in the picture."""
    return app.page.evaluate(
        "() => document.querySelector('.st-key-measure .js-plotly-plot').data"
        ".find(trace => trace.name === 'measured').x.length"
    )


def recall(app: App) -> str:
    """Expected recall in order B, on Placement."""
    return app.page.locator(".cp-table .cp-percent").inner_text()


def press(app: App, name: str) -> None:
    app.button(name).click()


def begin(app: App, fake: FakeEndpoint, questions: int) -> None:
    """A run on the endpoint, tried and confirmed."""
    app.choose("Model", ENDPOINT)
    enter(app, "Base URL", fake.url)
    enter(app, "Model name", NAME)
    enter(app, "Key, if it needs one", SECRET)
    expect(app.button("Forget the key")).to_be_visible()
    enter(app, "Questions each", str(questions))
    press(app, "Start")
    app.page.get_by_role("button", name=re.compile("Send .* calls")).click()
    expect(app.button("Pause")).to_be_visible()


def test_a_recorded_run_replays_and_placement_expects_what_it_found(measure: App):
    go_to(measure, "Placement", "placement")
    before = recall(measure)
    go_to(measure, "Measure", "measure")
    measure.choose("Model", RECORDED)
    measure.page.get_by_role("radio", name="× 60").click()
    measure.rest()
    press(measure, "Start")
    measure.until(lambda: points(measure) == 5, "every position has an answer")
    expect(progress(measure)).to_contain_text("Recorded on")
    press(measure, "Pause")
    press(measure, "Use this curve")
    expect(measure.notice).to_contain_text("scored on this curve")
    go_to(measure, "Placement", "placement")
    measure.until(lambda: recall(measure) != before, "another recall is expected")
    after = recall(measure)
    # On the same server it is there after a refresh, and the run with it.
    measure.page.reload()
    measure.until(lambda: recall(measure) == after, "the same recall is expected")
    go_to(measure, "Measure", "measure")
    assert points(measure) == 5
    expect(measure.button("In use on Placement")).to_be_visible()


def test_a_run_goes_on_over_a_refresh_and_is_paused_stopped_and_resumed(
    measure: App, fake: FakeEndpoint
):
    begin(measure, fake, questions=60)  # more than a slow machine gets through meanwhile
    measure.until(lambda: answered(measure) > 3, "some calls are answered")
    # The list below follows, without anything being pressed.
    measure.page.locator(".cp-query").wait_for()
    press(measure, "Pause")
    expect(measure.button("Resume")).to_be_visible()
    measure.until(lambda: "under way" not in progress(measure).inner_text())
    held = answered(measure)
    measure.page.wait_for_timeout(1_500)
    assert answered(measure) == held
    press(measure, "Resume")
    measure.until(lambda: answered(measure) > held, "it goes on")
    before, asked = answered(measure), len(fake.prompts)
    measure.page.reload()
    measure.page.locator(".st-key-measure .main-svg").first.wait_for()
    measure.until(lambda: len(fake.prompts) > asked and answered(measure) > before, "it went on")
    press(measure, "Stop")
    expect(progress(measure)).to_contain_text("stopped")
    fake.seconds = 0
    # The session that began it is gone, and the key with it.
    press(measure, "Resume")
    expect(measure.page.get_by_role("alert").first).to_contain_text("refused the key")
    enter(measure, "Key, if it needs one", SECRET)
    press(measure, "Resume")
    expect(progress(measure)).to_contain_text("finished", timeout=LOADED)
    # Three calls to see what it takes, then every question once.
    assert len(fake.prompts) == 3 + answered(measure)
    assert len(set(fake.prompts[3:])) == answered(measure)
    expect(measure.page.locator(".cp-verdict")).to_contain_text("middle is found less often")


def test_a_key_is_in_no_address_page_or_download(measure: App, fake: FakeEndpoint):
    begin(measure, fake, questions=2)
    expect(progress(measure)).to_contain_text("finished", timeout=LOADED)
    press(measure, "Use this curve")
    expect(measure.notice).to_contain_text("scored on this curve")
    seen = [measure.page.url, measure.page.content()]
    fields = measure.page.locator("input, textarea")
    seen += fields.evaluate_all("fields => fields.map(field => field.value)")
    measure.popover("Export")
    for label in ("Run (JSONL)", "Answers (CSV)", "Curve (CSV)"):
        with measure.page.expect_download() as waiting:
            measure.page.get_by_role("button", name=label).click()
        seen.append(text_of(waiting.value))
    assert read_run(seen[-3]).settings.base_url == fake.url
    with measure.page.expect_download() as waiting:
        measure.page.keyboard.press("Escape")
        measure.button("Save").click()
    seen.append(text_of(waiting.value))
    assert not [text[:80] for text in seen if SECRET in text]


def text_of(download: Download) -> str:
    return download.path().read_text(encoding="utf-8")


@pytest.mark.skipif(not local_available(), reason="`make extras` brings the model of this machine")
def test_the_model_of_this_machine_answers_ten_items(measure: App):
    measure.choose("Model", LIVE)
    measure.choose("Pairs", "10")  # read in half the time
    measure.choose("Positions", "3")
    enter(measure, "Questions each", "10")
    press(measure, "More")
    enter(measure, "Controls of each kind", "5")
    measure.page.keyboard.press("Escape")
    press(measure, "Start")
    expect(progress(measure)).to_contain_text("finished", timeout=LONG)
    assert answered(measure) >= 3 * 10 + 5
    assert points(measure) == 3
    expect(measure.page.locator(".stMain .cp-note").first).to_contain_text("100 %, n 5")
