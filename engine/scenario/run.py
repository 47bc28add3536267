"""What does the model read in this scenario, and what at other budgets?

>>> from engine.sections import ContextBudget, ContextSection
>>> scenario = Scenario(sections=(ContextSection("task", "Hello", pinned=True, kind="task"),),
...                     budget=ContextBudget(20, 8), tokenizer="chars/4")
>>> assemble_scenario(scenario).text
'Hello'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.assembly import Assembly, Limits, assemble_context, staircase
from engine.assembly.candidates import Arrange, gather
from engine.assembly.pool import Pool
from engine.placement import order_for_pipeline
from engine.rendering import label_section
from engine.scenario.model import Scenario
from engine.sections import ContextSection
from engine.watermarks import mark_tokens


def arrangement(scenario: Scenario) -> Arrange | None:
    """The scenario's order as `assemble_context` takes it; None where it is that of its list."""
    if scenario.order == "as_given":
        return None
    return lambda sections: order_for_pipeline(sections, scenario.order)


def assemble_scenario(scenario: Scenario) -> Assembly:
    """Assemble the scenario as it stands. Raises `ContextOverflowError` as `assemble_context`.

    The order decides where a section stands, not whether it is sent: decisions, and ties
    between priorities, go by the scenario's own list. Only what joining costs in tokens may
    differ from order to order.
    """
    return assemble_context(
        scenario.sections,
        scenario.budget,
        scenario.tokenizer,
        wrap=label_section if scenario.rendering == "labelled" else None,
        arrange=arrangement(scenario),
        tier_limits=scenario.tiers.limits(scenario.usable),
        fill_limit=scenario.fill_tokens,
    )


def limits_at(scenario: Scenario, usable: int) -> Limits:
    """All limits of the scenario in another usable window: its marks and shares follow it."""
    fill = mark_tokens(usable, scenario.zones.fill)
    return Limits(usable, None if fill == usable else fill, scenario.tiers.limits(usable))


@lru_cache(maxsize=16)
def _pool(sections: tuple[ContextSection, ...], tokenizer: str, labelled: bool, order: str) -> Pool:
    """The candidates of a scenario, counted once for every budget that is asked about."""
    scenario = Scenario(sections=sections, order=order)
    wrap = label_section if labelled else None
    return gather(sections, tokenizer, wrap=wrap, arrange=arrangement(scenario))


def pool_of(scenario: Scenario) -> Pool:
    """The scenario's candidates; one pool for all budgets, tiers and marks."""
    labelled = scenario.rendering == "labelled"
    return _pool(scenario.sections, scenario.tokenizer, labelled, scenario.order)


def sent_tokens(scenario: Scenario) -> int:
    """The tokens that are sent, by what is remembered of the parts: another order costs little.

    The same number as `assemble_scenario` gives. Raises `ContextOverflowError` as it does.
    """
    pool = pool_of(scenario)
    return pool.count(pool.settle(limits_at(scenario, scenario.usable)))


def scenario_staircase(scenario: Scenario, budgets: Sequence[int]) -> dict[str, list[str]]:
    """Each section's outcome at each usable window in tokens; tiers and fill line follow it."""
    return staircase(pool_of(scenario), budgets, lambda usable: limits_at(scenario, usable))
