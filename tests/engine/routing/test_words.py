"""What a bag of words, the cosines, the hashing trick, the gates and the rules promise."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from unicodedata import normalize

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import bag_of_words, cosine_dense, cosine_sparse, embed
from engine.routing.gates import OUTCOMES, checked_gate, gate_outcome, gate_outcomes
from engine.routing.queries import Rule
from engine.routing.rules import compiled, first_rule
from engine.routing.words import _WORD, has_words
from tests.engine.strategies import any_text

bags = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 50), max_size=5)
# The extremes belong to it: squares of 1e-200 and 1e200 are lost.
numbers = st.one_of(
    st.floats(-9, 9), st.floats(-1e200, 1e200), st.sampled_from([0.0, 1e-200, 1e-308])
)
vectors = st.integers(1, 6).flatmap(
    lambda n: st.tuples(*(st.lists(numbers, min_size=n, max_size=n) for _ in range(2)))
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Cancel, and CANCEL again", {"cancel": 2, "and": 1, "again": 1}),
        ("don't", {"don't": 1}),
        ("Don’t", {"don’t": 1}),
        ("'quoted' dogs' rock 'n' roll", dict.fromkeys("quoted dogs rock n roll".split(), 1)),
        ("退款退", {"退": 2, "款": 1}),
        ("サーバーserver", {"サ": 1, "ー": 2, "バ": 1, "server": 1}),
        ("ひらがな", {"ひ": 1, "ら": 1, "が": 1, "な": 1}),
        ("ยกเลิก", {"ย": 1, "ก": 2, "เ": 1, "ลิ": 1}),
        (
            "ລາວ ខ្មែរ မြန်မာ",
            {"ລ": 1, "າ": 1, "ວ": 1, "ខ្": 1, "មែ": 1, "រ": 1, "မြ": 1, "န်": 1, "မာ": 1},
        ),
        ("हिन्दी 환불", {"हिन्दी": 1, "환불": 1}),
        ("STRASSE straße", {"strasse": 2}),
        ("café cafe\u0301", {"café": 2}),
        ("order_id 3.5 %", {"order_id": 1, "3": 1, "5": 1}),
        (" \n?! 👍 \ud800", {}),
    ],
)
def test_words(text, words):
    assert bag_of_words(text) == words
    assert has_words(text) == bool(words)


@given(any_text | st.text("aB1_'’… €—é\u0301\u212a\u2126Ⓐ退\u2028", max_size=12))
def test_the_quick_way_finds_the_words_of_the_full_pattern(text):
    words = _WORD.findall(normalize("NFC", text.casefold()))
    assert list(bag_of_words(text).items()) == list(Counter(words).items())


@given(any_text)
def test_a_bag_does_not_depend_on_case_or_on_what_stands_between_words(text):
    bag = bag_of_words(text)
    assert bag_of_words(text.casefold()) == bag
    assert bag_of_words(f" …{text}?!\n") == bag
    assert bag_of_words(f"{text}\n{text}") == bag + bag
    assert has_words(text) == bool(bag)
    # The quick way for ASCII is the same as the general one.
    assert bag_of_words(f"{text} é") - bag == {"é": 1} or "é" in bag


@given(bags, bags)
def test_cosine_of_bags(a, b):
    found = cosine_sparse(a, b)
    assert found == cosine_sparse(b, a)
    assert 0 <= found <= 1
    words = sorted(a.keys() | b.keys())
    dense = [[bag.get(word, 0) for word in words] for bag in (a, b)]
    assert found == pytest.approx(cosine_dense(*dense), abs=1e-12)
    assert (found == 0) == (not a.keys() & b.keys())
    assert cosine_sparse(a, a) == (1.0 if a else 0.0)


def test_cosine_of_bags_is_exact_where_it_can_be():
    assert cosine_sparse({"a": 1, "b": 1}, {"b": 1, "c": 1}) == 0.5
    assert cosine_sparse({"a": 1e-200}, {"a": 1e-200}) == 1.0


@given(vectors)
def test_cosine_of_vectors(pair):
    a, b = pair
    found = cosine_dense(a, b)
    assert -1 <= found <= 1
    assert found == cosine_dense(b, a)
    if not any(a) or not any(b):
        assert found == 0.0
    else:
        assert cosine_dense(a, a) == pytest.approx(1)
        assert cosine_dense(a, [-x for x in a]) == pytest.approx(-1)
    assert cosine_dense(np.array(a), np.array(b)) == found


def test_vectors_that_have_no_cosine():
    with pytest.raises(ValueError, match="equal length; found 1 and 2"):
        cosine_dense([1.0], [1.0, 2.0])
    with pytest.raises(ValueError, match="finite"):
        cosine_dense([math.nan], [1.0])
    with pytest.raises(ValueError, match="finite"):
        cosine_sparse({"a": math.inf}, {"a": 1.0})


@given(any_text, st.sampled_from([1, 7, 256]))
def test_embed_is_the_hashing_trick_by_sha256(text, dim):
    by_hand = [0.0] * dim
    for word, count in bag_of_words(text).items():
        digest = hashlib.sha256(word.encode()).hexdigest()
        by_hand[int(digest[:8], 16) % dim] += count if int(digest[8], 16) % 2 else -count
    length = math.hypot(*by_hand)
    found = embed(text, dim)
    assert found == pytest.approx([x / (length or 1) for x in by_hand])
    assert math.hypot(*found) == pytest.approx(1 if length else 0)


def test_embed_wants_a_dimension():
    for dim in (0, -1, 2.5, True, "8"):
        with pytest.raises(ValueError, match="dim must be a whole number"):
            embed("a", dim)


# ------------------------------------------------------------------------------------ gates

# Tenths: where sums of decimals and floating point part company.
tenths = st.integers(-10, 10).map(lambda n: n / 10)
scores = st.one_of(tenths, st.floats(-1, 1))


@given(scores, scores, scores, tenths, st.floats(0, 1))
def test_both_forms_of_the_gates_agree(a, b, threshold, margin, other_margin):
    top, second = max(a, b), min(a, b)
    # Margins and thresholds at the boundary itself, and one float beside it, too.
    gap = top - second
    for m in (margin, other_margin, gap, math.nextafter(gap, 2), math.nextafter(gap, -2)):
        for t in (threshold, top, math.nextafter(top, 2)):
            outcome = gate_outcome(top, second, t, m)
            assert OUTCOMES[int(gate_outcomes(top, second, t, m))] == outcome
            if top <= 0 or top < t:
                assert outcome == "low_confidence"
            elif m <= 0 or second <= 0:
                assert outcome == "match"
            else:
                assert outcome == ("ambiguous_tie" if gap < m else "match")


@pytest.mark.parametrize(
    ("score", "runner_up", "threshold", "margin", "outcome"),
    [
        (0.7, 0.6, 0.2, 0.1, "ambiguous_tie"),  # 0.7 − 0.6 is 0.0999… in floating point
        (0.5, 0.5, 0.2, 1e-300, "ambiguous_tie"),
        (0.5, 0.5, 0.2, 0.0, "match"),
        (0.5, 0.25, 0.5, 0.25, "match"),  # on both boundaries
        (0.0, 0.0, 0.0, 0.1, "low_confidence"),
        (-0.3, -0.4, -1.0, 0.1, "low_confidence"),
        (0.05, -0.05, 0.0, 0.5, "match"),  # a negative runner-up never ties
        (0.05, 0.0, 0.0, 0.5, "match"),
        (math.inf, 0.0, 9.0, 9.0, "match"),  # a rule
    ],
)
def test_gates_by_example(score, runner_up, threshold, margin, outcome):
    assert gate_outcome(score, runner_up, threshold, margin) == outcome


@pytest.mark.parametrize("value", [math.nan, math.inf, "0.2", True, None, [0.2]])
def test_a_gate_is_a_finite_number(value):
    with pytest.raises(ValueError, match="threshold must be a finite number; found"):
        checked_gate("threshold", value)
    assert checked_gate("threshold", np.float64(0.5)) == 0.5


# ------------------------------------------------------------------------------------ rules


def test_the_first_rule_found_wins_case_ignored():
    rules = [Rule("^stop", "a"), Rule("refund", "b"), Rule("REF", "c")]
    assert first_rule(rules, "please refund") == 1
    assert first_rule(rules, "Stop the refund") == 0
    assert first_rule(rules, "don't stop") == -1
    assert first_rule([], "refund") == -1


@pytest.mark.parametrize("pattern", ["(", "[a", "a{99999999999999}", "(" * 5000, "(?P<x", "\\"])
def test_a_bad_pattern_is_named(pattern):
    with pytest.raises(ValueError, match=r"is no regular expression: .") as caught:
        compiled(pattern)
    assert repr(pattern) in str(caught.value)


@pytest.mark.parametrize("pattern", ["", None, 3])
def test_an_empty_pattern_is_none(pattern):
    with pytest.raises(ValueError, match="a rule needs a pattern"):
        compiled(pattern)
