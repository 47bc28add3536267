"""How does a document that was read become a scenario, and what is wrong where it does not?

>>> scenario_of({"version": 1, "placement": {"must_find": {"doc 1": 1.0}}})
Traceback (most recent call last):
...
engine.errors.ScenarioError: placement.must_find: no section is named 'doc 1'
>>> scenario_of({"version": 1, "routing": {"aim": "balanced"}}).routing.aim
'balanced'
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.complaints import shown
from engine.errors import ScenarioError
from engine.placement import DEFAULT_CURVE, find_curve
from engine.scenario.model import Placement, Scenario, Tiers, Zones
from engine.scenario.routing import Routing
from engine.scenario.schema import PlacementPart, RoutingPart, check
from engine.sections import TIERS, ContextBudget, ContextSection
from engine.tokens import TOKENIZER_NAMES


def scenario_of(data: dict[str, Any]) -> Scenario:
    """The scenario that a document holds. Raises `ScenarioError` with the path of the field."""
    document = check(data)
    tiers = Tiers(
        enabled=document.tiers.enabled,
        ceilings=tuple(getattr(document.tiers.ceilings, tier) for tier in TIERS),
    )
    if document.tiers.shares is not None:
        shares = tuple(getattr(document.tiers.shares, tier) for tier in TIERS)
        tiers = Tiers(tiers.enabled, shares, tiers.ceilings)
    placement = _placement(document.placement, {s.name for s in document.sections})
    routing = _routing(document.routing)
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


def _placement(part: PlacementPart, sections: Collection[str]) -> Placement:
    # A name that no section has is taken for a mistyped one: the fact would never be found.
    try:
        if part.curve != DEFAULT_CURVE:  # known without reading the figures
            find_curve(part.curve)
    except ValueError as error:
        path = "placement.curve"
        raise ScenarioError(f"{path}: {error}", path=path) from None
    for name in part.must_find:
        if name not in sections:
            path = "placement.must_find"
            raise ScenarioError(f"{path}: no section is named {name!r}", path=path)
    return Placement(tuple(part.must_find.items()), part.curve, part.own_curve)


def _routing(part: RoutingPart) -> Routing:
    try:
        return Routing(**part.model_dump())
    except ValueError as error:
        raise ScenarioError(f"routing.{error}", path="routing") from None
