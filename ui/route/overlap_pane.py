"""Which intents lie too close, do queries fall between them, and which utterances stray?"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Literal

import streamlit as st

from engine.routing import ClosePair, Intent, Overlap, overlap
from ui.charts.route_overlap import Overlap as Drawn
from ui.charts.route_overlap import overlap_figure
from ui.components.layered import STILL
from ui.palette import Theme
from ui.route.shown import Shown

GAP = 16
FIGURE = 0.46  # of the width
LEAST_TABLE = 420  # px of width beside the figure
PAIRS, STRAYS = "Close pairs", "Straying utterances"
MOST_WORDS = 8
FEW = 0.3  # of the intents: a word that more of them have tells nothing of two
MOST_STRAYS = 200
HEIGHT = 330


@lru_cache(maxsize=8)
def overlap_of(intents: tuple[Intent, ...], scorer: str) -> Overlap:
    """The closest pairs and all strays; about a second for 15,000 utterances."""
    return overlap(intents, scorer)


@lru_cache(maxsize=8)
def mixed_up(shown: Shown) -> Counter[frozenset[str]]:
    """For two intents how many queries that mean one have the other as their best."""
    names = shown.scored.intents
    return Counter(
        frozenset((names[best], query.intents[0]))
        for best, query in zip(shown.scored.best.tolist(), shown.queries.queries, strict=True)
        if len(query.intents) == 1 and best >= 0 and names[best] != query.intents[0]
    )


def overlap_pane(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The closest pairs as bars, and beside them their words, or the utterances that stray."""
    with st.spinner("Comparing the intents"):
        found = overlap_of(shown.queries.intents, shown.routing.scorer)
    wide = round(FIGURE * width)
    beside: int | Literal["stretch"] = "stretch"
    if width - wide - GAP < LEAST_TABLE:
        wide = beside = width
    pairs = [
        Drawn(
            pair.first, pair.second, pair.closeness, telling_words(pair, len(shown.queries.intents))
        )
        for pair in found.pairs
    ]
    with st.container(horizontal=True, gap="small", key="route_overlap"):
        st.plotly_chart(overlap_figure(pairs, colours, wide, big=big), theme=None, width=wide,
                        config=STILL, key="overlap_figure")  # fmt: skip
        with st.container(width=beside):
            st.session_state.setdefault("overlap_list", PAIRS)
            chosen = st.segmented_control(
                "List",
                [PAIRS, STRAYS],
                format_func=lambda name: (
                    f"{name} · {len(found.strays):,}" if name == STRAYS else name
                ),
                required=True,
                key="overlap_list",
                label_visibility="collapsed",
                persist_state="session",
            )
            if chosen == PAIRS:
                _pairs(found, shown)
            else:
                _strays(found)


def telling_words(pair: ClosePair, intents: int) -> list[str]:
    """The shared words that few other intents have: they are what the two have in common."""
    few = max(2, round(FEW * intents))
    return [word.word for word in pair.shared if word.intents <= few]


def _pairs(found: Overlap, shown: Shown) -> None:
    confused, intents = mixed_up(shown), len(shown.queries.intents)
    st.dataframe(
        {
            "intents": [f"{pair.first} · {pair.second}" for pair in found.pairs],
            "closeness": [round(pair.closeness, 3) for pair in found.pairs],
            "mixed up": [confused[frozenset((p.first, p.second))] for p in found.pairs],
            "shared words that few others have": [
                ", ".join(telling_words(pair, intents)[:MOST_WORDS]) or "–" for pair in found.pairs
            ],
        },
        hide_index=True,
        width="stretch",
        height=HEIGHT - 48,
        key="overlap_pairs",
        column_config={
            "closeness": st.column_config.NumberColumn(format="%.3f"),
            "mixed up": st.column_config.NumberColumn(
                help="Queries that mean one of the two and have the other as their best intent, "
                "whatever the gate, in both splits."
            ),
        },
    )


def _strays(found: Overlap) -> None:
    if not found.strays:
        st.html('<span class="cp-muted">No utterance lies nearer to another intent than to its '
                "own. (A scorer that pools an intent's words has none.)</span>")  # fmt: skip
        return
    shown = found.strays[:MOST_STRAYS]
    st.dataframe(
        {
            "utterance": [stray.text for stray in shown],
            "intent": [stray.intent for stray in shown],
            "nearer to": [stray.nearer for stray in shown],
            "own": [round(stray.own_score, 3) for stray in shown],
            "nearer": [round(stray.nearer_score, 3) for stray in shown],
        },
        hide_index=True,
        width="stretch",
        height=HEIGHT - 48,
        key="overlap_strays",
        column_config=dict.fromkeys(
            ("own", "nearer"), st.column_config.NumberColumn(format="%.3f", width="small")
        ),
    )
    more = len(found.strays) - len(shown)
    if more > 0:
        st.html(f'<span class="cp-muted">The worst {len(shown):,}; {more:,} more.</span>')
