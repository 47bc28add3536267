"""What smooth curve goes through the measured points, for a number of documents in between?

    acc(i, k) = F + P·e^(−i/a) + R·e^(−(k − 1 − i)/b)

in document units: i of k documents stand before the one that is asked for. A floor F, what
the start adds (P, fading over a documents) and what the end adds (R, fading over b).
Fitted by least squares to Liu et al. (TACL 2024), tables 5 to 7, all lengths together; so it
says nothing below 10 or above 30 documents, and nothing about key-value data at all.

>>> fit = load_fits()[FITTED_MODEL]
>>> [round(100 * fit.accuracy(i, 20), 1) for i in (0, 4, 9, 14, 19)]
[74.7, 56.5, 53.1, 55.6, 62.7]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from engine.placement.curve import Point, PositionCurve
from engine.placement.figures import (
    baselines,
    model_name,
    read_figures,
    share,
    slug,
    source_of,
)

FILE = "fits_liu_pooled_lengths.csv"
FITTED_MODEL = "GPT-3.5-Turbo-16K-0613"
FEWEST, MOST = 10, 30
# The lengths it was fitted to; with fewer of them the two decays cannot be told apart.
POINTS_OF_THREE_LENGTHS = 15
QUESTIONS = 2655


@dataclass(frozen=True)
class Fit:
    """One model's parameters: F, P, R in 0..1, a and b in documents, and how far it misses.

    `rmse_points` and `worst_points` are the root mean square and the largest miss over the
    measured points, in percentage points.
    """

    model: str
    floor: float
    primacy: float
    recency: float
    a: float
    b: float
    rmse_points: float
    worst_points: float

    def accuracy(self, index: float, documents: int) -> float:
        """Accuracy in 0..1 of a fact in document `index` (from 0) of `documents` (10 to 30).

        Raises `ValueError` outside of what it was fitted to.
        """
        _check_length(documents)
        if not 0 <= index <= documents - 1:
            raise ValueError(f"index must lie from 0 to {documents - 1}; found {index!r}")
        start = self.primacy * math.exp(-index / self.a)
        end = self.recency * math.exp(-(documents - 1 - index) / self.b)
        return self.floor + start + end

    def curve(self, documents: int) -> PositionCurve:
        """The fit as a curve over a window cut into `documents` chunks of equal tokens.

        A prompt is no row of passages. It is cut into k chunks of total/k tokens, each as
        good as the document in its place; so the curve is level within a chunk, a step
        leads to the next, and the mean over a section is that of the chunks it covers.

        >>> curve = load_fits()[FITTED_MODEL].curve(10)
        >>> curve.kind, curve.at(0.01) == curve.at(0.09), curve.at(0.11) < curve.at(0.09)
        ('fitted', True, True)
        """
        _check_length(documents)
        source = source_of(FILE)
        known = baselines().get(self.model)
        points = []
        for index in range(documents):
            level = self.accuracy(index, documents)
            for edge in (index, index + 1):
                points.append(Point(edge / documents, level, QUESTIONS))
        return PositionCurve(
            id=f"{source.id}-{slug(self.model)}-{documents}",
            label=f"{self.model} · {documents} documents · fitted",
            source=source.source,
            status=source.status,
            kind="fitted",
            model=self.model,
            length=documents,
            year=source.year,
            closed_book=known.closed_book if known else None,
            oracle=known.oracle if known else None,
            note=f"{source.note} It misses the measured points by {self.rmse_points:.2f} "
            "points (root mean square).",
            points=tuple(points),
        )


def _check_length(documents: int) -> None:
    if not FEWEST <= documents <= MOST:
        raise ValueError(
            f"the fit holds for {FEWEST} to {MOST} documents; found {documents!r} documents"
        )


@cache
def load_fits() -> dict[str, Fit]:
    """The fits by model: those over all three lengths, in documents, with one floor."""
    columns = "model decay_unit floor_slope n_points f p r a b rmse_pts max_abs_resid".split()
    return {
        model_name(row.text("model")): Fit(
            model=model_name(row.text("model")),
            floor=share(row.number("f", 0, 100)),
            primacy=share(row.number("p", 0, 100)),
            recency=share(row.number("r", 0, 100)),
            a=row.number("a", 0.01),
            b=row.number("b", 0.01),
            rmse_points=row.number("rmse_pts", 0),
            worst_points=row.number("max_abs_resid", 0),
        )
        for row in read_figures(FILE, columns)
        if (row.text("decay_unit"), row.text("floor_slope")) == ("docs", "no")
        and row.whole("n_points") == POINTS_OF_THREE_LENGTHS
    }
