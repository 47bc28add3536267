"""Which order suits these sections best, and is there any order that matters?

>>> from engine.placement.curves import DEFAULT_CURVE, find_curve
>>> sections = [ContextSection(f"doc {n}", "x" * 400, priority=-abs(n - 5), kind="evidence")
...             for n in range(9)]
>>> scores = compare_orders(sections, find_curve(DEFAULT_CURVE), {"doc 5": 1})
>>> [(score.name, round(100 * score.recall.expected, 1)) for score in scores[:3]]
[('by_priority', 70.9), ('edges_first', 70.9), ('langchain_reorder', 70.9)]
>>> order_effect(scores, find_curve(DEFAULT_CURVE)).statement
'by priority scores 16.9 points more than best in the middle.'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.placement.curve import PositionCurve
from engine.placement.effect import position_effect
from engine.placement.orderings import ORDERINGS
from engine.placement.pipeline import order_for_pipeline
from engine.placement.recall import Recall, Span, recall_of
from engine.sections import ContextSection
from engine.tokens import Tokenizer

# Two scores that differ by less are one score, computed along two ways.
SAME = 1e-9


@dataclass(frozen=True)
class OrderScore:
    """One ordering by name, the sections in that order, and how often the facts are found."""

    name: str
    sections: tuple[ContextSection, ...]
    recall: Recall


@dataclass(frozen=True)
class OrderEffect:
    """Whether any order is better than another, and in words why it is or is not.

    `reason`: better (some order is), within_noise (some is, but on a curve on which position
    makes no difference that could be detected), nothing_moves (every order gives the same
    prompt), facts_fixed (the must-find sections stand in the same place in every order),
    nothing_sent (none of them is in the prompt), all_equal (they add up to the same). `gap`
    is best − worst expected recall, in percentage points.
    """

    reason: str
    gap: float
    best: str
    worst: str
    statement: str

    @property
    def matters(self) -> bool:
        """Whether the choice of an order is worth anything here."""
        return self.reason == "better"


def compare_orders(
    sections: Sequence[ContextSection],
    curve: PositionCurve,
    weights: Mapping[str, float],
    tokenizer: str | Tokenizer = "chars/4",
) -> tuple[OrderScore, ...]:
    """Every ordering of `ORDERINGS` in the pipeline's way, best expected recall first.

    Ties keep the order of `ORDERINGS`. Raises `ValueError` as `expected_recall` does.
    """
    arranged = {name: order_for_pipeline(sections, name) for name in ORDERINGS}
    return score_orders(arranged, curve, weights, tokenizer)


def score_orders(
    arranged: Mapping[str, Sequence[ContextSection]],
    curve: PositionCurve,
    weights: Mapping[str, float],
    tokenizer: str | Tokenizer = "chars/4",
) -> tuple[OrderScore, ...]:
    """The same for orders that are worked out already, by name."""
    scores = [
        OrderScore(name, tuple(sections), recall_of(sections, curve, weights, tokenizer))
        for name, sections in arranged.items()
    ]
    # Rounded: what differs by the last bit of a float must not change places.
    return tuple(sorted(scores, key=lambda score: -round(score.recall.expected, 9)))


def order_effect(scores: Sequence[OrderScore], curve: PositionCurve) -> OrderEffect:
    """What to say about the scores of one comparison, best first as `compare_orders` gives them."""
    best, worst = scores[0], scores[-1]
    gap = 100 * (best.recall.expected - worst.recall.expected)
    reason, statement = _why(scores, curve, gap)
    return OrderEffect(reason, gap, best.name, worst.name, statement)


def _why(scores: Sequence[OrderScore], curve: PositionCurve, gap: float) -> tuple[str, str]:
    best, worst = scores[0], scores[-1]
    if len({tuple(section.name for section in score.sections) for score in scores}) == 1:
        return "nothing_moves", (
            "No order changes anything: fewer than two sections may change places, or they "
            "stand alike in every order. Instructions, tools, conversation and task stay."
        )
    if not any(_places(score) for score in scores):
        return "nothing_sent", (
            "No order changes anything: none of the must-find sections is in the prompt."
        )
    if gap <= 100 * SAME:
        if all(_same(_places(score), _places(best)) for score in scores):
            return "facts_fixed", (
                "No order changes anything: the must-find sections keep their places in "
                "every order."
            )
        return "all_equal", (
            "No order changes anything: what one must-find section gains another loses, or "
            "the curve is level where they stand."
        )
    effect = position_effect(curve)
    best_words, worst_words = (score.name.replace("_", " ") for score in (best, worst))
    # The difference of the two scores as they are shown.
    points = round(100 * best.recall.expected, 1) - round(100 * worst.recall.expected, 1)
    statement = f"{best_words} scores {points:.1f} points more than {worst_words}"
    if effect.detectable is False:
        return "within_noise", (
            f"{statement}, but on this curve position has no effect that could be detected "
            f"({effect.how})."
        )
    return "better", f"{statement}."


def _places(score: OrderScore) -> dict[str, Span]:
    """The must-find sections that are in the prompt, and where they stand."""
    return {span.name: span for span in score.recall.spans}


def _same(some: Mapping[str, Span], others: Mapping[str, Span]) -> bool:
    return some.keys() == others.keys() and all(
        abs(some[name].start - others[name].start) < SAME for name in some
    )
