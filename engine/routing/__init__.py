"""Which intent, or none, or a tie? And how do threshold and margin trade off?

- `queries`: labelled queries, intents and rules as values; `judged`: their scores as arrays
"""

from engine.routing.judged import Judged, Scored, judge
from engine.routing.queries import Intent, LabelledQuery, QuerySet, Rule, add, drop, relabel

__all__ = [
    "Intent",
    "Judged",
    "LabelledQuery",
    "QuerySet",
    "Rule",
    "Scored",
    "add",
    "drop",
    "judge",
    "relabel",
]
