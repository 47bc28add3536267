"""How many questions does it take, and what could so many have shown?"""

from __future__ import annotations

import streamlit as st

from engine.probe.planner import items_for_difference, items_for_interval
from ui.measure.held import OpenRun
from ui.measure.setup import number
from ui.palette import Theme
from ui.text import as_html

HALF_WIDTHS = (20, 15, 10, 5)  # points
DIFFERENCES = (40, 30, 20, 15, 10, 5)  # points
KEYS = {"accuracy": "plan_accuracy", "discordant": "plan_discordant"}


def plan_view(run: OpenRun | None, colours: Theme, width: int, big: bool) -> None:
    """Questions for an interval of a given width, and for a difference of a given size."""
    n = run.settings.n if run is not None else number("measure_n")
    left, right = st.columns(2, gap="medium")
    with left:
        accuracy = st.slider("Accuracy that one expects, %", 5, 95, 50, 5, key=KEYS["accuracy"],
                             persist_state="session")  # fmt: skip
        rows = [
            (f"± {points} points", items_for_interval(points / 100, accuracy / 100))
            for points in HALF_WIDTHS
        ]
        st.html(_table("95 % interval (Wilson)", rows, n, colours, big))
    with right:
        discordant = st.slider("Items found at one place and not at the other, %", 10, 60, 30, 5,
                               key=KEYS["discordant"], persist_state="session")  # fmt: skip
        rows = [
            (f"{points} points", items_for_difference(points / 100, discordant / 100))
            for points in DIFFERENCES
            if points <= discordant
        ]
        st.html(_table("true difference, found in 4 runs of 5 (McNemar, 5 %)", rows, n, colours,
                       big))  # fmt: skip
    st.caption("Estimates. With both ends tested against the middle, Holm's correction asks for "
               "somewhat more.")  # fmt: skip


def _table(what: str, rows: list[tuple[str, int]], n: int, colours: Theme, big: bool) -> str:
    body = "".join(
        f"<tr><td>{as_html(name)}</td><td><b>{needed:,}</b></td>"
        f"<td>{'enough' if n >= needed else f'{needed - n:,} more'}</td></tr>"
        for name, needed in rows
    )
    return (
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-dense" '
        f'style="border-color:{colours.text}"><tr><th>{as_html(what)}</th>'
        f"<th>questions a position</th><th>with {n:,}</th></tr>{body}</table></div>"
    )
