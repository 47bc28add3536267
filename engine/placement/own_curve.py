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

from pathlib import Path

from engine.errors import PlacementError
from engine.placement.curve import PositionCurve
from engine.placement.run_curve import OWN, curve_from_counts, is_run, load_run_curve
from engine.placement.table import read_table

__all__ = ["OWN", "curve_from_counts", "load_own_curve"]

COLUMNS = ("position", "correct", "total")


def load_own_curve(source: str | bytes | Path, label: str = "Your own curve") -> PositionCurve:
    """Read a CSV with the columns position (0 start, 1 end), correct and total, or a run file.

    Rows at one position add up, so a file may hold one answer a row. A str is the text, a
    `Path` the file. Other columns are passed over. A run file, which begins with `{`, has a
    label of its own. Raises `PlacementError` with `.line` and `.field` for what is wrong, and
    for fewer than two positions.
    """
    if is_run(source):
        return load_run_curve(source)
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
