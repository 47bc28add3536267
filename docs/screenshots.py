"""How are the pictures of the README made? `python docs/screenshots.py` while the app runs.

It needs what the tests need: Playwright and a Chromium.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
SHOTS = {
    "assemble.png": ("", "light"),
    "assemble-dark.png": ("?view=Across+budgets&scenario=coding_agent", "dark"),
    "placement.png": ("placement", "light"),
    "measure.png": ("measure", "light"),
    "route.png": ("route", "light"),
    "memory.png": ("memory", "light"),
}


def replay(page: Page) -> None:
    """Let the recorded run come again, to its end."""
    page.get_by_label("Model", exact=True).click()
    page.get_by_role("option", name="SmolLM2-135M, recorded").click()
    page.get_by_role("radio", name="× 60").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("finished").wait_for(timeout=200_000)
    page.mouse.move(700, 10)
    page.wait_for_timeout(2_000)


def main(address: str) -> None:
    """Take every picture at 1440 × 900 from the app at `address`."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("BROWSER", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        for name, (path, scheme) in SHOTS.items():
            page = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
            page.goto(address.rstrip("/") + "/" + path)
            page.locator(".stPlotlyChart .main-svg").first.wait_for()
            page.wait_for_timeout(2_000)
            if path == "measure":
                replay(page)
            page.screenshot(path=HERE / name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8501/")
