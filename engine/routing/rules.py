"""Which rule in front of the scores answers a query, if any?

A rule is a regular expression, searched anywhere in the query, case ignored; the first rule
that is found wins. They are the user's own: nothing guards against a pattern that takes
exponential time, such as `(a+)+$`.

>>> rules = (Rule(r"\\bhuman\\b", "agent"), Rule("refund", "billing"))
>>> first_rule(rules, "a refund, and a HUMAN please"), first_rule(rules, "hello")
(0, -1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engine.routing.queries import Rule


def first_rule(rules: Sequence[Rule], text: str) -> int:
    """The index of the first rule found in the text, or −1."""
    for index, rule in enumerate(rules):
        if compiled(rule.pattern).search(text):
            return index
    return -1


@lru_cache(maxsize=1024)
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern ready to search; `ValueError` that names it and says what is wrong in it.

    >>> compiled("(refund")
    Traceback (most recent call last):
    ...
    ValueError: the rule '(refund' is no regular expression: missing ), unterminated subpattern
    at position 0
    """
    if not isinstance(pattern, str) or not pattern:
        raise ValueError(f"a rule needs a pattern, text that is not empty; found {pattern!r}")
    try:
        return re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        why = str(error) or "nested too deep"
        raise ValueError(f"the rule {pattern!r} is no regular expression: {why}") from error
