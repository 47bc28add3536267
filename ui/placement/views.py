"""What else is known about position: where a fact is found, all curves, length, attention, marks?

Each view is one function of the Placement page's lower part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial

import plotly.graph_objects as go
import streamlit as st

from engine import Scenario
from engine.errors import PlacementError
from engine.placement import (
    Found,
    PositionCurve,
    attention_flattening,
    effective_window,
    length_tables,
    load_curves,
    load_occupancy,
    measured_lengths,
    multi_turn,
    position_effect,
    where_found,
)
from engine.placement.effective import DROP
from engine.scenario.edits import set_zones
from ui import state
from ui.charts.canvas import CHART_CONFIG
from ui.charts.placement_all import curves_figure
from ui.charts.placement_flattening import flattening_figure
from ui.charts.placement_found import found_figure
from ui.charts.placement_lengths import length_figure, multi_turn_figure
from ui.charts.placement_watermarks import effective_figure
from ui.palette import Theme
from ui.placement.controls import curves_by_position
from ui.placement.shown import DEFAULT_VIEW_CURVES, OWN, curve_by_id

DETECTABLE = {True: "detectable", False: "none detectable", None: "cannot be told"}
# A file of figures is put into the box beside it, where it can be changed.
MOST_CHARACTERS = 100_000
EXAMPLE_OCCUPANCY = "occupancy,accuracy,n\n0.1,0.91,200\n0.3,0.90,200\n0.5,0.88,200\n0.7,0.79,200"


def show(figure: go.Figure, key: str, width: int) -> None:
    """A figure that is looked at, not clicked on, as wide as its labels were fitted to."""
    st.plotly_chart(figure, theme=None, width=width, config=CHART_CONFIG, key=key)


def found_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """One gold document moves through k documents, and the measured accuracy follows."""
    lengths = measured_lengths()
    controls = st.columns([1, 3], vertical_alignment="bottom")
    st.session_state.setdefault("found_length", 20 if 20 in lengths else lengths[0])
    length = controls[0].selectbox(
        "Documents", lengths, key="found_length", persist_state="session"
    )
    position = controls[1].slider(
        f"The one right document stands at position … of {length}",
        1,
        int(length),
        min(10, int(length)),
        key=f"found_at_{length}",
        persist_state="session",
    )
    found = where_found(position - 1, int(length))
    ids = [one.curve.id for one in found if one.curve.length == length]
    default = scenario.placement.curve if scenario.placement.curve in ids else ids[0]
    chosen = st.selectbox(
        "Model",
        ids,
        index=ids.index(default),
        key=f"found_curve_{length}",
        format_func=lambda name: next(o.curve.label for o in found if o.curve.id == name),
        persist_state="session",
    )
    one = next(one for one in found if one.curve.id == chosen)
    low_high = one.interval
    sure = (
        f", 95 % interval {100 * low_high[0]:.1f} to {100 * low_high[1]:.1f} %"
        if low_high
        else ", between measured points"
    )
    st.write(f"**{100 * one.accuracy:.1f} %** of the answers are right{sure}.")
    show(found_figure(one.curve, position - 1, colours, width, big), "found_figure", width)
    rows = [
        {
            "model": other.curve.label,
            "accuracy, %": round(100 * other.accuracy, 1),
            "95 % interval": _interval(other),
            "n": other.curve.n,
            "status": _status(other.curve),
            "measured here": "yes" if other.measured else "no: between points, or a fit",
            "source": other.curve.source,
        }
        for other in found
    ]
    with st.expander(f"All {len(rows)} models at position {position} of {length}"):
        st.dataframe(rows, hide_index=True, width="stretch")


def _interval(found: Found) -> str:
    if found.interval is None:
        return ""
    low, high = found.interval
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _status(curve: PositionCurve) -> str:
    return curve.status if curve.kind == "measured" else f"{curve.kind}, {curve.status}"


def curves_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """All models and lengths that are measured, and a fitted family for lengths in between."""
    st.session_state.setdefault("curves_chosen", list(DEFAULT_VIEW_CURVES))
    names = curves_by_position()
    chosen = st.multiselect(
        "Models and lengths",
        list(names),
        key="curves_chosen",
        format_func=names.__getitem__,
        persist_state="session",
    )
    curves = [curve_by_id(name) for name in chosen]
    for family in dict.fromkeys(curve.family for curve in curves):
        show(
            curves_figure([c for c in curves if c.family == family], colours, width, big),
            f"curves_{family}",
            width,
        )
    _effects(tuple(map(curve_by_id, names)))


def pairs_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """Key-value retrieval is another task, with curves of its own."""
    pairs = {curve.id: curve for curve in load_curves() if curve.family == "pairs"}
    st.write("One value is asked for among many pairs: no reading, only finding. Another task, so "
             "these curves are never laid under a prompt.")  # fmt: skip
    st.session_state.setdefault("pairs_chosen", list(pairs)[:4])
    chosen = st.multiselect(
        "Models and numbers of pairs",
        list(pairs),
        key="pairs_chosen",
        format_func=lambda name: pairs[name].label,
        persist_state="session",
    )
    curves = [pairs[name] for name in chosen]
    if curves:
        show(curves_figure(curves, colours, width, big), "pairs_figure", width)
    _effects(tuple(pairs.values()))


def _effects(curves: tuple[PositionCurve, ...]) -> None:
    """For which models position matters, with n, status and source of each curve."""
    rows, count = effect_table(curves), Counter(position_effect(c).detectable for c in curves)
    st.write(
        f"**For which models is it real?** Of {len(curves)} curves position has an effect that "
        f"can be told from chance on **{count[True]}**, none that could be detected on "
        f"**{count[False]}**" + (f"; of {count[None]} it cannot be told." if count[None] else ".")
    )
    st.dataframe(list(rows), hide_index=True, width="stretch", height=320)


@lru_cache(maxsize=8)
def effect_table(curves: tuple[PositionCurve, ...]) -> tuple[dict[str, object], ...]:
    """A row for each curve; start − middle is in points, of the values as they are shown."""
    return tuple(
        {
            "curve": curve.label,
            "start − middle, points": round(
                round(100 * curve.at(0), 1) - round(100 * curve.at(0.5), 1), 1
            ),
            "effect": DETECTABLE[position_effect(curve).detectable],
            "n a point": curve.n,
            "status": _status(curve),
            "how": position_effect(curve).how,
            "model": curve.model,
            "year": curve.year,
            "source": curve.source,
        }
        for curve in curves
    )


def length_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """What length alone costs, and what many turns cost: never multiplied into the U."""
    st.write("These figures come from other tasks. Length costs accuracy wherever the fact stands; "
             "no score of this page contains it.")  # fmt: skip
    tables = {table.name: table for table in length_tables()}
    turns = multi_turn()
    st.session_state.setdefault("length_table", next(iter(tables)))
    name = st.segmented_control(
        "Benchmark",
        [*tables, turns.name],
        required=True,
        key="length_table",
        persist_state="session",
    )
    if name in tables:
        show(length_figure(tables[name], colours, width, big=big), "length_figure", width)
    else:
        show(multi_turn_figure(turns, colours, width, big=big), "turns_figure", width)


def flattening_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """A model of one attention head: how its weight on the signal sinks among distractors."""
    controls = st.columns(2)
    gap = controls[0].slider(
        "Logit gap of the signal over each distractor", 0.0, 15.0, 5.0, 0.5, key="gap"
    )
    exponent = controls[1].slider("Distractors, as a power of ten", 0.0, 5.0, 2.0, 0.25, key="many")
    many = round(10**exponent)
    now = attention_flattening(many, gap)
    st.write(
        f"Among **{many:,}** distractors the signal gets **{100 * now.weight:.1f} %** of the "
        f"attention; the entropy is {now.entropy:.2f} of at most {now.most_entropy:.2f} nats."
    )
    show(flattening_figure(gap, colours, width, many, big=big), "flattening_figure", width)
    st.latex(r"w = \frac{e^{g}}{e^{g} + N} \qquad H(p) = -\sum_i p_i \log p_i")
    st.caption("Illustrative: the formula of one softmax, not a measurement of a model.")


def watermark_view(scenario: Scenario, colours: Theme, width: int, big: bool) -> None:
    """From accuracy by occupancy to the marks: where does it bend below a drop one accepts?"""
    left, right = st.columns([2, 1])
    right.file_uploader(
        "Or a CSV file, which is put in the box: occupancy and accuracy from 0 to 1, n questions",
        key="occupancy_file",
        on_change=_take_occupancy,
    )
    text = left.text_area(
        "Your measurements: CSV with occupancy, accuracy, n (an example is filled in)",
        EXAMPLE_OCCUPANCY,
        key="occupancy",
        height=230,
        persist_state="session",
    )
    drop = right.number_input(
        "Accepted drop, points", 1.0, 50.0, 100 * DROP, 1.0, key="drop", persist_state="session"
    )
    try:
        occupancy, accuracy, n = load_occupancy(text)
        window = effective_window(occupancy, accuracy, n, drop=drop / 100)
    except (PlacementError, ValueError) as error:
        st.error("The measurements were not read. What is wrong stands below.")
        st.text(str(error))
        return
    example = text.strip() == EXAMPLE_OCCUPANCY
    source = "An invented example, to be replaced by your own" if example else "Your measurements"
    st.write(window.statement)
    show(effective_figure(window, source, colours, width, big), "effective_figure", width)
    if window.amber is not None and window.red is not None:
        words = f"Set the marks: amber {100 * window.amber:g} %, red {100 * window.red:g} %"
        if st.button(words, type="primary"):
            state.attempt(partial(set_zones, amber=window.amber, red=window.red))
            st.rerun()  # the whole page, whose gauge shows the marks too


def _take_occupancy() -> None:
    upload = st.session_state["occupancy_file"]
    if upload is None:
        return
    text = upload.getvalue().decode("utf-8-sig", "replace")
    if len(text) > MOST_CHARACTERS:
        state.refuse(
            f"{upload.name} was not read.",
            f"At most {MOST_CHARACTERS:,} characters are; it has {len(text):,}.",
        )
    else:
        st.session_state["occupancy"] = text


VIEWS: dict[str, Callable[[Scenario, Theme, int, bool], None]] = {
    "Where is the fact found?": found_view,
    "All curves": curves_view,
    "Key-value": pairs_view,
    "Length": length_view,
    "Why the middle sinks": flattening_view,
    "Watermarks": watermark_view,
}

__all__ = ["OWN", "VIEWS"]
