"""What is the smallest change of a limit that would take a section in, as a scenario?

>>> share_for(1020, 1200), share_for(1, 3)
(0.85, 0.333334)
"""

from __future__ import annotations

import math
from fractions import Fraction

from engine.assembly import Decision
from engine.errors import ContextOverflowError
from engine.scenario.edits import set_budget, set_ceiling, set_zones
from engine.scenario.model import Scenario
from engine.scenario.run import limits_at, pool_of
from engine.scenario.schema import MAX_WINDOW
from engine.watermarks import mark_tokens

# What is set, its new value in tokens, and the scenario with it.
Advice = tuple[str, int, Scenario]


def take_in(scenario: Scenario, decision: Decision) -> Advice | None:
    """The smallest change of a limit that takes a section whole: what, how far, the result.

    What is set is `"window"` (tokens, the reserve included), `"fill"` (tokens) or `"tier"`
    (tokens). None when the section is in, or when no limit helps.
    """
    needed = decision.budget_needed
    if decision.limit == "budget" and needed is not None:
        return _window(scenario, decision, needed)
    if decision.limit == "tier" and needed is not None:
        tier = scenario.sections[scenario.index(decision.name)].tier or "retrieved"
        return "tier", needed, set_ceiling(scenario, tier, needed)
    if decision.limit == "fill" and needed is not None:
        return "fill", needed, set_zones(scenario, fill=share_for(needed, scenario.usable))
    beyond = decision.soft_limit_needed
    if beyond is None or not scenario.zones.fill or scenario.tiers.enabled:
        return None
    # The fill line is a share: the window must be so large that its share holds the section.
    usable = math.ceil(Fraction(beyond) / Fraction(str(scenario.zones.fill)))
    return _window(scenario, decision, usable)


def _window(scenario: Scenario, decision: Decision, usable: int) -> Advice | None:
    """The window with so many usable tokens; None where the ceilings that follow it forbid it."""
    window = usable + scenario.budget.reserved_output_tokens
    if window > MAX_WINDOW:
        return None
    wider = set_budget(scenario, window=window)
    if scenario.tiers.enabled:
        try:
            settled = pool_of(wider).settle(limits_at(wider, usable))
            if settled.places[scenario.index(decision.name)].outcome != "included":
                return None
        except ContextOverflowError:
            return None
    return "window", window, wider


def share_for(tokens: int, usable: int) -> float:
    """The smallest share, in millionths, whose mark lies at `tokens` or just above.

    >>> share_for(1020, 1200), share_for(1, 3)
    (0.85, 0.333334)
    """
    millionths = math.ceil(Fraction(tokens * 1_000_000, usable))
    share = min(1.0, millionths / 1_000_000)
    assert mark_tokens(usable, share) >= min(tokens, usable)
    return share
