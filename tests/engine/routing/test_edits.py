"""Do edits of intents and rules keep every query, and do labels follow?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.routing import Intent, IntentRouter, LabelledQuery, QuerySet, Rule
from engine.routing.edits import (
    add_intent,
    delete_intent,
    rename_intent,
    set_keywords,
    set_rules,
    set_utterances,
)

NAMES = ("billing", "cancel", "delivery", "login")
names = st.sampled_from(NAMES)
labels = st.lists(names, unique=True, max_size=3).map(tuple)
rows = st.builds(
    LabelledQuery,
    st.sampled_from(["stop it", "my money", "where is it", ""]),
    labels,
    st.sampled_from(["tune", "test", None]),
    st.integers(1, 99),
)
sets = st.builds(
    QuerySet,
    st.just("drawn"),
    st.lists(rows, max_size=12).map(tuple),
    st.just(tuple(Intent(name, (f"{name} word",), (f"a {name}", "please")) for name in NAMES)),
    st.lists(st.builds(Rule, st.sampled_from(["stop", "mon.y"]), names), max_size=4).map(tuple),
)


@st.composite
def edits(draw):
    """A set, what an edit made of it, and what each label of it means afterwards."""
    queries = draw(sets)
    name, other = draw(st.permutations(NAMES))[:2]
    same = {n: (n,) for n in NAMES}
    kind = draw(st.sampled_from(["add", "rename", "delete", "instead", "words", "rules"]))
    if kind == "add":
        return queries, add_intent(queries, Intent("new", ("word",))), same
    if kind == "rename":
        return queries, rename_intent(queries, name, "other"), same | {name: ("other",)}
    if kind == "delete":
        return queries, delete_intent(queries, name), same | {name: ()}
    if kind == "instead":
        return queries, delete_intent(queries, name, other), same | {name: (other,)}
    if kind == "words":
        return queries, set_utterances(set_keywords(queries, name, ()), name, ["new"]), same
    return queries, set_rules(queries, queries.rules[::-1]), same


@given(edits())
@settings(max_examples=300, deadline=None)
def test_no_query_is_lost_and_each_label_follows_its_intent(edit):
    before, after, meaning = edit
    assert [(q.text, q.split, q.line) for q in after.queries] == [
        (q.text, q.split, q.line) for q in before.queries
    ]
    for old, new in zip(before.queries, after.queries, strict=True):
        assert set(new.intents) == {label for name in old.intents for label in meaning[name]}
        assert len(set(new.intents)) == len(new.intents)


@given(edits())
@settings(max_examples=300, deadline=None)
def test_labels_and_rules_name_intents_that_are_there_and_the_result_is_a_router(edit):
    _, after, _ = edit
    known = set(after.intent_names)
    assert len(known) == len(after.intents)
    assert {label for query in after.queries for label in query.intents} <= known
    assert {rule.intent for rule in after.rules} <= known
    router = IntentRouter(rules=after.rules)
    for intent in after.intents:
        assert intent.keywords or intent.utterances
        router.register(intent.name, intent.keywords, utterances=intent.utterances)
    router.route("stop my money")


@given(sets, names, names)
@settings(max_examples=100, deadline=None)
def test_a_name_given_and_taken_back_leaves_the_set_as_it_was(queries, name, other):
    there = rename_intent(queries, name, "elsewhere")
    back = rename_intent(there, "elsewhere", name)
    assert (back.queries, back.intents, back.rules) == (
        queries.queries,
        queries.intents,
        queries.rules,
    )


def a_set() -> QuerySet:
    return QuerySet(
        "support",
        (
            LabelledQuery("stop it", ("cancel",), "tune"),
            LabelledQuery("stop it and pay me back", ("cancel", "billing"), "test"),
            LabelledQuery("hello", (), "test"),
        ),
        (Intent("cancel", ("stop",)), Intent("billing", (), ("money back",))),
        (Rule("stop", "cancel"), Rule("refund", "billing")),
    )


def test_what_meant_a_deleted_intent_alone_is_out_of_scope_and_its_rules_go():
    after = delete_intent(a_set(), "cancel")
    assert [query.intents for query in after.queries] == [(), ("billing",), ()]
    assert after.rules == (Rule("refund", "billing"),)


def test_or_it_means_another_intent_and_the_rules_lead_there():
    after = delete_intent(a_set(), "cancel", "billing")
    assert [query.intents for query in after.queries] == [("billing",), ("billing",), ()]
    assert after.rules == (Rule("stop", "billing"), Rule("refund", "billing"))
    assert after.intents == (Intent("billing", (), ("money back",)),)


def test_empty_and_repeated_texts_fall_away():
    after = set_utterances(a_set(), "cancel", ["  end it ", "", "leave", "end it"])
    assert after.intents[0].utterances == ("end it", "leave")


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda s: rename_intent(s, "cancel", "billing"), "there is an intent billing already"),
        (lambda s: rename_intent(s, "cancel", " OOS "), "not oos and without |; found OOS"),
        (lambda s: rename_intent(s, "cancel", "a|b"), "without |; found a|b"),
        (lambda s: rename_intent(s, "cancel", " "), "found nothing"),
        (lambda s: rename_intent(s, "nobody", "x"), "there is no intent nobody"),
        (lambda s: delete_intent(s, "nobody"), "there is no intent nobody"),
        (lambda s: delete_intent(s, "cancel", "nobody"), "there is no intent nobody"),
        (lambda s: delete_intent(s, "cancel", "cancel"), "choose another intent"),
        (lambda s: set_keywords(s, "cancel", [" "]), "cancel needs a keyword or an utterance"),
        (lambda s: set_utterances(s, "billing", []), "billing needs a keyword or an utterance"),
        (lambda s: add_intent(s, Intent("new")), "new needs a keyword or an utterance"),
        (lambda s: add_intent(s, Intent("billing", ("x",))), "an intent billing already"),
        (lambda s: set_rules(s, [Rule("a", "b"), Rule("(", "b")]), "rule 2: the rule '\\('"),
        (lambda s: set_rules(s, [Rule("", "b")]), "rule 1: a rule needs a pattern"),
        (lambda s: set_rules(s, [Rule("a", "")]), "rule 1: expected the intent"),
    ],
)
def test_an_edit_that_leaves_no_router_is_refused_with_what_is_wrong(edit, message):
    with pytest.raises(ValueError, match=message.replace("|", r"\|")):
        edit(a_set())
