"""What did one compaction take, what stands in its place, and what of it can be had again?"""

from __future__ import annotations

import streamlit as st

from engine.memory import Snapshot
from engine.memory.events import numbered
from engine.memory.exchange import FATES, Exchange, Restorable, Text, Told, exchange
from engine.memory.loss import ACTS
from engine.wording import times
from ui.bound import bound
from ui.components.diff_list import Cell, DiffRow, Part, diff_list
from ui.memory.citing import cited
from ui.memory.kept import Kept, Same
from ui.memory.marked import marked_after, marked_before
from ui.memory.player import seek
from ui.memory.shown import Shown
from ui.palette import SUPERSEDED, Theme
from ui.text import as_html, as_label

HELD = "compaction_held"  # a compaction that stays open while one stands at one of its sources
ASIDE, ASIDE_BIG = 330, 440  # px of the column beside the list
WIDE = 900  # px from which there is such a column
HEIGHT, HEIGHT_BIG = 620, 860
MOST_ROWS = 150
MOST_NOTED = 40
MOST_RESTORED = 20_000  # characters of a restored text that are shown

# What became of a detail: its sign in tables, and the line that marks it in a text.
SIGNS = {"kept": "✓", "shortened": "≈", "recallable": "↩", "superseded": SUPERSEDED, "lost": "✕"}
LINES = {"kept": "underline", "shortened": "underline dashed", "recallable": "underline dotted",
         "superseded": "underline double", "lost": "line-through"}  # fmt: skip

_exchanges, _rows = Kept(64), Kept(64)


