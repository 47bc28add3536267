"""Do the start and the end of the prompt differ from its middle, on the same items?

>>> from engine.run_files import Row
>>> found = {0.0: range(40), 0.5: range(24), 1.0: range(39)}  # which of 40 items, where
>>> rows = [Row(item, x, item in found[x], "") for item in range(40) for x in found]
>>> start, end = compare(rows)
>>> start.only_edge, start.only_middle, f"{start.p:.1e}", f"{start.corrected:.1e}"
(16, 0, '3.1e-05', '6.1e-05')
>>> start.sign, end.sign, round(end.difference, 3)
(1, 1, 0.375)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.placement.run_curve import nearest_to_middle
from engine.probe.planner import LEVEL, detectable_difference
from engine.run_files import Row, counts, differing
from engine.statistics import holm, mcnemar_exact

TESTS = 2  # start and end, each against the middle

# A smaller gap than ten points is not called missed: no run of a few hundred items shows it.
WORTH_FINDING = 0.10


@dataclass(frozen=True)
class Comparison:
    """One end of the prompt against its middle, over the n items asked at both.

    `edge` is "start" or "end", at `x`; `middle` is the inner position nearest to one half.
    `only_edge` items were found there and not in the middle, `only_middle` the other way round.
    `p` is McNemar's exact test, `corrected` the same by Holm for there being two of them.
    """

    edge: str
    x: float
    middle: float
    only_edge: int
    only_middle: int
    n: int
    p: float
    corrected: float

    @property
    def difference(self) -> float:
        """Accuracy at the edge less accuracy in the middle, −1..1."""
        return (self.only_edge - self.only_middle) / self.n if self.n else 0.0

    @property
    def sign(self) -> int:
        """1 where the edge is found more often, −1 less often, 0 where no difference was found."""
        if self.corrected >= LEVEL:
            return 0
        return 1 if self.only_edge > self.only_middle else -1

    @property
    def detectable(self) -> float | None:
        """The smallest true gap that n items would have shown in four runs of five; an estimate.

        At the level that the first of two tests by Holm has to meet. The share of items that
        differ is taken from the run, with one more of each kind added, as none out of a few is
        no zero. None where so few items show nothing.
        """
        discordant = (self.only_edge + self.only_middle + 1) / (self.n + 2)
        return detectable_difference(self.n, discordant, level=LEVEL / TESTS)

    @property
    def underpowered(self) -> bool:
        """Whether no difference was found where one might well have been missed.

        The gap that could have been found is larger than the one observed, and than ten points.
        """
        if self.sign:
            return False
        least = max(abs(self.difference), WORTH_FINDING)
        return self.detectable is None or self.detectable > least


def compare(rows: Collection[Row]) -> tuple[Comparison, ...]:
    """Start against middle and end against middle; empty with fewer than three positions.

    Which position is the middle is settled before anything is asked: the inner one nearest to
    one half, not the lowest. Items asked at one of the two only do not count.
    """
    positions = list(counts(rows))
    if len(positions) < 3:
        return ()
    middle = nearest_to_middle(positions)
    edges = {"start": positions[0], "end": positions[-1]}
    tables = [differing(rows, x, middle) for x in edges.values()]
    p_values = [mcnemar_exact(only_edge, only_middle) for only_edge, only_middle, _ in tables]
    return tuple(
        Comparison(edge, x, middle, *table, p, corrected)
        for (edge, x), table, p, corrected in zip(
            edges.items(), tables, p_values, holm(p_values), strict=True
        )
    )
