"""How does a person use the app, in gestures; and what do they read off it?

    app.select("rules")
    app.set_priority("rules", "7")
    app.shows(change_section(scenario, 0, priority=7))

What is expected is worked out by the engine and compared with the screen; every look waits
until the screen agrees, so that no gesture is followed by a pause.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, TimeoutError, expect

from engine import Scenario
from engine.scenario.ledger import keep_ledger
from ui.charts.strip_layout import drawn_rows
from ui.charts.words import OUTCOME_WORDS

PATIENCE = 15.0  # seconds
LOADED = 45.0  # seconds within which a page stands that is opened anew
expect.set_options(timeout=PATIENCE * 1000)
ASIDE = (700, 10)  # where the pointer opens no tooltip

STRIP_NAMES = """key => {
  const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const bars = (chart?.data || []).filter(t => t.type === "bar" && !t.name?.startsWith("left out"));
  return bars.flatMap(trace => (trace.customdata || []).map(data => data[0]));
}"""

AT_REST = """() => new Promise(resolve => {
  let timer = setTimeout(done, 300);
  const watch = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(done, 300);
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  function done() { watch.disconnect(); resolve(); }
})"""

# Where a point of a chart stands on the screen, by what it carries.
POINT = """([key, carried]) => {
  const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const { xaxis, yaxis } = chart._fullLayout;
  const box = chart.getBoundingClientRect();
  for (const trace of chart.data) {
    const at = (trace.customdata || []).findIndex(
      data => JSON.stringify(data) === JSON.stringify(carried));
    if (at < 0) continue;
    const x = trace.type === "bar" ? trace.base[at] + trace.x[at] / 2 : trace.x[at];
    return [box.x + xaxis._offset + xaxis.l2p(x), box.y + yaxis._offset + yaxis.l2p(trace.y[at])];
  }
  return null;
}"""


class App:
    """One tab with the app in it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url

    def open(self, path: str = "", chart: str = "strip") -> App:
        """Go to an address below the app's, and wait until the page stands."""
        self.page.goto(f"{self.url}/{path}")
        return self.settle(chart, LOADED)

    def start_over(self) -> App:
        """Undo all that was done; where that does not lead back to the beginning, open anew."""
        self.page.bring_to_front()  # a tab behind another is slow
        self.page.keyboard.press("Escape")
        self.page.mouse.move(*ASIDE)
        undo = self.page.locator(".st-key-undo button:visible")
        for _ in range(20):
            if undo.count() != 1 or undo.is_disabled():
                break
            with suppress(TimeoutError):  # it was the last step, and is disabled meanwhile
                undo.click(timeout=300)
        left = (".st-key-dismiss", "[data-testid=stPopoverBody]", "[data-testid=stDataFrame]")
        lost = self.page.locator("[data-test-connection-state=CONNECTED]").count() == 0
        changed = bool(urlsplit(self.page.url).query)
        if lost or changed or any(self.page.locator(one).count() for one in left):
            return self.open()
        return self

    def settle(self, chart: str = "strip", patience: float = PATIENCE) -> App:
        """Wait until the page stands, with its chart of this key drawn, and nothing runs."""
        drawn = self.page.locator(f".st-key-{chart} .js-plotly-plot .main-svg").first
        drawn.wait_for(timeout=1000 * patience)
        self.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        return self

    def rest(self) -> App:
        """Wait until nothing changes on the page any more, for a click on a moving picture."""
        self.page.evaluate(AT_REST)
        return self

    def until(self, holds: Callable[[], Any], what: str = "") -> Any:
        """What `holds` returns, as soon as that is true."""
        deadline = time.monotonic() + PATIENCE
        while not (found := holds()):
            assert time.monotonic() < deadline, f"waited in vain until {what or 'it holds'}"
            self.page.wait_for_timeout(40)
        return found

    # --- gestures ---

    def select(self, name: str) -> None:
        """Click on a row of the ledger and wait until the section is opened."""
        self.row(name).locator(".name").click()
        self.opens(name)

    def set_priority(self, name: str, value: str) -> None:
        """Type a priority into the row, and Enter."""
        self.row(name).locator(".name").click()
        field = self.row(name).locator("input")
        field.fill(value)
        field.press("Enter")

    def set_number(self, label: str, value: int) -> None:
        """Type into one of the number fields above the strip, and Enter."""
        field = self.page.get_by_label(label, exact=True)
        field.fill(str(value))
        field.press("Enter")

    def click_point(self, chart: str, *carried: object) -> None:
        """Click on what a chart (`strip` or `budgets`) shows of these data."""
        x, y = self.until(lambda: self.point(chart, *carried), f"{carried} is drawn")
        self.page.mouse.click(x, y)

    def point(self, chart: str, *carried: object) -> list[float] | None:
        """Where what carries these data stands on the screen."""
        return self.page.evaluate(POINT, [chart, list(carried)])

    def view(self, name: str) -> None:
        """Switch the right-hand pane."""
        self.page.get_by_role("radio", name=name).click()

    def choose(self, label: str, option: str) -> None:
        """Choose in one of the boxes with options, such as Scenario."""
        self.page.get_by_label(label, exact=True).click()
        self.page.get_by_role("option", name=option, exact=True).click()

    def upload(self, name: str, data: str | bytes) -> None:
        """Open a file and wait until the page has said something about it."""
        content = data.encode() if isinstance(data, str) else data
        file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
        self.popover("Open").locator("input[type=file]").set_input_files(file)
        expect(self.notice).to_contain_text(name)

    def popover(self, label: str) -> Locator:
        """Open the popover behind this button."""
        button = self.page.locator("[data-testid=stPopoverButton]").filter(has_text=label)
        button.click()
        return self.page.locator("[data-testid=stPopoverBody]")

    def undo(self) -> None:
        """Click on ↶, past any tooltip that the pointer left open there."""
        self.page.mouse.move(*ASIDE)
        self.page.locator(".st-key-undo button:visible").click()

    def button(self, label: str) -> Locator:
        """A button by its words."""
        return self.page.get_by_role("button", name=label, exact=True)

    # --- what is seen ---

    @property
    def notice(self) -> Locator:
        """The message above the page."""
        return self.page.get_by_role("alert").filter(has_not=self.page.locator(".cp-percent"))

    @property
    def banner(self) -> Locator:
        """What stands above the strip where the call must not be made."""
        return self.page.get_by_role("alert").filter(has=self.page.locator(".cp-percent"))

    @property
    def percent(self) -> Locator:
        """The large figure above the strip."""
        return self.page.locator(".stMain .cp-percent")

    @property
    def heading(self) -> Locator:
        """The name of the section whose text is open."""
        return self.page.locator(".stMain .cp-name").last

    @property
    def count(self) -> Locator:
        """What is said beside that name: its kind and its tokens."""
        return self.page.locator(".stMain .cp-name + .cp-muted").last

    @property
    def editor(self) -> Locator:
        """The field with the text of the selected section."""
        return self.page.locator("textarea[aria-label^='text of']")

    @property
    def rows(self) -> Locator:
        """The rows of the ledger, without head and total."""
        return self.page.locator(".ledger .body .row")

    def row(self, name: str) -> Locator:
        """One row of the ledger."""
        return self.page.locator(
            f".ledger .body .row[data-name={json.dumps(name, ensure_ascii=False)}]"
        )

    def names(self) -> list[str]:
        """The sections in the order of the ledger."""
        return self.rows.evaluate_all("rows => rows.map(row => row.dataset.name)")

    def strip(self) -> list[str]:
        """The sections in the strip, by kind."""
        return self.page.evaluate(STRIP_NAMES, "strip")

    def opens(self, name: str) -> None:
        """Wait until this section is lit in the ledger and its text is open."""
        expect(self.row(name)).to_have_attribute("aria-selected", "true")
        expect(self.editor).to_have_attribute("aria-label", f"text of {name}")

    def shows(self, scenario: Scenario) -> None:
        """Wait until percentage, gauge, ledger and strip are those of this scenario."""
        ledger = keep_ledger(scenario)
        expect(self.page.locator(".ledger .body .title")).to_have_text(
            [section.name for section in scenario.sections]
        )
        expect(self.page.locator(".ledger .body .priority")).to_have_text(
            [f"{section.priority:g}".replace("-", "−") for section in scenario.sections]
        )
        expect(self.page.locator(".ledger .body .pin-button[aria-pressed=true]")).to_have_count(
            sum(section.pinned for section in scenario.sections)
        )
        expect(self.page.locator(".ledger .body .before")).to_have_text(
            [f"{row.before:,}" for row in ledger.rows]
        )
        expect(self.page.locator(".ledger .body .outcome b")).to_have_text(
            [OUTCOME_WORDS[row.outcome] for row in ledger.rows]
        )
        expect(self.page.locator(".ledger .body .after")).to_have_text(
            [f"{row.after:,}" for row in ledger.rows]
        )
        expect(self.percent).to_have_text(f"{ledger.percent:,.1f} %")
        expect(self.page.locator(".cp-gauge:has(.cp-figure)")).to_contain_text(ledger.measure)
        drawn = {row.section.name: tokens for row, tokens in drawn_rows(ledger)}
        # A sliver is drawn together with its neighbours, under the name of the largest.
        sliver = scenario.budget.max_input_tokens / 200
        large = {name for name, tokens in drawn.items() if tokens > sliver}
        self.until(lambda: large <= set(self.strip()) <= set(drawn), f"the strip shows {drawn}")
