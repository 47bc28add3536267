"""Does what is downloaded hold what is on the screen, and does the program say the same?"""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys

import pytest

from engine import load_scenario, render_labelled, to_anthropic_request, to_openai_messages
from engine.scenario.edits import change_section
from engine.scenario.ledger import keep_ledger
from tests.browser.app import App
from tests.conftest import ROOT
from ui.samples import FIRST, shipped

START = shipped()[FIRST]
# Changed by hand, so that a download of what was opened is told from one of what is there now.
NOW = change_section(START, 3, priority=90)
LEDGER = keep_ledger(NOW)


@pytest.fixture(scope="module")
def edited(same_app: App) -> App:
    same_app.set_priority(START.sections[3].name, "90")
    same_app.shows(NOW)
    return same_app


def download(app: App, label: str) -> tuple[str, str]:
    """The name and the text of a file of the Export menu."""
    if not app.page.locator("[data-testid=stPopoverBody]").count():
        app.popover("Export")
    with app.page.expect_download() as waiting:
        app.button(label).click()
    return waiting.value.suggested_filename, waiting.value.path().read_text(encoding="utf-8")


def test_the_scenario_opens_again_as_it_was(edited: App):
    name, text = download(edited, "Scenario (JSON)")
    assert name == "Refund-assistant.json"
    assert load_scenario(text) == NOW
    edited.page.keyboard.press("Escape")
    with edited.page.expect_download() as waiting:
        edited.button("Save").click()
    assert waiting.value.path().read_text(encoding="utf-8") == text


def test_the_messages_are_those_that_are_sent(edited: App):
    _, openai = download(edited, "Messages for OpenAI")
    assert json.loads(openai) == to_openai_messages(LEDGER.assembly)
    _, anthropic = download(edited, "Request for Anthropic")
    assert json.loads(anthropic) == to_anthropic_request(LEDGER.assembly)
    assert download(edited, "Plain text")[1] == LEDGER.assembly.text
    labelled = render_labelled(LEDGER.assembly.sections)
    assert download(edited, "Labelled text")[1] == labelled


def test_the_ledger_adds_up_to_what_the_page_says(edited: App):
    _, text = download(edited, "Ledger (CSV)")
    *rows, joining, total = csv.DictReader(io.StringIO(text))
    assert [row["section"] for row in rows] == [section.name for section in NOW.sections]
    after = sum(int(row["tokens_after"]) for row in rows)
    assert after + int(joining["tokens_after"]) == int(total["tokens_after"]) == LEDGER.used
    assert sum(int(row["tokens_before"]) for row in rows) == int(total["tokens_before"])
    assert f"{LEDGER.used:,} sent" in edited.page.locator(".ledger .total").inner_text()


def test_the_program_runs_and_counts_the_same(edited: App, tmp_path):
    name, text = download(edited, "Python that does the same")
    program = tmp_path / name
    program.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        cwd=tmp_path,
        capture_output=True,
        check=True,
        timeout=60,
        encoding="utf-8",
    )
    assert f"{LEDGER.used} of {LEDGER.usable} tokens" in done.stdout
    assert LEDGER.assembly.text in done.stdout
