"""Through which windows do these tests look, and does anything in them leave this machine?

All tests share one window and its cache; each tab in it is a visitor of its own to the app.
Whatever a test did, nothing may have asked another host for anything, and no script may have
failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.app import PATIENCE, App

HERE = ("localhost", "127.0.0.1")
WITHIN = ("data", "blob", "about")


class Windows:
    """Opens browser windows and notes what is asked for, and what fails, in any of them."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.asked: list[str] = []
        self.failed: list[str] = []
        self.opened: list[Any] = []

    def open(self, width: int = 1440, height: int = 900, theme: str = "light") -> Any:
        """A new window, with cookies and a cache of its own."""
        window = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, accept_downloads=True
        )
        window.set_default_timeout(PATIENCE * 1000)
        window.on("request", lambda request: self.asked.append(request.url))
        window.on("weberror", lambda error: self.failed.append(str(error.error)))
        window.on("page", self._watch)
        self.opened.append(window)
        return window

    def _watch(self, page: Any) -> None:
        page.on("websocket", lambda socket: self.asked.append(socket.url))

    def outside(self) -> list[str]:
        """What was asked of another host."""
        parts = [(urlsplit(url), url) for url in self.asked]
        return [url for at, url in parts if at.scheme not in WITHIN and at.hostname not in HERE]


@pytest.fixture(scope="session")
def all_windows(browser: Any) -> Windows:
    return Windows(browser)


@pytest.fixture(scope="session")
def shared_window(all_windows: Windows) -> Iterator[Any]:
    window = all_windows.open()
    yield window
    window.close()


@pytest.fixture(autouse=True)
def windows(all_windows: Windows, shared_window: Any) -> Iterator[Windows]:
    """The windows of one test. At its end nothing may have left, and no script have failed."""
    before = list(all_windows.opened)
    yield all_windows
    for window in [window for window in all_windows.opened if window not in before]:
        window.close()
        all_windows.opened.remove(window)
    outside, failed = all_windows.outside(), list(all_windows.failed)
    all_windows.asked.clear()
    all_windows.failed.clear()
    assert outside == []
    assert failed == []


@pytest.fixture
def open_app(windows: Windows, shared_window: Any, app_url: str) -> Iterator[Callable[..., App]]:
    """Open the app in a tab of its own: `open_app("?window=2000", width=1024, theme="dark")`."""
    tabs: list[Any] = []

    def open_at(path: str = "", url: str = app_url, chart: str = "strip", **looks: Any) -> App:
        tab = new_tab(shared_window, **looks)
        tabs.append(tab)
        return App(tab, url).open(path, chart)

    yield open_at
    for tab in tabs:
        tab.close()


def new_tab(window: Any, width: int = 1440, height: int = 900, theme: str = "light") -> Any:
    """A tab of this size and theme."""
    tab = window.new_page()
    tab.set_viewport_size({"width": width, "height": height})
    tab.emulate_media(color_scheme=theme)
    return tab


@pytest.fixture(scope="session")
def first_app(shared_window: Any, app_url: str) -> Iterator[App]:
    tab = new_tab(shared_window)
    yield App(tab, app_url).open()
    tab.close()


@pytest.fixture
def app(first_app: App) -> App:
    """The app as it opens, at 1440 × 900 in the light theme; many tests share the tab."""
    return first_app.start_over()


@pytest.fixture(scope="module")
def same_app(shared_window: Any, app_url: str) -> Iterator[App]:
    """One visitor for all tests of a file, each of which finds what the one before left."""
    tab = new_tab(shared_window)
    yield App(tab, app_url).open()
    tab.close()
