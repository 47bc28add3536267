"""Where the router sends a query, why, and that a whole log is scored as one query is."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Intent, IntentRouter, QuerySet, Rule, bag_of_words, cosine_sparse, router_for
from engine.routing import AGGREGATES, SCORERS, gate_outcome, gate_outcomes, score_queries
from engine.routing.gates import OUTCOMES

BILLING = "refund charge invoice payment money".split()
CANCEL = "cancel charge subscription stop account".split()


def support(**settings) -> IntentRouter:
    router = IntentRouter(**settings)
    router.register("billing", BILLING)
    router.register("cancel", CANCEL)
    return router


class Given:
    """A scorer that answers with numbers given by text."""

    def __init__(self, table):
        self.table = table

    def scores(self, texts):
        return np.array([self.table[text] for text in texts])


def given_scores(table, names, **settings) -> IntentRouter:
    router = IntentRouter(scorer=lambda intents: Given(table), **settings)
    for name in names:
        router.register(name, ())
    return router


def test_the_worked_example():
    router = support()
    tie = router.route("cancel and refund charge")
    assert (tie.reason, tie.intent, tie.fallback) == ("ambiguous_tie", None, True)
    assert (tie.best_intent, tie.runner_up) == ("billing", "cancel")
    assert (
        tie.score
        == tie.runner_up_score
        == cosine_sparse(bag_of_words("cancel and refund charge"), bag_of_words(" ".join(BILLING)))
    )
    match = router.route("I need a refund for my invoice payment")
    assert (match.reason, match.intent, match.fallback) == ("match", "billing", False)
    assert match.scores == {"billing": match.score, "cancel": match.runner_up_score}


def test_an_exact_tie_goes_by_the_order_of_registration():
    for first, second in ((("a", BILLING), ("b", CANCEL)), (("b", CANCEL), ("a", BILLING))):
        router = IntentRouter(margin=1e-12)
        router.register(*first)
        router.register(*second)
        decision = router.route("charge")
        assert (decision.best_intent, decision.runner_up) == (first[0], second[0])
        assert decision.reason == "ambiguous_tie"
        assert router.with_gates(0.2, 0).route("charge").intent == first[0]


@pytest.mark.parametrize("scorer", [name for name in SCORERS if name != "minilm"])
@pytest.mark.parametrize("text", ["", " \n", "?! 👍", "\ud800"])
def test_without_words_the_score_is_0_and_confidence_low_at_any_threshold(scorer, text):
    decision = support(threshold=0, margin=0, scorer=scorer).route(text)
    assert (decision.reason, decision.score, decision.intent) == ("low_confidence", 0.0, None)
    assert decision.best_intent == "billing"


@pytest.mark.parametrize("scorer", ["keywords", "bag_of_words", "tfidf"])
def test_unknown_words_score_0(scorer):
    decision = support(threshold=0, scorer=scorer).route("nothing known here")
    assert (decision.reason, decision.score) == ("low_confidence", 0.0)


def test_a_fallback_shows_what_it_would_have_been():
    decision = support(threshold=0.9).route("stop the refund of my invoice")
    assert (decision.reason, decision.intent) == ("low_confidence", None)
    assert (decision.best_intent, decision.runner_up) == ("billing", "cancel")


def test_without_intents():
    decision = IntentRouter().route("hello")
    assert (decision.reason, decision.intent, decision.best_intent) == ("no_intents", None, None)
    assert (decision.score, decision.runner_up, decision.scores) == (0.0, None, {})


def test_one_intent_has_no_runner_up():
    router = IntentRouter(margin=0.9)
    router.register("billing", BILLING)
    decision = router.route("refund")
    assert (decision.intent, decision.runner_up, decision.runner_up_score) == ("billing", None, 0)


def test_a_rule_answers_first_and_is_reported():
    rules = (Rule(r"\bhuman\b", "agent"), Rule("refund", "cancel"))
    router = support(rules=rules, threshold=5, margin=5)
    decision = router.route("a HUMAN, and a refund")
    assert (decision.intent, decision.reason, decision.rule) == ("agent", "rule", rules[0])
    assert (decision.score, decision.runner_up) == (math.inf, None)
    assert decision.scores == support().route("a HUMAN, and a refund").scores
    assert router.route("invoice").rule is None
    assert IntentRouter(rules=rules).route("human").intent == "agent"
    with pytest.raises(ValueError, match="'\\(' is no regular expression"):
        IntentRouter(rules=[Rule("(", "agent")])


def test_registering_again_adds_and_keeps_the_place():
    router = support()
    router.route("refund")  # the scorer is made, and must be made anew
    router.register("billing", ["bill"], utterances=["I was billed twice"])
    assert router.intents == (
        Intent("billing", (*BILLING, "bill"), ("I was billed twice",)),
        Intent("cancel", tuple(CANCEL)),
    )
    assert router.route("bill").best_intent == "billing"


def test_keywords_and_utterances_as_one_text():
    router = IntentRouter()
    router.register("billing", "refund, charge invoice", utterances="give me my money back")
    assert router.intents == (
        Intent("billing", ("refund", "charge", "invoice"), ("give me my money back",)),
    )


def test_the_default_pools_utterances_into_one_bag():
    router = IntentRouter()
    router.register("billing", utterances=["refund the charge", "refund my money"])
    bag = bag_of_words("refund the charge refund my money")
    assert router.route("a refund").score == cosine_sparse(bag_of_words("a refund"), bag)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"threshold": math.nan}, "threshold must be a finite number; found nan"),
        ({"margin": "0.1"}, "margin must be a finite number; found '0.1'"),
        ({"margin": True}, "margin must be a finite number; found True"),
        ({"scorer": "bert"}, "unknown scorer 'bert'; known are keywords, bag_of_words"),
        ({"aggregate": "min"}, "unknown aggregate 'min'; known are centroid, max"),
    ],
)
def test_bad_settings_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        IntentRouter(**settings)


def test_bad_texts_are_named():
    with pytest.raises(ValueError, match="an intent needs a name; found ''"):
        IntentRouter().register("", ["a"])
    with pytest.raises(ValueError, match="the keywords of 'a' must be text; found 3"):
        IntentRouter().register("a", ["b", 3])
    with pytest.raises(ValueError, match="a query must be text; found None"):
        support().route(None)


def test_a_scorer_of_ones_own_must_give_finite_numbers_of_the_right_shape():
    with pytest.raises(ValueError, match=r"shape \(1, 2\); found \(1, 3\)"):
        given_scores({"q": [1, 2, 3]}, "ab").route("q")
    with pytest.raises(ValueError, match="found NaN or infinity"):
        given_scores({"q": [1, math.nan]}, "ab").route("q")


tenths = st.integers(-10, 10).map(lambda n: n / 10)


@given(
    st.integers(0, 4).flatmap(
        lambda n: st.lists(st.lists(tenths, min_size=n, max_size=n), min_size=1, max_size=6)
    ),
    st.integers(1, 4),
    tenths,
    tenths,
)
def test_a_scored_row_is_what_route_finds(rows, batch, threshold, margin):
    """At ties, below 0 and at boundaries of floating point; for any batch."""
    table = {f"{'human' if i == 2 else 'q'} {i}": row for i, row in enumerate(rows)}
    names = "abcd"[: len(rows[0])]
    rules = (Rule("human", "agent"),)
    router = given_scores(table, names, rules=rules, threshold=threshold, margin=margin)
    seen = []
    scored = score_queries(router, [*table], lambda done, total: seen.append((done, total)), batch)
    assert scored.intents == (*names, "agent")
    assert seen[-1] == (len(rows), len(rows))
    assert seen == sorted(set(seen))
    outcomes = gate_outcomes(scored.top, scored.second, threshold, margin)
    for i, (text, row) in enumerate(table.items()):
        decision = router.route(text)
        named = [
            None if index < 0 else scored.intents[index]
            for index in (scored.best[i], scored.runner_up[i])
        ]
        assert named == [decision.best_intent, decision.runner_up]
        assert (scored.top[i], scored.second[i]) == (decision.score, decision.runner_up_score)
        assert (scored.rule[i] == 0) == (decision.reason == "rule") == (i == 2)
        if decision.reason in OUTCOMES:
            assert OUTCOMES[outcomes[i]] == decision.reason
            # The naive way: the first of the largest, then the largest of the rest.
            ranked = sorted(range(len(row)), key=lambda j: (-row[j], j))
            assert decision.best_intent == names[ranked[0]]
            second = row[ranked[1]] if len(row) > 1 else 0.0
            assert decision.reason == gate_outcome(max(row), second, threshold, margin)


def test_scoring_leaves_the_numbers_of_the_scorer_as_they_are():
    kept = np.array([[0.5, 0.25]])

    class Kept:
        def scores(self, texts):
            return kept

    router = IntentRouter(scorer=lambda intents: Kept())
    router.register("a", ())
    router.register("b", ())
    score_queries(router, ["q"])
    assert kept.tolist() == [[0.5, 0.25]]


@pytest.mark.parametrize("scorer", [name for name in SCORERS if name != "minilm"])
@pytest.mark.parametrize("aggregate", AGGREGATES)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_log_is_scored_as_its_queries_are_to_the_last_bit(scorer, aggregate, data):
    texts = st.lists(st.sampled_from([*BILLING, *CANCEL, "the", "of", "ché", "退"]), max_size=9)
    sentences = st.lists(texts.map(" ".join), min_size=1, max_size=9)
    intents = [
        Intent(name, (), tuple(data.draw(sentences, label=name))) for name in ("a", "b", "c")
    ]
    router = router_for(QuerySet("s", intents=tuple(intents)), scorer=scorer, aggregate=aggregate)
    queries = data.draw(sentences, label="queries")
    whole = router.scores(queries)
    assert (whole == np.vstack([router.scores([query]) for query in queries])).all()
    assert (whole[::-1] == router.scores(queries[::-1])).all()
    scored = score_queries(router, queries, batch=data.draw(st.integers(1, 4)))
    decisions = [router.route(query) for query in queries]
    assert scored.top.tolist() == [decision.score for decision in decisions]
    assert scored.second.tolist() == [decision.runner_up_score for decision in decisions]
    assert np.abs(whole).max() <= 1
