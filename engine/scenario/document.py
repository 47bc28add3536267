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
from typing import Any

from engine.complaints import json_object, shown
from engine.errors import ScenarioError
from engine.scenario.model import FORMAT, VERSION, Placement, Scenario
from engine.scenario.routing import write_routing
from engine.sections import TIER_OF_KIND, TIERS, ContextSection


def dump_scenario(scenario: Scenario) -> str:
    """The scenario as JSON text: keys in a fixed order, so equal scenarios are equal files."""
    placement, routing = _placement(scenario.placement), write_routing(scenario.routing)
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


def _placement(placement: Placement) -> dict[str, Any] | None:
    """The part as it is written; None where nothing was chosen, so that nothing is written."""
    if placement == Placement():
        return None
    return {
        "must_find": {
            name: int(weight) if float(weight).is_integer() else float(weight)
            for name, weight in placement.must_find
        },
        "curve": placement.curve,
        **({"own_curve": placement.own_curve} if placement.own_curve else {}),
    }


def load_scenario(text: str | bytes) -> Scenario:
    """Read a scenario. Raises `ScenarioError` with the path of the field and what was expected."""
    # Laying out the schema takes longer than all else that the engine imports.
    from engine.scenario.reading import scenario_of

    data = json_object(text, ScenarioError)
    if data.get("version") != VERSION and "version" in data:
        raise ScenarioError(
            f"version: expected {VERSION}; found {shown(data['version'])}. "
            "This file was written by another release.",
            path="version",
        )
    return scenario_of(data)
