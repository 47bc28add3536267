"""On which queries do two routers differ, and who is right?"""

from __future__ import annotations

import numpy as np
import streamlit as st

from engine.routing.gates import OUTCOMES as GATED
from ui.palette import Theme
from ui.route.sides import Differing, Ints, Side, differing

ROWS = 300  # of the table at most
HEIGHT = 240  # px of the table
FILTERS = ("All", "Only A right", "Only B right", "Both or neither")
# Before the best intent in the table.
SHORT = {"match": "", "low_confidence": "low: ", "ambiguous_tie": "tie: "}


def differing_table(a: Side, b: Side, colours: Theme, big: bool) -> None:
    """How many queries each has right, and those on which they differ."""
    found = differing(a, b)
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-words">'
        f"<span>both right <b>{found.both:,}</b></span><span>only A <b>{found.only_a:,}</b></span>"
        f"<span>only B <b>{found.only_b:,}</b></span><span>neither <b>{found.neither:,}</b></span>"
        f'<span class="cp-muted">they differ on {len(found.rows):,}</span></div></div>'
    )
    if not len(found.rows):
        return
    st.session_state.setdefault("route_compare_filter", FILTERS[0])
    name = st.segmented_control(
        "Which of them",
        FILTERS,
        required=True,
        key="route_compare_filter",
        label_visibility="collapsed",
        persist_state="session",
    )
    rows = rows_to_list(a, b, found, str(name))
    if not len(rows):
        st.write("There is none.")
        return
    if len(rows) > ROWS:
        st.html(f'<span class="cp-muted">The first {ROWS:,} of {len(rows):,}:</span>')
    st.dataframe(
        table_of(a, b, rows[:ROWS], colours),
        hide_index=True,
        height=HEIGHT,
        column_config={
            "query": st.column_config.TextColumn(width=210),
            "right": st.column_config.TextColumn(width=50),
        },
        key="compare_table",
    )


def rows_to_list(a: Side, b: Side, found: Differing, name: str) -> Ints:
    """The rows of the table: those first that one of the two has right."""
    rows = found.rows
    of_a, of_b = a.right[rows], b.right[rows]
    masks = {
        "Only A right": of_a & ~of_b,
        "Only B right": of_b & ~of_a,
        "Both or neither": of_a == of_b,
    }
    if name in masks:
        return rows[masks[name]]
    return rows[np.argsort(of_a == of_b, kind="stable")]


def table_of(a: Side, b: Side, rows: Ints, colours: Theme) -> dict[str, list[str]]:
    """Text, truth, what becomes of it on either side, and who is right, by column."""
    of_a, of_b = a.right, b.right
    who = {(True, False): "A", (False, True): "B", (True, True): "both", (False, False): "none"}
    queries = [a.part.queries[row] for row in rows.tolist()]
    return {
        "right": [who[bool(of_a[row]), bool(of_b[row])] for row in rows],
        "query": [query.text for query in queries],
        "truth": [" | ".join(query.intents) or "out of scope" for query in queries],
        "A": [_fate(a, row, colours) for row in rows.tolist()],
        "B": [_fate(b, row, colours) for row in rows.tolist()],
    }


def _fate(side: Side, row: int, colours: Theme) -> str:
    """The glyph of its outcome, and the best intent."""
    judged, scored = side.part.judged, side.part.scored
    gated = GATED[side.codes[row]]
    name = gated
    if gated == "match":
        routed = "routed_right" if judged.correct[row] else "routed_wrong"
        name = routed if judged.in_scope[row] else "routed_out_of_scope"
    best = scored.best[row]
    intent = scored.intents[best] if best >= 0 else "none"
    return f"{colours.outcomes[name].glyph} {SHORT[gated]}{intent}"
