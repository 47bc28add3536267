"""What is the smallest change of a limit that would take a section in, as a scenario?

>>> share_for(1020, 1200), share_for(1, 3)
(0.85, 0.333334)
"""

from __future__ import annotations

import math
from fractions import Fraction

from engine.assembly import Decision
from engine.scenario.edits import set_budget, set_ceiling, set_zones
from engine.scenario.model import MAX_WINDOW, Scenario
from engine.scenario.run import limits_at
from engine.watermarks import mark_tokens

# What is set, its new value in tokens, and the scenario with it.
Advice = tuple[str, int, Scenario]


def take_in(scenario: Scenario, decision: Decision) -> Advice | None:
    """The smallest change of a limit that takes a section whole: what, how far, the result.

    None when the section is in, or when no limit helps; see `limit_to_set`.
    """
    found = limit_to_set(scenario, decision)
    if found is None:
        return None
    what, tokens = found
    if what == "tier":
        tier = scenario.sections[scenario.index(decision.name)].tier or "retrieved"
        return what, tokens, set_ceiling(scenario, tier, tokens)
    if what == "fill":
        return what, tokens, set_zones(scenario, fill=share_for(tokens, scenario.usable))
    return what, tokens, set_budget(scenario, window=tokens)


def limit_to_set(scenario: Scenario, decision: Decision) -> tuple[str, int] | None:
    """Which limit takes a section whole, and at how many tokens.

    `"window"` (the reserve included), `"fill"` or `"tier"`. A page asks this for hundreds of
    sections at once, so no scenario is made for the answer.
    """
    needed = decision.budget_needed
    if decision.limit == "budget" and needed is not None:
        return _window(scenario, decision, needed)
    if decision.limit is not None and needed is not None:
        return decision.limit, needed
    beyond = decision.soft_limit_needed
    if beyond is None or not scenario.zones.fill or scenario.tiers.enabled:
        return None
    # The fill line is a share: the window must be so large that its share holds the section.
    usable = math.ceil(Fraction(beyond) / Fraction(str(scenario.zones.fill)))
    return _window(scenario, decision, usable)


def _window(scenario: Scenario, decision: Decision, usable: int) -> tuple[str, int] | None:
    """The window with so many usable tokens; None where the ceilings that follow it forbid it."""
    window = usable + scenario.budget.reserved_output_tokens
    if window > MAX_WINDOW:
        return None
    if scenario.tiers.enabled and not decision.in_whole_under(limits_at(scenario, usable)):
        return None
    return "window", window


def share_for(tokens: int, usable: int) -> float:
    """The smallest share, in millionths, whose mark lies at `tokens` or just above.

    >>> share_for(1020, 1200), share_for(1, 3)
    (0.85, 0.333334)
    """
    millionths = math.ceil(Fraction(tokens * 1_000_000, usable))
    share = min(1.0, millionths / 1_000_000)
    assert mark_tokens(usable, share) >= min(tokens, usable)
    return share
