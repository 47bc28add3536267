"""What does a position cost: how often are the facts found that must be found?

The score counts only the sections that hold them. A score that weights every token alike
is the mean of the whole curve, the same in every order, and is not offered.

>>> from engine.placement.curve import Point, PositionCurve
>>> points = (Point(0, 0.9), Point(0.5, 0.5), Point(1, 0.7))
>>> curve = PositionCurve("u", "U", "made up", points=points)
>>> fact, filler = ContextSection("fact", "f" * 40), ContextSection("filler", "x" * 120)
>>> round(expected_recall([fact, filler], curve, {"fact": 1}), 3)
0.8
>>> round(expected_recall([filler, fact], curve, {"fact": 1}), 3)
0.65
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from engine.placement.curve import PositionCurve
from engine.sections import ContextSection
from engine.tokens import Tokenizer, get_tokenizer


@dataclass(frozen=True)
class Span:
    """Where one section stands: from `start` to `end` in 0..1 of the prompt, in its tokens.

    `accuracy` is the mean of the curve over that span, 0..1.
    """

    name: str
    start: float
    end: float
    tokens: int
    accuracy: float


@dataclass(frozen=True)
class Recall:
    """How often the facts of one prompt are found, 0..1.

    `expected` is the weighted mean over the must-find sections, `weakest` the least of them
    (a question that needs several facts follows its weakest) and `weakest_name` whose it is;
    `lift` places `expected` between the model without any passage (0) and with the right one
    alone (1), None where the curve lacks these. `found` has each must-find section's own
    accuracy, 0 for one that is not there; `spans` says where those with text stand.
    """

    expected: float
    weakest: float
    weakest_name: str
    lift: float | None
    found: Mapping[str, float]
    spans: tuple[Span, ...]


def spans_on_curve(
    sections: Sequence[ContextSection],
    curve: PositionCurve,
    tokenizer: str | Tokenizer = "chars/4",
    only: Collection[str] | None = None,
) -> tuple[Span, ...]:
    """Every section's span on 0..1 and the mean of the curve over it, in the order given.

    `only` names those that are asked for. Spans go by the sections' own token counts; what
    separates them is left out.

    >>> from engine.placement.curves import DEFAULT_CURVE, find_curve
    >>> prompt = [ContextSection("a", "x" * 100), ContextSection("b", "x" * 300)]
    >>> for span in spans_on_curve(prompt, find_curve(DEFAULT_CURVE)):
    ...     print(span.name, span.start, span.end, span.tokens, round(span.accuracy, 3))
    a 0.0 0.25 25 0.65
    b 0.25 1.0 75 0.564
    """
    counter = get_tokenizer(tokenizer)
    counts = [counter.count(section.text) for section in sections]
    total = max(1, sum(counts))
    ends = [tokens / total for tokens in accumulate(counts, initial=0)]
    return tuple(
        Span(section.name, start, end, tokens, curve.mean(start, end))
        for section, tokens, (start, end) in zip(sections, counts, pairwise(ends), strict=True)
        if only is None or section.name in only
    )


def recall_of(
    sections: Sequence[ContextSection],
    curve: PositionCurve,
    weights: Mapping[str, float],
    tokenizer: str | Tokenizer = "chars/4",
) -> Recall:
    """All that is known about the recall of one prompt; see `Recall` and `expected_recall`.

    >>> from engine.placement.curves import DEFAULT_CURVE, find_curve
    >>> prompt = [ContextSection("a", "x" * 100), ContextSection("b", "x" * 300)]
    >>> recall = recall_of(prompt, find_curve(DEFAULT_CURVE), {"a": 1, "b": 1})
    >>> round(recall.expected, 3), recall.weakest_name, round(recall.lift, 2)
    (0.607, 'b', 0.14)
    """
    shares = normalised(weights)
    names = [section.name for section in sections]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"two sections are named {twice!r}; names must differ")
    # A section without text holds no fact: it counts like one that is not there.
    spans = tuple(s for s in spans_on_curve(sections, curve, tokenizer, shares) if s.tokens)
    sent = {span.name: span.accuracy for span in spans}
    found = {name: sent.get(name, 0.0) for name in shares}
    expected = math.fsum(share * found[name] for name, share in shares.items())
    weakest = min(found, key=lambda name: found[name])
    return Recall(expected, found[weakest], weakest, lift(expected, curve), found, spans)


def expected_recall(
    sections: Sequence[ContextSection],
    curve: PositionCurve,
    weights: Mapping[str, float],
    tokenizer: str | Tokenizer = "chars/4",
) -> float:
    """How often the must-find sections are found, 0..1: Σ weight × mean of the curve there.

    `weights` go by name over the must-find sections only and are normalised to sum to 1. The
    mean is over a section's whole span, not the value at its middle; on a fitted curve it is
    that of the chunks the section covers. A named section that is absent, or has no text,
    counts 0. Raises `ValueError` where no weight is above 0, a weight is negative or not
    finite, or two sections share a name.

    It ranks orders. It is no probability for a prompt of one's own: the curves were measured
    with one fact and the question last.
    """
    return recall_of(sections, curve, weights, tokenizer).expected


def weakest_recall(
    sections: Sequence[ContextSection],
    curve: PositionCurve,
    weights: Mapping[str, float],
    tokenizer: str | Tokenizer = "chars/4",
) -> float:
    """The least recall among the must-find sections, 0..1; weights of 0 do not take part.

    >>> from engine.placement.curves import DEFAULT_CURVE, find_curve
    >>> prompt = [ContextSection("a", "x" * 100), ContextSection("b", "x" * 300)]
    >>> round(weakest_recall(prompt, find_curve(DEFAULT_CURVE), {"a": 9, "b": 1}), 3)
    0.564
    """
    return recall_of(sections, curve, weights, tokenizer).weakest


def lift(accuracy: float, curve: PositionCurve) -> float | None:
    """What the prompt adds: (accuracy − closed book) / (oracle − closed book).

    0 is the model without any passage, 1 with the right passage alone; below 0 the prompt
    did harm. None where the curve does not know both, or they are equal.

    >>> from engine.placement.curves import DEFAULT_CURVE, find_curve
    >>> round(lift(0.572, find_curve(DEFAULT_CURVE)), 3)
    0.034
    """
    closed, oracle = curve.closed_book, curve.oracle
    if closed is None or oracle is None or closed == oracle:
        return None
    return (accuracy - closed) / (oracle - closed)


def normalised(weights: Mapping[str, float]) -> dict[str, float]:
    """The weights above 0, divided by their sum.

    >>> normalised({"a": 3, "b": 1, "c": 0})
    {'a': 0.75, 'b': 0.25}
    """
    for name, weight in weights.items():
        if not (math.isfinite(weight) and weight >= 0):
            raise ValueError(f"the weight of {name!r} must be 0 or more; found {weight!r}")
    largest = max(weights.values(), default=0)
    if not largest:
        raise ValueError("no section is marked as must-find: at least one weight must be above 0")
    # By the largest first, so that neither very large nor very small weights are lost.
    total = math.fsum(weight / largest for weight in weights.values())
    return {name: weight / largest / total for name, weight in weights.items() if weight}
