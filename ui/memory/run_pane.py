"""What happened in this run: turns, the window at each, a fact's life line, this turn's events?"""

from __future__ import annotations

import streamlit as st

from ui.charts.canvas import CHART_CONFIG
from ui.charts.clicks import clicked_turn
from ui.components.layered import layered
from ui.components.turn_list import turn_list
from ui.memory.figures import life, playhead, run_base, window_strip
from ui.memory.happened import happened_pane
from ui.memory.player import seek
from ui.memory.shown import Shown
from ui.memory.summary_pane import summary_pane
from ui.memory.turns import turn_rows
from ui.palette import Theme
from ui.text import as_html

GAP = 16
HEIGHT, HEIGHT_BIG = 690, 640
# The list's share of the page, and what it needs at least.
LIST, LEAST, LEAST_BIG = 0.27, 220, 330


def run_pane(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The list at full height, and beside it the run, the window and what happened."""
    listed = max(round(width * LIST), LEAST_BIG if big else LEAST)
    room = width - listed - GAP
    with st.container(horizontal=True, gap="small", key="memory_run"):
        with st.container(width=listed):
            turn_list(
                turn_rows(shown),
                shown.at + 1,
                colours,
                key="turns",
                on_seek=seek,
                height=HEIGHT_BIG if big else HEIGHT,
                big=big,
            )
        with st.container(width="stretch"):
            layered(
                run_base(shown, colours, room, big),
                playhead(shown, colours, room, big),
                "run",
                room,
                _seek_in,
                below=life(shown, colours, room, big),
            )
            _window(shown, colours, room, big)
            with st.container(horizontal=True, gap="medium"):
                with st.container(width="stretch"):
                    happened_pane(shown, colours, big)
                with st.container(width="stretch"):
                    summary_pane(shown, colours, big)


def _seek_in(key: str) -> None:
    index = clicked_turn(st.session_state[key])
    if index is not None:
        seek(index + 1)


def _window(shown: Shown, colours: Theme, room: int, big: bool) -> None:
    snapshot = shown.snapshot
    zone = colours.zones[snapshot.zone]
    share = 100 * snapshot.token_count / max(snapshot.usable, 1)
    st.html(
        f'<div class="cp-line {"cp-big" if big else ""}"><span><b>Window at turn '
        f'{snapshot.number:,}</b> <span class="cp-muted">segments are turns</span></span>'
        f"<span><b>{snapshot.token_count:,}</b> of {snapshot.usable:,} · "
        f'<b style="color:{zone.color}">{zone.glyph} {share:.0f} % {as_html(zone.word)}</b>'
        "</span></div>"
    )
    st.plotly_chart(
        window_strip(shown, colours, room, big),
        theme=None,
        width=room,
        config={**CHART_CONFIG, "displayModeBar": False},
        key="window",
        on_select=lambda: _seek_in("window"),
        selection_mode="points",
    )
