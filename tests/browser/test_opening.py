"""Does each kind of file open; and what does a broken one say, with the work still there?"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from engine import ContextBudget, ContextSection, Scenario, dump_scenario
from engine.scenario.edits import change_section
from engine.scenario.opening import open_document
from tests.browser.app import App
from ui.samples import FIRST, shipped

OWN = Scenario(
    title="Boat hire",
    sections=(
        ContextSection("house rules", "Wear a vest. Be back by six.", pinned=True, priority=9),
        ContextSection("weather", "Wind from the west, gusts in the afternoon.", kind="evidence"),
    ),
    budget=ContextBudget(60, 10),
)
OPENAI = {
    "messages": [
        {"role": "system", "content": "You rent out boats."},
        {"role": "user", "content": "Is a canoe free at noon?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "free_boats", "arguments": '{"hour": 12}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "canoe 3, canoe 7"},
        {"role": "assistant", "content": "Two are: number 3 and number 7."},
    ]
}
ANTHROPIC = {
    "system": "You rent out boats.",
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "Is a canoe free at noon?"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "t1", "name": "free_boats", "input": {"hour": 12}},
            ],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "canoe 3"}],
        },
    ],
}
CLAUDE_CODE = [
    {
        "type": "user",
        "uuid": "a",
        "parentUuid": None,
        "sessionId": "s",
        "timestamp": "2025-05-01T10:00:00Z",
        "message": {"role": "user", "content": "Why does the oar test fail?"},
    },
    {
        "type": "assistant",
        "uuid": "b",
        "parentUuid": "a",
        "sessionId": "s",
        "timestamp": "2025-05-01T10:00:05Z",
        "message": {
            "role": "assistant",
            "content": [{"type": "text", "text": "It divides by the number of oars, which is 0."}],
        },
    },
]
PLAIN = "user: Is a canoe free at noon?\nassistant: Two are.\nuser: I take number 7.\n"


def lines(rows: list[dict]) -> str:
    return "\n".join(json.dumps(row) for row in rows) + "\n"


FILES = {
    "scenario.json": dump_scenario(OWN),
    "openai.json": json.dumps(OPENAI),
    "anthropic.json": json.dumps(ANTHROPIC),
    "claude-code.jsonl": lines(CLAUDE_CODE),
    "plain.txt": PLAIN,
}

BROKEN = {
    "no-json.json": ('{"version": 1,\n "sections": [}', ["line 2"]),
    "wrong-field.json": (
        dump_scenario(OWN).replace('"priority": 9', '"priority": "nine"'),
        ["sections[0].priority", "nine"],
    ),
    "same-name.json": (
        dump_scenario(OWN).replace('"weather"', '"house rules"'),
        ["sections", "house rules"],
    ),
    "openai-broken.json": (
        json.dumps({"messages": [{"role": "agent", "content": "Hi"}]}),
        ["messages[0].role", "agent"],
    ),
    "anthropic-broken.json": (
        json.dumps({"system": "You rent out boats.", "messages": "none"}),
        ["messages"],
    ),
    "claude-code-broken.jsonl": (lines(CLAUDE_CODE)[:150] + "\n", ["line 1"]),
    "plain-broken.txt": ("Is a canoe free at noon?\nTwo are.\n", ["line 1"]),
    "bytes.txt": (b"user: hi\nassistant: caf\xe9\n", ["line 2", "0xe9"]),
}


@pytest.mark.parametrize("name", FILES)
def test_every_kind_of_file_opens_as_sections(same_app: App, name: str):
    opened = open_document(FILES[name].encode(), name, tokenizer="o200k_base").scenario
    assert len(opened.sections) >= 2
    same_app.upload(name, FILES[name])
    expect(same_app.notice).to_contain_text(f"{name} was opened")
    same_app.shows(opened)
    for section in (opened.sections[0], opened.sections[-1]):
        same_app.select(section.name)
        expect(same_app.editor).to_have_value(section.text)


def test_a_broken_file_names_the_place_and_the_work_stays(app: App):
    start = shipped()[FIRST]
    app.set_priority(start.sections[3].name, "90")
    work = change_section(start, 3, priority=90)
    app.shows(work)
    for name, (data, words) in BROKEN.items():
        app.upload(name, data)
        expect(app.notice).to_contain_text(f"{name} was not opened")
        said = app.notice.inner_text().lower()
        for word in words:
            assert word.lower() in said, name
        assert "what you had is unchanged" in said
        app.shows(work)
    app.button("Close").click()
    expect(app.notice).to_have_count(0)
    app.undo()
    app.shows(start)


def test_a_file_that_is_broken_at_its_end_opens_as_far_as_it_goes_and_says_so(app: App):
    text = lines(CLAUDE_CODE)[:-40] + "\n"
    opened = open_document(text.encode(), "cut.jsonl", tokenizer="o200k_base")
    app.upload("cut.jsonl", text)
    expect(app.notice).to_contain_text("cut.jsonl was opened")
    expect(app.notice).to_contain_text("Line 2")
    app.shows(opened.scenario)


def test_undo_leads_back_to_the_scenario_before_and_the_choice_says_so(app: App):
    choice = app.page.get_by_label("Scenario", exact=True)
    other = shipped()["tight_budget"]
    app.choose("Scenario", other.title)
    app.shows(other)
    expect(choice).to_have_value(other.title)
    app.undo()
    app.shows(shipped()[FIRST])
    expect(choice).to_have_value(shipped()[FIRST].title)
    app.page.locator(".st-key-redo button:visible").click()
    app.shows(other)
    expect(choice).to_have_value(other.title)


def test_a_pasted_conversation_opens_and_undo_leads_back(app: App):
    opened = open_document(PLAIN.encode(), "Pasted", tokenizer="o200k_base").scenario
    place = app.popover("Open")
    place.locator("textarea").fill(PLAIN)
    place.locator("textarea").press("Control+Enter")
    app.button("Open what was pasted").click()
    app.shows(opened)
    app.undo()
    app.shows(shipped()[FIRST])
