"""How sure is a measured share, and how sure is the difference of two?

>>> low, high = wilson_interval(66, 67)
>>> f"{low:.1%} to {high:.1%}"
'92.0% to 99.7%'
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    _check_count(n, "n")
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


def mcnemar_exact(only_a: int, only_b: int) -> float:
    """McNemar's exact test, two-sided: do A and B find equally many of the same items?

    Only items on which the two differ count: `only_a` were found under A alone, `only_b` under B
    alone. Were A and B alike, each of these n would be a fair coin (McNemar 1947, Psychometrika
    12, p. 153), so

        p = min(1, 2 · P(X ≤ min(only_a, only_b))),  X ~ Binomial(n, ½)

    With no item to tell them apart p is 1. `ValueError` for what is no count.

    >>> f"{mcnemar_exact(16, 0):.1e}", mcnemar_exact(5, 5), mcnemar_exact(0, 0)
    ('3.1e-05', 1.0, 1.0)
    """
    _check_count(only_a, "only_a")
    _check_count(only_b, "only_b")
    # Here, for `import engine` must stay quick; scipy.stats would take several times as long.
    from scipy.special import bdtr

    few, n = min(only_a, only_b), int(only_a) + int(only_b)
    return min(1.0, 2 * float(bdtr(few, n, 0.5))) if n else 1.0


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """The p-values of several tests, corrected for there being several, in the order given.

    Holm's step-down method (1979, Scandinavian Journal of Statistics 6, p. 65): the smallest of
    m is multiplied by m, the next by m − 1, and so on, none below the one before, none above 1.
    Whichever of the tests have nothing to find, the chance of a false alarm stays within the
    level. `ValueError` for a value outside 0..1.

    >>> holm([0.02, 0.03])
    (0.04, 0.04)
    """
    for p in p_values:
        if not 0 <= p <= 1:
            raise ValueError(f"a p-value lies from 0 to 1; found {p!r}")
    adjusted, largest = [0.0] * len(p_values), 0.0
    ascending = sorted(range(len(p_values)), key=lambda at: p_values[at])
    for rank, at in enumerate(ascending):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[at]))
        adjusted[at] = largest
    return tuple(adjusted)


def _check_count(value: object, name: str) -> None:
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
        raise ValueError(f"{name} must be a whole number, 0 or more; found {value!r}")


@lru_cache(maxsize=16)
def _z(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1; found {confidence!r}")
    # Here, not above: the module takes longer to import than all that uses it here.
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + confidence) / 2)
