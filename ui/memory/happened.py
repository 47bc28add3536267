"""What happened at this turn, in sentences, and which facts did it cost?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import streamlit as st

from engine.memory import Event
from engine.memory.loss import LOST, LifeLine, State
from ui.charts.memory_life import state_color
from ui.memory.player import next_event, seek
from ui.memory.shown import PHRASE, Shown
from ui.palette import SUPERSEDED, Theme
from ui.text import as_html, as_label

GLYPHS = {"evicted": "▼", "cleared": "▽", "expired": "◇", "compacted": "◆", "recalled": "▲",
          "failed": "–"}  # fmt: skip
CROSS = "✕"
MOST_LETTERS = 30
BECAME = {
    "verbatim": "verbatim in the window again",
    "summary": "in the summary only",
    "recallable": "recallable only",
    "altered": "altered",
    "gone": "gone from everywhere",
    "superseded": "superseded by another value",
}
# Where the words of a superseded value are still to be read, or fetched.
STILL = {
    "verbatim": "the old words still stand in the window",
    "summary": "the summary still has the old words",
    "recallable": "the old words can still be fetched",
}

Line = tuple[str, str, str, bool]  # glyph, its colour, text, whether it is a loss


def happened_pane(shown: Shown, colours: Theme, big: bool) -> None:
    """The events of the turn, what became of facts, and the way to the next event."""
    happened = [event for event in shown.snapshot.events if event.kind != "added"]
    # What was done, what it cost, and last the zone: a projector shows the first lines.
    acts = [event for event in happened if event.kind != "zone"]
    zones = [event for event in happened if event.kind == "zone"]
    lines = [*_events(acts, shown, colours), *_facts(shown, colours),
             *_events(zones, shown, colours)]  # fmt: skip
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
        _jump(shown)
        for word in shown.words_with:
            st.button(as_label(word, MOST_LETTERS), key=f"word {word}", on_click=_search,
                      args=(word,), help="Search for this whole word")  # fmt: skip


def _jump(shown: Shown) -> None:
    """The way to where the words searched for are lost; if they come back, there and back."""
    line = shown.line
    if line is None:
        return
    if line.lost_at is not None:
        label, to = f"Lost at turn {line.lost_at + 1:,}", line.lost_at
    elif line.states and line.states[-1] == "superseded":
        last = line.spans[-1].first
        label, to = f"Superseded at turn {last + 1:,}", last
    else:
        gap = next((span for span in line.spans if span.state in LOST), None)
        if gap is None:
            return
        label, to = f"Gone {gap.first + 1:,}–{gap.last + 1:,}", gap.first
        if gap.first == shown.at:
            label, to = f"Back at turn {gap.last + 2:,}", gap.last + 1
    if to != shown.at:
        st.button(label, key="to_loss", on_click=seek, args=(to + 1,),
                  help="The words searched for")  # fmt: skip


def _search(word: str) -> None:
    st.session_state[PHRASE] = word


def _events(events: Iterable[Event], shown: Shown, colours: Theme) -> Iterator[Line]:
    for event in events:
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
        lost = now in LOST
        glyph = CROSS if lost else SUPERSEDED if now == "superseded" else "●"
        yield glyph, state_color(now, colours), f"{phrase}: {_became(line, shown.at)}", lost


def _became(line: LifeLine, at: int) -> str:
    """The state in words; of a superseded value by what, and where it still misleads."""
    now, held = line.states[at] or "gone", line.held[at] or "gone"
    by = next((span.by for span in line.spans if span.first == at), None)
    if now != "superseded" or by is None:
        return BECAME[now]
    return f"{by.sentence}{f'; {STILL[held]}' if held in STILL else ''}"
