"""Before you look: where in k documents do you expect a fact to be found?"""

from __future__ import annotations

import streamlit as st

from engine.placement import PositionCurve, guess_errors, sunk_to_closed_book
from ui.charts.canvas import CHART_CONFIG
from ui.charts.placement_predict import predict_figure
from ui.palette import Theme
from ui.placement.shown import chosen_overlays

START = 65


def predict_pane(curve: PositionCurve, colours: Theme, left: int, big: bool) -> None:
    """Sliders beside an empty axis; after Reveal the measured curve on the same axis."""
    revealed = bool(st.session_state.get("revealed") == curve.id)
    keys = [f"guess_{curve.id}_{number}" for number in range(len(curve.points))]
    guesses = [int(st.session_state.get(key, START)) for key in keys]
    with st.container(horizontal=True, gap="small"):
        with st.container(width=left):
            st.plotly_chart(
                predict_figure(
                    curve, [guess / 100 for guess in guesses], revealed, colours, left, big
                ),
                theme=None,
                width=left,
                config=CHART_CONFIG,
                key="predict_figure",
            )
        with st.container(width="stretch"):
            if revealed:
                _errors(curve, guesses, colours)
            else:
                _sliders(curve, keys)


def _place(curve: PositionCurve, number: int) -> str:
    point = curve.points[number]
    if curve.length is None:
        return f"{point.x:.0%} of the input"
    return f"document {curve.position(point.x)} of {curve.length}"


def _short_place(curve: PositionCurve, number: int) -> str:
    """The place under a heading that says what is counted."""
    x = curve.points[number].x
    return f"{x:.0%}" if curve.length is None else str(curve.position(x))


def _sliders(curve: PositionCurve, keys: list[str]) -> None:
    st.write("**Your guess.** How often is the answer right when the one right document stands at…")
    for number, key in enumerate(keys):
        st.session_state.setdefault(key, START)
        st.slider(f"{_place(curve, number)}, %", 0, 100, key=key, persist_state="session")
    st.button(
        "Reveal the measured curve",
        type="primary",
        width="stretch",
        on_click=st.session_state.update,
        args=({"revealed": curve.id},),
    )


def _errors(curve: PositionCurve, guesses: list[int], colours: Theme) -> None:
    errors = guess_errors(curve, [guess / 100 for guess in guesses])
    n = curve.n
    st.write("**Your guess against " + (f"{n:,} questions a point**" if n else "the figure**"))
    rows = "".join(
        f"<tr><td>{_short_place(curve, number)}</td><td>{100 * row.guess:.0f}</td>"
        f"<td><b>{100 * row.point.accuracy:.1f}</b></td>"
        f"<td><b>{row.off_points:+.1f}</b></td></tr>".replace("-", "−")
        for number, row in enumerate(errors.rows)
    )
    st.html(
        f'<table class="cp-table" style="border-color:{colours.text}">'
        f"<tr><th>{'fact at' if curve.length is None else 'document'}</th>"
        f"<th>guess, %</th><th>measured, %</th><th>off by, points</th></tr>{rows}</table>"
        f'<p class="cp-words"><span class="cp-percent">{errors.mean_points:.1f}</span>'
        "<span>points off on average</span></p>"
    )
    st.write(_lesson(curve))
    with st.container(horizontal=True):
        st.button(
            "See your own prompt on it",
            type="primary",
            on_click=st.session_state.update,
            args=({"predict": False},),
        )
        st.button(
            "Guess again",
            on_click=st.session_state.update,
            args=({"revealed": None},),
        )


def _lesson(curve: PositionCurve) -> str:
    sunk = sunk_to_closed_book(curve)
    words = ""
    if sunk and curve.closed_book is not None and curve.length is not None:
        first, last = curve.position(sunk[0].x), curve.position(sunk[-1].x)
        where = f"At document {first}" if first == last else f"From document {first} to {last}"
        words = (
            f"{where} this model did about as well as with **no passages at all** "
            f"({100 * curve.closed_book:.1f} %). "
        )
    year = f"Measured in {curve.year}. " if curve.year else ""
    overlays = "the overlays show some" if chosen_overlays() else "lay some over it"
    return f"{words}{year}Other models bend less, or not at all: on your own prompt {overlays}."
