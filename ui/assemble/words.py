"""How full is the window, in words, and what would make a call possible that must not be made?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.scenario.ledger import Ledger
from engine.sections import TIERS
from ui import state
from ui.cached import remedies_of
from ui.charts.placement_orders import order_words
from ui.palette import Theme
from ui.text import as_label

BUTTON_CHARACTERS = 28


def words_row(scenario: Scenario, ledger: Ledger, colours: Theme, big: bool) -> None:
    """The percentage, the zone and the counts; a banner with ways out above the red mark."""
    with st.container():  # one element in every zone, so that the page below keeps its place
        if ledger.zone in ("red", "over"):
            _banner(scenario, ledger, colours, big)
        else:
            _words(scenario, ledger, colours, big)


def _words(scenario: Scenario, ledger: Ledger, colours: Theme, big: bool) -> None:
    zone = colours.zones[ledger.zone]
    st.html(
        f'<div class="{_size(big)}"><div class="cp-words">'
        f'<span class="cp-percent" style="color:{zone.color}">{ledger.percent:,.1f} %</span>'
        f'<span><b style="color:{zone.color}">{zone.glyph} {zone.word}</b> · '
        f"<b>{ledger.used:,}</b> of {ledger.usable:,} tokens</span>"
        f'<span class="cp-muted">{_counts(ledger)}{_order(scenario)}</span>'
        f'<span class="cp-right cp-muted">{_tiers(scenario, ledger, colours)}</span></div></div>'
    )


def _size(big: bool) -> str:
    return "cp-big" if big else ""


def _counts(ledger: Ledger) -> str:
    inside = ledger.count("pinned", "included")
    return (
        f"{inside:,} in · {ledger.count('truncated'):,} trimmed · {ledger.count('dropped'):,} out"
    )


def _order(scenario: Scenario) -> str:
    """In which order the sections are sent, where it is not that of the ledger."""
    return (
        "" if scenario.order == "as_given" else f" · sent in order: {order_words(scenario.order)}"
    )


def _tiers(scenario: Scenario, ledger: Ledger, colours: Theme) -> str:
    limits = scenario.tiers.limits(scenario.usable)
    if limits is None:
        return ""
    full = {
        row.section.tier
        for row in ledger.rows
        if row.decision is not None and row.decision.limit == "tier"
    }
    used = ledger.tier_costs
    return " &nbsp; ".join(
        f'{tier} <b style="color:{colours.text}">{used[tier]:,}</b>/{limits[tier]:,}'
        + (" full" if tier in full else "")
        for tier in TIERS
    )


def _banner(scenario: Scenario, ledger: Ledger, colours: Theme, big: bool) -> None:
    zone = colours.zones[ledger.zone]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="{_size(big)}"><div class="cp-banner" role="alert" '
            f'style="border-color:{zone.color};background:{colours.panel}">'
            f'<span class="cp-percent" style="color:{zone.color}">{ledger.percent:,.1f} %</span>'
            f'<span><b style="color:{zone.color}">{zone.glyph} {zone.word.upper()}</b> '
            f"{_sentence(scenario, ledger)}</span></div></div>",
            width="stretch",
        )
        for number, remedy in enumerate(remedies_of(scenario)):
            st.button(
                as_label(remedy.label, BUTTON_CHARACTERS),
                key=f"remedy_{number}",
                type="primary" if number == 0 else "secondary",
                on_click=state.change,
                args=(remedy.scenario,),
                help="Tried: it brings the window under the red mark.",
            )


def _sentence(scenario: Scenario, ledger: Ledger) -> str:
    """What is wrong; it holds figures and tier names only, so it is safe as HTML."""
    over = ledger.overflow
    if over is not None:
        limit = "the budget is" if over.tier is None else f"the ceiling of tier {over.tier} is"
        return (
            f"<b>Nothing is sent.</b> Pinned need <b>{over.required:,}</b> tokens, {limit} "
            f"<b>{over.budget:,}</b>: {over.required - over.budget:,} too many."
        )
    return (
        f"<b>Do not make this call.</b> {ledger.used:,} of {ledger.usable:,} tokens: "
        f"above the red mark, {scenario.zones.red * 100:g} %."
    )
