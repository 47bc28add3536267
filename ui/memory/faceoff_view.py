"""Which of two to four policies costs what on this conversation, and which facts does each keep?"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from engine.memory import Policy
from engine.memory.presets import PRESETS
from engine.wording import times
from ui.bound import bound
from ui.charts.memory_faceoff import Lane, Plot, faceoff_figure, faceoff_playhead, plots_in
from ui.charts.memory_life import LINES, LOOKS, state_color
from ui.components.layered import layered
from ui.components.viewport import is_narrow
from ui.memory.faceoff import (
    LEAST,
    MOST,
    OWN,
    Side,
    first_choice,
    kept_side,
    page_choice,
    presets_for,
    run_by,
    side_of,
)
from ui.memory.kept import Kept, Same
from ui.memory.progress import Bar
from ui.memory.run_pane import seek_in
from ui.memory.shown import Shown
from ui.memory.survival_table import survival_table
from ui.memory.tables import PARTS
from ui.palette import Theme
from ui.text import as_html

CHOSEN = "faceoff"
STOPPED = "faceoff_stopped"  # the page's run and the policies whose replay was stopped
GAP = 16  # px between two policies
NARROW = 300  # px of plot, below which the lines above a figure take two rows each

_figures = Kept(48)


def faceoff_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The policies beside each other: what each keeps and costs, its run, its facts."""
    able, why_not = presets_for(shown.talk.policy)
    page = page_choice(shown, able)
    options = [*([OWN] if page == OWN else []), *able]
    names = [name for name in st.session_state.get(CHOSEN, ()) if name in options]
    names = names or first_choice(page)
    # Where it is narrow the legend has a line of its own, so that the policies need only one.
    with st.container(horizontal=not is_narrow(), gap="small", vertical_alignment="center"):
        with st.container(width="stretch"):
            bound(
                st.multiselect,
                "Policies, two to four",
                names,
                _choose,
                "faceoff policies",
                options=options,
                format_func=lambda name: _title(name, shown),
                max_selections=MOST,
                label_visibility="collapsed",
                placeholder="Choose two to four policies",
            )
        with st.container(width="content"):
            _legend(colours, big)
    if why_not:
        st.caption(" ".join(f"{why}." for why in why_not.values()))
    if len(names) < LEAST:
        st.write("Choose one more policy to compare.")
    found = _sides(shown, names, able)
    if not found:
        return
    chosen, sides = list(found), list(found.values())
    if not sides[0].facts:
        st.write("No facts are followed in this conversation, so only tokens are compared. "
                 "Under Edit you can follow some.")  # fmt: skip
    fullest = max(int(side.tables.totals.max()) for side in sides)
    per_row, wide = plots_in(width, len(sides), GAP, big=big)
    for begin in range(0, len(sides), per_row):
        with st.container(horizontal=True, gap="small", key=f"faceoff_row_{begin}"):
            for at in range(begin, min(begin + per_row, len(sides))):
                plot = Plot(wide, at == begin, big)
                with st.container(width=plot.width):
                    _head(_title(chosen[at], shown), sides[at], shown.at, colours, plot)
                    _figure(sides[at], shown, fullest, colours, plot, f"faceoff_{at}")
                    survival_table(sides[at], colours, plot)


def _sides(shown: Shown, names: list[str], able: Mapping[str, Policy]) -> dict[str, Side]:
    """The runs that were chosen, replayed where they are not kept; if stopped, only the kept."""
    asked = (Same(shown.run), tuple(names))
    if st.session_state.get(STOPPED) == asked:
        kept = {name: kept_side(shown, name, able) for name in names}
        sides = {name: side for name, side in kept.items() if side is not None}
        if len(sides) < len(names):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.write(f"Stopped: {len(sides)} of {times(len(names), 'run')} "
                         f"{'is' if len(sides) == 1 else 'are'} shown.")  # fmt: skip
                st.button("Go on", key="faceoff_go_on", type="primary", on_click=_stop,
                          args=(None,))  # fmt: skip
            return sides
    sides = {}
    with Bar("Replaying", partial(_stop, asked)) as bar:
        for at, name in enumerate(names):

            def replayed(share: float, at: int = at) -> None:
                bar.tell((at + share / 2) / len(names))

            def followed(share: float, at: int = at) -> None:
                bar.tell((at + (1 + share) / 2) / len(names))

            run = run_by(shown, name, able, replayed)
            sides[name] = side_of(run, shown.talk.canaries, followed)
    return sides


