"""How do a conversation and its run become the figures of the Memory page?

The base of the run is kept: it stays the same while one steps through it.
"""

from __future__ import annotations

import plotly.graph_objects as go

from engine.memory.events import numbered
from ui.charts.memory_billed import APART, LANE, Billed
from ui.charts.memory_life import HEIGHT as LIFE
from ui.charts.memory_life import HEIGHT_BIG as LIFE_BIG
from ui.charts.memory_life import life_figure
from ui.charts.memory_playhead import playhead_figure
from ui.charts.memory_run import FLOOR, run_figure
from ui.charts.memory_run import HEIGHT as RUN
from ui.charts.memory_run import HEIGHT_BIG as RUN_BIG
from ui.charts.memory_window import Block, window_figure
from ui.memory.kept import Kept, Same
from ui.memory.shown import Shown
from ui.memory.tables import PARTS, part_of, tables_of
from ui.palette import Theme

_bases = Kept(24)


def run_base(shown: Shown, colours: Theme, width: int, big: bool) -> go.Figure:
    """The whole run and what it billed; behind a fork the first run as a line."""
    tables = shown.tables
    first = tables_of(shown.first) if shown.forked else None

    def find() -> go.Figure:
        return run_figure(
            {name: (kind, tables.parts[name]) for name, kind in PARTS.items()},
            tables.bounds,
            tables.evicted,
            tables.compacted,
            Billed(tables.billed, tables.uncompacted, None if first is None else first.billed),
            colours,
            width,
            expired=tables.expired,
            first=None if first is None else first.totals,
            height=RUN_BIG if big else RUN,
            big=big,
        )

    key = (Same(shown.run), Same(shown.first), colours.name, width, big)
    found: go.Figure = _bases.get(key, find)
    return found


def playhead(shown: Shown, colours: Theme, width: int, big: bool) -> go.Figure:
    """The place, over the run and the life line; beside them what was billed until here."""
    at = shown.at
    said = [("billed so far:", shown.tables.billed[at], colours.link)]
    if shown.forked:
        said.append(("first run:", tables_of(shown.first).billed[at], colours.text))
    said.append(("if all stayed:", shown.tables.uncompacted[at], colours.muted))
    lines = [(text, color) for name, tokens, color in said for text in (name, f"{tokens:,}")]
    run, below = (RUN_BIG, LIFE_BIG) if big else (RUN, LIFE)
    return playhead_figure(at, len(shown.run), colours, width, run, below,
                           lane=APART + LANE + FLOOR, said=lines, big=big)  # fmt: skip


def life(shown: Shown, colours: Theme, width: int, big: bool) -> go.Figure:
    """The life line of the phrase that is searched for."""
    line = shown.line
    spans = line.spans if line is not None else ()
    words = {
        span.first: f"superseded by {span.by.detail} from turn {span.first + 1:,}"
        for span in spans
        if span.state == "superseded" and span.by and span.by.detail
    }
    return life_figure(shown.phrase, spans, len(shown.run), colours, width,
                       note=absent(shown), words=words, big=big)  # fmt: skip


def absent(shown: Shown) -> str:
    """Why there is no life line; empty where there is one."""
    if not shown.phrase.strip():
        return "Type words of the conversation above: where did they go?"
    line = shown.line
    if line is None:
        return "There is no word in this to search for."
    if line.spans:
        return ""
    if shown.words_with:
        return f"Whole words only. Words with this in them: {', '.join(shown.words_with)}"
    return "No turn says this. A question that names it does not count."


def window_strip(shown: Shown, colours: Theme, width: int, big: bool) -> go.Figure:
    """What is in the window at this turn, in its order."""
    snapshot = shown.snapshot
    blocks = []
    for entry in snapshot.run.at(snapshot.index):
        part = part_of(entry)
        turn = entry.sources[0] if entry.original else None
        told = entry.turn.role == "system" and part.startswith("system")
        name = "sys" if told else str(entry.sources[0] + 1) if entry.original else part
        of = numbered(entry.sources) if entry.sources else "from the store"
        said = f"{part}, {of}: {entry.tokens:,} tokens"
        blocks.append(Block(PARTS[part], name, entry.tokens, said, turn))
    policy = snapshot.policy
    red, amber = (min(tokens, policy.usable) for tokens in
                  (policy.red_tokens, round(policy.amber * policy.usable)))  # fmt: skip
    marks = [(tokens, colours.zones[zone].color)
             for tokens, zone in ((amber, "amber"), (red, "red"))
             if tokens < policy.usable]  # fmt: skip
    return window_figure(blocks, policy.usable, policy.reserve, marks, colours, width, big=big)
