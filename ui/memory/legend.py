"""What do the colours and marks of a run mean?"""

from __future__ import annotations

import streamlit as st

from ui.charts.memory_run import CUT, EVICTION, EXPIRY
from ui.memory.shown import Shown
from ui.memory.tables import PARTS
from ui.palette import Theme

SQUARE = "■"


def run_legend(shown: Shown, colours: Theme, big: bool) -> None:
    """The parts that occur in the run, and its marks."""
    tables = shown.tables
    entries = [
        (SQUARE, colours.kinds[kind].color, name)
        for name, kind in PARTS.items()
        if tables.parts[name].any()
    ]
    if len(tables.evicted):
        entries.append((EVICTION, colours.text, "left the window"))
    if len(tables.compacted):
        entries.append((CUT, colours.kinds["summary"].color, "compaction"))
    if len(tables.expired):
        entries.append((EXPIRY, colours.text, "results expired"))
    if shown.forked:
        entries.append(("—", colours.text, "first run"))
    body = "".join(
        f'<span><i style="color:{color}">{glyph}</i> {name}</span>'
        for glyph, color, name in entries
    )
    st.html(f'<div class="cp-legend {"cp-big" if big else ""}">{body}</div>')
