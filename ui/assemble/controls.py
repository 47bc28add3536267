"""How large is the window, who counts, and where do tiers, marks and the fill line lie?"""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine import Scenario
from engine.scenario.edits import (
    set_budget,
    set_ceiling,
    set_tiers,
    set_tokenizer,
    set_zones,
)
from engine.scenario.ledger import Ledger
from engine.scenario.model import MAX_WINDOW, Tiers
from engine.scenario.opening import WINDOWS
from engine.sections import TIERS
from engine.tokens import TOKENIZER_NAMES, EncodingUnavailable, exact_available, get_tokenizer
from engine.watermarks import mark_tokens
from ui import state
from ui.bound import bound

OTHER = "custom"


def budget_bar(scenario: Scenario, ledger: Ledger) -> None:
    """The row of controls above the strip. Each takes effect at once."""
    window, usual, reserve, counter, tiers, marks = st.columns(
        [1.15, 1.0, 1.0, 1.3, 1.3, 1.3], vertical_alignment="bottom"
    )
    with window:
        _number("Window, tokens", "window", scenario.budget.max_input_tokens, low=1)
    with usual:
        _usual_windows(scenario)
    with reserve:
        _number("Reserve, tokens", "reserve", scenario.budget.reserved_output_tokens, low=0)
    with counter:
        _counter(scenario)
    shares = "·".join(
        f"{share * 100:g}" if own is None else f"{own:,} tok"
        for share, own in zip(scenario.tiers.shares, scenario.tiers.ceilings, strict=True)
    )
    with tiers, st.popover(f"Tiers {shares if scenario.tiers.enabled else 'off'}", width="stretch"):
        _tiers(scenario, ledger)
    zones = scenario.zones
    label = f"Marks {zones.amber * 100:g}·{zones.red * 100:g} · fill {zones.fill * 100:g} %"
    with marks, st.popover(label, width="stretch"):
        _marks(scenario)


def _number(label: str, field: str, value: int, low: int) -> None:
    def write(tokens: int) -> None:
        state.attempt(lambda now: set_budget(now, **{field: int(tokens)}), step=field)

    bound(
        st.number_input,
        label,
        value,
        write,
        f"budget {field}",
        min_value=low,
        max_value=MAX_WINDOW,
        step=100,
    )


def _usual_windows(scenario: Scenario) -> None:
    window = scenario.budget.max_input_tokens

    def write(chosen: int | str) -> None:
        if chosen == OTHER:
            return

        # A reserve that a larger window could afford is kept as far as it fits.
        def edit(now: Scenario) -> Scenario:
            reserve = min(now.budget.reserved_output_tokens, int(chosen) // 2)
            return set_budget(now, window=int(chosen), reserve=reserve)

        state.attempt(edit)

    bound(
        st.selectbox,
        "Usual sizes",
        window if window in WINDOWS else OTHER,
        write,
        "usual size",
        options=[OTHER, *WINDOWS],
        format_func=lambda w: w if w == OTHER else f"{w:,}",
    )


def _counter(scenario: Scenario) -> None:
    names = list(dict.fromkeys([*TOKENIZER_NAMES, scenario.tokenizer]))

    def write(chosen: str) -> None:
        try:
            get_tokenizer(chosen)
        except (EncodingUnavailable, ValueError) as error:
            state.refuse(f"{chosen} cannot count here.", str(error))
        else:
            state.attempt(lambda now: set_tokenizer(now, chosen))

    def title(name: str) -> str:
        short = name.removesuffix("_base")
        if not exact_available(name):
            return f"{short} · estimate" if name == "chars/4" else f"{short} · not installed"
        return f"{short} · exact"

    bound(
        st.selectbox,
        "Counter",
        scenario.tokenizer,
        write,
        "counter",
        options=names,
        format_func=title,
    )


def _tiers(scenario: Scenario, ledger: Ledger) -> None:
    tiers = scenario.tiers

    def switch(on: bool) -> None:
        state.attempt(lambda now: set_tiers(now, Tiers(on, now.tiers.shares, now.tiers.ceilings)))

    bound(st.toggle, "Each tier has a ceiling", tiers.enabled, switch, "tiers on")
    st.write(
        "Shares of the usable window; together they are 100 %. A ceiling set by hand stands "
        "in for its share."
    )
    limits = Tiers(True, tiers.shares, tiers.ceilings).limits(scenario.usable) or {}
    entered = []
    for tier, share, own in zip(TIERS, tiers.shares, tiers.ceilings, strict=True):
        row = st.columns([1.2, 2, 1], vertical_alignment="bottom")
        # Other shares, other fields: what was entered and not applied goes with the old ones.
        key = f"share_{tier}_{tiers.shares}"
        entered.append(
            row[0].number_input(
                f"{tier}, %", 0.0, 100.0, value=share * 100, step=5.0, format="%g", key=key
            )
        )
        used = ledger.tier_costs[tier]
        hand = "" if own is None else " (set by hand)"
        row[1].write(f"{used:,} of {limits[tier]:,} tokens{hand}")
        if own is not None:
            row[2].button(
                "Reset",
                key=f"reset_{tier}",
                on_click=state.attempt,
                args=(lambda now, tier=tier: set_ceiling(now, tier, None),),
            )
    wanted = tuple(round(percent / 100, 6) for percent in entered)
    right = abs(sum(entered) - 100) < 1e-6
    st.write(f"Sum {sum(entered):g} %" + ("" if right else ": the shares must add up to 100 %"))
    st.button(
        "Apply shares",
        type="primary",
        disabled=not right or wanted == tiers.shares,
        on_click=state.attempt,
        args=(lambda now: set_tiers(now, Tiers(True, wanted, now.tiers.ceilings)),),
    )


def _marks(scenario: Scenario) -> None:
    words = {
        "amber": "Amber from, %",
        "red": "Red above, %",
        "fill": "Fill line, %: optional sections fill up to here",
    }
    for mark, label in words.items():
        share = getattr(scenario.zones, mark)
        bound(
            st.number_input,
            label,
            share * 100,
            partial(_set_mark, mark),
            f"mark {mark}",
            min_value=0.0,
            max_value=100.0,
            step=1.0,
            format="%g",
        )
        st.caption(f"{mark_tokens(scenario.usable, share):,} of {scenario.usable:,} tokens")
    st.caption("Pinned sections may pass the fill line. At 100 % one sees what greed does.")


def _set_mark(mark: str, percent: float) -> None:
    state.attempt(lambda now: set_zones(now, **{mark: round(percent / 100, 6)}))
