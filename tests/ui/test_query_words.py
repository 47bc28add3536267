"""Does what is said of a query agree with the gates, whatever the numbers?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.routing import IntentRouter, Rule
from engine.routing.aims import Gate
from ui.route.query_words import compared, gate_words, verdict

scores = st.floats(-1, 1) | st.sampled_from([0.1, 0.2, 0.7 - 0.6, 0.3 - 0.2, 0.1 + 0.2])


def router(threshold: float = 0.2, margin: float = 0.1) -> IntentRouter:
    made = IntentRouter(threshold, margin, rules=[Rule(r"\bSC-\d+", "delivery")])
    made.register("billing", "refund charge invoice payment money")
    made.register("cancel", "cancel charge subscription stop account")
    return made


def said(text: str, made: IntentRouter) -> tuple[str, str]:
    decision = made.route(text)
    return verdict(decision), gate_words(decision, Gate(made.threshold, made.margin))


@given(scores, st.floats(0, 1) | st.just(0.1))
def test_what_is_written_stands_in_the_order_of_the_numbers(value, limit):
    words = compared("gap", value, "margin", limit).replace("−", "-").split()
    assert words[0] == "gap"
    assert words[3] == "margin"
    a, b = float(words[1]), float(words[4])
    assert (words[2] == "<") == (value < limit)
    assert (a < b, a > b) == (value < limit, value > limit)


@pytest.mark.parametrize(
    ("text", "threshold", "headline", "gates"),
    [
        ("cancel and refund charge", 0.2, "a tie between billing and cancel",
         "top 0.45 ≥ threshold 0.20; gap 0.00 < margin 0.10"),
        ("I need a refund for my invoice payment", 0.2, "→ billing", "no second score above 0"),
        ("refund charge please", 0.2, "→ billing",
         "top 0.52 ≥ threshold 0.20; gap 0.26 ≥ margin 0.10"),
        ("refund charge please", 0.9, "no intent: low confidence, would have been billing",
         "top 0.52 < threshold 0.90; the margin is not asked"),
        ("xyzzy", 0.2, "no intent: low confidence", "no score above 0"),
        ("where is SC-123", 0.2, "→ delivery, by a rule", r"the rule \bSC-\d+ answers"),
    ],
)  # fmt: skip
def test_each_reason_has_its_words(text, threshold, headline, gates):
    found = said(text, router(threshold))
    assert found[0] == headline
    assert gates in found[1]


def test_one_intent_and_none():
    alone = IntentRouter()
    assert said("refund", alone) == ("no intent: the set has none", "")
    alone.register("billing", "refund charge")
    assert said("refund", alone) == (
        "→ billing", "top 0.71 ≥ threshold 0.20; no second intent, so no gap",
    )  # fmt: skip


def test_a_gap_that_rounds_to_the_margin_is_written_out():
    assert compared("gap", 0.7 - 0.6, "margin", 0.1) == "gap 0.09999999999999998 < margin 0.1"
    assert compared("gap", 0.0546, "margin", 0.055) == "gap 0.05 < margin 0.055"
    assert compared("gap", 0.0546, "margin", 0.0525) == "gap 0.055 ≥ margin 0.0525"
    assert math.nextafter(0.1, 1) > 0.1
    assert "≥ margin 0.1" in compared("gap", math.nextafter(0.1, 1), "margin", 0.1)
