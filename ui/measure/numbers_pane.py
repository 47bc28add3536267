"""What does the run say: start, middle and end with their intervals, tested, and controlled?"""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException

from engine.placement.run_curve import nearest_to_middle, share_of
from engine.probe.verdict import verdict
from engine.statistics import wilson_interval
from ui import state
from ui.charts.measure_curve import place_name
from ui.measure.held import OpenRun
from ui.measure.jobs import DONE, RUNNING
from ui.measure.shown import draw_all_again
from ui.palette import Theme
from ui.text import as_html

START = (
    "**Start** asks the same questions with the fact at the start, at the end and at places "
    "between; every answer moves the curve, and narrows its interval. First comes the fact alone: "
    "who does not find it there is not asked further. Then both ends are tested against the "
    "middle, on the same items."
)
CONTROLS = {"oracle": "oracle, the fact alone", "closed_book": "closed book, no text"}


def numbers_pane(run: OpenRun | None, colours: Theme, big: bool) -> None:
    """The three places, the verdict, the controls, and what to do with the curve."""
    if run is None:
        st.write(START)
        return
    st.html(_table(run, colours, big))
    if run.counts():
        st.html(_verdict(run, colours, big))
    _use(run)


def _table(run: OpenRun, colours: Theme, big: bool) -> str:
    counts, positions = run.counts(), list(run.settings.positions)
    middle = nearest_to_middle(positions) if len(positions) > 2 else None
    places = [("start", positions[0]), ("middle", middle), ("end", positions[-1])]
    rows = "".join(
        f"<tr><td>{name if name != 'middle' or x == 0.5 else place_name(x)}</td>"
        f"{_cells(*counts.get(x, (0, 0)))}</tr>"
        for name, x in places
        if x is not None
    )
    controls = "<br>".join(
        f"{as_html(words)}: <b>{_control(run, control)}</b>" for control, words in CONTROLS.items()
    )
    return (
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-three" '
        f'style="border-color:{colours.text}"><tr><th>fact at</th><th>right</th>'
        f'<th>95 % interval</th></tr>{rows}</table><div class="cp-note cp-muted">{controls}</div>'
        "</div>"
    )


def _verdict(run: OpenRun, colours: Theme, big: bool) -> str:
    """What the same items say at start, middle and end; what they could have missed, too."""
    said = verdict(run.probe())
    zone = "amber" if said.underpowered or not said.final else "green"
    details = "".join(f"<div>{as_html(words)}</div>" for words in said.details)
    return (
        f'<div class="{"cp-big" if big else ""}"><div class="cp-verdict" '
        f'style="border-color:{colours.zones[zone].color}">{as_html(said.sentence)}</div>'
        f'<div class="cp-details">{details}</div></div>'
    )


def _cells(right: int, asked: int) -> str:
    if not asked:
        return "<td>–</td><td>–</td>"
    low, high = wilson_interval(right, asked)
    return (
        f'<td class="cp-percent"><b>{100 * right / asked:.0f} %</b></td>'
        f"<td>{100 * low:.0f}–{100 * high:.0f} %<br>"
        f'<small class="cp-muted">{right} of {asked}</small></td>'
    )


def _control(run: OpenRun, control: str) -> str:
    share = share_of(run.rows, control)
    asked = sum(row.control == control for row in run.rows)
    return "–" if share is None else f"{100 * share:.0f} %, n {asked}"


def in_use(run: OpenRun) -> bool:
    """Whether the scenario is scored on the curve of this run, as it is now."""
    now = state.session()
    return (
        now.curve is not None
        and now.curve == run.curve()
        and (now.scenario.placement.own_curve == now.curve.label)
    )


def _use(run: OpenRun) -> None:
    curve, here = run.curve(), in_use(run)
    st.button(
        "In use on Placement" if here else "Use this curve",
        type="primary" if run.job.state == DONE and not here else "secondary",
        disabled=curve is None or here or run.job.state == RUNNING,
        on_click=_use_it,
        args=(run,),
        key="use_curve",
        help="The scenario is scored on it: the expected recall on Placement changes.",
    )
    if here:
        with suppress(StreamlitAPIException):  # a page run by itself knows no others
            st.page_link("pages/placement.py", label="Look at it on Placement")


def _use_it(run: OpenRun) -> None:
    curve = run.curve()
    if curve is None:
        return
    state.change_curve(curve)
    words = f"{curve.label}: the expected recall on Placement is read off it. Undo takes it back."
    draw_all_again()
    state.tell("The scenario is scored on this curve.", words, doubtful=run.job.state != DONE)
