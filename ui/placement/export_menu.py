"""What leaves the Placement page: the scores of all orders, and the curves with sources."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.placement import PositionCurve
from ui import state
from ui.cached import ledger_of
from ui.newest import Newest, newest
from ui.placement.shown import chosen_curve, chosen_overlays, orders_of
from ui.saving import file_name, saved


def export_menu() -> None:
    """Downloads, each made when it is clicked, of what is open then."""
    curve, now = chosen_curve(state.session().scenario), newest()
    curves = (curve, *chosen_overlays())
    for label, ending, make in (
        ("Scores of all orders (CSV)", "orders.csv", partial(orders_csv, now, curve)),
        ("Curves shown (CSV)", "curves.csv", partial(curves_csv, curves)),
        ("Scenario (JSON)", "json", partial(saved, now)),
    ):
        st.download_button(
            label,
            make,
            file_name=file_name(ending),
            on_click="ignore",
            width="stretch",
            key=f"export_placement_{ending}",
        )
    st.caption("Figures: the camera at their upper right corner saves SVG, the source in it.")


def orders_csv(now: Newest, curve: PositionCurve) -> str:
    """Every order's expected recall, weakest fact and lift, with the curve's source.

    The scores are read off between the points of the curve: its n and status are its own.
    """
    header = ["order", "expected_recall", "weakest", "weakest_section", "lift", "kind"]
    about = [name if name == "curve" else f"curve_{name}" for name in ABOUT]
    sent = ledger_of(now.scenario).overflow is None
    rows = [
        [
            score.name,
            round(score.recall.expected, 4),
            round(score.recall.weakest, 4),
            score.recall.weakest_name,
            "" if score.recall.lift is None else round(score.recall.lift, 4),
            "interpolated",
            *_about(curve),
        ]
        for score in (orders_of(now.scenario, curve) if sent else ())
    ]
    return _csv([[*header, *about], *rows])


def curves_csv(curves: Sequence[PositionCurve]) -> str:
    """The points of the curves that are shown, each with its source, n and status."""
    rows = [
        [round(point.x, 4), point.accuracy, *_about(curve)]
        for curve in curves
        for point in curve.points
    ]
    return _csv([["x", "accuracy", *ABOUT], *rows])


ABOUT = ("curve", "n", "status", "kind", "source")


def _about(curve: PositionCurve) -> list[object]:
    return [curve.label, curve.n, curve.status, curve.kind, curve.source]


def _csv(rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
