"""What does the selected section say, how is it counted, and what of it is sent?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from engine import Scenario, get_tokenizer
from engine.scenario import edits
from engine.scenario.ledger import Ledger, Row
from engine.sections import KINDS, TIERS
from ui import state
from ui.bound import bound
from ui.components.editor import text_editor
from ui.components.tokens import split_cut, token_view
from ui.palette import Theme
from ui.text import as_html


def section_pane(scenario: Scenario, ledger: Ledger, colours: Theme, big: bool) -> None:
    """Name, text editor with its live count, the tokens, and the switches of one section."""
    row = ledger.row(state.session().selected)
    if row is None:
        st.write("Select a section to read and change it.")
        return
    section, index = row.section, row.index
    st.html(
        f'<span class="cp-name">{as_html(section.name)}</span> &nbsp; <span class="cp-muted">'
        f"{section.kind} · {row.before:,} tokens · {row.after:,} sent</span>"
    )
    text_editor(section.name, section.text, key="editor", on_edit=_write, height=150, big=big)
    _tokens(scenario, ledger, row, colours, big)
    with st.container(horizontal=True, vertical_alignment="center"):
        _switch("Pinned", index, "pinned", section.pinned)
        _switch("May be trimmed", index, "truncatable", section.truncatable)
        with st.popover("More fields"):
            _fields(scenario, index)


def _write(name: str, text: str) -> None:
    def edit(now: Scenario) -> Scenario:
        try:
            return edits.change_section(now, now.index(name), text=text)
        except KeyError:
            return now  # deleted or renamed while the last words were on their way

    state.attempt(edit, step=f"text of {name}")


def _tokens(scenario: Scenario, ledger: Ledger, row: Row, colours: Theme, big: bool) -> None:
    sent = ""
    if ledger.assembly is not None:
        placed = {s.name: s.text for s in ledger.assembly.sections}
        sent = placed.get(row.section.name, "")
    kept, marker, removed = split_cut(row.section.text, sent)
    tokenizer = get_tokenizer(scenario.tokenizer)
    token_view(tokenizer.pieces(kept), marker, removed, colours, key="tokens", height=190, big=big)


def _switch(label: str, index: int, field: str, value: bool) -> None:
    bound(st.toggle, label, value, partial(_set, index, field), f"{field} of {index}")


def _fields(scenario: Scenario, index: int) -> None:
    section = scenario.sections[index]

    def draw(widget: Callable[..., Any], label: str, field: str, **options: Any) -> None:
        value = getattr(section, field)
        shown = float(value) if field == "priority" else value
        bound(widget, label, shown, partial(_set, index, field), f"{field} of {index}", **options)

    draw(st.text_input, "Name", "name")
    draw(st.selectbox, "Kind", "kind", options=KINDS)
    draw(st.selectbox, "Tier", "tier", options=TIERS)
    draw(st.number_input, "Priority: the larger goes first", "priority", step=1.0, format="%g")
    draw(st.text_input, "Source", "source")
    draw(st.text_input, "Trust", "trust")
    with st.container(horizontal=True):
        st.button("Duplicate", on_click=_duplicate, args=(index,))
        st.button(
            "Delete section",
            on_click=state.attempt,
            args=(lambda now: edits.delete_section(now, index),),
        )


def _set(index: int, field: str, value: object) -> None:
    chosen = str(value).strip() if field == "name" else None
    state.attempt(lambda now: edits.change_section(now, index, **{field: value}), chosen=chosen)


def _duplicate(index: int) -> None:
    scenario = state.session().scenario
    copied = edits.add_section(scenario, scenario.sections[index], index)
    state.change(copied, chosen=copied.sections[index + 1].name)
