"""How is a scenario written as JSON, and read back with a clear word on what is wrong?

>>> text = dump_scenario(Scenario(title="Refunds"))
>>> load_scenario(text).title
'Refunds'
>>> load_scenario('{"version": 1, "budget": {"window": -5}}')
Traceback (most recent call last):
...
engine.errors.ScenarioError: budget.window: expected a whole number, 1 or more; found -5
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.complaints import json_object, shown
from engine.errors import ScenarioError
from engine.scenario.model import FORMAT, VERSION, Scenario, Tiers, Zones
from engine.scenario.placement_part import read_placement, write_placement
from engine.scenario.routing import read_routing, write_routing
from engine.sections import TIER_OF_KIND, TIERS, ContextBudget, ContextSection
from engine.tokens import TOKENIZER_NAMES

if TYPE_CHECKING:
    from engine.scenario.schema import Document


def dump_scenario(scenario: Scenario) -> str:
    """The scenario as JSON text: keys in a fixed order, so equal scenarios are equal files."""
    placement, routing = write_placement(scenario.placement), write_routing(scenario.routing)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "title": scenario.title,
        "description": scenario.description,
        "budget": {
            "window": scenario.budget.max_input_tokens,
            "reserve": scenario.budget.reserved_output_tokens,
        },
        "tokenizer": scenario.tokenizer,
        "rendering": scenario.rendering,
        "order": scenario.order,
        **({} if placement is None else {"placement": placement}),
        **({"routing": routing} if routing else {}),
        "tiers": {
            "enabled": scenario.tiers.enabled,
            "shares": dict(zip(TIERS, map(_number, scenario.tiers.shares), strict=True)),
            "ceilings": dict(zip(TIERS, scenario.tiers.ceilings, strict=True)),
        },
        "zones": {
            "amber": _number(scenario.zones.amber),
            "red": _number(scenario.zones.red),
            "fill": _number(scenario.zones.fill),
        },
        "sections": [_section_document(section) for section in scenario.sections],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _section_document(section: ContextSection) -> dict[str, Any]:
    document = {
        "name": section.name,
        "kind": section.kind,
        "priority": _number(section.priority),
        "pinned": section.pinned,
        "truncatable": section.truncatable,
        "source": section.source,
        "trust": section.trust,
    }
    if section.tier != TIER_OF_KIND[section.kind]:
        document["tier"] = section.tier
    return {**document, "text": section.text}


def _number(value: float) -> float:
    """1.0 and 1 are one value; it is written in one way."""
    return int(value) if float(value).is_integer() else float(value)


def load_scenario(text: str | bytes) -> Scenario:
    """Read a scenario. Raises `ScenarioError` with the path of the field and what was expected."""
    # Laying out the schema takes longer than all else that the engine imports.
    from engine.scenario.schema import check

    data = json_object(text, ScenarioError)
    if data.get("version") != VERSION and "version" in data:
        raise ScenarioError(
            f"version: expected {VERSION}; found {shown(data['version'])}. "
            "This file was written by another release.",
            path="version",
        )
    return _scenario(check(data))


def _scenario(document: Document) -> Scenario:
    tiers = Tiers(
        enabled=document.tiers.enabled,
        ceilings=tuple(getattr(document.tiers.ceilings, tier) for tier in TIERS),
    )
    if document.tiers.shares is not None:
        shares = tuple(getattr(document.tiers.shares, tier) for tier in TIERS)
        tiers = Tiers(tiers.enabled, shares, tiers.ceilings)
    placement = read_placement(document.placement, {s.name for s in document.sections})
    routing = read_routing(document.routing)
    where = "tokenizer"
    try:
        if document.tokenizer not in TOKENIZER_NAMES:
            found = shown(document.tokenizer)
            raise ValueError(f"expected one of {', '.join(TOKENIZER_NAMES)}; found {found}")
        where = "budget"
        budget = ContextBudget(document.budget.window, document.budget.reserve)
        where = "zones"
        zones = Zones(document.zones.amber, document.zones.red, document.zones.fill)
        where = "tiers.shares"
        Tiers(True, tiers.shares).limits(100)
        where = "sections"
        return Scenario(
            title=document.title,
            description=document.description,
            sections=tuple(ContextSection(**section.model_dump()) for section in document.sections),
            budget=budget,
            tokenizer=document.tokenizer,
            rendering=document.rendering,
            order=document.order,
            tiers=tiers,
            zones=zones,
            placement=placement,
            routing=routing,
        )
    except ValueError as error:
        raise ScenarioError(f"{where}: {error}", path=where) from None
