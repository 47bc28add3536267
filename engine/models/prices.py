"""What does a token cost at the providers whose prices are known?

>>> price = price_of("gpt-4.1")
>>> price.provider, price.input_usd, price.output_usd, price.as_of
('OpenAI', 2.0, 8.0, '2026-11')
>>> price.usd(1_000_000, 10_000)
2.08
>>> price_of("llama3.2") is None
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from engine.placement.figures import read_figures

FILE = "prices.csv"
_COLUMNS = ("provider", "model", "input_usd_per_mtok", "output_usd_per_mtok", "as_of", "note")
# Their price lists name a model without its family: "large 4" is asked for as mistral-large-4.
_FAMILY_LEFT_OUT = {"DeepSeek", "Mistral"}
# What a request adds to the name of a model: the day of a snapshot.
_SNAPSHOT = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$")


@dataclass(frozen=True)
class Price:
    """One model's prices in US dollars a million tokens, as of a month: a published list price.

    `cache_read` is what a token read from the provider's cache costs, as a share of `input_usd`.
    """

    provider: str
    model: str
    input_usd: float
    output_usd: float
    cache_read: float | None
    as_of: str
    note: str = ""

    def usd(self, input_tokens: float, output_tokens: float) -> float:
        """Dollars for so many tokens at list price, none of them read from a cache.

        >>> Price("A", "a", 1.25, 10, None, "2026-11").usd(100_000, 2_000)
        0.145
        """
        return (self.input_usd * input_tokens + self.output_usd * output_tokens) / 1_000_000


def price_of(model: str) -> Price | None:
    """The price of a model by the name it is asked for; None where it is not known.

    A prefix that names a route (`openai/`) and the date of a snapshot are left out; nothing else
    is guessed, since gpt-4.1-mini is not gpt-4.1.

    >>> price_of("openai/gpt-4.1-2025-04-14") == price_of("GPT-4.1") != price_of("gpt-4.1-mini")
    True
    """
    return prices().get(_SNAPSHOT.sub("", _slug(model.rpartition("/")[2])))


@cache
def prices() -> dict[str, Price]:
    """All that are known, by the name a model is asked for; `PlacementError` names a bad cell."""
    found = {}
    for row in read_figures(FILE, [*_COLUMNS, "cache_read_multiplier"]):
        provider, model = row.text("provider"), row.text("model")
        # "flash (V4.1) peak": what stands in brackets, and the hour, is no part of the name.
        name = re.sub(r"\s*\(.*?\)|\s+peak$", "", model)
        found[_slug(f"{provider} {name}" if provider in _FAMILY_LEFT_OUT else name)] = Price(
            provider,
            model,
            row.number("input_usd_per_mtok", 0),
            row.number("output_usd_per_mtok", 0),
            row.number_or_none("cache_read_multiplier", 0, 1),
            row.text("as_of"),
            row.cells["note"],
        )
    return found


def _slug(name: str) -> str:
    """A name as it is written in a request.

    >>> _slug("Claude Opus 5.5")
    'claude-opus-5-5'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
