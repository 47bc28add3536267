"""How many items does it take, and which difference can so many items show?

>>> items_for_interval(0.10), items_for_interval(0.05)
(93, 381)
>>> items_for_difference(0.15, discordant=0.3)
103
>>> round(detectable_difference(103, discordant=0.3), 2)
0.15
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

from engine.statistics import wilson_interval

LEVEL = 0.05
POWER = 0.80


def items_for_interval(half_width: float, accuracy: float = 0.5, confidence: float = 0.95) -> int:
    """Items a position, so that its accuracy is known to ± `half_width` (0..1).

    The fewest for which the Wilson interval of a position with that accuracy is no wider. At an
    accuracy of one half, the default, it is widest: whoever knows nothing plans with that.
    Raises `ValueError` for a half width or an accuracy outside 0..1.

    >>> items_for_interval(0.10, accuracy=0.95), items_for_interval(0.05, confidence=0.99)
    (25, 657)
    """
    _check_share("half_width", half_width)
    if not 0 <= accuracy <= 1:
        raise ValueError(f"accuracy lies from 0 to 1; found {accuracy!r}")

    def narrow_enough(n: int) -> bool:
        low, high = wilson_interval(accuracy * n, n, confidence)
        return (high - low) / 2 <= half_width

    return _fewest(narrow_enough)


def items_for_difference(
    difference: float, discordant: float, power: float = POWER, level: float = LEVEL
) -> int:
    """Items asked at two positions, so that McNemar's test finds a true `difference` (0..1).

    `discordant` is the share of items found at one of the two positions and not at the other; it
    is at least the difference. Connor's formula (1987, Biometrics 43, p. 207):

        n = (z(1 − level/2) · √discordant + z(power) · √(discordant − difference²))² / difference²

    An estimate: it rests on the normal distribution. Raises `ValueError` naming what is wrong.

    >>> items_for_difference(0.05, discordant=0.1), items_for_difference(0.05, discordant=0.3)
    (312, 940)
    """
    _check_share("difference", difference)
    _check_share("power", power)
    _check_share("level", level)
    if not difference <= discordant <= 1:
        raise ValueError(
            f"discordant lies from the difference, {difference:g}, to 1; found {discordant!r}"
        )
    z = NormalDist().inv_cdf
    chance = z(1 - level / 2) * math.sqrt(discordant)
    wanted = z(power) * math.sqrt(discordant - difference**2)
    return math.ceil((chance + wanted) ** 2 / difference**2)


def detectable_difference(
    n: int, discordant: float, power: float = POWER, level: float = LEVEL
) -> float | None:
    """The smallest true difference (0..1) that n items show with this power; None where none is.

    The inverse of `items_for_difference`. A difference needs as many items that differ: above
    `discordant` both grow together. With so few items that even the clearest outcome of an exact
    test, all of them on one side, lies above the level, there is none.

    >>> detectable_difference(5, discordant=0.3) is None
    True
    """
    if n < 1 or 2 * 0.5**n > level:
        return None
    low, high = 0.0, 1.0
    for _ in range(40):  # halved so often, the two are one
        middle = (low + high) / 2
        if middle and items_for_difference(middle, max(discordant, middle), power, level) <= n:
            high = middle
        else:
            low = middle
    return high


def _fewest(enough: Callable[[int], bool]) -> int:
    """The smallest n from 1 for which it holds, where it holds from some n on."""
    high = 1
    while not enough(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _check_share(name: str, value: float) -> None:
    if not 0 < value < 1:
        raise ValueError(f"{name} lies between 0 and 1; found {value!r}")
