"""Do the shipped query sets hold what their README says, and are their splits apart?"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

FOLDER = Path(__file__).parents[2] / "sample_data" / "queries"
FOREIGN = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "routing"
INTENTS = [
    "billing",
    "cancel",
    "change_plan",
    "invoice_copy",
    "delivery",
    "password",
    "bug_report",
    "feature_request",
    "data_export",
    "human_agent",
]
SMALL = INTENTS[:6]
EVALUATED = ("tune", "test")

Row = tuple[str, str, str]  # query, intent, split


def load(name: str) -> list[Row]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [(row["query"], row["intent"], row["split"]) for row in csv.DictReader(file)]


SUPPORT, FEW = load("support"), load("small")
GIVEN: dict[str, Any] = json.loads((FOLDER / "support_intents.json").read_text("utf-8"))
KEYWORDS = {intent["name"]: set(intent["keywords"]) for intent in GIVEN["intents"]}


def plain(text: str) -> str:
    """The text as a near-sighted reader sees it: no case, no marks, single spaces."""
    return " ".join(re.findall(r"\w+", text.casefold())) or text.strip()


def words(text: str) -> set[str]:
    return set(plain(text).split())


def evaluated(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row[2] in EVALUATED]


def test_the_readme_counts_what_is_there():
    readme = (FOLDER / "README.md").read_text("utf-8")
    sizes = Counter(split for _, _, split in SUPPORT)
    few = Counter(split for _, _, split in FEW)
    assert "{train} train, {tune} tune, {test} test".format(**sizes) in readme
    assert "{tune} tune, {test} test".format(**few) in readme
    for intent in INTENTS:
        tune, test = (
            sum(label == intent and part == split for _, label, part in SUPPORT)
            for split in EVALUATED
        )
        assert re.search(rf"^\| `{intent}` \|.*\| {tune} \| {test} \|$", readme, re.MULTILINE)
    single = [(q, i) for q, i, _ in evaluated(SUPPORT) if i and "|" not in i]
    without = sum(not words(query) & KEYWORDS[intent] for query, intent in single)
    assert f"{without} of the {len(single)} queries with one intent" in readme


def test_there_are_enough_to_tune_and_too_few_in_the_small_set():
    assert len(evaluated(SUPPORT)) >= 460
    assert len(evaluated(FEW)) == 45


def test_every_intent_has_sixteen_utterances_to_learn_from():
    assert Counter(i for _, i, split in SUPPORT if split == "train") == dict.fromkeys(INTENTS, 16)


@pytest.mark.parametrize("split", EVALUATED)
def test_both_splits_hold_every_intent_collisions_and_what_is_out_of_scope(split):
    labels = [intent for _, intent, part in SUPPORT if part == split]
    count = Counter(labels)
    assert all(count[intent] >= 16 for intent in INTENTS)
    assert sum("|" in label for label in labels) >= 10
    assert 0.12 <= count[""] / len(labels) <= 0.25


@pytest.mark.parametrize("split", EVALUATED)
def test_the_small_set_holds_all_of_that_too(split):
    labels = [intent for _, intent, part in FEW if part == split]
    assert set(SMALL) <= set(labels)
    assert sum("|" in label for label in labels) == 1
    assert 0.12 <= labels.count("") / len(labels) <= 0.25


def test_labels_are_known_intents_and_no_collision_names_one_twice():
    for rows, known in ((SUPPORT, INTENTS), (FEW, SMALL)):
        for query, label, split in rows:
            named = label.split("|") if label else []
            assert set(named) <= set(known), query
            assert len(set(named)) == len(named) <= 2, query
            assert split != "train" or len(named) == 1, query


def test_no_query_stands_twice_anywhere():
    count = Counter(plain(query) for query, _, _ in SUPPORT + FEW)
    assert [text for text, n in count.items() if n > 1] == []
    assert all(query == query.strip() and query for query, _, _ in SUPPORT + FEW)


def test_no_query_of_one_split_is_nearly_one_of_the_other():
    """Two queries of different splits share less than 60 % of their words."""
    rows = [(words(query), query, split) for query, _, split in evaluated(SUPPORT + FEW)]
    alike = [
        (query, other)
        for (a, query, split), (b, other, part) in combinations(rows, 2)
        if split != part and len(a & b) >= 0.6 * len(a | b)
    ]
    assert alike == []


def test_the_worked_example_is_there_with_its_keywords():
    truth = {query: intent for query, intent, _ in SUPPORT}
    assert truth["cancel and refund charge"] == "cancel|billing"
    assert truth["I need a refund for my invoice payment"] == "billing"
    assert KEYWORDS["billing"] == {"refund", "charge", "invoice", "payment", "money"}
    assert KEYWORDS["cancel"] == {"cancel", "charge", "subscription", "stop", "account"}


def test_half_of_what_is_out_of_scope_uses_words_of_the_desk():
    """Near misses: they share a word of content with the utterances or the keywords."""
    learned = [words(query) for query, _, split in SUPPORT if split == "train"]
    desk = set().union(*learned, *KEYWORDS.values()) - ENGLISH_STOP_WORDS
    outside = [query for query, intent, _ in evaluated(SUPPORT) if not intent]
    near = sum(bool(words(query) & desk) for query in outside)
    assert 0.4 <= near / len(outside) <= 0.7


def test_every_rule_is_right_somewhere_and_wrong_somewhere():
    """Rules win over every score, so the set shows what that costs."""
    assert [rule["intent"] for rule in GIVEN["rules"]] == [
        "human_agent",
        "delivery",
        "invoice_copy",
    ]
    for rule in GIVEN["rules"]:
        hits = [
            rule["intent"] in label.split("|")
            for query, label, _ in evaluated(SUPPORT)
            if re.search(rule["pattern"], query, re.IGNORECASE)
        ]
        assert set(hits) == {True, False}


def test_the_intents_file_names_the_intents_in_order_and_keywords_are_single_words():
    assert [intent["name"] for intent in GIVEN["intents"]] == INTENTS
    assert all(word == plain(word) for some in KEYWORDS.values() for word in some)


@pytest.mark.skipif(not FOREIGN.is_dir(), reason="the query sets of others are not here")
def test_no_text_is_taken_from_the_query_sets_of_others():
    """A word alone and a greeting of two are anybody's."""
    theirs = {plain(text) for text in texts_of_others()}
    assert len(theirs) > 10_000
    ours = {plain(query) for query, _, _ in SUPPORT + FEW}
    assert [text for text in ours & theirs if len(text.split()) > 2] == []


def texts_of_others() -> Iterator[str]:
    for file in FOREIGN.rglob("*.json"):
        yield from strings(json.loads(file.read_text("utf-8", errors="replace")))
    for file in FOREIGN.rglob("*.csv"):
        with file.open(encoding="utf-8", newline="") as rows:
            yield from (row[0] for row in csv.reader(rows) if row)


def strings(value: Any) -> Iterator[str]:
    """Every string in parsed JSON; the parts of one utterance (SNIPS) joined."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        if isinstance(value.get("data"), list):
            parts = [part.get("text", "") for part in value["data"] if isinstance(part, dict)]
            yield "".join(parts)
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
