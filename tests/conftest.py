"""What tests in a browser stand on: a Chromium, the app on a free port, and a page to look at it.

A test that asks for `page` opens `app_url`, with its own cookies and an empty session. Without
a browser it is skipped; with REQUIRE_BROWSER=1 it fails instead, so that nothing is left out
unseen.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# How long an example takes depends on what else the machine does: no test may fail by it.
settings.register_profile("steady", settings(), deadline=None)
settings.load_profile("steady")

ROOT = Path(__file__).parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --force-color-profile=srgb"
).split()
START_WITHIN = 60  # seconds


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


def find_chromium() -> str | None:
    """The path of a Chromium: $BROWSER where it is one, else the first on the PATH."""
    named = os.environ.get("BROWSER", "")
    wanted = [named, *NAMES] if "chrom" in named.lower() else NAMES
    return next((path for path in map(shutil.which, wanted) if path), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    path = find_chromium()
    if path is None:
        what = "no Chromium found; `make browser` looks for one and installs it"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(what)
        pytest.skip(what)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def app_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, started once for all tests on a free port."""
    with serve_app(tmp_path_factory.mktemp("app") / "log") as url:
        yield url


@pytest.fixture
def page(browser: Any, app_url: str) -> Iterator[Any]:
    """A fresh window of 1440 × 900 in the light theme, not yet at any address."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, color_scheme="light", accept_downloads=True
    )
    yield context.new_page()
    context.close()


class serve_app:
    """Run the app on a free port while the block lasts; `with serve_app(log) as url`.

    A deep link right after the start needs an app of its own: use this instead of `app_url`.
    """

    def __init__(self, log: Path) -> None:
        self.log = log

    def __enter__(self) -> str:
        port = free_port()
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
        runs = {"CONTEXT_PLAYGROUND_RUNS": str(self.log.parent / "runs")}
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=os.environ | runs,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        url = f"http://localhost:{port}"
        deadline = time.monotonic() + START_WITHIN
        while not answers(f"{url}/_stcore/health"):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                pytest.fail(f"the app did not start:\n{self.log.read_text()}")
            time.sleep(0.1)
        return url

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
