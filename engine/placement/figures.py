"""Which published figures are shipped, and where does each file come from?

The figures are CSV files in `sample_data/figures`; `sources.json` beside them says for each
who measured it, when, and how the numbers were obtained.

>>> source_of("liu_multidoc_qa.csv").source
'Liu et al., Lost in the Middle, TACL 12 (2024), arXiv:2307.03172'
>>> baselines()["GPT-3.5-Turbo-0613"]
Baseline(closed_book=0.561, oracle=0.883)
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.placement.table import TableRow, read_table

FOLDER = Path(__file__).parents[2] / "sample_data" / "figures"


@dataclass(frozen=True)
class Source:
    """Where one file of figures comes from: who, when, how sure, and what to know about it."""

    id: str
    source: str
    status: str
    year: int
    note: str


class Baseline(NamedTuple):
    """Accuracy in 0..1 without any passage, and with the right passage alone."""

    closed_book: float
    oracle: float


@cache
def _register() -> dict[str, Any]:
    register: dict[str, Any] = json.loads((FOLDER / "sources.json").read_text(encoding="utf-8"))
    return register


def source_of(file: str) -> Source:
    """The entry of one file in `sources.json`."""
    return Source(**_register()["files"][file])


def model_name(written: str) -> str:
    """The name a model is shown by; files write it in their own way.

    >>> model_name("gpt-4.1"), model_name("MPT-30B-Instruct")
    ('GPT-4.1', 'MPT-30B-Instruct')
    """
    name: str = _register()["models"].get(written, written)
    return name


def slug(text: str) -> str:
    """A name as part of an id: lower case, dots and hyphens.

    >>> slug("GPT-3.5-Turbo (16K)")
    'gpt-3.5-turbo-16k'
    """
    return re.sub(r"[^a-z0-9.]+", "-", text.casefold()).strip("-")


def read_figures(file: str, required: Sequence[str]) -> tuple[TableRow, ...]:
    """The rows of one shipped file; `PlacementError` names file, line and field."""
    return read_table(FOLDER / file, required, name=file)


def share(percent: float) -> float:
    """A percentage as printed, in 0..1, without what binary floating point adds to it.

    >>> share(57.2), share(57.99999999999999)
    (0.572, 0.58)
    """
    return round(percent / 100, 8)


@cache
def baselines() -> dict[str, Baseline]:
    """Closed-book and oracle accuracy by the name of the model, where they were measured."""
    found = {
        model_name(row.text("model")): Baseline(
            share(row.number("closed_book_pct", 0, 100)), share(row.number("oracle_pct", 0, 100))
        )
        for row in read_figures("liu_baselines.csv", ["model", "closed_book_pct", "oracle_pct"])
    }
    by_condition: dict[str, dict[str, float]] = {}
    columns = ["model", "condition", "accuracy_full_pct"]
    for row in read_figures("replication2026_baselines.csv", columns):
        of_model = by_condition.setdefault(model_name(row.text("model")), {})
        of_model[row.text("condition")] = share(row.number("accuracy_full_pct", 0, 100))
    for model, accuracy in by_condition.items():
        found[model] = Baseline(accuracy["closedbook"], accuracy["oracle"])
    return found
