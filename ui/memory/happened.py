"""What happened at this turn, in sentences, and which facts did it cost?"""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from engine.memory import Event
from engine.memory.loss import LifeLine, State
from ui.charts.memory_life import state_color
from ui.memory.player import next_event, seek
from ui.memory.shown import Shown
from ui.palette import Theme
from ui.text import as_html

GLYPHS = {"evicted": "▼", "cleared": "▽", "compacted": "◆", "recalled": "▲", "failed": "–"}
CROSS = "✕"
BECAME = {
    "verbatim": "verbatim in the window again",
    "summary": "in the summary only",
    "recallable": "recallable only",
    "altered": "altered",
    "gone": "gone from everywhere",
}

Line = tuple[str, str, str, bool]  # glyph, its colour, text, whether it is a loss


def happened_pane(shown: Shown, colours: Theme, big: bool) -> None:
    """The events of the turn, what became of facts, and the way to the next event."""
    lines = [*_events(shown, colours), *_facts(shown, colours)]
    body = "".join(
        f'<div><i style="color:{color}">{glyph}</i>'
        f"<span>{'<b>' * loss}{as_html(text)}{'</b>' * loss}</span></div>"
        for glyph, color, text, loss in lines
    )
    body = body or '<div class="cp-muted"><i></i><span>No turn left the window.</span></div>'
    st.html(
        f'<div class="cp-happened {"cp-big" if big else ""}"><b class="cp-head">What just happened'
        f"</b>{body}</div>"
    )
    with st.container(horizontal=True, gap="small"):
        following = shown.next_event
        label = "No more events" if following is None else f"Next event: turn {following + 1:,} · N"
        st.button(label, key="next_event", on_click=next_event,
                  disabled=following is None)  # fmt: skip
        line = shown.line
        if line is not None and line.lost_at is not None and line.lost_at != shown.at:
            st.button(f"Lost at turn {line.lost_at + 1:,}", key="to_loss", on_click=seek,
                      args=(line.lost_at + 1,), help="The words searched for")  # fmt: skip


def _events(shown: Shown, colours: Theme) -> Iterator[Line]:
    for event in shown.snapshot.events:
        if event.kind != "added":
            glyph, color = _mark(event, shown, colours)
            stuck = event.kind == "refused" or _still_too_large(event)
            yield glyph, color, event.sentence, stuck


def _mark(event: Event, shown: Shown, colours: Theme) -> tuple[str, str]:
    if event.kind in ("zone", "refused") or _still_too_large(event):
        zone = colours.zones["red" if event.kind == "refused" else shown.snapshot.zone]
        return zone.glyph, zone.color
    if event.kind == "compacted":
        return GLYPHS["compacted"], colours.kinds["summary"].color
    return GLYPHS[event.kind], colours.text


def _still_too_large(event: Event) -> bool:
    """Whether it tells of the whole window after all rungs, not of one rung that did nothing."""
    return event.kind == "failed" and not event.rung


def _facts(shown: Shown, colours: Theme) -> Iterator[Line]:
    """The facts whose state is another one than a turn before; the searched one first."""
    lines: dict[str, LifeLine] = {}
    if shown.line is not None:
        lines[shown.phrase] = shown.line
    lines |= shown.lines
    for phrase, line in lines.items():
        if not line.states:
            continue
        now = line.states[shown.at]
        before: State | None = line.states[shown.at - 1] if shown.at else None
        if now is None or now == before or (before is None and now == "verbatim"):
            continue
        lost = now in ("gone", "altered")
        glyph = CROSS if lost else "●"
        yield glyph, state_color(now, colours), f"{phrase}: {BECAME[now]}", lost
