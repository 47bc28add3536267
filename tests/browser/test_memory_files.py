"""Does every kind of conversation open on the Memory page, and what is said of a broken one?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.transcripts import TITLES, load_transcript
from tests.browser.app import LOADED, App
from tests.browser.conftest import new_tab
from tests.browser.memory_app import file_field, open_memory, stands_at, upload
from tests.engine.transcripts.shapes import SHAPES

FOREIGN = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "transcripts"


@pytest.fixture(scope="module")
def memory(shared_window: Any, app_url: str) -> Iterator[App]:
    """One visitor opens all files, one after another."""
    tab = new_tab(shared_window)
    yield open_memory(lambda *at, **chart: App(tab, app_url).open(*at, **chart))
    tab.close()


def written(format_: str) -> str:
    if format_ == "plain":
        return "User: Where?\n\nAssistant: There."
    if format_ == "claude_code":  # a message a line
        return "\n".join(map(json.dumps, SHAPES[format_]))
    return json.dumps(SHAPES[format_])


def turns_are(app: App, number: int) -> None:
    expect(app.page.locator(".cp-turn")).to_contain_text(f"/ {number}")
    expect(app.page.locator(".turns .number")).to_have_text([str(n + 1) for n in range(number)])


@pytest.mark.parametrize("format_", list(TITLES))
def test_each_format_is_recognised_and_replayed(memory: App, format_: str):
    data = written(format_)
    read = load_transcript(data.encode())
    assert read.format == format_
    name = f"{format_}.{'txt' if format_ == 'plain' else 'json'}"
    upload(memory, name, data)
    expect(memory.notice.first).to_contain_text(f"as {TITLES[format_]}: {len(read.turns)} turns")
    turns_are(memory, len(read.turns))
    chosen = memory.page.get_by_role("combobox", name="Conversation")
    expect(chosen).to_have_value(read.title or name)
    expect(memory.page.locator(".turns")).to_contain_text("Where?")
    expect(memory.page.locator(".turns")).to_contain_text("There.")


@pytest.mark.skipif(not FOREIGN.is_dir(), reason="the transcripts of others are not here")
def test_files_of_other_tools_open_with_their_turns(memory: App):
    by_format = {}
    for path in sorted(FOREIGN.iterdir()):
        read = load_transcript(path.read_bytes())
        before = by_format.get(read.format)
        if before is None or len(read.turns) > len(before[1].turns):
            by_format[read.format] = (path, read)
    assert len(by_format) == len(TITLES) - 1  # nobody's tool writes plain text
    for path, read in by_format.values():
        upload(memory, path.name, path.read_text(encoding="utf-8"))
        said = f"{path.name} was opened as {TITLES[read.format]}: {len(read.turns)} turns"
        expect(memory.notice.first).to_contain_text(said)
        turns_are(memory, len(read.turns))


def test_a_broken_line_is_named_and_the_rest_is_kept(memory: App):
    lines = [json.dumps({"role": "user", "content": f"Question {n}"}) for n in range(1, 6)]
    lines[2] = lines[2][:-9]
    upload(memory, "broken.jsonl", "\n".join(lines))
    expect(memory.notice.first).to_contain_text("4 turns")
    expect(memory.page.locator(".stMain")).to_contain_text("Line 3: not JSON")
    turns_are(memory, 4)
    expect(memory.page.locator(".turns")).not_to_contain_text("Question 3")


def test_a_file_that_is_none_is_refused_by_line_and_what_is_open_stays(memory: App):
    upload(memory, "kept.json", json.dumps(SHAPES["openai_chat"]))
    turns_are(memory, 4)
    upload(memory, "none.json", '{"messages": [\n  {"role": "user",\n  "content" "Hi"}]}')
    expect(memory.notice.first).to_contain_text("none.json was not opened")
    expect(memory.notice.first).to_contain_text("Line 3, column 13: not JSON")
    turns_are(memory, 4)


def test_what_is_opened_is_stepped_through(memory: App):
    text = "\n\n".join(f"{'User' if n % 2 else 'AI'}: {'word ' * 40}{n}" for n in range(1, 21))
    upload(memory, "long.txt", text)
    turns_are(memory.rest(), 20)
    memory.page.keyboard.press("Home")
    stands_at(memory, 1)
    memory.page.keyboard.press("ArrowRight")
    stands_at(memory, 2)


def test_a_question_at_a_turn_becomes_a_scenario(open_app: Callable[..., App]):
    memory = open_memory(open_app)
    page = memory.page
    memory.view("Ask")
    page.locator(".st-key-ask_turn .js-plotly-plot .main-svg").first.wait_for()
    memory.rest().button("Open in Assemble").click()
    expect(page.locator("h1")).to_have_text("Assemble")
    memory.settle()
    expect(memory.notice.first).to_contain_text("This turn is a scenario now.")
    expect(memory.row("query")).to_be_visible()
    assert [name for name in memory.names() if name.startswith("turn ")]


def test_a_large_file_opens_and_tells_how_far_it_is(memory: App, tmp_path: Path):
    said = "Of 214 files that were compiled 3 gave warnings, none of them new. " * 60
    lines = [
        json.dumps({"type": role, "uuid": f"{n}", "parentUuid": f"{n - 1}",
                    "message": {"role": role, "content": f"Step {n}. {said}"}})
        for n, role in zip(range(2_400), ("user", "assistant") * 1_200, strict=True)
    ]  # fmt: skip
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join(lines))
    assert path.stat().st_size > 9_500_000
    patience = 1000 * LOADED
    file_field(memory).set_input_files(path, timeout=patience)
    bar = memory.page.locator(".stProgress")
    expect(bar).to_contain_text("Reading and counting", timeout=patience)
    opened = f"long.jsonl was opened as {TITLES['claude_code']}: {len(lines):,} turns"
    expect(memory.notice.first).to_contain_text(opened, timeout=patience)
    counter = memory.page.locator(".cp-turn")
    expect(counter).to_contain_text(f"/ {len(lines):,}", timeout=patience)
