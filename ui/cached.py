"""What has been worked out already? Results by scenario, so that a click costs only itself.

Scenarios never change, so a result stays right for as long as it is kept; the caches are
shared by all visitors and hold the last few dozen.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engine import Scenario
from engine.scenario.advice import limit_to_set
from engine.scenario.ledger import Ledger, keep_ledger
from engine.scenario.model import Placement
from engine.scenario.remedies import Remedy, remedies
from engine.scenario.routing import Routing
from engine.scenario.run import scenario_staircase
from ui.components.ledger_rows import UNPIN, Need

# Under tiers each answer costs a whole assembly: beyond this many rows only the selected one.
MANY_ROWS = 400


def ledger_of(scenario: Scenario) -> Ledger:
    """The ledger of a scenario; neither its router nor its marks play a part in it."""
    return _ledger(replace(scenario, routing=Routing(), placement=Placement()))


@lru_cache(maxsize=64)
def _ledger(scenario: Scenario) -> Ledger:
    return keep_ledger(scenario)


@lru_cache(maxsize=64)
def remedies_of(scenario: Scenario) -> tuple[Remedy, ...]:
    """What would bring a red or overfull scenario under its mark."""
    return remedies(scenario)


@lru_cache(maxsize=64)
def staircase_of(scenario: Scenario, budgets: tuple[int, ...]) -> dict[str, list[str]]:
    """Each section's outcome at each usable window."""
    return scenario_staircase(scenario, budgets)


@lru_cache(maxsize=64)
def needs_of(scenario: Scenario, only: str | None = None) -> dict[str, Need]:
    """What would get each section in that is not; of `only` one, where that is asked."""
    ledger = ledger_of(scenario)
    needs = {}
    for row in ledger.rows:
        if only is not None and row.section.name != only:
            continue
        if row.outcome == "over":
            needs[row.section.name] = Need(label_budget=UNPIN)
        elif row.decision is not None and row.outcome in ("truncated", "dropped"):
            found = limit_to_set(scenario, row.decision)
            label = None
            if found is not None:
                what, value = found
                # A tier by its name: which one is full is what one wants to know.
                what = str(row.section.tier) if what == "tier" else what
                label = f"{what} {value:,}"
            needs[row.section.name] = Need(label, row.decision.priority_needed)
    return needs


def needs_shown(scenario: Scenario, selected: str | None) -> dict[str, Need]:
    """The answers the ledger shows: all, or only the selected row's where all take too long."""
    many = scenario.tiers.enabled and len(scenario.sections) > MANY_ROWS
    return needs_of(scenario, selected if many else None)
