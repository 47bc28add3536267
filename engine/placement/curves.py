"""Which curves are shipped, and which are shown first?

>>> curve = find_curve(DEFAULT_CURVE)
>>> curve.label, curve.n, curve.status
('GPT-3.5-Turbo-0613 · 20 documents · 2023', 2655, 'exact')
>>> [(curve.position(x), accuracy) for x, accuracy, _ in curve.points]
[(1, 0.758), (5, 0.572), (10, 0.538), (15, 0.554), (20, 0.632)]
>>> curve.closed_book, curve.oracle
(0.561, 0.883)
"""

from __future__ import annotations

import re
from functools import cache

from engine.placement.curve import PositionCurve
from engine.placement.curve_files import LAYOUTS, curves_by_row, gemma2, smollm2
from engine.placement.figures import slug
from engine.placement.fits import FEWEST, FITTED_MODEL, MOST, load_fits

# A 2023 model that shows the U clearly; beside it a 2026 measurement that shows it over a
# long input, and one in which position has no effect that could be detected.
DEFAULT_CURVE = "liu-docs-gpt-3.5-turbo-0613-20"
DEFAULT_OVERLAYS = (
    "replication-docs-gemini-2.5-flash-500",
    "replication-docs-claude-sonnet-4.6-30",
)

FITTED_LENGTHS = (10, 15, 20, 25, 30)


@cache
def load_curves() -> tuple[PositionCurve, ...]:
    """All shipped curves, documents first, then pairs, then shares; fitted ones at the end.

    Raises `PlacementError` with file, line and field where a file was damaged.

    >>> sorted({curve.family for curve in load_curves()})
    ['documents', 'pairs', 'share']
    """
    fit = load_fits()[FITTED_MODEL]
    return (
        *(curve for layout in LAYOUTS for curve in curves_by_row(layout)),
        smollm2(),
        *gemma2(),
        *(fit.curve(length) for length in FITTED_LENGTHS),
    )


def find_curve(id: str) -> PositionCurve:
    """The shipped curve with this id; a fitted one at any number of documents it holds for.

    Raises `ValueError` for an id that no curve has.

    >>> find_curve("fit-gpt-3.5-turbo-16k-0613-17").label
    'GPT-3.5-Turbo-16K-0613 · 17 documents · fitted'
    """
    for curve in load_curves():
        if curve.id == id:
            return curve
    fit = load_fits()[FITTED_MODEL]
    fitted = re.fullmatch(rf"fit-{re.escape(slug(fit.model))}-(\d\d)", id)
    if fitted and FEWEST <= int(fitted[1]) <= MOST:
        return fit.curve(int(fitted[1]))
    raise ValueError(f"no curve has the id {id!r}; one of them is {DEFAULT_CURVE!r}")
