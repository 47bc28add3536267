"""Does a gesture that follows before the last one was answered change only what it says?

With every gesture the browser sends the values of all fields as it knows them. A field that
the last gesture changed from elsewhere is then still sent as it was before, and must not be
taken for something that was entered. Here the answers are held back between two gestures,
as on a slow connection.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.scenario.edits import change_section, set_budget, set_tokenizer
from tests.browser.app import App
from tests.browser.conftest import new_tab
from ui.samples import FIRST, shipped

START = shipped()[FIRST]


class SlowApp(App):
    """The app in a tab in which the answers can be held back."""

    def __init__(self, page: Any, url: str) -> None:
        super().__init__(page, url)
        self.answers: deque[Callable[[], None]] = deque()
        self.held = self.passing_on = False
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, browser_side: Any) -> None:
        def answered(message: Any) -> None:
            self.answers.append(partial(browser_side.send, message))
            self._pass_on()

        browser_side.connect_to_server().on_message(answered)

    def _pass_on(self) -> None:
        """Let the answers through, in their order: more may come while this is at it."""
        if self.held or self.passing_on:
            return
        self.passing_on = True
        while self.answers:
            self.answers.popleft()()
        self.passing_on = False

    @contextmanager
    def unanswered(self) -> Iterator[None]:
        """What is done in the block is done before any of it is answered."""
        self.held = True
        yield
        self.held = False
        self._pass_on()

    def worked_out(self) -> None:
        """Wait until the app has worked out its answer to the last gesture, held back as it is."""
        quiet = 0
        while quiet < 6:
            before = len(self.answers)
            self.page.wait_for_timeout(60)
            quiet = quiet + 1 if before and before == len(self.answers) else 0


@pytest.fixture(scope="module")
def slow_tab(shared_window: Any, app_url: str) -> Iterator[SlowApp]:
    tab = new_tab(shared_window)
    app = SlowApp(tab, app_url)
    app.open()
    yield app
    tab.close()


@pytest.fixture
def slow(slow_tab: SlowApp) -> SlowApp:
    slow_tab.start_over()
    return slow_tab


def press_undo_twice(slow: SlowApp) -> None:
    slow.page.locator("h1").click()
    with slow.unanswered():
        slow.page.keyboard.press("Control+z")
        slow.worked_out()
        slow.page.keyboard.press("Control+z")
    slow.rest()


def test_rows_clicked_one_after_the_other_change_nothing(slow: SlowApp):
    pinned, out, fits = START.sections[0], START.sections[10], START.sections[2]
    assert pinned.pinned
    assert not out.pinned
    assert out.truncatable != fits.truncatable
    slow.select(pinned.name)
    with slow.unanswered():
        slow.row(out.name).locator(".name").click()
        slow.worked_out()
        slow.row(fits.name).locator(".name").click()
    slow.opens(fits.name)
    slow.rest()
    slow.shows(START)
    expect(slow.button("↶")).to_be_disabled()


def test_a_picture_seen_three_steps_ago_is_drawn_again(slow: SlowApp):
    first, second, third = (section.name for section in START.sections[:3])
    slow.select(first)
    slow.rest()
    slow.select(second)
    slow.rest()
    with slow.unanswered():
        slow.row(third).locator(".name").click()
        slow.worked_out()
        # The browser still holds the picture with the first one lit, and says so; a step later
        # it would have thrown it away.
        slow.row(first).locator(".name").click()
    slow.opens(first)
    slow.rest()
    slow.select(third)
    slow.shows(START)


@pytest.mark.parametrize(
    ("what", "changed"),
    [
        ("the window", set_budget(START, window=1000)),
        ("the reserve", set_budget(START, reserve=300)),
        ("the usual size", set_budget(START, window=8000)),
        ("the counter", set_tokenizer(START, "chars/4")),
        ("the scenario", shipped()["tight_budget"]),
    ],
)
def test_undo_twice_in_a_row_undoes_two_steps(slow: SlowApp, what: str, changed: Any):
    higher = change_section(START, 3, priority=90)
    slow.select(START.sections[3].name)
    slow.set_priority(START.sections[3].name, "90")
    slow.shows(higher)
    if what == "the window":
        slow.set_number("Window, tokens", 1000)
    elif what == "the reserve":
        slow.set_number("Reserve, tokens", 300)
    elif what == "the usual size":
        slow.choose("Usual sizes", "8,000")
    elif what == "the counter":
        slow.choose("Counter", "chars/4 · estimate")
    else:
        slow.choose("Scenario", changed.title)
    slow.shows(changed if what == "the scenario" else change_section(changed, 3, priority=90))
    press_undo_twice(slow)
    slow.shows(START)
    expect(slow.button("↶")).to_be_disabled()
