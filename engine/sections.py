"""What is a candidate for the window, what is its budget, and how is a window split into tiers?

>>> ContextSection("policy", "Refunds within 30 days.", kind="evidence").tier
'retrieved'
>>> ContextBudget(105, 30).usable_input_tokens
75
>>> split_window(1001)
{'static': 150, 'retrieved': 401, 'history': 250, 'scratch': 200}
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from numbers import Integral

TIERS = ("static", "retrieved", "history", "scratch")

TIER_OF_KIND = {
    "instructions": "static",
    "tools": "static",
    "memory": "retrieved",
    "evidence": "retrieved",
    "summary": "retrieved",
    "history": "history",
    "task": "static",
    "scratch": "scratch",
    "other": "retrieved",
}
KINDS = tuple(TIER_OF_KIND)

DEFAULT_SHARES: Mapping[str, float] = {
    "static": 0.15,
    "retrieved": 0.40,
    "history": 0.25,
    "scratch": 0.20,
}


@dataclass(frozen=True)
class ContextSection:
    """One candidate for the window: a named text with what decides whether it gets in.

    The larger `priority` wins; it may be negative. A `pinned` section is always sent
    whole. A `truncatable` one may be cut to the room left. `tier` follows from `kind`
    unless it is given. Raises `ValueError` for a kind or a tier that does not exist.

    >>> ContextSection("rules", "Be kind.", kind="rules")
    Traceback (most recent call last):
    ...
    ValueError: section 'rules': kind 'rules' is none of instructions, tools, memory, evidence, \
summary, history, task, scratch, other
    """

    name: str
    text: str
    priority: float = 0
    pinned: bool = False
    truncatable: bool = False
    kind: str = "other"
    source: str = "application"
    trust: str = "trusted"
    tier: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in TIER_OF_KIND:
            raise ValueError(
                f"section {self.name!r}: kind {self.kind!r} is none of {', '.join(KINDS)}"
            )
        if self.tier is None:
            object.__setattr__(self, "tier", TIER_OF_KIND[self.kind])
        elif self.tier not in TIERS:
            raise ValueError(
                f"section {self.name!r}: tier {self.tier!r} is none of {', '.join(TIERS)}"
            )


@dataclass(frozen=True)
class ContextBudget:
    """A context window in tokens and the part of it that is kept free for the answer.

    Raises `ValueError` naming the value unless both are whole numbers ≥ 0 and at
    least one token is left for the input.

    >>> ContextBudget(100, 100)
    Traceback (most recent call last):
    ...
    ValueError: nothing is left for the input: window 100 − reserved output 100 = 0 tokens
    """

    max_input_tokens: int
    reserved_output_tokens: int = 0

    def __post_init__(self) -> None:
        window = whole_number(self.max_input_tokens, "max_input_tokens")
        reserve = whole_number(self.reserved_output_tokens, "reserved_output_tokens")
        if window - reserve <= 0:
            raise ValueError(
                f"nothing is left for the input: window {window:,} − reserved output "
                f"{reserve:,} = {window - reserve:,} tokens"
            )

    @property
    def usable_input_tokens(self) -> int:
        """The window without the reserve, in tokens: the denominator of every percentage."""
        return self.max_input_tokens - self.reserved_output_tokens


def whole_number(value: object, what: str, unit: str = "tokens") -> int:
    """`value` as an int, or a `ValueError` naming it: whole numbers ≥ 0 only, no bool, no text.

    >>> whole_number("100", "budget")
    Traceback (most recent call last):
    ...
    ValueError: budget must be a whole number of tokens, 0 or more; found '100'
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < 0:
        raise ValueError(f"{what} must be a whole number of {unit}, 0 or more; found {value!r}")
    return int(value)


def split_window(window: int, shares: Mapping[str, float] = DEFAULT_SHARES) -> dict[str, int]:
    """Tokens for each tier, by the largest-remainder method, so that they sum to the window.

    Raises `ValueError` with the sum when the shares do not add up to 1.

    >>> split_window(7)
    {'static': 1, 'retrieved': 3, 'history': 2, 'scratch': 1}
    """
    window = whole_number(window, "window")
    for name, share in shares.items():
        if not (isinstance(share, (int, float)) and math.isfinite(share) and share >= 0):
            raise ValueError(f"share of {name} must be a number from 0 to 1; found {share!r}")
    total = math.fsum(shares.values())
    if not math.isclose(total, 1.0, abs_tol=1e-9):
        raise ValueError(f"the shares of the tiers must add up to 1; their sum is {total:g}")
    parts = _whole_parts(tuple(shares.values()))
    # Tokens and remainder of each: its quota is window × part / sum of the parts.
    quotas = {n: divmod(window * p, sum(parts)) for n, p in zip(shares, parts, strict=True)}
    split = {name: tokens for name, (tokens, _) in quotas.items()}
    by_remainder = sorted(quotas, key=lambda name: -quotas[name][1])
    for name in by_remainder[: window - sum(split.values())]:
        split[name] += 1
    return split


@lru_cache(64)
def _whole_parts(shares: tuple[float, ...]) -> tuple[int, ...]:
    """The shares as whole numbers of one common part.

    The decimal a person wrote is meant, not the binary float next to it: 0.15 is 3/20.

    >>> _whole_parts((0.15, 0.4, 0.25, 0.2))
    (3, 8, 5, 4)
    """
    exact = [Fraction(str(share)) for share in shares]
    common = math.lcm(*(share.denominator for share in exact))
    return tuple(int(share * common) for share in exact)
