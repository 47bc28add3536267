"""How do tests open the Route page, without a browser?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from engine import Scenario
from engine.routing import Intent, LabelledQuery, QuerySet, Rule
from engine.scenario.edits import set_routing
from ui.samples import FIRST, shipped
from ui.state import KEY, Session

PAGE = str(Path(__file__).parents[2] / "pages" / "route.py")


def open_route(
    view: str, queries: QuerySet | None = None, state: dict[str, Any] | None = None, **router: Any
) -> AppTest:
    """The page with this view below the maps; `router` holds fields of the scenario's router."""
    at = AppTest.from_file(PAGE, default_timeout=60)
    scenario: Scenario = set_routing(shipped()[FIRST], **router)
    at.session_state[KEY] = Session(scenario, FIRST, queries=queries)
    at.session_state["route_view"] = view
    for key, value in (state or {}).items():
        at.session_state[key] = value
    return run(at)


def run(changed: Any) -> AppTest:
    """Run the page after a change to it, or to one of its fields."""
    at: AppTest = changed.run()
    assert not at.exception, at.exception
    return at


def html_of(at: AppTest) -> str:
    return " ".join([*(e.proto.body for e in at.get("html")), *(m.value for m in at.markdown)])


def figure(at: AppTest, key: str) -> str:
    """The figure of this key as JSON."""
    charts = [chart.proto for chart in at.get("plotly_chart")]
    return next(chart.spec for chart in charts if f"-{key}" in chart.id)


def small_set(n_intents: int, rules: tuple[Rule, ...] = ()) -> QuerySet:
    """A few queries of the first intents of three."""
    known = (
        Intent("billing", ("refund", "invoice")),
        Intent("cancel", ("cancel", "stop")),
        Intent("<b>pay</b>", ("pay", "money")),
    )[:n_intents]
    queries = [
        LabelledQuery(f"{keyword} {word}", (intent.name,), split)
        for intent in known
        for keyword in intent.keywords
        for word, split in (("now", "tune"), ("today", "test"))
    ]
    queries += [LabelledQuery(text, (), split) for text, split in
                (("hello", "tune"), ("good night", "test"))]  # fmt: skip
    return QuerySet("small", tuple(queries), known, rules)


def now(at: AppTest) -> Session:
    """What is open."""
    session: Session = at.session_state[KEY]
    return session


def upload(at: AppTest, name: str, data: str | bytes) -> AppTest:
    """Hand a file to the page."""
    field = next(f for f in at.file_uploader if f.key.startswith("query_file_"))
    content = data.encode() if isinstance(data, str) else data
    return run(field.set_value((name, content, "application/octet-stream")))


def text_of(at: AppTest) -> str:
    """All that the page says in HTML, text and captions."""
    return " ".join([html_of(at), *(t.value for t in at.text), *(c.value for c in at.caption)])
