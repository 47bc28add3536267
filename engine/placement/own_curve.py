"""How is a curve of one's own read: position, correct, total?

>>> curve = load_own_curve("position,correct,total\\n0,66,67\\n0.5,50,67\\n1,64,67\\n")
>>> curve.at(0.5) == 50 / 67, curve.n, curve.status
(True, 67, 'own')
>>> load_own_curve("position,correct,total\\n0,66,67\\n0.5,70,67\\n")
Traceback (most recent call last):
...
engine.errors.PlacementError: line 3, correct: expected a whole number, from 0 to 67; found '70'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.errors import PlacementError
from engine.placement.curve import Point, PositionCurve
from engine.placement.table import read_table

OWN = "own"
COLUMNS = ("position", "correct", "total")


def load_own_curve(source: str | bytes | Path, label: str = "Your own curve") -> PositionCurve:
    """Read a CSV with the columns position (0 start, 1 end), correct and total.

    Rows at one position add up, so a file may hold one answer a row. A str is the text, a
    `Path` the file. Other columns are passed over. Raises `PlacementError` with `.line` and
    `.field` for a cell that is wrong, and for fewer than two positions.
    """
    counts: dict[float, tuple[int, int]] = {}
    line = 1
    for row in read_table(source, COLUMNS):
        line = row.line
        x = row.number("position", 0, 1)
        total = row.whole("total", 1)
        correct = row.whole("correct", 0, total)
        before = counts.get(x, (0, 0))
        counts[x] = (before[0] + correct, before[1] + total)
    if len(counts) < 2:
        raise PlacementError(
            f"line {line}, position: expected at least two different positions; "
            f"found {len(counts)}",
            line=line,
            field="position",
        )
    return curve_from_counts(counts, label=label, source="your own measurement")


def curve_from_counts(
    counts: Mapping[float, tuple[int, int]], *, label: str, source: str, family: str = "documents"
) -> PositionCurve:
    """A measured curve from {position in 0..1: (correct, n)}, as a probe counts them.

    >>> curve_from_counts({0.0: (9, 10), 1.0: (8, 10)}, label="Mine", source="a run").at(0.0)
    0.9
    """
    return PositionCurve(
        id=OWN,
        label=label,
        source=source,
        status="own",
        family=family,
        points=tuple(Point(x, correct / n, n) for x, (correct, n) in sorted(counts.items())),
    )
