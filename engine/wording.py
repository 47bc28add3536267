"""How is a number of things, or of seconds, put in words?"""

from __future__ import annotations


def times(number: int, what: str) -> str:
    """A number of things, in words.

    >>> times(1, "row"), times(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """A time as one says it, in its two largest units.

    >>> duration(70.4), duration(8), duration(3720)
    ('1 m 10 s', '8 s', '1 h 2 m')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} m {rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} m"
