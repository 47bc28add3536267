"""What do the colours and marks of a run mean?"""

from __future__ import annotations

import streamlit as st

from ui.charts.memory_run import CUT, EVICTION, EXPIRY
from ui.memory.shown import Shown
from ui.memory.tables import PARTS
from ui.palette import Theme

SQUARE = "■"


# What is drawn in a view: the run with its marks, or the parts of one turn.
OF_RUN, OF_TURN = ("This run", "Face-off"), ("Ask",)
GATHERED = ("system, task", "summary", "recalled", "turns")


def view_legend(view: str, shown: Shown, colours: Theme, big: bool) -> None:
    """The parts and marks that a view draws; nothing where it draws none."""
    tables = shown.tables
    if view not in (*OF_RUN, *OF_TURN):
        return
    entries = [
        (SQUARE, colours.kinds[kind].color, name)
        for name, kind in PARTS.items()
        if (name in GATHERED if view in OF_TURN else tables.parts[name].any())
    ]
    if view in OF_RUN and len(tables.evicted):
        entries.append((EVICTION, colours.text, "left the window"))
    if view in OF_RUN and len(tables.compacted):
        entries.append((CUT, colours.kinds["summary"].color, "compaction"))
    if view in OF_RUN and len(tables.expired):
        entries.append((EXPIRY, colours.text, "results expired"))
    if view == "This run" and shown.forked:
        entries.append(("—", colours.text, "first run"))
    body = "".join(
        f'<span><i style="color:{color}">{glyph}</i> {name}</span>'
        for glyph, color, name in entries
    )
    st.html(f'<div class="cp-legend {"cp-big" if big else ""}">{body}</div>')
