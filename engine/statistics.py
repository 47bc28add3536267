"""How sure is a measured share, and how sure is the difference of two?

>>> low, high = wilson_interval(66, 67)
>>> f"{low:.1%} to {high:.1%}"
'92.0% to 99.7%'
"""

from __future__ import annotations

import math
from functools import lru_cache
from numbers import Integral


def wilson_interval(successes: float, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """The score interval of a share, in 0..1 (Wilson 1927, JASA 22, p. 209).

        (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n),  p = successes / n

    Without any trial nothing is known: (0, 1). `successes` may be a fraction, for a
    published percentage is a rounded count. Raises `ValueError` naming the value unless n is
    a whole number ≥ 0, 0 ≤ successes ≤ n and 0 < confidence < 1.

    >>> wilson_interval(0, 0)
    (0.0, 1.0)
    >>> [round(bound, 4) for bound in wilson_interval(0, 10)]
    [0.0, 0.2775]
    """
    if isinstance(n, bool) or not isinstance(n, Integral) or n < 0:
        raise ValueError(f"n must be a whole number, 0 or more; found {n!r}")
    if not 0 <= successes <= n:
        raise ValueError(f"successes must lie from 0 to n = {n}; found {successes!r}")
    z = _z(confidence)
    if n == 0:
        return 0.0, 1.0
    share, square = successes / n, z * z / n
    middle = share + square / 2
    half = z * math.sqrt((share * (1 - share) + square / 4) / n)
    # At 0 and at n one bound is exact; floating point must not say 1e-17 instead.
    low = 0.0 if successes == 0 else max(0.0, (middle - half) / (1 + square))
    high = 1.0 if successes == n else min(1.0, (middle + half) / (1 + square))
    return low, high


def difference_interval(
    first: tuple[float, int], second: tuple[float, int], confidence: float = 0.95
) -> tuple[float, float]:
    """The interval of share₁ − share₂ for two independent groups, each (successes, n).

    Newcombe's hybrid of two Wilson intervals (1998, Statistics in Medicine 17, p. 873,
    method 10): from the difference d of the shares it reaches down by
    √((p₁ − low₁)² + (high₂ − p₂)²) and up by √((high₁ − p₁)² + (p₂ − low₂)²). The groups
    are taken as independent; for the same items asked twice it is on the safe side, wider.

    >>> [round(bound, 4) for bound in difference_interval((56, 70), (48, 80))]
    [0.0524, 0.3339]
    """
    (low_1, high_1), (low_2, high_2) = (
        wilson_interval(*group, confidence) for group in (first, second)
    )
    if not (first[1] and second[1]):
        return -1.0, 1.0
    share_1, share_2 = first[0] / first[1], second[0] / second[1]
    d = share_1 - share_2
    return (
        max(-1.0, d - math.hypot(share_1 - low_1, high_2 - share_2)),
        min(1.0, d + math.hypot(high_1 - share_1, share_2 - low_2)),
    )


@lru_cache(maxsize=16)
def _z(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1; found {confidence!r}")
    # Here, not above: the module takes longer to import than all that uses it here.
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + confidence) / 2)
