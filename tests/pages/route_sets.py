"""Which sets of queries does the Route page meet in tests?"""

from __future__ import annotations

import numpy as np

from engine.routing import Intent, LabelledQuery, QuerySet, Rule

# Words of their own for each intent; the last query of each is asked in another's words.
WORDS = {
    "billing": ("refund", "invoice", "payment"),
    "cancel": ("cancel", "stop", "leave"),
    "delivery": ("parcel", "courier", "late"),
}


def small_set() -> QuerySet:
    """Three intents, 24 queries in each split, two collisions, one rule."""
    names = list(WORDS)
    rows = []
    for split in ("tune", "test"):
        for at, name in enumerate(names):
            words, others = WORDS[name], WORDS[names[(at + 1) % len(names)]]
            rows += [LabelledQuery(f"{a} {b}", (name,), split) for a in words for b in words[:2]]
            rows.append(LabelledQuery(f"{others[0]} {others[1]} now", (name,), split))
        rows.append(LabelledQuery("what is the weather", (), split))
        rows.append(LabelledQuery("a parcel of nonsense", (), split))
        rows.append(LabelledQuery("cancel and refund", ("cancel", "billing"), split))
        rows.append(LabelledQuery("get me a human", ("cancel",), split))
    intents = tuple(Intent(name, words, (" ".join(words),)) for name, words in WORDS.items())
    return QuerySet("small", tuple(rows), intents, (Rule("human", "cancel"),))


def many_intents(count: int) -> QuerySet:
    """A set with so many intents, each with two utterances and four queries."""
    rng = np.random.default_rng(0)
    intents, rows = [], []
    for at in range(count):
        words = (f"word{at}", f"term{at}")
        intents.append(Intent(f"intent_{at}", (), words))
        other = int(rng.integers(count))
        for split in ("tune", "test"):
            rows.append(LabelledQuery(f"{words[0]} please", (f"intent_{at}",), split))
            rows.append(LabelledQuery(f"word{other} term{other}", (f"intent_{at}",), split))
    return QuerySet("many", tuple(rows), tuple(intents))


def few_queries(n_intents: int, rules: tuple[Rule, ...] = ()) -> QuerySet:
    """A few queries of the first intents of three."""
    known = (
        Intent("billing", ("refund", "invoice")),
        Intent("cancel", ("cancel", "stop")),
        Intent("<b>pay</b>", ("pay", "money")),
    )[:n_intents]
    queries = [
        LabelledQuery(f"{keyword} {word}", (intent.name,), split)
        for intent in known
        for keyword in intent.keywords
        for word, split in (("now", "tune"), ("today", "test"))
    ]
    queries += [LabelledQuery(text, (), split) for text, split in
                (("hello", "tune"), ("good night", "test"))]  # fmt: skip
    return QuerySet("small", tuple(queries), known, rules)
