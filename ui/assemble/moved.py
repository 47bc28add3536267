"""Which sections does a change send with another number of tokens?"""

from __future__ import annotations

from engine import Scenario
from ui.cached import ledger_of

# What a change did to a section: its name, its tokens before and after.
Moved = tuple[str, int, int]


def moved(before: Scenario | None, after: Scenario) -> tuple[Moved, ...]:
    """Those of which `after` sends another number of tokens than `before`, largest first.

    Only sections that were there before and still are.
    """
    if before is None:
        return ()
    was = {row.section.name: row.after for row in ledger_of(before).rows}
    changes = [
        (row.section.name, was[row.section.name], row.after)
        for row in ledger_of(after).rows
        if was.get(row.section.name, row.after) != row.after
    ]
    return tuple(sorted(changes, key=lambda move: -abs(move[2] - move[1])))
