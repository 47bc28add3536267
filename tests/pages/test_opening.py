"""Does a conversation open, in whichever format a tool wrote it? Driven without a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.transcripts import TITLES
from tests.engine.transcripts.shapes import SHAPES
from ui.state import KEY, Session

PAGE = str(Path(__file__).parents[2] / "pages" / "assemble.py")
SECTIONS = [("Where?", "task"), ('find({"q":"A"})\n\nshelf 4', "scratch"), ("There.", "history")]


def opened(at: AppTest) -> Session:
    assert not at.exception, at.exception
    return at.session_state[KEY]


@pytest.fixture(scope="module")
def page() -> AppTest:
    return AppTest.from_file(PAGE, default_timeout=60).run()


@pytest.mark.parametrize("format", SHAPES)
def test_every_format_opens_as_the_same_sections(page: AppTest, format: str) -> None:
    data = json.dumps(SHAPES[format]).encode()
    page.file_uploader[0].set_value(("talk.json", data, "application/json")).run()
    now = opened(page)
    assert [(s.text, s.kind) for s in now.scenario.sections] == SECTIONS
    assert now.notice is not None
    assert now.notice.headline == "talk.json was opened"
    assert now.notice.text == f"as {TITLES[format]}: 3 sections."
    assert now.notice.zone == "green"


def test_the_conversation_with_the_number_asked_for_is_opened(page: AppTest) -> None:
    many = [{"conversations": [{"from": "human", "value": text}]} for text in ("one", "two")]
    field = next(f for f in page.number_input if f.label.startswith("Of a file with several"))
    field.set_value(2)
    page.file_uploader[0].set_value(("set.json", json.dumps(many).encode(), "text/json")).run()
    now = opened(page)
    assert [s.text for s in now.scenario.sections] == ["two"]
    assert "The file holds 2 conversations; this is number 2." in now.notice.text
    assert now.notice.zone == "amber"


def test_what_holds_no_conversation_is_refused_with_the_place(page: AppTest) -> None:
    before = opened(page).scenario
    data = json.dumps([{"mapping": {"a": {"message": {"author": {"role": "robot"}}}}}]).encode()
    page.file_uploader[0].set_value(("export.json", data, "application/json")).run()
    now = opened(page)
    assert now.scenario == before
    assert "field [0].mapping.a.message.author.role: expected user" in now.notice.text
