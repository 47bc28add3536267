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
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from engine.errors import ScenarioError
from engine.scenario.model import RENDERINGS, Scenario, Tiers, Zones
from engine.scenario.placement_part import (
    OrderName,
    PlacementPart,
    read_placement,
    write_placement,
)
from engine.sections import KINDS, TIER_OF_KIND, TIERS, ContextBudget, ContextSection
from engine.tokens import TOKENIZER_NAMES

FORMAT = "context-playground/scenario"
VERSION = 1
MAX_WINDOW = 100_000_000

Kind = Literal[
    "instructions", "tools", "memory", "evidence", "summary", "history", "task", "scratch", "other"
]
Tier = Literal["static", "retrieved", "history", "scratch"]
Tokens = Annotated[int, Field(ge=0, le=MAX_WINDOW)]
Share = Annotated[float, Field(ge=0, le=1)]

# What each kind of complaint expected, in words; `ctx` of the complaint fills the braces.
EXPECTED = {
    "missing": "this field",
    "extra_forbidden": "no such field",
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "string_type": "text",
    "string_too_short": "text that is not empty",
    "list_type": "a list",
    "tuple_type": "a list",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dict_type": "an object",
    "greater_than_equal": "a number, {ge} or more",
    "less_than_equal": "a number, {le} or less",
    "greater_than": "a number above {gt}",
    "literal_error": "{expected}",
}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Section(_Part):
    name: Annotated[str, Field(min_length=1)]
    text: str = ""
    priority: FiniteFloat = 0
    pinned: bool = False
    truncatable: bool = False
    kind: Kind = "other"
    source: str = "application"
    trust: str = "trusted"
    tier: Tier | None = None


class _Budget(_Part):
    window: Annotated[int, Field(ge=1, le=MAX_WINDOW)] = 8000
    reserve: Tokens = 0


class _Shares(_Part):
    static: Share
    retrieved: Share
    history: Share
    scratch: Share


class _Ceilings(_Part):
    static: Tokens | None = None
    retrieved: Tokens | None = None
    history: Tokens | None = None
    scratch: Tokens | None = None


class _Tiers(_Part):
    enabled: bool = False
    shares: _Shares | None = None
    ceilings: _Ceilings = _Ceilings()


class _Zones(_Part):
    amber: Share = Zones.amber
    red: Share = Zones.red
    fill: Share = Zones.fill


class _Document(_Part):
    format: Literal["context-playground/scenario"] = "context-playground/scenario"
    version: Literal[1]
    title: str = "Untitled"
    description: str = ""
    budget: _Budget = _Budget()
    tokenizer: Annotated[str, Field(min_length=1)] = "o200k_base"
    rendering: Literal["plain", "labelled"] = "plain"
    order: OrderName = "as_given"
    placement: PlacementPart = PlacementPart()
    tiers: _Tiers = _Tiers()
    zones: _Zones = _Zones()
    sections: list[_Section] = []


def dump_scenario(scenario: Scenario) -> str:
    """The scenario as JSON text: keys in a fixed order, so equal scenarios are equal files."""
    placement = write_placement(scenario.placement)
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
    try:
        data = json.loads(text)
    except UnicodeDecodeError as error:
        raise ScenarioError(f"not UTF-8 text: byte {error.start:,} cannot be read") from None
    except (json.JSONDecodeError, RecursionError) as error:
        where = (
            f"line {error.lineno}, column {error.colno}: {error.msg}"
            if isinstance(error, json.JSONDecodeError)
            else "nested too deeply"
        )
        raise ScenarioError(f"not JSON: {where}") from None
    if not isinstance(data, dict):
        raise ScenarioError(f"expected an object with a version; found {_shown(data)}")
    if data.get("version") != VERSION and "version" in data:
        raise ScenarioError(
            f"version: expected {VERSION}; found {_shown(data['version'])}. "
            "This file was written by another release.",
            path="version",
        )
    try:
        document = _Document.model_validate(data)
    except ValidationError as error:
        raise _complaint(error) from None
    return _scenario(document)


def _scenario(document: _Document) -> Scenario:
    tiers = Tiers(
        enabled=document.tiers.enabled,
        ceilings=tuple(getattr(document.tiers.ceilings, tier) for tier in TIERS),
    )
    if document.tiers.shares is not None:
        shares = tuple(getattr(document.tiers.shares, tier) for tier in TIERS)
        tiers = Tiers(tiers.enabled, shares, tiers.ceilings)
    placement = read_placement(document.placement, {s.name for s in document.sections})
    where = "tokenizer"
    try:
        if document.tokenizer not in TOKENIZER_NAMES:
            found = _shown(document.tokenizer)
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
        )
    except ValueError as error:
        raise ScenarioError(f"{where}: {error}", path=where) from None


def _complaint(error: ValidationError) -> ScenarioError:
    first = error.errors()[0]
    path = ""
    for step in first["loc"]:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    expected = EXPECTED.get(first["type"], first["msg"]).format(**first.get("ctx", {}))
    if path == "budget.window" and first["type"] == "greater_than_equal":
        expected = "a whole number, 1 or more"
    found = "nothing" if first["type"] == "missing" else _shown(first["input"])
    more = error.error_count() - 1
    rest = f" ({more} more)" if more else ""
    return ScenarioError(f"{path}: expected {expected}; found {found}{rest}", path=path)


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


assert set(KINDS) == set(Kind.__args__)  # type: ignore[attr-defined]
assert set(TIERS) == set(Tier.__args__)  # type: ignore[attr-defined]
assert RENDERINGS == ("plain", "labelled")
