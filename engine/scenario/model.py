"""What does one scenario hold: sections, window, tiers, marks and the counter?

>>> Scenario(budget=ContextBudget(1400, 200)).fill_tokens
1020
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from engine.sections import DEFAULT_SHARES, TIERS, ContextBudget, ContextSection, split_window
from engine.watermarks import AMBER, RED, mark_tokens

RENDERINGS = ("plain", "labelled")


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
class Scenario:
    """All that decides what the model reads. Changed only by functions that return a new one.

    `tokenizer` is a name that `get_tokenizer` knows; `rendering` says how a section is
    written and therefore counted (`"plain"` or `"labelled"`); `order` is the order in which
    the sections are sent. Raises `ValueError` for names that stand twice and for a
    priority that is not finite.
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

    def __post_init__(self) -> None:
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
