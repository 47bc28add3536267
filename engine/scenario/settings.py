"""Which settings of a scenario fit into an address, and what does an address set?

Only what differs from the scenario a link starts from is written; text stays in the file.

>>> base = Scenario(budget=ContextBudget(1400, 200))
>>> wider = replace(base, budget=ContextBudget(9000, 200))
>>> to_settings(wider, base)
{'window': '9000'}
>>> apply_settings(base, {"window": "9000"})[0] == wider
True
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.placement import ORDERINGS, find_curve
from engine.routing.aims import AIMS
from engine.routing.scorers import AGGREGATES, SCORERS
from engine.scenario.model import MAX_WINDOW, RENDERINGS, Scenario, Tiers, Zones
from engine.scenario.routing import RANGES, Routing
from engine.sections import TIERS, ContextBudget, split_window
from engine.tokens import TOKENIZER_NAMES

# The address's key of each setting of the router.
ROUTER_KEYS = {
    "queries": "queries",
    "scorer": "scorer",
    "by": "aggregate",
    "threshold": "threshold",
    "margin": "margin",
    "aim": "aim",
    "oos": "declared",
    "ceiling": "ceiling",
    "wrong": "wrong",
    "needless": "needless",
    "missed": "missed",
}


def to_settings(scenario: Scenario, base: Scenario) -> dict[str, str]:
    """The settings that differ from `base`, as short texts by key."""
    now, before = _written(scenario), _written(base)
    return {key: value for key, value in now.items() if value != before[key]}


def _written(scenario: Scenario) -> dict[str, str]:
    tiers = scenario.tiers
    return {
        "window": str(scenario.budget.max_input_tokens),
        "reserve": str(scenario.budget.reserved_output_tokens),
        "counter": scenario.tokenizer,
        "written": scenario.rendering,
        "order": scenario.order,
        "curve": scenario.placement.curve,
        "tiers": "-".join(_percent(share) for share in tiers.shares) if tiers.enabled else "off",
        "ceilings": "-".join("" if c is None else str(c) for c in tiers.ceilings),
        **{mark: _percent(getattr(scenario.zones, mark)) for mark in ("amber", "red", "fill")},
        **{key: _short(getattr(scenario.routing, name)) for key, name in ROUTER_KEYS.items()},
    }


def _short(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _percent(share: float) -> str:
    return f"{share * 100:.4f}".rstrip("0").rstrip(".")


def apply_settings(
    scenario: Scenario, settings: Mapping[str, str]
) -> tuple[Scenario, tuple[str, ...]]:
    """The scenario with an address's settings, and a word on each that had to be changed.

    Numbers out of range are clamped to the nearest that is allowed; what cannot be read at
    all is left as it was. Keys that are not settings are passed over.

    >>> apply_settings(Scenario(), {"window": "500", "reserve": "900", "amber": "lots"})[1]
    ('reserve 900 was set to 499', 'amber lots was not read: expected a number')
    """
    notes: list[str] = []

    def number(key: str, low: float, high: float, now: float) -> float:
        text = settings.get(key)
        if text is None:
            return now
        try:
            value = float(text)
            if not math.isfinite(value):
                raise ValueError
        except ValueError:
            notes.append(f"{key} {text[:20]} was not read: expected a number")
            return now
        clamped = min(max(value, low), high)
        if clamped != value:
            notes.append(f"{key} {text[:20]} was set to {clamped:g}")
        return clamped

    window = int(number("window", 1, MAX_WINDOW, scenario.budget.max_input_tokens))
    reserve = scenario.budget.reserved_output_tokens
    reserve = int(number("reserve", 0, window - 1, min(reserve, window - 1)))
    amber = number("amber", 0, 100, scenario.zones.amber * 100)
    red = number("red", amber, 100, max(scenario.zones.red * 100, amber))
    fill = number("fill", 0, 100, scenario.zones.fill * 100)

    def choice(key: str, known: tuple[str, ...], now: str) -> str:
        text = settings.get(key, now)
        if text in known or text == now:
            return text
        notes.append(f"{key} {text[:20]} is none of {', '.join(known)}")
        return now

    def curve() -> str:
        text = settings.get("curve", scenario.placement.curve)
        try:
            return find_curve(text).id
        except ValueError:
            notes.append(f"curve {text[:40]} is not one that is shipped")
            return scenario.placement.curve

    def routing() -> Routing:
        now = scenario.routing
        names = {"scorer": SCORERS, "aggregate": AGGREGATES, "aim": AIMS}
        numbers: dict[str, Any] = {name: number(key, *RANGES[name], getattr(now, name))
                   for key, name in ROUTER_KEYS.items() if name in RANGES}  # fmt: skip
        words: dict[str, Any] = {name: choice(key, tuple(names[name]), getattr(now, name))
                 for key, name in ROUTER_KEYS.items() if name in names}  # fmt: skip
        return replace(now, queries=settings.get("queries", now.queries), **numbers, **words)

    return (
        replace(
            scenario,
            budget=ContextBudget(window, reserve),
            tokenizer=choice("counter", TOKENIZER_NAMES, scenario.tokenizer),
            rendering=choice("written", RENDERINGS, scenario.rendering),
            order=choice("order", tuple(ORDERINGS), scenario.order),
            placement=replace(scenario.placement, curve=curve()),
            zones=Zones(*(round(mark / 100, 6) for mark in (amber, red, fill))),
            tiers=_tiers(scenario.tiers, settings, notes.append),
            routing=routing(),
        ),
        tuple(notes),
    )


def _tiers(tiers: Tiers, settings: Mapping[str, str], note: Callable[[str], None]) -> Tiers:
    text = settings.get("tiers")
    if text == "off":
        tiers = replace(tiers, enabled=False)
    elif text is not None:
        try:
            shares = tuple(round(float(part) / 100, 6) for part in text.split("-"))
            split_window(100, dict(zip(TIERS, shares, strict=True)))
            tiers = replace(tiers, enabled=True, shares=shares)
        except ValueError:
            note(f"tiers {text[:40]} was not read: expected four shares that add up to 100")
    text = settings.get("ceilings")
    if text is not None:
        parts = text.split("-")
        if len(parts) == len(TIERS) and all(p == "" or p.isdecimal() for p in parts):
            ceilings = tuple(min(int(p), MAX_WINDOW) if p else None for p in parts)
            tiers = replace(tiers, ceilings=ceilings)
        else:
            note(f"ceilings {text[:40]} was not read: expected four numbers of tokens")
    return tiers
