"""What does a test do with a page that it opened, and what does it read from it?"""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from ui.state import KEY, Session


def run(changed: Any) -> AppTest:
    """Run the page after a change to it, or to one of its fields."""
    return done(changed.run())


def done(at: AppTest) -> AppTest:
    """The page, which must have run without an error."""
    assert not at.exception, at.exception
    return at


def session(at: AppTest) -> Session:
    """What is open."""
    held: Session = at.session_state[KEY]
    return held


def html_of(at: AppTest) -> str:
    return " ".join([*(e.proto.body for e in at.get("html")), *(m.value for m in at.markdown)])


def figures(at: AppTest) -> dict[str, str]:
    """All figures as JSON, by their key."""
    charts = [chart.proto for chart in at.get("plotly_chart")]
    return {chart.id.rpartition("-")[2]: chart.spec for chart in charts}


def labelled(at: AppTest, kind: str, label: str):
    """The first field or button of a kind whose label begins so."""
    return next(one for one in getattr(at, kind) if one.label.startswith(label))


def tables(at: AppTest) -> list:
    return [frame.value for frame in at.dataframe]


def table_with(at: AppTest, column: str):
    """The first table that has this column."""
    return next(table for table in tables(at) if column in table.columns)
