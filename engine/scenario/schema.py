"""What may a scenario file hold, and what is said of a field that may not be so?

The fields stand here once, as pydantic models; `check` names the first wrong one by its
path, with what was expected and what was found.

>>> check({"version": 1, "budget": {"window": -5}})
Traceback (most recent call last):
...
engine.errors.ScenarioError: budget.window: expected a whole number, 1 or more; found -5
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    ValidationError,
)
from pydantic_core import PydanticCustomError

from engine.complaints import complaint
from engine.errors import ScenarioError
from engine.placement import DEFAULT_CURVE, ORDERINGS
from engine.routing.aims import AIMS
from engine.scenario.model import MAX_WINDOW, RENDERINGS, Zones
from engine.scenario.routing import MOST_COST, Routing
from engine.sections import KINDS, TIERS

Kind = Literal[
    "instructions", "tools", "memory", "evidence", "summary", "history", "task", "scratch", "other"
]
Tier = Literal["static", "retrieved", "history", "scratch"]
Tokens = Annotated[int, Field(ge=0, le=MAX_WINDOW)]
Share = Annotated[float, Field(ge=0, le=1)]
Cost = Annotated[float, Field(ge=0, le=MOST_COST)]
Weight = Annotated[FiniteFloat, Field(gt=0)]
Aim = Literal["utility", "accuracy", "balanced", "coverage"]

_WORDS = {("budget.window", "greater_than_equal"): "a whole number, 1 or more"}


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SectionPart(Part):
    name: Annotated[str, Field(min_length=1)]
    text: str = ""
    priority: FiniteFloat = 0
    pinned: bool = False
    truncatable: bool = False
    kind: Kind = "other"
    source: str = "application"
    trust: str = "trusted"
    tier: Tier | None = None


class BudgetPart(Part):
    window: Annotated[int, Field(ge=1, le=MAX_WINDOW)] = 8000
    reserve: Tokens = 0


class SharesPart(Part):
    static: Share
    retrieved: Share
    history: Share
    scratch: Share


class CeilingsPart(Part):
    static: Tokens | None = None
    retrieved: Tokens | None = None
    history: Tokens | None = None
    scratch: Tokens | None = None


class TiersPart(Part):
    enabled: bool = False
    shares: SharesPart | None = None
    ceilings: CeilingsPart = CeilingsPart()


class ZonesPart(Part):
    amber: Share = Zones.amber
    red: Share = Zones.red
    fill: Share = Zones.fill


def _known(order: str) -> str:
    if order not in ORDERINGS:
        raise PydanticCustomError(
            "unknown_order", "one of {known}", {"known": ", ".join(ORDERINGS)}
        )
    return order


OrderName = Annotated[str, AfterValidator(_known)]


class PlacementPart(Part):
    must_find: dict[str, Weight] = {}
    curve: str = DEFAULT_CURVE
    own_curve: str = ""


class RoutingPart(Part):
    queries: str = Routing.queries
    scorer: str = Routing.scorer
    aggregate: str = Routing.aggregate
    threshold: Share = Routing.threshold
    margin: Share = Routing.margin
    aim: Aim = "utility"
    declared: Share = Routing.declared
    ceiling: Share = Routing.ceiling
    wrong: Cost = Routing.wrong
    needless: Cost = Routing.needless
    missed: Cost = Routing.missed


class Document(Part):
    format: Literal["context-playground/scenario"] = "context-playground/scenario"
    version: Literal[1]
    title: str = "Untitled"
    description: str = ""
    budget: BudgetPart = BudgetPart()
    tokenizer: Annotated[str, Field(min_length=1)] = "o200k_base"
    rendering: Literal["plain", "labelled"] = "plain"
    order: OrderName = "as_given"
    placement: PlacementPart = PlacementPart()
    routing: RoutingPart = RoutingPart()
    tiers: TiersPart = TiersPart()
    zones: ZonesPart = ZonesPart()
    sections: list[SectionPart] = []


def check(data: dict[str, Any]) -> Document:
    """The document, or a `ScenarioError` with the path of the first field that is wrong."""
    try:
        return Document.model_validate(data)
    except ValidationError as error:
        path, message = complaint(error, _WORDS)
        raise ScenarioError(message, path=path) from None


assert set(KINDS) == set(Kind.__args__)  # type: ignore[attr-defined]
assert set(TIERS) == set(Tier.__args__)  # type: ignore[attr-defined]
assert set(AIMS) == set(Aim.__args__)  # type: ignore[attr-defined]
assert RENDERINGS == ("plain", "labelled")
