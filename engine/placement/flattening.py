"""Why does the middle sink: what is left of one token's attention among many others?

One attention head gives one signal token a logit that lies `gap` above that of each of N
equal distractors. Softmax shares out a sum of 1:

    w = e^gap / (e^gap + N),    H(p) = −Σ p·log p

so with the gap fixed the weight goes to 0 as 1/N, and the entropy to that of a uniform
distribution, log(N + 1). It is an illustration: real heads are many, and their gaps differ.

>>> for distractors in (9, 99, 999):
...     flat = attention_flattening(distractors, gap=4.0)
...     print(f"{distractors:3}  weight {flat.weight:.3f}  entropy {flat.entropy:.2f} nats")
  9  weight 0.858  entropy 0.72 nats
 99  weight 0.355  entropy 3.61 nats
999  weight 0.052  entropy 6.75 nats
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Flattening:
    """The signal's weight (0..1), the entropy of all weights, and the most it can be, in nats."""

    distractors: int
    gap: float
    weight: float
    entropy: float
    most_entropy: float


def attention_flattening(distractors: int, gap: float) -> Flattening:
    """Softmax weight on the signal among `distractors`, `gap` nats above them, and the entropy.

    Computed from logarithms, so that no gap overflows. Raises `ValueError` unless
    `distractors` is a whole number ≥ 0 and the gap is finite.
    """
    _check_distractors(distractors)
    if not math.isfinite(gap):
        raise ValueError(f"the logit gap must be a finite number; found {gap!r}")
    if distractors == 0:
        return Flattening(0, gap, 1.0, 0.0, 0.0)
    # How much more the distractors weigh together than the signal, as a logarithm.
    against = math.log(distractors) - gap
    log_signal = -_log1p_exp(against)
    log_rest = -_log1p_exp(-against)
    signal, rest = math.exp(log_signal), math.exp(log_rest)
    entropy = -signal * log_signal - rest * (log_rest - math.log(distractors))
    return Flattening(distractors, gap, signal, entropy, math.log(distractors + 1))


def gap_for_weight(distractors: int, weight: float) -> float:
    """The logit gap that leaves the signal this weight: log(N·w/(1 − w)).

    It must grow by log 2 each time the distractors double. Raises `ValueError` unless
    there is at least one distractor and 0 < weight < 1.

    >>> [round(gap_for_weight(n, 0.5), 3) for n in (100, 200, 400)]
    [4.605, 5.298, 5.991]
    """
    _check_distractors(distractors)
    if not (distractors and 0 < weight < 1):
        raise ValueError(
            f"expected at least one distractor and a weight between 0 and 1; "
            f"found {distractors!r} and {weight!r}"
        )
    return math.log(distractors) + math.log(weight) - math.log1p(-weight)


def _log1p_exp(x: float) -> float:
    """log(1 + e^x) without overflow."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def _check_distractors(distractors: int) -> None:
    if isinstance(distractors, bool) or not isinstance(distractors, int) or distractors < 0:
        raise ValueError(f"distractors must be a whole number, 0 or more; found {distractors!r}")
