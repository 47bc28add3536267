"""Does every number of the confusion lead to its queries, at few intents and at many?"""

from __future__ import annotations

import numpy as np
import pytest

from engine.routing import LabelledQuery, add
from engine.routing.metrics import collision_recall
from tests.pages.opened import done, html_of, labelled, run, session, table_with, tables
from tests.pages.route_page import open_route
from tests.pages.route_sets import many_intents, small_set
from ui.charts.route_confusion import MOST_INTENTS
from ui.route.picks import Pick, confusion_of, rows_of
from ui.route.plain_table import MOST_ROWS
from ui.route.shown import look


def shown_of(at):
    return look(session(at).queries, session(at).scenario.routing)


def test_each_number_of_the_matrix_counts_the_queries_it_lists():
    shown = shown_of(open_route(None, small_set(), scorer="keywords"))
    for part in (shown.tune, shown.test):
        table = confusion_of(part, shown.gate)
        listed = np.array(
            [
                [len(rows_of(part, shown.gate, Pick(truth, went))) for went in table.columns]
                for truth in table.rows
            ]
        )
        assert (listed == table.matrix).all()
        assert len(rows_of(part, shown.gate, Pick(None))) == table.collisions


def test_an_intents_row_lists_what_was_not_routed_right():
    shown = shown_of(open_route(None, small_set(), scorer="keywords"))
    part, gate = shown.test, shown.gate
    table = confusion_of(part, gate)
    for at, name in enumerate(table.intents):
        wrong = rows_of(part, gate, Pick(name))
        assert len(wrong) == table.matrix[at].sum() - table.matrix[at, at]


def test_what_was_picked_is_listed_with_its_truth_and_where_it_went():
    at = open_route("Confusion", small_set(), scorer="keywords")
    assert "Click a number or a row" in html_of(at)
    at.session_state["confusion_pick"] = Pick("billing", "cancel")
    run(at)
    listed = table_with(at, "query")
    assert listed["query"].tolist() == ["cancel stop now"]
    assert listed["truth"].tolist() == ["billing"]
    assert listed["best intent"].tolist() == ["cancel"]


def test_the_pick_follows_the_gate_and_goes_with_its_intent():
    at = open_route("Confusion", small_set(), scorer="keywords")
    at.session_state["confusion_pick"] = Pick("billing", "low_confidence")
    assert "low confidence</b> · 0 queries" in html_of(run(at))
    labelled(at, "number_input", "Threshold").set_value(1.0).run()
    assert len(table_with(done(at), "query")) == 7
    at.session_state["confusion_pick"] = Pick("nobody", "billing")
    assert "Click a number or a row" in html_of(run(at))


def test_collisions_are_counted_apart_and_listed():
    at = open_route("Confusion", small_set(), scorer="keywords")
    shown = shown_of(at)
    found = collision_recall(shown.test.judged, shown.gate.threshold, shown.gate.margin)
    assert f"{found.queries} query with several intents" in html_of(at)
    assert f"{found.ambiguous} end in a tie" in html_of(at)
    labelled(at, "button", "List them").click().run()
    assert table_with(done(at), "query")["truth"].tolist() == ["cancel + billing"]


def test_what_a_rule_answered_has_no_score():
    at = open_route("Confusion", small_set(), scorer="keywords")
    at.session_state["confusion_pick"] = Pick("cancel", "cancel")
    listed = table_with(run(at), "query")
    ruled = listed[listed["query"] == "get me a human"]
    assert ruled["what became of it"].tolist() == ["by a rule"]
    assert ruled["score"].isna().all()


def charts(at) -> int:
    return sum("confusion_matrix" in chart.proto.id for chart in at.get("plotly_chart"))


@pytest.mark.parametrize(("count", "matrices"), [(MOST_INTENTS, 1), (MOST_INTENTS + 1, 0)])
def test_the_matrix_stands_where_it_can_be_read(count, matrices):
    at = open_route("Confusion", many_intents(count), scorer="bag_of_words")
    assert charts(at) == matrices
    assert "of the truth, %" in tables(at)[0].columns


def test_many_intents_are_lists_worst_first():
    at = open_route("Confusion", many_intents(150), scorer="bag_of_words", margin=0.0)
    pairs, intents = tables(at)[:2]
    assert pairs["queries"].is_monotonic_decreasing
    assert intents["F1, %"].dropna().is_monotonic_increasing
    assert len(intents) == 150
    assert len(pairs) <= MOST_ROWS


def test_labels_that_no_intent_has_are_counted_beside_the_matrix():
    queries = small_set()
    other = LabelledQuery("open the door", ("doors",), "test")
    at = open_route("Confusion", add(queries, other), scorer="keywords")
    assert "1 query with a label that no intent has" in html_of(at)


@pytest.mark.parametrize("queries", [small_set(), many_intents(MOST_INTENTS + 1)])
def test_the_queries_of_a_number_take_the_place_of_a_list_until_one_goes_back(queries):
    at = open_route("Confusion", queries, scorer="bag_of_words")
    lists = [list(table.columns) for table in tables(at)]
    at.session_state["confusion_pick"] = Pick(queries.intents[0].name, queries.intents[0].name)
    run(at)
    assert len(tables(at)) == len(lists)
    assert "query" in tables(at)[-1].columns
    labelled(at, "button", "‹ Back").click().run()
    assert [list(table.columns) for table in tables(done(at))] == lists
