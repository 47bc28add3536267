"""What does one scenario hold: sections, window, tiers, marks, order, counter and router?

>>> Scenario(budget=ContextBudget(1400, 200)).fill_tokens
1020
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.placement import DEFAULT_CURVE, find_ordering
from engine.scenario.routing import Routing
from engine.sections import DEFAULT_SHARES, TIERS, ContextBudget, ContextSection, split_window
from engine.watermarks import AMBER, RED, mark_tokens

FORMAT = "context-playground/scenario"
VERSION = 1
RENDERINGS = ("plain", "labelled")
MAX_WINDOW = 100_000_000


@dataclass(frozen=True)
class Tiers:
    """Ceilings by tier: shares of the usable window, in the order of `TIERS`, adding up to 1.

    `ceilings` (tokens, or None) stand in for what the share would give; with one set the
    ceilings together may exceed the window, and the budget then decides.
    """

    enabled: bool = False
    shares: tuple[float, ...] = tuple(DEFAULT_SHARES[tier] for tier in TIERS)
    ceilings: tuple[int | None, ...] = (None,) * len(TIERS)

    def limits(self, usable: int) -> dict[str, int] | None:
        """Tokens by tier in a usable window; None when tiers are off.

        >>> Tiers(enabled=True, ceilings=(None, 477, None, None)).limits(1000)
        {'static': 150, 'retrieved': 477, 'history': 250, 'scratch': 200}
        """
        if not self.enabled:
            return None
        split = split_window(usable, dict(zip(TIERS, self.shares, strict=True)))
        own = dict(zip(TIERS, self.ceilings, strict=True))
        return {tier: split[tier] if own[tier] is None else own[tier] or 0 for tier in TIERS}


@dataclass(frozen=True)
class Zones:
    """The marks as shares of the usable window: amber, red, and the line optional text fills to."""

    amber: float = AMBER
    red: float = RED
    fill: float = 0.85

    def __post_init__(self) -> None:
        if not 0 <= self.amber <= self.red <= 1:
            raise ValueError(
                "marks must lie 0 ≤ amber ≤ red ≤ 100 %; "
                f"found amber {self.amber * 100:g} %, red {self.red * 100:g} %"
            )
        if not 0 <= self.fill <= 1:
            raise ValueError(f"the fill line must lie from 0 to 100 %; found {self.fill * 100:g} %")


@dataclass(frozen=True)
class Placement:
    """What must be found, and on which curve: (section, weight) pairs, and the id of a curve.

    The pairs are kept sorted by name, so that equal choices are equal values. `own_curve` is
    the label of a measurement of the user's own, which is not part of the scenario: where it is
    not at hand, the shipped `curve` stands in for it. Raises `ValueError` for a name that
    stands twice and for a weight that is not above 0.

    >>> Placement((("b", 1), ("a", 2.0))).must_find
    (('a', 2.0), ('b', 1))
    """

    must_find: tuple[tuple[str, float], ...] = ()
    curve: str = DEFAULT_CURVE
    own_curve: str = ""

    def __post_init__(self) -> None:
        names = [name for name, _ in self.must_find]
        for name, weight in self.must_find:
            if names.count(name) > 1:
                raise ValueError(f"must-find names {name!r} twice")
            if not (math.isfinite(weight) and weight > 0):
                raise ValueError(
                    f"the must-find weight of {name!r} must be above 0; found {weight!r}"
                )
        object.__setattr__(self, "must_find", tuple(sorted(self.must_find)))

    def following(self, names: Mapping[str, str | None]) -> Placement:
        """The same after sections were renamed (old name → new) or deleted (old name → None).

        >>> Placement((("a", 1), ("b", 2))).following({"a": "c", "b": None}).must_find
        (('c', 1),)
        """
        kept = ((names.get(name, name), weight) for name, weight in self.must_find)
        pairs = tuple((name, weight) for name, weight in kept if name is not None)
        return replace(self, must_find=pairs)

    @property
    def weights(self) -> dict[str, float]:
        """The weights by section, as `expected_recall` takes them."""
        return dict(self.must_find)


@dataclass(frozen=True)
class Scenario:
    """All that decides what the model reads. Changed only by functions that return a new one.

    `tokenizer` is a name that `get_tokenizer` knows; `rendering` says how a section is
    written and therefore counted (`"plain"` or `"labelled"`); `order` names the ordering in
    which the sections are sent, `sections` stay as they are. `placement` may name a section
    that is not there: its fact is then not found. Raises `ValueError` for an unknown order,
    names that stand twice and a priority that is not finite.
    """

    title: str = "Untitled"
    description: str = ""
    sections: tuple[ContextSection, ...] = ()
    budget: ContextBudget = field(default_factory=lambda: ContextBudget(8000, 1000))
    tokenizer: str = "o200k_base"
    rendering: str = "plain"
    order: str = "as_given"
    tiers: Tiers = Tiers()
    zones: Zones = Zones()
    placement: Placement = Placement()
    routing: Routing = field(default_factory=Routing)

    def __post_init__(self) -> None:
        find_ordering(self.order)
        names: set[str] = set()
        for section in self.sections:
            if not section.name.strip():
                raise ValueError("a section needs a name")
            if section.name in names:
                raise ValueError(f"two sections are named {section.name!r}; names must differ")
            if not math.isfinite(section.priority):
                raise ValueError(f"section {section.name!r}: priority must be a finite number")
            names.add(section.name)

    @property
    def usable(self) -> int:
        """The usable window in tokens: window − reserve."""
        return self.budget.usable_input_tokens

    @property
    def fill_tokens(self) -> int:
        """The soft limit in tokens: the most that does not pass the fill line."""
        return mark_tokens(self.usable, self.zones.fill)

    def index(self, name: str) -> int:
        """Where a section stands; `KeyError` with the name when there is none."""
        for position, section in enumerate(self.sections):
            if section.name == name:
                return position
        raise KeyError(name)
