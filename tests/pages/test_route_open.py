"""Does a file of queries, or a router, open on the Route page, and is what is wrong said?"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from engine.routing import Intent, LabelledQuery, QuerySet, Rule
from engine.routing.exports import (
    RouterConfig,
    data_hash,
    to_json,
    to_rasa_yaml,
    to_semantic_router_yaml,
)
from engine.routing.query_files import load_queries
from tests.pages.opened import html_of, run, session
from tests.pages.route_page import open_route, text_of, upload
from ui.route.open_pane import JUDGE
from ui.route.opened import judged_by, made_of, routed_by
from ui.route.sets import shipped_set

SUPPORT = shipped_set("support")
CSV = "query,intent\n" + "".join(
    f"{text} {n},{intent}\n"
    for n in range(6)
    for text, intent in (("pay the bill", "billing"), ("stop it all", "cancel"), ("hm", "oos"))
)


def open_page(queries: QuerySet | None = None) -> AppTest:
    """With a scorer that needs no model, so that the page opens at once."""
    return open_route("Queries", queries, scorer="tfidf")


ROUTER = RouterConfig(
    "hashing",
    0.35,
    0.07,
    (Intent("billing", ("bill",), ("pay the bill",)), Intent("cancel", (), ("stop it",))),
    (Rule("human", "agent"),),
    "max",
    0.25,
)

QUERY_FILES = {
    "plain.csv": CSV,
    "banking77.csv": CSV.replace("query,intent", "text,category"),
    "plain.tsv": CSV.replace(",", "\t"),
    "log.jsonl": "".join(
        json.dumps(dict(zip(("query", "intent"), line.split(","), strict=True))) + "\n"
        for line in CSV.splitlines()[1:]
    ),
    "clinc150.json": json.dumps(
        {
            "train": [["pay the bill", "billing"], ["stop it all", "cancel"]],
            "val": [["pay now", "billing"], ["stop now", "cancel"]],
            "test": [["pay then", "billing"], ["stop then", "cancel"]],
            "oos_val": [["hm", "oos"]],
            "oos_test": [["hm hm", "oos"]],
        }
    ),
    "nlupp.json": json.dumps(
        [{"text": f"{t} {n}", "intents": i} for n in range(6) for t, i in
         (("pay", ["billing"]), ("stop", ["cancel"]), ("stop paying", ["billing", "cancel"]))]
    ),
    "nlu.yml": "nlu:\n- intent: billing\n  examples: |\n    - pay the bill\n    - my bill\n"
    "- intent: cancel\n  examples: |\n    - stop it\n",
}  # fmt: skip


@pytest.mark.parametrize("name", QUERY_FILES)
def test_every_kind_of_query_file_opens_under_its_name(name):
    at = upload(open_page(), name, QUERY_FILES[name])
    loaded = load_queries(QUERY_FILES[name]).queries
    opened = session(at).queries
    assert opened.name == name
    assert (opened.queries, opened.intents) == (loaded.queries, loaded.intents)
    assert {"billing", "cancel"} == set(opened.intent_names)
    assert at.session_state["query_file_round"] == 1


def test_what_is_pasted_opens_too_and_undo_leads_back():
    at = open_page()
    next(f for f in at.text_area if f.key.startswith("query_text_")).set_value(CSV)
    next(b for b in at.button if b.label == "Open what was pasted").click()
    run(at)
    assert session(at).queries.name == "Pasted"
    assert len(session(at).queries.queries) == 18
    at.button(key="undo").click()
    assert session(run(at)).queries is None


def test_bad_rows_are_listed_by_line_and_the_rest_is_kept():
    bad = CSV + ",billing\npay,a,b,c\n"
    at = upload(open_page(), "log.csv", bad)
    html = text_of(at)
    assert "2 of 20 rows left out." in html
    assert "Line 20, query: expected a text; found nothing" in html
    assert "Line 21: expected 2 cells; found 4" in html
    (table,) = (t.value for t in at.dataframe if "reason" in t.value)
    assert table["line"].tolist() == [20, 21]
    assert len(session(at).queries.queries) == 18


def test_of_many_bad_rows_the_first_thousand_are_shown():
    at = upload(open_page(), "log.csv", CSV + ",billing\n" * 1200)
    assert "1,200 of 1,218 rows left out." in text_of(at)
    (table,) = (t.value for t in at.dataframe if "reason" in t.value)
    assert len(table) == 1000
    assert "The first 1,000 of 1,200" in text_of(at)


def test_queries_that_became_examples_are_counted():
    at = upload(open_page(), "log.csv", CSV)
    said = text_of(at)
    # Two fifths of the six of each intent.
    assert "4 queries became examples of their intents" in said
    assert "Split by lot, with a fixed seed: 7 queries tune, 7 test." in said


@pytest.mark.parametrize("split", ["", ",train"])
def test_a_file_whose_rows_all_became_examples_says_so_and_what_to_do(split):
    head = "text,label" + (",split" if split else "")
    at = upload(open_page(), "few.csv", f"{head}\npay now,billing{split}\nstop it,cancel{split}\n")
    said = text_of(at)
    assert "Every row of few.csv became an example of its intent, and none is left to judge" in said
    assert "better ten or more" in said
    assert "No queries yet" not in said
    assert "Taken as the query: &quot;text&quot;" in said or 'Taken as the query: "text"' in said


def test_without_a_query_in_scope_there_is_nothing_to_tune():
    at = upload(open_page(), "alloos.csv", "query,intent\n" + "what a day,oos\n" * 12)
    assert "No query in scope: nothing to tune." in text_of(at)
    assert next(b for b in at.button if "tuned" in b.label).disabled


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.csv", "split,query\ntest,hi\n", ["Line 1, intent: expected a column named intent"]),
        ("a.csv", "query,intent\n,x\n", ["Line 2, query: expected a text; found nothing"]),
        ("a.csv", b"query,intent\ncaf\xe9,x\n", ["byte 0xe9", "UTF-8"]),
        ("a.csv", "  ", ["Nothing to read"]),
        ("nlu.yml", "nlu:\n- [", ["ine 3", "not YAML"]),
        ("r.json", to_json(ROUTER).replace("0.35", '"much"'), ["threshold: expected a number"]),
        ("r.json", to_json(replace(ROUTER, threshold=1.5)), ["threshold", "from 0 to 1", "1.5"]),
        ("r.json", to_json(ROUTER).replace('"hashing"', '"magic"'), ["scorer: expected", "magic"]),
        ("r.yml", "pipeline: []\n", ["nlu: expected"]),
        ("r.yml", "router_type: indexed\nroutes: []\n", ["routes: expected"]),
    ],
)
def test_what_cannot_be_read_names_the_place_and_keeps_what_is_open(name, data, words):
    at = open_page()
    before = session(at)
    at = upload(at, name, data)
    after = session(at)
    assert (after.queries, after.scenario) == (before.queries, before.scenario)
    assert after.notice.headline == f"{name} was not read."
    assert all(word in after.notice.text for word in words), after.notice.text


def test_a_scorer_that_is_not_installed_is_said(monkeypatch):
    at = open_page()
    monkeypatch.setattr("ui.route.open_pane.available_scorers", lambda: ("keywords", "tfidf"))
    at = upload(at, "r.json", to_json(ROUTER))
    assert "hashing is not installed here" in session(at).notice.text
    assert session(at).scenario.routing.scorer == "tfidf"


@pytest.mark.parametrize("write", [to_json, to_semantic_router_yaml, to_rasa_yaml])
def test_a_router_opens_on_the_queries_that_are_open(write):
    at = upload(open_page(), "router.txt", write(ROUTER))
    opened, routing = session(at).queries, session(at).scenario.routing
    assert (opened.intents, opened.rules) == (ROUTER.intents, ROUTER.rules)
    assert (routing.scorer, routing.aggregate) == ("hashing", "max")
    assert (routing.threshold, routing.margin, routing.declared) == (0.35, 0.07, 0.25)
    assert opened.queries == SUPPORT.queries
    notice = session(at).notice
    assert notice.headline == "router.txt was opened"
    assert "hashing · max, threshold 0.350, margin 0.070, 2 intents, 1 rule." in notice.text
    assert "intent that this router does not have: " in notice.text


def test_a_scenario_with_a_scorer_that_is_not_installed_is_shown_by_the_usual_one(monkeypatch):
    monkeypatch.setattr("ui.route.sets.available_scorers", lambda: ("wordllama",))
    at = open_page()
    assert "tfidf is not installed here (make extras brings it): wordllama" in text_of(at)
    assert session(at).scenario.routing.scorer == "tfidf"


def test_judging_keeps_the_router_that_is_open():
    at = open_page()
    next(f for f in at.segmented_control if f.key.startswith("query_use_")).set_value(JUDGE)
    at = upload(at, "log.csv", CSV)
    opened = session(at).queries
    assert (opened.intents, opened.rules) == (SUPPORT.intents, SUPPORT.rules)
    assert len(opened.queries) == 18
    rules = f"{len(SUPPORT.intents)} intents, {len(SUPPORT.rules)} rules"
    assert f"They judge the router that was open: {rules}." in text_of(at)


def test_there_is_nothing_to_judge_without_a_router():
    at = open_page(QuerySet("empty"))
    assert not [f for f in at.segmented_control if f.key.startswith("query_use_")]
    at = upload(at, "log.csv", CSV)
    assert session(at).queries.intent_names == ("billing", "cancel")


def test_examples_of_a_judging_file_are_left_out_unless_they_are_all_it_has():
    examples = load_queries("query,intent,split\npay,billing,train\nstop,cancel,train\n")
    found = judged_by(SUPPORT, examples)
    assert found.queries.queries == (
        LabelledQuery("pay", ("billing",)),
        LabelledQuery("stop", ("cancel",)),
    )
    both = load_queries("query,intent,split\npay,billing,train\nstop,cancel,test\n")
    found = judged_by(SUPPORT, both)
    assert [query.text for query in found.queries.queries] == ["stop"]
    assert "1 example of the file left out." in found.notes


def test_intents_with_too_few_queries_are_named():
    found = made_of(load_queries(CSV + "hello there,greet\n"))
    assert found.notes[1].endswith("better ten or more): greet.")


def test_a_router_says_whether_it_was_exported_with_these_queries():
    here = replace(ROUTER, data_sha256=data_hash(replace(SUPPORT, intents=ROUTER.intents)))
    assert "exported with the very queries that are open" in routed_by(SUPPORT, here)[1]
    there = replace(ROUTER, data_sha256="0" * 64)
    assert "exported with other queries than those open" in routed_by(SUPPORT, there)[1]
    assert "exported with" not in routed_by(SUPPORT, ROUTER)[1]


def test_every_shipped_set_can_be_chosen_and_undo_leads_back():
    at = open_route("Queries")
    choice = next(box for box in at.selectbox if box.label.startswith("Query set"))
    at = run(choice.set_value("small"))
    assert session(at).scenario.routing.queries == "small"
    assert session(at).queries is None
    assert "too few" in html_of(at).lower()
    undo = next(button for button in at.button if button.key == "undo")
    at = run(undo.click())
    assert session(at).scenario.routing.queries == "support"
