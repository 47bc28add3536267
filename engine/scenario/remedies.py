"""What would make a call possible again, when the window is red or over?

Every remedy is tried before it is offered: the scenario it leads to is neither red nor over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from engine.errors import ContextOverflowError
from engine.scenario.edits import change_section, set_budget, set_ceiling, set_zones
from engine.scenario.model import MAX_WINDOW, Scenario
from engine.scenario.run import assemble_scenario
from engine.tokens import count_tokens
from engine.watermarks import mark_tokens, watermark_zone

# Each try is an assembly.
MOST_TRIED = 3
MOST_STEPS = 6


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
    ['Unpin a', 'Window 25']
    """
    zone, _ = scenario_zone(scenario)
    if zone not in ("red", "over"):
        return ()
    found = []
    for remedy in _candidates(scenario):
        if helps(remedy):
            found.append(remedy)
            if len(found) == most:
                break
    return tuple(found)


def _candidates(scenario: Scenario) -> Iterator[Remedy]:
    if scenario.zones.fill > scenario.zones.red:
        share = scenario.zones.red
        yield Remedy(f"Fill to {share * 100:g} %", set_zones(scenario, fill=share))
    yield from _for_tier(scenario)
    unpinned = (
        Remedy(f"Unpin {scenario.sections[i].name}", change_section(scenario, i, pinned=False))
        for i in _worth_unpinning(scenario)[:MOST_TRIED]
    )
    yield from islice((remedy for remedy in unpinned if helps(remedy)), 1)
    window = _window_below_red(scenario)
    if window is not None:
        yield Remedy(f"Window {window:,}", set_budget(scenario, window=window))
        more = window - scenario.budget.max_input_tokens
        reserve = scenario.budget.reserved_output_tokens - more
        if reserve >= 0:
            yield Remedy(f"Reserve {reserve:,}", set_budget(scenario, reserve=reserve))


def helps(remedy: Remedy) -> bool:
    """Whether the scenario it leads to is neither red nor over."""
    return scenario_zone(remedy.scenario)[0] in ("green", "amber")


def _worth_unpinning(scenario: Scenario) -> list[int]:
    """Pinned sections that free enough, the smallest first: it costs least."""
    _, used = scenario_zone(scenario)
    excess = used - mark_tokens(scenario.usable, scenario.zones.red)
    sizes = [
        (count_tokens(section.text, scenario.tokenizer), index)
        for index, section in enumerate(scenario.sections)
        if section.pinned and section.kind not in ("instructions", "task")
    ]
    # A separator goes with a section, so one that is a token short may still do.
    return [index for tokens, index in sorted(sizes) if tokens + 1 >= excess]


def _for_tier(scenario: Scenario) -> Iterator[Remedy]:
    """A ceiling that holds the pinned sections of the tier that is over; or no ceilings."""
    try:
        assemble_scenario(scenario)
    except ContextOverflowError as overflow:
        if overflow.tier is not None:
            raised = set_ceiling(scenario, overflow.tier, overflow.required)
            yield Remedy(f"{overflow.tier.capitalize()} {overflow.required:,}", raised)
            off = replace(scenario, tiers=replace(scenario.tiers, enabled=False))
            yield Remedy("Tiers off", off)


def _window_below_red(scenario: Scenario) -> int | None:
    """The window to which growing leads: more room lets more in, so it is followed to its end."""
    if not scenario.zones.red:
        return None
    reserve = scenario.budget.reserved_output_tokens
    red = Fraction(str(scenario.zones.red))
    for step in range(MOST_STEPS + 2):
        try:
            used = assemble_scenario(scenario).token_count
            needed = used / red
        except ContextOverflowError as overflow:
            # A tier's ceiling grows with the window, by its share of it.
            needed = Fraction(overflow.required) * scenario.usable / max(overflow.budget, 1)
            needed = needed if overflow.tier else overflow.required / red
        else:
            if used <= red * scenario.usable:
                return scenario.budget.max_input_tokens
        if step >= MOST_STEPS:
            # It is let in one by one: go straight to where all of it is in.
            total = sum(count_tokens(s.text, scenario.tokenizer) + 1 for s in scenario.sections)
            needed = max(needed, total / red)
        usable = max(math.ceil(needed), scenario.usable + 1)
        if usable > MAX_WINDOW - reserve:
            return None
        scenario = set_budget(scenario, window=usable + reserve)
    return None
