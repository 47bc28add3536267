"""How is a number of things put in words?"""

from __future__ import annotations


def times(number: int, what: str) -> str:
    """A number of things, in words.

    >>> times(1, "row"), times(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"
