"""How does one get to the Memory page, and read off it at which turn it stands?"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from engine.memory import lifeline
from tests.browser.app import App
from ui.memory.runs import run_of
from ui.memory.talks import FIRST, shipped_talks

SUPPORT = shipped_talks()[FIRST]
RUN = run_of(SUPPORT.turns, SUPPORT.policy)
LOSSES = {c.phrase: lifeline(RUN, c.phrase).lost_at for c in SUPPORT.canaries}
FIRST_LOSS = min(at for at in LOSSES.values() if at is not None) + 1


def open_memory(open_app: Callable[..., App]) -> App:
    """The Memory page, by its address."""
    return open_app("memory", chart="run").rest()


def stands_at(app: App, number: int) -> None:
    """The counter, the list and the playhead say so; the old picture stays until the new stands."""
    expect(app.page.locator(".cp-turn")).to_have_text(re.compile(rf"turn {number} /"))
    expect(app.page.locator(".turns .lit .number")).to_have_text(str(number))
    expect(app.page.locator(".st-key-above_run:not([data-retained])")).to_contain_text(
        f"turn {number}"
    )


def upload(app: App, name: str, data: str) -> None:
    """Open a conversation from a file, and wait until the page has said something about it."""
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data.encode()}
    file_field(app).set_input_files(file)
    expect(app.notice.first).to_contain_text(name)


def file_field(app: App) -> Locator:
    """Where a file is given in, behind its button."""
    app.rest().page.locator("[class*=st-key-open_talk_] button").click()
    return app.page.locator("[class*=st-key-talk_file_] input[type=file]")
