"""What leaves with a tuned router: its gates, what it knows, and how it was judged?

>>> config = RouterConfig("tfidf", 0.31, 0.05, (Intent("cancel", utterances=("stop my plan",)),),
...                       metrics={"risk": Metric(0.06, 0.03, 0.11, 210)})
>>> config.metrics["risk"].n
210
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.routing.queries import Intent, QuerySet, Rule
from engine.routing.query_files.dump import rows_of


class Metric(NamedTuple):
    """A share with its interval, and the number of queries it was counted on."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class RouterConfig:
    """A router that can be built again, and what was measured of it.

    `out_of_scope_share` is the share declared for tuning, None where the set's own was taken;
    `data_sha256` names the labelled queries it was tuned and judged on (`data_hash`).
    """

    scorer: str
    threshold: float
    margin: float
    intents: tuple[Intent, ...]
    rules: tuple[Rule, ...] = ()
    aggregate: str = "centroid"
    out_of_scope_share: float | None = None
    data_sha256: str | None = None
    metrics: Mapping[str, Metric] = field(default_factory=dict)


def data_hash(queries: QuerySet) -> str:
    """SHA-256 over the rows of a set (text, intents, split), utterances as rows of "train".

    The rows are written as compact JSON with sorted intents, sorted, one a line: neither the
    order of the rows nor keywords and rules count, every row does.

    >>> from engine.routing.queries import LabelledQuery, relabel
    >>> queries = QuerySet("mine", (LabelledQuery("hi", ("greet",)), LabelledQuery("why?")))
    >>> data_hash(queries)[:12], data_hash(relabel(queries, 1, ("greet",)))[:12]
    ('7dc0730781b1', '58e2080d2534')
    """
    lines = sorted(
        json.dumps([text, sorted(intents), split], separators=(",", ":"))
        for text, intents, split in rows_of(queries)
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
