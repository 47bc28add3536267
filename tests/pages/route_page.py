"""How do tests open the Route page, without a browser?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from engine import Scenario
from engine.routing import QuerySet
from engine.scenario.edits import set_routing
from tests.pages.opened import html_of, run
from ui.samples import FIRST, shipped
from ui.state import KEY, Session

PAGE = str(Path(__file__).parents[2] / "pages" / "route.py")


def open_route(
    view: str | None = None,
    queries: QuerySet | None = None,
    state: dict[str, Any] | None = None,
    **router: Any,
) -> AppTest:
    """The page with this view below the maps; `router` holds fields of the scenario's router."""
    at = AppTest.from_file(PAGE, default_timeout=60)
    scenario: Scenario = set_routing(shipped()[FIRST], **router)
    at.session_state[KEY] = Session(scenario, FIRST, queries=queries)
    if view is not None:
        at.session_state["route_view"] = view
    for key, value in (state or {}).items():
        at.session_state[key] = value
    return run(at)


def upload(at: AppTest, name: str, data: str | bytes) -> AppTest:
    """Hand a file to the page."""
    field = next(f for f in at.file_uploader if f.key.startswith("query_file_"))
    content = data.encode() if isinstance(data, str) else data
    return run(field.set_value((name, content, "application/octet-stream")))


def text_of(at: AppTest) -> str:
    """All that the page says in HTML, text and captions."""
    return " ".join([html_of(at), *(t.value for t in at.text), *(c.value for c in at.caption)])