def diff_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The compaction at or before the place, or the one that was chosen."""
    rounds = shown.tables.rounds
    if not rounds:
        st.write("Nothing left the window in this run, and nothing was shortened.")
        return
    at = _place(shown, rounds)
    snapshot = shown.run[at]
    done: Exchange = _exchanges.get((Same(snapshot.run), at), lambda: exchange(snapshot))
    aside = ASIDE_BIG if big else ASIDE
    beside = width >= WIDE * (1.35 if big else 1)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        with st.container(width=230):
            bound(
                st.selectbox,
                "Compaction",
                at,
                lambda index: seek(index + 1),
                "compaction",
                options=rounds,
                format_func=lambda index: _named(index, rounds),
                label_visibility="collapsed",
            )
        with st.container(width="stretch"):
            _verdict(snapshot, done, colours, big)
    with st.container(horizontal=True, gap="small", key="memory_diff"):
        with st.container(width=width - aside - 16 if beside else width):
            diff_list(
                _rows.get((Same(done),), lambda: _rows_of(done))[:MOST_ROWS],
                f"{shown.talk.name} {at}",
                colours,
                {fate: _color(fate, colours) for fate in FATES},
                key="diff",
                on_seek=lambda number: _to_source(number, at),
                height=HEIGHT_BIG if big else HEIGHT,
                big=big,
            )
            if len(done.rows) > MOST_ROWS:
                st.caption(f"The first {MOST_ROWS:,} of {len(done.rows):,} rows.")
        with st.container(width=aside if beside else width):
            _by_rung(snapshot, done, big)
            _by_kind(done, colours, big)
            _restore(done, at)
            _noted(done, colours, big)


def _place(shown: Shown, rounds: list[int]) -> int:
    """The last compaction at or before the place; before the first one, the first."""
    held, number = st.session_state.get(HELD, (None, None))
    if held in rounds and number == shown.at + 1:
        return int(held)
    return max((index for index in rounds if index <= shown.at), default=rounds[0])


def _to_source(number: int, at: int) -> None:
    """Show a turn in the run; the compaction stays open for whoever comes back."""
    seek(number)
    st.session_state[HELD] = (at, number)
    st.session_state["memory_view"] = "This run"


def _named(index: int, rounds: list[int]) -> str:
    return f"{rounds.index(index) + 1:,} of {len(rounds):,}: at turn {index + 1:,}"


def _color(fate: str, colours: Theme) -> str:
    if fate == "superseded":
        return colours.superseded.color
    if fate == "recallable":
        return colours.kinds["memory"].color
    zone = {"kept": "green", "shortened": "amber", "lost": "red"}[fate]
    return colours.zones[zone].color


def counted(done: Exchange) -> list[Told]:
    """What was found in the texts that left; a "not" or "if" is marked in them, not counted."""
    return [told for told in done.facts if told.fact.kind != "negation"]


def _verdict(snapshot: Snapshot, done: Exchange, colours: Theme, big: bool) -> None:
    """What it won, and what became of the details, with their marks."""
    details = counted(done)
    total = len(details)
    counts = {fate: sum(told.fate == fate for told in details) for fate in FATES}
    fates = "".join(
        f'<span><b style="color:{_color(fate, colours)}">{SIGNS[fate]} {counts[fate]:,}</b> '
        f'<span style="text-decoration:{LINES[fate]} 2px {_color(fate, colours)};'
        f'text-underline-offset:4px">{fate}</span></span>'
        for fate in FATES
    )
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-words"><span>'
        f"<b>{done.tokens_before:,} → {done.tokens_after:,}</b> tokens</span>"
        f"<span>of {times(total, 'detail')}</span>{fates}</div></div>"
    )


def _rows_of(done: Exchange) -> list[DiffRow]:
    rows = []
    for row in done.rows[:MOST_ROWS]:
        here = "\n".join(new.text for new in row.after)
        there = "\n".join(old.text for old in row.before)
        rows.append(
            DiffRow(
                [_cell(old, marked_before(old, here)) for old in row.before],
                [_cell(new, marked_after(new, there)) for new in row.after],
            )
        )
    return rows


def _cell(text: Text, parts: list[Part]) -> Cell:
    first = text.sources[0] + 1 if text.sources else 0
    turns = numbered(text.sources).partition(" ")[2] if text.sources else ""
    tokens = "" if text.tokens is None else f"{text.tokens:,} tokens"
    return Cell(turns, first, text.role, tokens, parts)


def _by_rung(snapshot: Snapshot, done: Exchange, big: bool) -> None:
    """Tokens before and after by rung, in the order in which the rungs acted."""
    acts = [event for event in snapshot.events if event.kind in ACTS | {"failed"}]
    body = "".join(
        f"<tr><td>{as_html(event.rung.replace('_', ' ') or 'policy')}</td>"
        + (
            f'<td colspan="2" class="cp-says">{as_html(event.detail)}</td></tr>'
            if event.kind == "failed"
            else f"<td>{event.before:,}</td><td>{event.after:,}</td></tr>"
        )
        for event in acts
    )
    st.html(
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-summary">'
        "<tr><th>rung</th><th>tokens before</th><th>after</th></tr>"
        f'{body}<tr class="cp-over"><td>in all</td><td>{done.tokens_before:,}</td>'
        f"<td>{done.tokens_after:,}</td></tr></table></div>"
    )


def _by_kind(done: Exchange, colours: Theme, big: bool) -> None:
    """Details by kind and by what became of them."""
    details = counted(done)
    if not details:
        return
    kinds = dict.fromkeys(told.fact.kind for told in details)
    heads = "".join(
        f'<th title="{fate}" style="color:{_color(fate, colours)}">{SIGNS[fate]}</th>'
        for fate in FATES
    )
    body = ""
    for kind in kinds:
        of_kind = [told.fate for told in details if told.fact.kind == kind]
        cells = "".join(f"<td>{of_kind.count(fate) or '–'}</td>" for fate in FATES)
        body += f"<tr><td>{kind}</td>{cells}</tr>"
    st.html(
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-summary">'
        f"<tr><th>details found by patterns</th>{heads}</tr>{body}</table></div>"
    )


def _restore(done: Exchange, at: int) -> None:
    """The texts behind a pointer."""
    if not done.restorable:
        return
    count = len(done.restorable)
    with st.expander(f"Can be restored: {times(count, 'pointer')}"):
        number = st.selectbox(
            "Pointer",
            range(count),
            key=f"restore_{at}",
            format_func=lambda one: as_label(_pointed(done.restorable[one]), 80),
        )
        text = "\n\n".join(done.restorable[number or 0].texts)
        st.code(text[:MOST_RESTORED], language=None, wrap_lines=True, height=240)
        if len(text) > MOST_RESTORED:
            st.caption(f"The first {MOST_RESTORED:,} of {len(text):,} characters.")


def _pointed(one: Restorable) -> str:
    return f"{numbered(one.sources)}: {one.pointer}"


def _noted(done: Exchange, colours: Theme, big: bool) -> None:
    """What was written down outside of the window."""
    if not done.noted:
        return
    color = colours.kinds["memory"].color
    body = ""
    for turns, text in map(cited, done.noted[:MOST_NOTED]):
        body += (
            f'<div dir="auto"><b style="color:{color}">{as_html(turns)}</b> {as_html(text)}</div>'
        )
    more = len(done.noted) - MOST_NOTED
    body += f'<div class="cp-muted">… {more:,} more</div>' if more > 0 else ""
    st.html(
        f'<div class="cp-kept {"cp-big" if big else ""}"><div class="cp-head"><b>Written down '
        f"outside the window</b></div>{body}</div>"
    )
