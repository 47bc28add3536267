"""Can a comparison that takes long be watched, and stopped by a click?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.app import App
from tests.browser.memory_app import open_memory, upload

TURNS = 2_000


def conversation() -> str:
    messages = [
        {"role": "assistant" if n % 2 else "user",
         "content": f"Item {n} costs {n}.50 euros, not {n + 1}.25. " + "word " * 30}
        for n in range(TURNS)
    ]  # fmt: skip
    return json.dumps({"messages": messages})


def test_a_comparison_of_2_000_turns_shows_its_progress_and_can_be_stopped(
    open_app: Callable[..., App],
):
    app = open_memory(open_app)
    upload(app, "long.json", conversation())
    page = app.page
    expect(page.locator(".cp-turn")).to_contain_text(f"/ {TURNS:,}", timeout=60_000)
    page.get_by_role("radio", name="Face-off").or_(
        page.get_by_role("button", name="Face-off")
    ).first.click()
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible(timeout=60_000)
    expect(page.locator(".stMain")).to_contain_text(re.compile(r"Replaying: \d+%"))
    stop.click()
    expect(page.locator(".stMain")).to_contain_text(
        re.compile(r"Stopped: \d of 3 runs"), timeout=30_000
    )
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(stop).to_have_count(0)
