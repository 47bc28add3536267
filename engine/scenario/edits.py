"""How does a user change a scenario? One pure function an edit, `Scenario → Scenario`.

Each raises `ValueError` with a sentence where the result would not be a scenario.

>>> scenario = add_section(Scenario(), ContextSection("a", "x"))
>>> scenario = add_section(scenario, ContextSection("a", "y"))
>>> [section.name for section in move_section(scenario, 1, -1).sections]
['a 2', 'a']
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.placement import find_curve, find_ordering
from engine.scenario.model import RENDERINGS, Scenario, Tiers, Zones
from engine.sections import TIER_OF_KIND, TIERS, ContextBudget, ContextSection


def unique_name(taken: Sequence[str], wanted: str) -> str:
    """`wanted`, or `wanted 2`, `wanted 3` … where that name is taken.

    >>> unique_name(["note", "note 2"], "note")
    'note 3'
    """
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    return name


def add_section(scenario: Scenario, section: ContextSection, after: int | None = None) -> Scenario:
    """Insert a section behind position `after` (default: at the end); its name is made unique."""
    name = unique_name([s.name for s in scenario.sections], section.name)
    at = len(scenario.sections) if after is None else after + 1
    sections = list(scenario.sections)
    sections.insert(at, replace(section, name=name))
    return replace(scenario, sections=tuple(sections))


def delete_section(scenario: Scenario, index: int) -> Scenario:
    """Take one section out."""
    sections = list(scenario.sections)
    gone = sections.pop(index)
    return replace(
        scenario,
        sections=tuple(sections),
        placement=scenario.placement.following({gone.name: None}),
    )


def move_section(scenario: Scenario, index: int, by: int) -> Scenario:
    """Move one section by so many places; it stops at either end."""
    to = max(0, min(len(scenario.sections) - 1, index + by))
    sections = list(scenario.sections)
    sections.insert(to, sections.pop(index))
    return replace(scenario, sections=tuple(sections))


def change_section(scenario: Scenario, index: int, **fields: Any) -> Scenario:
    """Set fields of one section by name. A tier that followed the kind goes on following it."""
    sections = list(scenario.sections)
    before = sections[index].name
    sections[index] = changed(sections[index], fields)
    return replace(
        scenario,
        sections=tuple(sections),
        placement=scenario.placement.following({before: sections[index].name}),
    )


def changed(section: ContextSection, fields: Mapping[str, Any]) -> ContextSection:
    """One section with fields set; see `change_section`."""
    fields = dict(fields)
    follows = section.tier == TIER_OF_KIND[section.kind]
    if "tier" not in fields and "kind" in fields and follows:
        fields["tier"] = None
    if "name" in fields:
        fields["name"] = str(fields["name"] or "").strip()
        if not fields["name"]:
            raise ValueError(f"section {section.name!r}: a section needs a name")
    if "priority" in fields:
        fields["priority"] = _priority(fields["priority"], section.name)
    return replace(section, **fields)


def _priority(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"section {name!r}: priority must be a finite number; found {value!r}")
    return int(value) if float(value).is_integer() else float(value)


def apply_table(
    scenario: Scenario,
    edited: Mapping[int, Mapping[str, Any]],
    added: Sequence[Mapping[str, Any]],
    deleted: Sequence[int],
) -> Scenario:
    """Apply a table's edits: changed cells by row, new rows, deleted rows.

    A cell that was emptied takes the field's default, so that a half-filled row is a section.
    """
    sections = list(scenario.sections)
    for row, cells in edited.items():
        sections[row] = changed(sections[row], _filled(cells))
    names = {
        before.name: None if row in set(deleted) else after.name
        for row, (before, after) in enumerate(zip(scenario.sections, sections, strict=True))
    }
    sections = [s for row, s in enumerate(sections) if row not in set(deleted)]
    result = replace(
        scenario, sections=tuple(sections), placement=scenario.placement.following(names)
    )
    for cells in added:
        fields = _filled(cells)
        name = str(fields.pop("name", "") or "").strip() or "new section"
        result = add_section(result, changed(ContextSection(name, ""), fields))
    return result


def _filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    defaults = ContextSection("", "")
    empty = {"tier": None, "name": ""}
    return {
        key: empty.get(key, getattr(defaults, key)) if value is None else value
        for key, value in cells.items()
    }


def set_budget(
    scenario: Scenario, window: int | None = None, reserve: int | None = None
) -> Scenario:
    """Set the window and the reserve, in tokens; what is not given stays."""
    budget = scenario.budget
    window = budget.max_input_tokens if window is None else window
    reserve = budget.reserved_output_tokens if reserve is None else reserve
    return replace(scenario, budget=ContextBudget(window, reserve))


def set_zones(scenario: Scenario, **marks: float) -> Scenario:
    """Set the amber mark, the red mark or the fill line, as shares of the usable window."""
    values = {
        "amber": scenario.zones.amber,
        "red": scenario.zones.red,
        "fill": scenario.zones.fill,
        **marks,
    }
    return replace(scenario, zones=Zones(**values))


def set_tiers(scenario: Scenario, tiers: Tiers) -> Scenario:
    """Set the shares and ceilings of the tiers; their sum must be 1."""
    replace(tiers, enabled=True).limits(scenario.usable)
    return replace(scenario, tiers=tiers)


def set_ceiling(scenario: Scenario, tier: str, tokens: int | None) -> Scenario:
    """Give one tier a ceiling in tokens of its own; None returns to its share."""
    ceilings = list(scenario.tiers.ceilings)
    ceilings[TIERS.index(tier)] = tokens
    return replace(scenario, tiers=replace(scenario.tiers, ceilings=tuple(ceilings)))


def set_tokenizer(scenario: Scenario, name: str) -> Scenario:
    """Count with another tokenizer."""
    return replace(scenario, tokenizer=name)


def set_rendering(scenario: Scenario, rendering: str) -> Scenario:
    """Write, and therefore count, sections plain or labelled."""
    if rendering not in RENDERINGS:
        raise ValueError(f"rendering {rendering!r} is none of {', '.join(RENDERINGS)}")
    return replace(scenario, rendering=rendering)


def set_order(scenario: Scenario, order: str) -> Scenario:
    """Send the sections in an order of `ORDERINGS`; the scenario's own list stays as it is."""
    find_ordering(order)
    return replace(scenario, order=order)


