"""How are some queries listed: what they mean, where they went, by which scores?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from engine.routing.aims import Gate
from engine.routing.gates import MATCH, OUTCOMES
from ui.route.outcomes import Ints, codes_of
from ui.route.shown import Part

MOST_ROWS = 200  # handed to the browser


def plain_table(
    part: Part,
    gate: Gate,
    rows: Ints,
    key: str,
    height: int | str = "auto",
    columns: Sequence[str] | None = None,
) -> None:
    """The queries of some rows of a split; of many the first, and how many there are.

    `columns` are those to show, in order: all unless they are given.
    """
    shown = rows[:MOST_ROWS]
    scored, names = part.scored, part.scored.intents
    codes = codes_of(part.judged, gate)[shown].tolist()
    ruled = scored.rule[shown] >= 0
    best = [_name(names, at) for at in scored.best[shown].tolist()]
    queries = [part.queries[row] for row in shown.tolist()]
    top = np.where(ruled, np.nan, scored.top[shown]).round(3)
    second = np.where(ruled, np.nan, scored.second[shown]).round(3)
    st.dataframe(
        {
            "query": [query.text for query in queries],
            "truth": [" + ".join(query.intents) or "out of scope" for query in queries],
            "best intent": best,
            "what became of it": [
                "by a rule" if rule else "routed" if code == MATCH else _words(code)
                for code, rule in zip(codes, ruled.tolist(), strict=True)
            ],
            "score": top,
            "runner-up": [_name(names, at) for at in scored.runner_up[shown].tolist()],
            "its score": second,
            "gap": (top - second).round(3),
        },
        hide_index=True,
        width="stretch",
        height=height,
        key=key,
        column_order=columns,
        column_config={
            "query": st.column_config.TextColumn(width="large" if columns is None else 190),
            **{
                name: st.column_config.NumberColumn(format="%.3f", width="small")
                for name in ("score", "its score", "gap")
            },
        },
    )
    if len(rows) > len(shown):
        st.html(f'<span class="cp-muted">The first {len(shown):,} of {len(rows):,}.</span>')


def in_queries(number: int) -> str:
    """A number of queries, in words.

    >>> in_queries(1), in_queries(1200)
    ('1 query', '1,200 queries')
    """
    return f"{number:,} {'query' if number == 1 else 'queries'}"


def _name(names: tuple[str, ...], at: int) -> str:
    return names[at] if at >= 0 else "–"


def _words(code: int) -> str:
    return OUTCOMES[code].replace("_", " ")
