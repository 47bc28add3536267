"""What does memory give for a question at this turn, and what would the model then read?"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import streamlit as st
from streamlit.errors import StreamlitAPIException

from engine.memory import Ranked
from engine.memory.at_turn import FACTS
from engine.sections import ContextSection
from ui import state
from ui.bound import bound
from ui.charts.canvas import CHART_CONFIG
from ui.charts.memory_turn import Piece, turn_figure
from ui.memory.asking import (
    KEPT,
    LEFT,
    PARTS,
    SOURCE,
    TEXT,
    WEIGHTS,
    WITH_SCENARIO,
    Asked,
    as_scenario,
    asked,
    examples,
    question,
    read_facts,
    source_now,
    weights_now,
)
from ui.memory.shown import Shown
from ui.palette import TRIMMED, Theme
from ui.route.query_words import LOOKS, gate_words, verdict
from ui.text import as_html, as_label

GAP = 16
MOST_NAMES = 8
MEMORY = 0.36  # the share of the page for what memory gives
LEAST = 380
MOST_FACTS, MOST_LETTERS, MOST_OF_FACT = 5, 90, 240
ROUND = "ask_examples_round"


def ask_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The question and the facts recalled for it; beside them the whole turn as one picture."""
    left = max(round(width * MEMORY), LEAST)
    with st.container(horizontal=True, gap="small", key="memory_ask"):
        with st.container(width=left):
            _question(shown)
            found = asked(shown)
            _facts(found, colours, big)
            _weights()
        with st.container(width="stretch"):
            _turn(shown, found, colours, max(width - left - GAP, 420), big)


def _question(shown: Shown) -> None:
    number = st.session_state.get(ROUND, 0)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        bound(st.text_input, f"Ask at turn {shown.at + 1:,}", question(shown), _take, TEXT)
        with st.popover("Examples", key=f"ask_examples_{number}"):
            for why, text in examples(shown):
                st.button(f"**{as_label(why, 40)}**: {as_label(text, MOST_LETTERS)}",
                          key=f"ask {why}", type="tertiary", on_click=_take,
                          args=(text,))  # fmt: skip


def _take(text: str) -> None:
    st.session_state[TEXT] = text
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1


def _facts(found: Asked, colours: Theme, big: bool) -> None:
    """The facts with the three parts of their scores; those that take part are marked."""
    facts = found.memory.store.current
    if not facts:
        st.html(
            '<div class="cp-muted">Nothing to recall at this turn: no fact was kept outside of '
            "the window, and no turn has left it.</div>"
        )
        return
    most = max((ranked.score for ranked in found.ranked), default=0) or 1
    recalled = found.recalled
    rows = "".join(
        _fact(ranked, ranked.memory.id in recalled, found, most, colours)
        for ranked in found.ranked[:MOST_FACTS]
    )
    more = len(found.ranked) - MOST_FACTS
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-recalled">{rows}</div>'
        f'<div class="cp-muted cp-small">● recalled: of the best {FACTS} those that share words '
        "with the question. Each part is scaled to 0–1; 0.50 where all are equal."
        f"{f' {more:,} more are not shown.' if more > 0 else ''}</div></div>"
    )


def _fact(ranked: Ranked, recalled: bool, found: Asked, most: float, colours: Theme) -> str:
    """The fact and its score; under it the parts of the score, as a bar and in numbers."""
    weights = found.memory.weights
    fills = (colours.link, *colours.overlays)
    parts = [(name, getattr(ranked, name), fill) for name, fill in zip(PARTS, fills, strict=True)]
    bar = "".join(
        f'<i style="width:{100 * getattr(weights, name) * value / most:.1f}%;background:{color}">'
        "</i>"
        for name, value, color in parts
    )
    words = " ".join(
        f'<span><b style="color:{color}">■</b> {name} {value:.2f}</span>'
        for name, value, color in parts
    )
    sources = as_html(", ".join(ranked.memory.sources))
    mark = "●" if recalled else "○"
    return (
        f'<div class="{"cp-in" if recalled else ""}"><span class="cp-says">{mark} '
        f'<span class="cp-muted">[{sources}]</span> <span dir="auto">'
        f"{as_html(ranked.memory.text[:MOST_OF_FACT])}</span></span><b>{ranked.score:.2f}</b>"
        f'<span class="cp-parts">{bar}</span><span class="cp-muted cp-small">{words}</span></div>'
    )


def _weights() -> None:
    now = weights_now()
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        for name in PARTS:
            with st.container(width=118):
                bound(st.number_input, name.capitalize(), float(getattr(now, name)),
                      lambda value, name=name: _weigh(name, value),  # type: ignore[misc]
                      f"ask {name}", min_value=0.0, max_value=10.0, step=0.5,
                      format="%.1f")  # fmt: skip


def _weigh(name: str, value: float) -> None:
    st.session_state[WEIGHTS] = replace(weights_now(), **{name: float(value)})


def _choose_source(source: str) -> None:
    st.session_state[SOURCE] = source


