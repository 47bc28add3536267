"""What leaves the Placement page: the scores of all orders, and the curves with sources."""

from __future__ import annotations

import csv
import io

import streamlit as st

from engine import dump_scenario
from ui import state
from ui.frame import file_name
from ui.placement.shown import chosen_curve, chosen_overlays, look


def export_menu() -> None:
    """Downloads, each made when it is clicked."""
    for label, ending, make in (
        ("Scores of all orders (CSV)", "orders.csv", orders_csv),
        ("Curves shown (CSV)", "curves.csv", curves_csv),
        ("Scenario (JSON)", "json", lambda: dump_scenario(state.session().scenario)),
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


def orders_csv() -> str:
    """Every order's expected recall, weakest fact and lift, with the curve's source."""
    scenario = state.session().scenario
    shown = look(scenario)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["order", "expected_recall", "weakest", "weakest_section", "lift",
                     "curve", "n", "status", "source"])  # fmt: skip
    for score in shown.scores if shown else ():
        recall, curve = score.recall, chosen_curve(scenario)
        lift = "" if recall.lift is None else round(recall.lift, 4)
        writer.writerow([score.name, round(recall.expected, 4), round(recall.weakest, 4),
                         recall.weakest_name, lift, curve.label, curve.n, curve.status,
                         curve.source])  # fmt: skip
    return out.getvalue()


def curves_csv() -> str:
    """The points of the curves that are shown, each with its source, n and status."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["curve", "x", "accuracy", "n", "status", "kind", "source"])
    for curve in (chosen_curve(state.session().scenario), *chosen_overlays()):
        for point in curve.points:
            writer.writerow([curve.label, round(point.x, 4), point.accuracy, point.n,
                             curve.status, curve.kind, curve.source])  # fmt: skip
    return out.getvalue()
