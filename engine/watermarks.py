"""How full is the window, and what must happen now?

>>> watermark_zone(63, 90)
'amber'
"""

from __future__ import annotations

from fractions import Fraction

AMBER = 0.70
RED = 0.85


def watermark_zone(used: int, window: int | None, amber: float = AMBER, red: float = RED) -> str:
    """The zone of `used` tokens in a usable window of `window` tokens.

    `"green"` below the amber mark, `"amber"` from exactly it to exactly the red mark,
    `"red"` above that, `"over"` above 100 %, `"unknown"` without a window. The marks
    are shares of the window; they are read as the decimals that were written, so the
    boundaries are exact. Raises `ValueError` unless 0 ≤ amber ≤ red ≤ 1.

    >>> [watermark_zone(used, 100) for used in (69, 70, 85, 86, 101)]
    ['green', 'amber', 'amber', 'red', 'over']
    """
    if not 0 <= amber <= red <= 1:
        raise ValueError(f"marks must lie 0 ≤ amber ≤ red ≤ 1; found amber {amber}, red {red}")
    if not window:
        return "unknown"
    share = Fraction(used) / Fraction(window)
    if share > 1:
        return "over"
    if share > Fraction(str(red)):
        return "red"
    return "green" if share < Fraction(str(amber)) else "amber"


def mark_tokens(window: int, mark: float) -> int:
    """Where a mark lies on the scale: the most whole tokens that do not pass it.

    >>> mark_tokens(1200, 0.85), mark_tokens(90, 0.7)
    (1020, 63)
    """
    return int(Fraction(window) * Fraction(str(mark)))
