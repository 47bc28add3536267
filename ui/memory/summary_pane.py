"""What stands for older turns at this turn, made of which, and what is remembered outside?"""

from __future__ import annotations

import re

import streamlit as st

from ui.memory.citing import cited
from ui.memory.shown import Shown
from ui.palette import Theme
from ui.text import as_html

MOST_LINES = 120
MOST_FACTS = 60
HEIGHT, HEIGHT_BIG = 196, 320
_CITED = re.compile(r"\[([^\]]*)\] ?")


def summary_pane(shown: Shown, colours: Theme, big: bool) -> None:
    """The summary's lines with the turns that they are made of, and the long-term store."""
    snapshot = shown.snapshot
    tokens = sum(entry.tokens for entry in snapshot.run.summaries_at(snapshot.index))
    lines = snapshot.summary.splitlines() if tokens else []
    head = f"{tokens:,} tokens, from turns in [ ]" if lines else "none yet"
    facts = snapshot.store.current
    color = colours.kinds["summary"].color
    body = "".join(_line(line, color) for line in lines[:MOST_LINES])
    body += _more(len(lines) - MOST_LINES)
    if facts:
        body += (
            f'<div class="cp-head"><b>Long-term store</b> <span class="cp-muted">'
            f"{len(facts):,} fact{'s' if len(facts) != 1 else ''}, newest first</span></div>"
        )
        remembered = colours.kinds["memory"].color
        body += "".join(
            f'<div dir="auto"><b style="color:{remembered}">{as_html(turns)}</b> '
            f"{as_html(text)}</div>"
            for turns, text in map(cited, list(reversed(facts))[:MOST_FACTS])
        )
        body += _more(len(facts) - MOST_FACTS)
    st.html(
        f'<div class="cp-kept {"cp-big" if big else ""}" tabindex="0" '
        f'style="max-height:{HEIGHT_BIG if big else HEIGHT}px"><div class="cp-head">'
        f'<b>Summary</b> <span class="cp-muted">{head}</span></div>{body}</div>'
    )


def _line(line: str, color: str) -> str:
    found = _CITED.match(line)
    if found is None:
        return f'<div dir="auto">{as_html(line)}</div>'
    return (
        f'<div dir="auto"><b style="color:{color}">[{as_html(found[1])}]</b> '
        f"{as_html(line[found.end() :])}</div>"
    )


def _more(count: int) -> str:
    return f'<div class="cp-muted">… {count:,} more</div>' if count > 0 else ""