def set_must_find(scenario: Scenario, weights: Mapping[str, float]) -> Scenario:
    """Mark the sections that hold what must be found, by name with a weight; 0 is no mark.

    >>> marked = set_must_find(Scenario(sections=(ContextSection("a", "x"),)), {"a": 2})
    >>> marked.placement.weights, set_must_find(marked, {}).placement.weights
    ({'a': 2}, {})
    """
    names = {section.name for section in scenario.sections}
    for name in weights:
        if name not in names:
            raise ValueError(f"no section is named {name!r}")
    pairs = tuple((name, weight) for name, weight in weights.items() if weight)
    return replace(scenario, placement=replace(scenario.placement, must_find=pairs))


def set_curve(scenario: Scenario, curve: str) -> Scenario:
    """Measure against another shipped curve, by its id."""
    changed = replace(scenario.placement, curve=find_curve(curve).id, own_curve="")
    return replace(scenario, placement=changed)


def set_own_curve(scenario: Scenario, label: str) -> Scenario:
    """Measure against a curve of the user's own; the shipped one stands in where it is not."""
    return replace(scenario, placement=replace(scenario.placement, own_curve=label))


def set_routing(scenario: Scenario, **fields: Any) -> Scenario:
    """Another scorer, gate or aim; the fields of `Routing`. Raises `ValueError` as it does."""
    return replace(scenario, routing=replace(scenario.routing, **fields))
