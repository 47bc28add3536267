"""What leaves the Measure page: the run as its file, its answers as a table, its curve."""

from __future__ import annotations

import csv
import io

import streamlit as st

from engine.probe.export import run_csv
from engine.run_files import counts
from engine.statistics import wilson_interval
from ui.measure.held import OpenRun
from ui.measure.shown import current
from ui.saving import file_name


def export_menu() -> None:
    """Downloads, each made when it is clicked, of the run as it is then."""
    run = current()
    if run is None:
        st.write("A run can be taken along once it has begun.")
        return
    for label, ending, make in (
        ("Run (JSONL): opens here and on Placement", "run.jsonl", OpenRun.file),
        ("Answers (CSV)", "answers.csv", answers_csv),
        ("Curve (CSV): position, correct, total", "curve.csv", curve_csv),
    ):
        st.download_button(
            label,
            lambda make=make: make(run),
            file_name=file_name(ending, run.settings.label),
            on_click="ignore",
            width="stretch",
            key=f"export_measure_{ending}",
        )
    st.caption("Figures: the camera at their upper right corner saves SVG, the source in it.")


def answers_csv(run: OpenRun) -> str:
    """One line an answer; Placement reads it as the run's curve."""
    return run_csv(run.probe())


def curve_csv(run: OpenRun) -> str:
    """One line a position, as Placement reads it, with its interval and where it comes from."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["position", "correct", "total", "low_95", "high_95", "run"])
    for x, (right, asked) in counts(run.rows).items():
        low, high = wilson_interval(right, asked)
        table.writerow([x, right, asked, round(low, 4), round(high, 4), run.settings.label])
    return out.getvalue()
