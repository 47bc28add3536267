"""The Route page without a browser, for the tests of its parts."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from engine.routing import QuerySet
from engine.scenario.edits import set_routing
from ui.samples import FIRST, shipped
from ui.state import KEY, Session

PAGE = str(Path(__file__).parents[2] / "pages" / "route.py")
# Scores without a model, so that a page opens at once.
QUICK = set_routing(shipped()[FIRST], scorer="tfidf")


def open_page(queries: QuerySet | None = None) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    at.session_state[KEY] = Session(QUICK, None, queries=queries)
    return run(at)


def run(at: AppTest) -> AppTest:
    at.run()
    assert not at.exception, at.exception
    return at


def now(at: AppTest) -> Session:
    return at.session_state[KEY]


def upload(at: AppTest, name: str, data: str | bytes) -> AppTest:
    field = next(f for f in at.file_uploader if f.key.startswith("query_file_"))
    content = data.encode() if isinstance(data, str) else data
    field.set_value((name, content, "application/octet-stream"))
    return run(at)


def text_of(at: AppTest) -> str:
    """All that the page says in HTML, text and captions."""
    html = [element.proto.body for element in at.get("html")]
    return " ".join([*html, *(t.value for t in at.text), *(c.value for c in at.caption)])