def _turn(shown: Shown, found: Asked, colours: Theme, width: int, big: bool) -> None:
    scenario = state.session().scenario
    _route(found, colours, big)
    if found.context is None:
        st.html(
            f'<div class="cp-banner" style="border-color:{colours.zones["red"].color}">'
            f"<span>{as_html(found.problem)}</span></div>"
        )
    else:
        _picture(found, colours, width, big)
        _what_is_read(shown, found, colours, big)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        bound(st.toggle, f"With the sections of {as_label(scenario.title, 40)}",
              bool(st.session_state.get(WITH_SCENARIO, True)), _with_scenario,
              "ask scenario")  # fmt: skip
        with st.container(width=250):
            bound(st.selectbox, "Recalled from", source_now(shown), _choose_source, "ask source",
                  options=[KEPT, LEFT], format_func=lambda source: f"Recall from {source}",
                  label_visibility="collapsed")  # fmt: skip
        wanted = st.button("Open in Assemble", key="ask_assemble", disabled=found.context is None,
                           help="These sections as a scenario; undo leads back.")  # fmt: skip
    if wanted:
        _open_in_assemble(shown, found)


def _with_scenario(on: bool) -> None:
    st.session_state[WITH_SCENARIO] = on


def _open_in_assemble(shown: Shown, found: Asked) -> None:
    before = state.session().scenario.title
    notice = state.Notice("This turn is a scenario now.", f"Undo leads back to {before}.", "green")
    state.open_scenario(as_scenario(shown, found), None, notice)
    with suppress(StreamlitAPIException):  # a page run by itself, as in a test, knows no others
        st.switch_page("pages/assemble.py")


def _route(found: Asked, colours: Theme, big: bool) -> None:
    decision = found.router.route(found.query) if found.context is None else found.context.route
    look = colours.outcomes[LOOKS[decision.reason]]
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-verdict cp-one" '
        f'style="border-color:{look.color}"><b style="color:{look.text}">'
        f"{as_html(verdict(decision))}</b>"
        f"<div>{as_html(gate_words(decision, found.scenario.routing.gate))}</div></div></div>"
    )


def _picture(found: Asked, colours: Theme, width: int, big: bool) -> None:
    context = found.context
    assert context is not None
    decisions = {decision.name: decision for decision in context.assembly.decisions}
    named = {section.name for section in found.scenario.sections}
    pieces = {}
    for section in context.gathered:
        decision = decisions[section.name]
        before, after = decision.tokens_before, decision.tokens_after
        said = f"{section.name}: {before:,} tokens, {decision.reason.replace('_', ' ')}"
        cut = decision.outcome == "truncated"
        said += f", {after:,} of them placed" if cut else ""
        short = f"{TRIMMED} {_short(section)}" if cut else _short(section)
        pieces[section.name] = Piece(section.name, section.kind, short, _part(section, named),
                                     before, after, said)  # fmt: skip
    ordered = next(step.names for step in context.trace if step.stage == "order")
    st.plotly_chart(
        turn_figure(pieces, ordered, [s.name for s in context.assembly.sections],
                    found.scenario.usable, found.scenario.budget.reserved_output_tokens,
                    colours, width, big=big),
        theme=None, width=width, config={**CHART_CONFIG, "displayModeBar": False},
        key="ask_turn",
    )  # fmt: skip


def _part(section: ContextSection, scenario: set[str]) -> str:
    if section.kind == "task":
        return "query"
    if section.name in scenario:
        return "scenario"
    return {"summary": "summary", "memory": "recalled"}.get(section.kind, "turns")


def _short(section: ContextSection) -> str:
    """What is written on its block: a turn's number, a fact's id, else its name."""
    words = section.name.split(" ")
    return words[1] if words[0] in ("turn", "memory") and len(words) > 1 else section.name


def _what_is_read(shown: Shown, found: Asked, colours: Theme, big: bool) -> None:
    """The steps in words, and which of the followed facts the model reads."""
    context = found.context
    assert context is not None
    steps = "".join(
        f"<div><b>{step.stage}</b> <span>{as_html(step.sentence.replace('_', ' '))}</span></div>"
        for step in context.trace[1:]
    )
    out: dict[str, list[str]] = {}
    for decision in context.assembly.decisions:
        if decision.outcome == "dropped":
            out.setdefault(decision.reason.replace("_", " "), []).append(decision.name)
    steps += "".join(
        f'<div><b>{reason}</b> <span class="cp-muted">{as_html(_listed(names))}</span></div>'
        for reason, names in out.items()
    )
    facts = read_facts(shown, context)
    read = "".join(
        f'<div><b style="color:{colours.zones["red" if name is None else "green"].color}">'
        f"{'✕' if name is None else '●'}</b> <span>{as_html(phrase)}"
        f'<span class="cp-muted"> {"not read" if name is None else "in " + as_html(name)}</span>'
        "</span></div>"
        for phrase, name in facts
    )
    css = "cp-steps cp-big" if big else "cp-steps"
    heading = "<div class='cp-head'><b>Facts said by now: does the model read them?</b></div>"
    st.html(
        f'<div class="{css}"><div>{steps}</div><div>{heading if facts else ""}{read}</div></div>'
    )


def _listed(names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more:,} more" if more > 0 else "")
