"""Which facts does memory hold for a question, and what makes up the score of each?"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from engine.memory import Ranked
from engine.memory.at_turn import FACTS
from ui.bound import bound
from ui.memory.asking import PARTS, WEIGHTS, Asked, weights_now
from ui.memory.citing import cited
from ui.palette import Theme
from ui.text import as_html

MOST_FACTS, MOST_OF_FACT = 5, 240


def recalled_facts(found: Asked, colours: Theme, big: bool) -> None:
    """The facts with the three parts of their scores; those that take part are marked."""
    facts = found.memory.store.current
    if not facts:
        st.html(
            '<div class="cp-muted">Nothing to recall at this turn: no fact was kept outside of '
            "the window, and no turn has left it.</div>"
        )
        return
    most = max((ranked.score for ranked in found.ranked), default=0) or 1
    recalled = found.recalled
    rows = "".join(
        _fact(ranked, ranked.memory.id in recalled, found, most, colours)
        for ranked in found.ranked[:MOST_FACTS]
    )
    more = len(found.ranked) - MOST_FACTS
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-recalled">{rows}</div>'
        f'<div class="cp-muted cp-small">● recalled: of the best {FACTS} those that share words '
        "with the question. Each part is scaled to 0–1; 0.50 where all are equal."
        f"{f' Not shown: {more:,} more.' if more > 0 else ''}</div></div>"
    )


def _fact(ranked: Ranked, recalled: bool, found: Asked, most: float, colours: Theme) -> str:
    """The fact and its score; under it the parts of the score, as a bar and in numbers."""
    weights = found.memory.weights
    fills = (colours.link, *colours.overlays)
    parts = [(name, getattr(ranked, name), fill) for name, fill in zip(PARTS, fills, strict=True)]
    bar = "".join(
        f'<i style="width:{100 * getattr(weights, name) * value / most:.1f}%;background:{color}">'
        "</i>"
        for name, value, color in parts
    )
    words = " ".join(
        f'<span><b style="color:{color}">■</b> {name} {value:.2f}</span>'
        for name, value, color in parts
    )
    turns, text = cited(ranked.memory)
    mark = "●" if recalled else "○"
    return (
        f'<div class="{"cp-in" if recalled else ""}"><span class="cp-says">{mark} '
        f'<span class="cp-muted">{as_html(turns)}</span> <span dir="auto">'
        f"{as_html(text[:MOST_OF_FACT])}</span></span><b>{ranked.score:.2f}</b>"
        f'<span class="cp-parts">{bar}</span><span class="cp-muted cp-small">{words}</span></div>'
    )


def weights_row() -> None:
    """How much each part of a score counts."""
    now = weights_now()
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        for name in PARTS:
            with st.container(width=118):
                bound(st.number_input, name.capitalize(), float(getattr(now, name)),
                      lambda value, name=name: _weigh(name, value),  # type: ignore[misc]
                      f"ask {name}", min_value=0.0, max_value=10.0, step=0.5,
                      format="%.1f")  # fmt: skip


def _weigh(name: str, value: float) -> None:
    st.session_state[WEIGHTS] = replace(weights_now(), **{name: float(value)})
