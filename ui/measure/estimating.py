"""What would the run of the fields take, before anything is asked?"""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from engine.models import Price, price_of
from engine.probe import Plan
from engine.probe.estimate import Estimate, WarmUp, estimate, with_another
from engine.wording import duration
from ui.measure.endpoint import MODEL, PREFILL
from ui.measure.run_folder import recorded
from ui.measure.setup import LOCAL, chosen_plan, chosen_second, source


def before_asking() -> None:
    """A line with calls, tokens, money and time, counted here: nothing is sent for it."""
    local = source() == LOCAL
    try:
        plan = chosen_plan(prefill=local or bool(st.session_state.get(PREFILL)))
        second = chosen_second(plan)
    except ValueError as error:
        st.text(str(error))
        return
    price = None if local else price_of(str(st.session_state.get(MODEL) or ""))
    cost = counted(plan, second, price)
    parts = estimate_words(cost, price)
    if local:
        parts += at_recorded_pace(cost)
        after = "Nothing leaves this machine."
    else:
        after = "Nothing was sent yet; Start makes three calls, and asks again."
    st.caption(f"Estimate: {', '.join(parts)}. {after}")


def at_recorded_pace(cost: Estimate) -> list[str]:
    """How long it would take if this machine were the one of the shipped record."""
    rows = [row for record in recorded().values() for row in record.rows if row.tokens]
    tokens = sum(row.tokens or 0 for row in rows)
    if not tokens:
        return []
    seconds = sum(row.seconds for row in rows) / tokens * cost.prompt_tokens
    return [f"about {duration(seconds)} at the pace of the recorded run"]


@lru_cache(maxsize=16)
def counted(
    plan: Plan, second: Plan | None, price: Price | None, warm: WarmUp | None = None
) -> Estimate:
    """Calls, tokens, money and time of one length, or of both."""
    cost = estimate(plan, price=price, warm=warm)
    return cost if second is None else with_another(cost, plan, second, price)


def estimate_words(cost: Estimate, price: Price | None) -> list[str]:
    """What a run takes, in parts: calls, tokens, money, time where they are known."""
    about = "" if cost.exact_tokens else "about "
    parts = [
        f"{cost.calls:,} calls",
        f"{about}{cost.prompt_tokens:,} tokens in, at most {cost.answer_tokens:,} out",
    ]
    if price is not None and cost.usd is not None:
        parts.append(f"at most US$ {cost.usd:.2f} at the list price of {price.as_of}")
    if cost.seconds is not None:
        parts.append(f"about {duration(cost.seconds)}")
    return parts
