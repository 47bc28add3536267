"""What would make a call possible again, when the window is red or over?

Every remedy is tried before it is offered: the scenario it leads to is neither red nor over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.errors import ContextOverflowError
from engine.scenario.edits import change_section, delete_section, set_budget, set_zones
from engine.scenario.model import Scenario
from engine.scenario.run import assemble_scenario
from engine.watermarks import watermark_zone


@dataclass(frozen=True)
class Remedy:
    """One change in words that fit a button, and the scenario it leads to."""

    label: str
    scenario: Scenario


def scenario_zone(scenario: Scenario) -> tuple[str, int]:
    """The zone and the tokens used; `"over"` and the tokens needed when the pinned do not fit."""
    try:
        used = assemble_scenario(scenario).token_count
    except ContextOverflowError as overflow:
        return "over", overflow.required
    zones = scenario.zones
    return watermark_zone(used, scenario.usable, zones.amber, zones.red), used


def remedies(scenario: Scenario, most: int = 3) -> tuple[Remedy, ...]:
    """Up to `most` single changes that bring the scenario under its red mark, cheapest first.

    >>> from engine.sections import ContextBudget, ContextSection
    >>> pinned = tuple(ContextSection(n, n * 40, pinned=True) for n in "ab")
    >>> tight = Scenario(sections=pinned, budget=ContextBudget(19), tokenizer="chars/4")
    >>> [remedy.label for remedy in remedies(tight)]
    ['Unpin a', 'Unpin b', 'Window 25']
    """
    zone, _ = scenario_zone(scenario)
    if zone not in ("red", "over"):
        return ()
    found = []
    for remedy in _candidates(scenario):
        if scenario_zone(remedy.scenario)[0] in ("green", "amber"):
            found.append(remedy)
            if len(found) == most:
                break
    return tuple(found)


def _candidates(scenario: Scenario) -> Iterator[Remedy]:
    if scenario.zones.fill > scenario.zones.red:
        share = scenario.zones.red
        yield Remedy(f"Fill to {share * 100:g} %", set_zones(scenario, fill=share))
    largest = sorted(
        (index for index, section in enumerate(scenario.sections) if section.pinned),
        key=lambda index: -len(scenario.sections[index].text),
    )
    # The two largest are enough: unpinning a smaller one frees less.
    movable = [i for i in largest if scenario.sections[i].kind not in ("instructions", "task")]
    for index in movable[:2]:
        name = scenario.sections[index].name
        yield Remedy(f"Unpin {name}", change_section(scenario, index, pinned=False))
    window = _window_below_red(scenario)
    if window is not None:
        yield Remedy(f"Window {window:,}", set_budget(scenario, window=window))
    reserve = _reserve_below_red(scenario)
    if reserve is not None:
        yield Remedy(f"Reserve {reserve:,}", set_budget(scenario, reserve=reserve))
    for index in movable[:2]:
        name = scenario.sections[index].name
        yield Remedy(f"Delete {name}", delete_section(scenario, index))


def _window_below_red(scenario: Scenario) -> int | None:
    """The window to which growing leads: more room lets more in, so it is followed to its end."""
    if not scenario.zones.red:
        return None
    reserve = scenario.budget.reserved_output_tokens
    red = Fraction(str(scenario.zones.red))
    for _ in range(len(scenario.sections) + 2):
        zone, used = scenario_zone(scenario)
        if zone not in ("red", "over"):
            return scenario.budget.max_input_tokens
        usable = max(math.ceil(used / red), scenario.usable + 1)
        scenario = set_budget(scenario, window=usable + reserve)
    return None


def _reserve_below_red(scenario: Scenario) -> int | None:
    window = _window_below_red(scenario)
    if window is None:
        return None
    reserve = scenario.budget.reserved_output_tokens - (window - scenario.budget.max_input_tokens)
    return reserve if reserve >= 0 else None
