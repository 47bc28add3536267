"""Are two routers compared on the same held-out queries, and is it told where they differ?"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.routing import judge, router_for, score_queries
from engine.routing.metrics import Counts
from engine.scenario.routing import Routing
from tests.pages.opened import figures, html_of, run
from tests.pages.route_page import open_route
from tests.pages.route_sets import few_queries
from ui.palette import LIGHT
from ui.route.compare_table import FILTERS, table_of
from ui.route.compare_view import KEY, Choice, rows_of, setting_of
from ui.route.sets import shipped_set
from ui.route.shown import look, look_beside
from ui.route.sides import Side, differing, faced

VIEW = "Compare"
KEYWORDS = Choice("keywords", "centroid")


def sides(choice: Choice):
    shown = look(shipped_set("support"), Routing())
    routing = replace(shown.routing, scorer=choice.scorer, aggregate=choice.aggregate)
    other = look_beside(shown, routing)
    setting, _ = setting_of(choice, shown, other)
    return shown, Side("A", shown.test, shown.gate), Side("B", other.test, setting)


def counts_of(html: str) -> list[int]:
    found = re.search(
        r"both right <b>(\d+)</b>.*only A <b>(\d+)</b>.*only B <b>(\d+)</b>.*neither <b>(\d+)</b>",
        html,
    )
    assert found
    return [int(number) for number in found.groups()]


def test_it_opens_with_another_scorer_tuned_and_every_query_is_counted_once():
    at = open_route(VIEW)
    assert at.session_state[KEY] == KEYWORDS
    assert sum(counts_of(html_of(at))) == 236
    assert "beats" in html_of(at) or "Too few" in html_of(at)
    assert "AUROC" in html_of(at)
    assert len(at.dataframe[0].value) > 0
    assert figures(at)["compare_figure"]


def test_both_sides_have_the_numbers_of_their_own_router():
    """Worked out from the start, by the engine alone."""
    queries = [q for q in shipped_set("support").queries if q.split == "test" and not q.collision]
    shown, a, b = sides(Choice("keywords", "centroid", "own", 0.15, 0.05))
    found = faced(a, b, shown.aim)
    for side, scorer, gate in ((found.now, "wordllama", (0.2, 0.1)),
                               (found.tuned, "keywords", (0.15, 0.05))):  # fmt: skip
        router = router_for(shipped_set("support"), scorer=scorer)
        judged = judge(score_queries(router, [q.text for q in queries]), queries)
        counts = Counts.at(judged, *gate)
        assert side["accuracy"].value == pytest.approx(shown.aim.metric_of("accuracy", counts))
        assert side["risk"].value == pytest.approx(shown.aim.metric_of("risk", counts))
        decided = [router.with_gates(*gate).route(q.text).intent for q in queries]
        right = sum(
            intent in q.intents or (intent is None and not q.intents)
            for intent, q in zip(decided, queries, strict=True)
        )
        where = differing(a, b)
        assert right == where.both + (where.only_a if side is found.now else where.only_b)


def test_the_table_holds_the_queries_on_which_they_differ():
    shown, a, b = sides(KEYWORDS)
    found = differing(a, b)
    table = table_of(a, b, found.rows, LIGHT)
    assert all(x != y for x, y in zip(table["A"], table["B"], strict=True))
    assert table["right"].count("A") == found.only_a
    assert table["right"].count("B") == found.only_b
    assert rows_of(faced(a, b, shown.aim))[0].name == "utility"


@pytest.mark.parametrize("name", FILTERS[1:3])
def test_the_table_is_narrowed_to_those_only_one_has_right(name):
    at = open_route(VIEW)
    counts = counts_of(html_of(at))
    run(at.segmented_control(key="route_compare_filter").set_value(name))
    who = at.dataframe[0].value["right"]
    assert set(who) == {name.split()[1]}
    assert len(who) == counts[FILTERS.index(name)]


def test_the_same_router_twice_differs_nowhere():
    at = open_route(VIEW, state={KEY: Choice("wordllama", "centroid", "same")})
    assert "B and A do the same with every held-out query" in html_of(at)
    assert "they differ on 0" in html_of(at)
    assert not at.dataframe


def test_b_has_a_gate_of_its_own():
    at = open_route(VIEW, state={KEY: Choice("wordllama", "centroid", "own")})
    number = next(f for f in at.number_input if f.label == "B: threshold")
    run(number.set_value(0.95))
    assert at.session_state[KEY].threshold == 0.95
    assert "<b>B</b> wordllama · centroid: threshold 0.950, margin 0.100" in html_of(at)
    gate = next(f for f in at.selectbox if f.label == "B: threshold, margin")
    run(gate.set_value("same"))
    assert "<b>B</b> wordllama · centroid: threshold 0.200" in html_of(at)


def test_thresholds_per_intent_come_with_their_warning_and_beside_the_single_gate():
    at = open_route(VIEW, state={KEY: Choice("wordllama", "centroid", "per_intent")})
    html = html_of(at)
    assert "overfit" in html
    assert "B with one threshold" in html
    table = at.dataframe[0].value
    assert list(table["intent"]) == list(shipped_set("support").intent_names)
    at = open_route(VIEW, state={KEY: Choice("wordllama", "centroid", "per_intent")},
                    aim="balanced")  # fmt: skip
    assert "can be found for the aim accuracy or utility" in html_of(at)


def test_where_no_gate_serves_the_aim_it_is_said():
    known, choice = few_queries(1), Choice("hashing_chars", "centroid")
    at = open_route(VIEW, known, {KEY: choice}, aim="coverage", ceiling=0.0)
    # All mean what no intent of the router is.
    nobody = replace(known, queries=tuple(replace(q, intents=("x",)) for q in known.queries))
    assert sum(counts_of(html_of(at))) == 3
    at = open_route(VIEW, nobody, {KEY: KEYWORDS}, aim="coverage", ceiling=0.0, scorer="tfidf")
    assert "No gate keeps the risk within 0.0 %" in html_of(at)


@pytest.mark.parametrize("intents", [0, 1, 3])
def test_small_sets(intents):
    at = open_route(VIEW, few_queries(intents), scorer="bag_of_words")
    if not intents:
        assert "No query in scope: nothing to tune." in html_of(at)
        return
    assert sum(counts_of(html_of(at))) == 2 * intents + 1
