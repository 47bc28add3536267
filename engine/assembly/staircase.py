"""Which section is in, trimmed or out at every budget?

>>> sections = [ContextSection("rules", "r" * 40, pinned=True),
...             ContextSection("policy", "p" * 40, priority=1)]
>>> budget_staircase(sections, [5, 10, 30])
{'rules': ['overflow', 'pinned', 'pinned'], 'policy': ['overflow', 'dropped', 'included']}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.assembly.assemble import check_limits
from engine.assembly.candidates import Arrange, gather
from engine.assembly.items import Limits
from engine.assembly.pool import Pool, Wrap
from engine.errors import ContextOverflowError
from engine.sections import ContextSection
from engine.tokens import Tokenizer


def budget_staircase(
    sections: Sequence[ContextSection],
    budgets: Sequence[int],
    tokenizer: str | Tokenizer = "chars/4",
    *,
    separator: str = "\n\n",
    wrap: Wrap | None = None,
    arrange: Arrange | None = None,
    limits_at: Callable[[int], Limits] = check_limits,
) -> dict[str, list[str]]:
    """Each section's outcome at each budget in tokens: `"overflow"` below the pinned total.

    `limits_at` turns a budget into all the limits that go with it, for tiers and soft limits
    that follow the budget; by default there is the budget alone. Raises `ValueError` as
    `assemble_context` does.
    """
    pool = gather(sections, tokenizer, separator, wrap, arrange)
    return staircase(pool, budgets, limits_at)


def staircase(
    pool: Pool, budgets: Sequence[int], limits_at: Callable[[int], Limits] = check_limits
) -> dict[str, list[str]]:
    """`budget_staircase` over candidates that are counted already."""
    columns: list[list[str]] = []
    for budget in budgets:
        try:
            columns.append([p.outcome for p in pool.settle(limits_at(budget)).places])
        except ContextOverflowError:
            columns.append(["overflow"] * len(pool.items))
    return {item.name: [c[item.position] for c in columns] for item in pool.items}
