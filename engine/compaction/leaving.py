"""What do all rungs share: the asking of a summarizer, the checking of numbers, and words?

>>> asked(lambda turns: "Two turns.", [Turn("user", "Go"), Turn("user", "On")])
('Two turns.', None)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any

from engine.transcripts import Turn


def asked(
    summarizer: Callable[[Sequence[Turn]], str], turns: Sequence[Turn]
) -> tuple[str, str | None]:
    """What a summarizer says, or what went wrong, as a sentence.

    >>> asked(lambda turns: None, [])
    ('', 'The summarizer returned no text.')
    """
    try:
        text: Any = summarizer(turns)
    except Exception as problem:  # it may be any model: whatever it raises, the turns stay
        return "", f"The summarizer failed: {type(problem).__name__}: {problem}"
    if not isinstance(text, str) or not text.strip():
        return "", "The summarizer returned no text."
    return text, None


def whole_number(value: Any, name: str) -> int:
    """The value if it is a whole number from 0 up; else `ValueError` that names it.

    >>> whole_number(-1, "keep")
    Traceback (most recent call last):
    ...
    ValueError: keep must be a whole number from 0 up, not -1
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
        raise ValueError(f"{name} must be a whole number from 0 up, not {value!r}")
    return int(value)
