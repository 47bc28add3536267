"""What does a scenario say of its router: which queries, which scorer, which gate, which aim?

>>> write_routing(Routing(threshold=0.3))
{'threshold': 0.3}
>>> Routing(threshold=float("nan"))
Traceback (most recent call last):
...
ValueError: the threshold must be a number from 0 to 1; found nan
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from engine.routing.aims import AIMS, DEFAULT_GATE, Aim, Gate
from engine.routing.metrics import Costs
from engine.routing.scorers import AGGREGATES, SCORERS

# Costs are shown to two decimals; more than this no field takes.
MOST_COST = 100.0

# The numbers of a router: their least and largest value.
RANGES: dict[str, tuple[float, float]] = {
    "threshold": (0.0, 1.0),
    "margin": (0.0, 1.0),
    "declared": (0.0, 1.0),
    "ceiling": (0.0, 1.0),
    "wrong": (0.0, MOST_COST),
    "needless": (0.0, MOST_COST),
    "missed": (0.0, MOST_COST),
}


@dataclass(frozen=True)
class Routing:
    """The router of a scenario, and what it is tuned for.

    `queries` is the id of a shipped query set; one's own is kept beside the scenario.
    `threshold` and `margin` are the gate. `aim` is what tuning maximises; `declared` is the
    share of out-of-scope queries in the traffic, `ceiling` the highest risk that the aim
    `coverage` allows. `wrong`, `needless` and `missed` are the costs of utility. Raises
    `ValueError` for a name that is not known and for a number out of range.
    """

    queries: str = "support"
    scorer: str = "wordllama"
    aggregate: str = "centroid"
    threshold: float = DEFAULT_GATE.threshold
    margin: float = DEFAULT_GATE.margin
    aim: str = "utility"
    declared: float = 0.1
    ceiling: float = 0.05
    wrong: float = Costs.wrong
    needless: float = Costs.needless_fallback
    missed: float = Costs.missed_out_of_scope

    def __post_init__(self) -> None:
        for name, known in (("scorer", SCORERS), ("aggregate", AGGREGATES), ("aim", AIMS)):
            if getattr(self, name) not in known:
                found = getattr(self, name)
                raise ValueError(f"{name}: expected one of {', '.join(known)}; found {found!r}")
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not low <= value <= high:
                raise ValueError(
                    f"the {name} must be a number from {low:g} to {high:g}; found {value!r}"
                )

    @property
    def gate(self) -> Gate:
        """Threshold and margin."""
        return Gate(self.threshold, self.margin)

    @property
    def tuned_for(self) -> Aim:
        """The aim with its share, costs and ceiling, as tuning takes it."""
        costs = Costs(self.wrong, self.needless, self.missed)
        return Aim(self.aim, self.declared, costs, self.ceiling)


def write_routing(routing: Routing) -> dict[str, Any]:
    """What of it is not as it is by default; empty where nothing was chosen."""
    default = Routing()
    return {
        field.name: _number(getattr(routing, field.name))
        for field in fields(Routing)
        if getattr(routing, field.name) != getattr(default, field.name)
    }


def _number(value: Any) -> Any:
    """1.0 and 1 are one value; it is written in one way."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