def _stop(asked: Hashable) -> None:
    st.session_state[STOPPED] = asked


def _choose(names: list[str]) -> None:
    st.session_state[CHOSEN] = list(names)


def _title(name: str, shown: Shown) -> str:
    if name != OWN:
        return PRESETS[name].name
    return "This run, forked" if shown.forked else "This run, own settings"


def _head(title: str, side: Side, at: int, colours: Theme, plot: Plot) -> None:
    """The name, what is reachable, and what it costs."""
    said, reachable = side.said, side.reachable
    narrow = plot.wide < NARROW * plot.scale
    apart_or_below = "<br>" if narrow else " · "
    facts = (
        f"<b>{reachable[-1]} of {said[-1]}</b> facts reachable at the end{apart_or_below}"
        f"{reachable[at]} of {said[at]} at turn\N{NO-BREAK SPACE}{at + 1:,}"
    )
    apart, mark = "", colours.superseded
    if side.superseded[-1]:
        apart = (
            f'<p class="cp-muted"><span><b style="color:{mark.color}">'
            f"{mark.glyph}\N{NO-BREAK SPACE}{side.superseded[-1]}</b> {mark.word}, not counted"
            "</span></p>"
        )
    red = colours.zones["red"]
    refused = f"{side.refused:,} of {times(side.calls, 'call')} refused"
    if side.refused:
        refused = f'<b style="color:{red.color}">{red.glyph} {refused}</b>'
    acts = [times(len(side.tables.evicted), "eviction"),
            times(len(side.tables.compacted), "compaction")]  # fmt: skip
    expired = len(side.tables.expired)
    also = f" · results expired at {times(expired, 'turn')}" if expired else ""
    billed = f"{int(side.tables.billed[-1]):,} input tokens"
    st.html(
        f'<div class="cp-side {"cp-big" if plot.big else ""}"><h3>{as_html(title)}</h3>'
        f"{f'<p>{facts}</p>' if side.facts else ''}{apart}"
        f'<p class="cp-muted">{billed}{apart_or_below}{" · ".join(acts)}</p>'
        f'<p class="cp-muted">{refused}{also}</p></div>'
    )


def _figure(side: Side, shown: Shown, fullest: int, colours: Theme, plot: Plot, key: str) -> None:
    tables = side.tables

    def find() -> go.Figure:
        return faceoff_figure(
            {name: (kind, tables.parts[name]) for name, kind in PARTS.items()},
            tables.bounds,
            tables.evicted,
            tables.compacted,
            tables.expired,
            [Lane(canary.kind, canary.phrase, line.spans) for canary, line in side.facts],
            fullest,
            colours,
            plot,
        )

    base = _figures.get((Same(side), fullest, colours.name, plot), find)
    above = faceoff_playhead(shown.at, len(side.run), len(side.facts), colours, plot)
    layered(base, above, key, plot.width, seek_in)


def _legend(colours: Theme, big: bool) -> None:
    """The states of a fact."""
    body = "".join(
        f'<span><i style="color:{state_color(state, colours)}">'
        f"{'■' if share else LINES[state][0]}</i> {word}</span>"
        for state, (_, share, word) in LOOKS.items()
    )
    st.html(f'<div class="cp-legend {"cp-big" if big else ""}">{body}</div>', width="content")
