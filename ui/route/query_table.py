"""Which queries are listed at a gate, and what does the table say of each?

A list names the outcomes it holds; the misrouted stand first, the most confident on top.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.routing import Judged, LabelledQuery, QuerySet, Scored
from engine.routing.aims import Gate
from engine.routing.fixes import Fix, find_fixes
from ui.palette import OUTCOMES, Theme
from ui.route.outcomes import LOW, MISSED, WRONG, Ints, outcomes_of
from ui.route.shown import Part, Shown, judged_of

MOST_LISTED = 500
MOST_LETTERS = 300  # of a text in the table; the open query shows it whole
NO_INTENT = "out of scope"
SPLITS = {"Held out": "test", "Tune": "tune", "All": "all"}

MISROUTED, NEEDLESS, EVERYTHING = "Misrouted", "Needless fallbacks", "All queries"
LISTS = (
    MISROUTED,
    "Wrong intent",
    "Out of scope, routed",
    NEEDLESS,
    "All that go wrong",
    "Several intents",
    EVERYTHING,
)
Bools = npt.NDArray[np.bool_]


def part_of(shown: Shown, split: str) -> Part:
    """The queries of one of `SPLITS`, by its name in the file or "all"."""
    if split == "all":
        return _whole(shown.queries, shown.scored)
    return shown.tune if split == "tune" else shown.test


@lru_cache(maxsize=8)
def _whole(queries: QuerySet, scored: Scored) -> Part:
    rows = np.arange(len(queries.queries))
    return Part(queries.queries, rows, scored, judged_of(queries, scored))


@lru_cache(maxsize=16)
def texts_of(part: Part) -> tuple[str, ...]:
    """The texts of a split."""
    return tuple(query.text for query in part.queries)


def fixes_of(judged: Judged, gate: Gate, rows: Ints) -> Mapping[int, Fix]:
    """What would put right each of these queries that goes wrong, by its row."""
    return _fixes(judged, gate, np.unique(rows).tobytes())


@lru_cache(maxsize=64)
def _fixes(judged: Judged, gate: Gate, rows: bytes) -> Mapping[int, Fix]:
    found = find_fixes(judged, gate, np.frombuffer(rows, dtype=np.intp))
    return {fix.row: fix for fix in found}


def needless_at(judged: Judged, gate: Gate) -> Bools:
    """Which queries of one intent fall back: a router that knew would route them."""
    needless: Bools = judged.in_scope & ~judged.collision & (outcomes_of(judged, gate) >= LOW)
    return needless


def rows_listed(part: Part, gate: Gate, which: str, search: str = "") -> Ints:
    """The rows of a list, in order; of those only where the text holds `search`, case ignored."""
    judged = part.judged
    return _ordered(part, gate, _in_list(judged, gate, which), search)


def rows_among(part: Part, gate: Gate, texts: frozenset[str], search: str = "") -> Ints:
    """The rows of queries chosen by their text, in the same order."""
    chosen = np.fromiter((text in texts for text in texts_of(part)), np.bool_, len(part.queries))
    return _ordered(part, gate, chosen, search)


def _in_list(judged: Judged, gate: Gate, which: str) -> Bools:
    outcome = outcomes_of(judged, gate)
    wrong, missed = outcome == WRONG, outcome == MISSED
    if which == EVERYTHING:
        return np.ones(len(outcome), dtype=np.bool_)
    masks = {
        "Wrong intent": wrong,
        "Out of scope, routed": missed,
        NEEDLESS: needless_at(judged, gate),
        "All that go wrong": wrong | missed | needless_at(judged, gate),
        "Several intents": judged.collision,
    }
    return masks.get(which, wrong | missed)


def _ordered(part: Part, gate: Gate, chosen: Bools, search: str) -> Ints:
    rows = np.flatnonzero(chosen)
    wanted = search.strip().casefold()
    if wanted:
        texts = texts_of(part)
        rows = rows[[wanted in texts[row].casefold() for row in rows.tolist()]]
    outcome = outcomes_of(part.judged, gate)[rows]
    place = np.where(outcome == WRONG, 0, np.where(outcome == MISSED, 1, 2))
    return rows[np.lexsort((-part.judged.top[rows], place))]


def truth_words(query: LabelledQuery) -> str:
    """What a query means, in words."""
    return " + ".join(query.intents) or NO_INTENT


def table_of(
    part: Part, rows: Ints, gate: Gate, fixes: Mapping[int, Fix], theme: Theme
) -> dict[str, Any]:
    """The columns of the table; scores are None where a rule answered."""
    names = (*part.scored.intents, "")  # the last for −1: there is none
    scored = part.scored
    glyphs = [theme.outcomes[name].glyph for name in OUTCOMES]
    ruled = part.judged.ruled[rows]
    at = rows.tolist()
    return {
        "glyph": [[glyphs[outcome]] for outcome in outcomes_of(part.judged, gate)[rows].tolist()],
        "query": [part.queries[row].text[:MOST_LETTERS] for row in at],
        "truth": [truth_words(part.queries[row]) for row in at],
        "best": [names[best] for best in scored.best[rows].tolist()],
        "second": [names[second] for second in scored.runner_up[rows].tolist()],
        "top": np.where(ruled, np.nan, scored.top[rows]),
        "gap": np.where(ruled, np.nan, scored.gap[rows]),
        "fix": [fix_words(fixes.get(row)) for row in at],
    }


def fix_words(fix: Fix | None) -> str:
    """What would have put a query right, and how many others that fixes (+) and breaks (−).

    >>> fix_words(Fix(0, "match", "wrong_intent", "margin", Gate(0.2, 0.17), 7, 2))
    'margin 0.170 · +7 −2'
    """
    if fix is None or fix.gate is None or fix.action in ("utterances", "rule"):
        return "" if fix is None else fix.action
    numbers = {"threshold": fix.gate.threshold, "margin": fix.gate.margin}
    name = "gate" if fix.action == "both" else fix.action
    value = ", ".join(f"{number:.3f}" for key, number in numbers.items() if name in ("gate", key))
    return f"{name} {value} · +{fix.fixes:,} −{fix.breaks:,}"


def moved_words(new: Gate | None, old: Gate) -> str:
    """What of a gate is another than now."""
    if new is None:
        return ""
    parts = (("threshold", new.threshold, old.threshold), ("margin", new.margin, old.margin))
    return ", ".join(f"{name} {value:.3f}" for name, value, now in parts if value != now)
