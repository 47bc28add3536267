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

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from engine.complaints import complaint
from engine.errors import ScenarioError
from engine.scenario.model import RENDERINGS, Zones
from engine.scenario.placement_part import OrderName, PlacementPart
from engine.sections import KINDS, TIERS

FORMAT = "context-playground/scenario"
VERSION = 1
MAX_WINDOW = 100_000_000

Kind = Literal[
    "instructions", "tools", "memory", "evidence", "summary", "history", "task", "scratch", "other"
]
Tier = Literal["static", "retrieved", "history", "scratch"]
Tokens = Annotated[int, Field(ge=0, le=MAX_WINDOW)]
Share = Annotated[float, Field(ge=0, le=1)]

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
assert RENDERINGS == ("plain", "labelled")
