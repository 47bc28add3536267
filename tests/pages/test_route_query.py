"""Does one query get its verdict, its reasons and its place on the maps?"""

from __future__ import annotations

import pytest

from engine.routing import Rule
from engine.routing.scorers import AGGREGATES, available_scorers
from tests.pages.opened import figures, html_of, run
from tests.pages.route_page import open_route
from tests.pages.route_sets import few_queries
from ui.route.live import TEXT, VIEW, WORKED

DOT = '"name":"query"'
HOSTILE = "<img src=x onerror=alert(1)> $x$ **b**"


def field(at):
    return next(f for f in at.text_input if f.label == "Type a query")


def has_dot(at, key: str) -> bool:
    return DOT in figures(at)[key].replace(" ", "")


def test_it_opens_with_the_worked_example_and_what_is_typed_is_routed():
    at = open_route(VIEW, scorer="keywords")
    assert field(at).value == WORKED
    assert "a tie between billing and cancel" in html_of(at)
    assert "gap 0.00 &lt; margin 0.10" in html_of(at)
    run(field(at).set_value("I need a refund for my invoice payment"))
    html = html_of(at)
    assert "→ billing" in html
    assert "what each word adds" in html
    assert all(has_dot(at, key) for key in ("above_map_0", "above_map_1", "above_query_scatter"))


def test_the_dot_is_on_the_maps_only_while_the_view_is_open():
    at = open_route("Queries")
    assert not has_dot(at, "above_map_0")
    run(at.segmented_control(key="route_view").set_value(VIEW))
    assert has_dot(at, "above_map_0")


def test_nothing_typed_and_nothing_known():
    at = open_route(VIEW, scorer="keywords", state={TEXT: ""})
    assert "Type a query to see where it goes" in html_of(at)
    assert not has_dot(at, "above_map_0")
    run(field(at).set_value("xyzzy"))
    assert "no score above 0" in html_of(at)
    assert "would have been" not in html_of(at)
    assert not has_dot(at, "above_map_0")  # no gate routes it
    assert has_dot(at, "above_query_scatter")


def test_a_rule_answers_before_both_gates():
    at = open_route(VIEW, state={TEXT: "where is SC-12345"}, threshold=0.9)
    assert "→ delivery, by a rule" in html_of(at)
    assert has_dot(at, "above_map_0")


def test_a_query_chosen_elsewhere_is_shown_with_its_label():
    at = open_route(VIEW, few_queries(3), {TEXT: "refund today"}, scorer="keywords")
    assert field(at).value == "refund today"
    assert "In the held-out queries, labelled billing." in html_of(at)


def test_examples_are_taken_by_a_click():
    at = open_route(VIEW)
    button = next(b for b in at.button if "low confidence" in b.label)
    run(button.click())
    assert "no intent: low confidence" in html_of(at)
    assert field(at).value == at.session_state[TEXT] != WORKED


@pytest.mark.parametrize("scorer", [s for s in available_scorers() if s != "minilm"])
@pytest.mark.parametrize("aggregate", list(AGGREGATES))
def test_every_scorer_says_what_its_scores_come_from(scorer, aggregate):
    at = open_route(VIEW, scorer=scorer, aggregate=aggregate)
    assert "nearest utterances" in html_of(at) or "what each word adds" in html_of(at)


@pytest.mark.parametrize("intents", [0, 1, 2])
def test_sets_with_few_intents(intents):
    at = open_route(VIEW, few_queries(intents), {TEXT: "refund, and stop"}, scorer="keywords")
    words = ("the set has none", "no second intent", "a tie between")
    assert words[intents] in html_of(at)


def test_a_users_texts_are_shown_literally():
    rules = (Rule("<i>rule</i>", "<u>x</u>"),)
    at = open_route(VIEW, few_queries(3, rules), {TEXT: HOSTILE}, scorer="keywords")
    assert "<img" not in html_of(at)
    run(field(at).set_value("<i>rule</i>"))
    assert "<i>" not in html_of(at)
    assert "<u>" not in html_of(at)
    run(field(at).set_value("pay refund"))
    assert "<b>pay</b>" not in html_of(at)
