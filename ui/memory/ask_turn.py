"""How did the whole turn come about: where it was routed, what was gathered, placed and read?"""

from __future__ import annotations

import streamlit as st

from engine.sections import ContextSection
from ui.charts.canvas import CHART_CONFIG
from ui.charts.memory_turn import Piece, turn_figure
from ui.memory.asking import Asked, read_facts
from ui.memory.shown import Shown
from ui.palette import TRIMMED, Theme
from ui.route.query_words import LOOKS, gate_words, verdict
from ui.text import as_html

MOST_NAMES = 8


def route_line(found: Asked, colours: Theme, big: bool) -> None:
    """Where the question is routed to, and why."""
    decision = found.router.route(found.query) if found.context is None else found.context.route
    look = colours.outcomes[LOOKS[decision.reason]]
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-verdict cp-one" '
        f'style="border-color:{look.color}"><b style="color:{look.text}">'
        f"{as_html(verdict(decision))}</b>"
        f"<div>{as_html(gate_words(decision, found.scenario.routing.gate))}</div></div></div>"
    )


def turn_picture(found: Asked, colours: Theme, width: int, big: bool) -> None:
    """What was gathered, in which order it was placed, and what was dropped."""
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


def what_is_read(shown: Shown, found: Asked, colours: Theme, big: bool) -> None:
    """The steps in words, and which of the followed facts the model reads."""
    context = found.context
    assert context is not None
    usable = found.scenario.usable
    limits = found.scenario.tiers.limits(usable) or {}
    tiers = {section.name: section.tier for section in context.gathered}
    steps = f"<div><b>window</b> <span>{usable:,} tokens, as set in Assemble</span></div>"
    steps += "".join(
        f"<div><b>{step.stage}</b> <span>{as_html(step.sentence.replace('_', ' '))}</span></div>"
        for step in context.trace[1:]
    )
    out: dict[str, list[str]] = {}
    for decision in context.assembly.decisions:
        if decision.outcome == "dropped":
            why = decision.reason.replace("_", " ")
            if decision.reason == "tier_full":
                tier = tiers[decision.name] or ""
                why = f"{tier} {why}, {limits.get(tier, 0):,} tokens:"
            out.setdefault(why, []).append(decision.name)
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
