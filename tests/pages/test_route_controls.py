"""Does every field and button above the maps do what it says? Driven without a browser."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from engine.routing.aims import AIMS
from engine.scenario.routing import Routing
from tests.pages.opened import html_of, run, session
from tests.pages.route_page import open_route, text_of
from ui.route.controls import scorer_names, scorer_words
from ui.route.sets import TITLES, set_of

ROUTING = Routing()


def field(at: AppTest, kind: str, label: str):
    return next(one for one in getattr(at, kind) if one.label.startswith(label))


@pytest.fixture
def page() -> AppTest:
    """With a scorer that needs no model."""
    return open_route("Queries", scorer="keywords")


def test_each_shipped_set_is_chosen_and_shown(page):
    for name in [*list(TITLES)[1:], next(iter(TITLES))]:
        run(field(page, "selectbox", "Query set").set_value(name))
        routing = session(page).scenario.routing
        assert (routing.queries, session(page).queries) == (name, None)
        size = len(set_of(None, routing).queries)
        assert field(page, "selectbox", "Query set").value == name
        assert f"{TITLES[name]} · {size:,}" in field(page, "selectbox", "Query set").options


@pytest.mark.parametrize("aim", AIMS)
def test_each_aim_is_chosen_and_its_numbers_are_shown(page, aim):
    run(field(page, "selectbox", "Aim").set_value(aim))
    assert session(page).scenario.routing.aim == aim
    label = {"balanced": "balanced accuracy"}.get(aim, aim)
    assert f'<tr class="cp-aim"><td>{label}</td>' in html_of(page)


@pytest.mark.parametrize("name", scorer_names())
def test_each_scorer_is_chosen_and_scores(page, name):
    field(page, "selectbox", "Scorer").set_value(name)
    run(page)
    routing = session(page).scenario.routing
    assert (routing.scorer, routing.aggregate) == name
    assert scorer_words(name) in field(page, "selectbox", "Scorer").options
    assert "cp-verdict" in html_of(page)


@pytest.mark.parametrize(
    ("label", "value", "name", "kept"),
    [
        ("Threshold", 0.33, "threshold", 0.33),
        ("Margin", 0.045, "margin", 0.045),
        ("OOS, %", 25.0, "declared", 0.25),
        ("A wrong route", 3.0, "wrong", 3.0),
        ("Out of scope, and routed", 1.5, "missed", 1.5),
        ("A needless fallback", 0.25, "needless", 0.25),
        ("Most of the routed", 12.0, "ceiling", 0.12),
    ],
)
def test_each_number_is_set_and_undone(page, label, value, name, kept):
    run(field(page, "number_input", label).set_value(value))
    assert getattr(session(page).scenario.routing, name) == kept
    assert field(page, "number_input", label).value == value
    run(page.button(key="undo").click())
    assert getattr(session(page).scenario.routing, name) == getattr(ROUTING, name)


def test_the_tuned_gate_is_used_once(page):
    run(field(page, "button", "★ Use tuned").click())
    assert session(page).scenario.routing.gate != ROUTING.gate
    assert field(page, "button", "★ Use tuned").disabled
    assert "do the same with every held-out query" in text_of(page)
