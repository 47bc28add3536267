"""Is a price found for the model it belongs to, and for no other?"""

from __future__ import annotations

import csv

import pytest

from engine.models.prices import price_of, prices
from engine.placement.figures import FOLDER


def rows() -> list[dict[str, str]]:
    with (FOLDER / "prices.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_row_is_one_price_and_says_when():
    listed = {(row["provider"], row["model"]): row for row in rows()}
    assert len(prices()) == len(listed) == len(rows())
    for price in prices().values():
        row = listed[price.provider, price.model]
        assert price.input_usd == float(row["input_usd_per_mtok"])
        assert price.output_usd == float(row["output_usd_per_mtok"])
        assert price.as_of == row["as_of"]


@pytest.mark.parametrize(
    ("asked", "listed"),
    [
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("claude-opus-5-5", "Claude Opus 5.5"),
        ("anthropic/claude-opus-5-20261015", "Claude Opus 5"),
        ("deepseek-v4-pro", "V4-pro peak"),
        ("deepseek-flash", "flash (V4.1) peak"),
        ("mistral-large-4-latest", "large 4"),
        ("x-ai/grok-4.7", "grok-4.7"),
        ("gemini-3.1-pro-preview", "Gemini 3.1 pro preview"),
    ],
)
def test_a_model_is_found_as_requests_name_it(asked, listed):
    price = price_of(asked)
    assert price is not None
    assert price.model == listed


@pytest.mark.parametrize(
    "asked", ["", "gpt-4.1-mini", "gpt-5-nano", "gpt-4", "flash", "large-4", "my-gpt-4o", "2026-11"]
)
def test_a_model_that_is_not_listed_has_no_price(asked):
    assert price_of(asked) is None


def test_a_run_of_335_calls_by_hand():
    # 335 calls of 400 tokens in, 12 out: 134,000 and 4,020 tokens at 2 and 8 dollars a million.
    price = price_of("gpt-4.1")
    assert price is not None
    assert price.usd(335 * 400, 335 * 12) == pytest.approx(0.268 + 0.03216)
