"""In what order do sections stand, and what does position cost?

- `orderings`: the orders by name; `pipeline`: what of a prompt may change places
- `curve`: accuracy by position as a value; `curves`: the shipped ones; `curve_files`,
  `figures`, `table`: how they are read; `fits`: a smooth curve for lengths in between
- `recall`: how often the facts are found in one order; `compare`: in every order; `effect`:
  whether position matters at all; `found`: in k documents, and how far off a guess is
- `own_curve`, `run_curve`, `effective`: a user's own curve, from a table or from a measurement;
  and own marks for the window
- `flattening`: why the middle sinks; `lengths`: what length and turns cost, apart from it
"""

from engine.placement.compare import (
    OrderEffect,
    OrderScore,
    compare_orders,
    order_effect,
    score_orders,
)
from engine.placement.curve import Point, PositionCurve
from engine.placement.curves import DEFAULT_CURVE, DEFAULT_OVERLAYS, find_curve, load_curves
from engine.placement.effect import PositionEffect, position_effect, sunk_to_closed_book
from engine.placement.effective import EffectiveWindow, effective_window, load_occupancy
from engine.placement.fits import Fit, load_fits
from engine.placement.flattening import Flattening, attention_flattening, gap_for_weight
from engine.placement.found import (
    Found,
    GuessErrors,
    guess_errors,
    measured_lengths,
    where_found,
)
from engine.placement.lengths import (
    LengthTable,
    MultiTurnTable,
    length_tables,
    multi_turn,
    nolima,
    nolima_hard,
    ruler,
)
from engine.placement.orderings import ORDERINGS, order_for_recall
from engine.placement.own_curve import load_own_curve
from engine.placement.pipeline import find_ordering, may_move, order_for_pipeline
from engine.placement.recall import (
    Recall,
    Span,
    expected_recall,
    lift,
    recall_of,
    spans_on_curve,
    weakest_recall,
)
from engine.placement.run_curve import curve_from_counts, curve_of_run

__all__ = [
    "DEFAULT_CURVE",
    "DEFAULT_OVERLAYS",
    "ORDERINGS",
    "EffectiveWindow",
    "Fit",
    "Flattening",
    "Found",
    "GuessErrors",
    "LengthTable",
    "MultiTurnTable",
    "OrderEffect",
    "OrderScore",
    "Point",
    "PositionCurve",
    "PositionEffect",
    "Recall",
    "Span",
    "attention_flattening",
    "compare_orders",
    "curve_from_counts",
    "curve_of_run",
    "effective_window",
    "expected_recall",
    "find_curve",
    "find_ordering",
    "gap_for_weight",
    "guess_errors",
    "length_tables",
    "lift",
    "load_curves",
    "load_fits",
    "load_occupancy",
    "load_own_curve",
    "may_move",
    "measured_lengths",
    "multi_turn",
    "nolima",
    "nolima_hard",
    "order_effect",
    "order_for_pipeline",
    "order_for_recall",
    "position_effect",
    "recall_of",
    "ruler",
    "score_orders",
    "spans_on_curve",
    "sunk_to_closed_book",
    "weakest_recall",
    "where_found",
]
