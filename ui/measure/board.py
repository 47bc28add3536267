"""What does one see of a run while it goes on: how far it is, the curve, and what it says?"""

from __future__ import annotations

import streamlit as st

from engine.models import ModelError
from engine.placement import PositionCurve
from ui.appearance import current_theme, presenting
from ui.charts.canvas import CHART_CONFIG
from ui.charts.measure_curve import measure_figure
from ui.measure.compare import chosen_overlays
from ui.measure.held import OpenRun
from ui.measure.jobs import RUNNING
from ui.measure.lengths import other_curve
from ui.measure.numbers_pane import numbers_pane
from ui.measure.progress_line import progress_line
from ui.measure.shown import catch_up_all, current
from ui.palette import Theme
from ui.text import as_html

EVERY = 0.8  # seconds between two looks at a run that goes on
NUMBERS, NUMBERS_BIG, GAP = 316, 420, 16
HEIGHT, HEIGHT_BIG = 452, 400
DRAWN = "measure_drawn"


def board(width: int) -> None:
    """The progress, the picture and the numbers; while the run goes on they redraw themselves."""
    run = current()
    state = run.job.state if run is not None else ""
    st.session_state[DRAWN] = _whole(run)
    moving = run is not None and (state == RUNNING or run.job.halting)

    # How often a fragment runs is fixed when it is defined, so it is defined at each run.
    @st.fragment(run_every=EVERY if moving else None, key="board")
    def look() -> None:
        now = current()
        if _whole(now) != st.session_state[DRAWN]:
            st.rerun()  # buttons, fields and downloads change with it
        catch_up_all()
        _draw(now, current_theme(), width, presenting())

    look()


def _whole(run: OpenRun | None) -> tuple[object, ...]:
    """What of a run is shown outside of its fragment."""
    return () if run is None else (run.name, run.job.state, run.job.halting)


def _draw(run: OpenRun | None, colours: Theme, width: int, big: bool) -> None:
    beside = NUMBERS_BIG if big else NUMBERS
    left = width - beside - GAP
    with st.container():
        progress_line(run, colours, big)
        if run is not None and run.job.error is not None:
            _error(run.job.error, colours)
    with st.container(horizontal=True, gap="small"):
        with st.container(width=left):
            st.plotly_chart(
                measure_figure(
                    run.counts() if run else {},
                    run.settings.positions if run else (0.0, 0.25, 0.5, 0.75, 1.0),
                    colours,
                    left,
                    source=source_of(run),
                    overlays=[*_other_length(run), *chosen_overlays(run)],
                    big=big,
                    height=HEIGHT_BIG if big else HEIGHT,
                ),
                theme=None,
                width=left,
                config={**CHART_CONFIG, **({"displayModeBar": False} if moving(run) else {})},
                key="measure",
            )
        with st.container(width="stretch"):
            numbers_pane(run, colours, big)


def _other_length(run: OpenRun | None) -> list[PositionCurve]:
    curve = other_curve(run)
    return [] if curve is None else [curve]


def _error(error: Exception, colours: Theme) -> None:
    """Why the run was halted; what was answered is kept, and Resume asks the rest."""
    zone = colours.zones["red"]
    words = getattr(error, "sentence", "") or str(error)
    if not isinstance(error, (ModelError, ValueError, OSError)):
        words = f"A fault of this program: {type(error).__name__}."
    st.html(
        f'<div class="cp-banner" role="alert" style="border-color:{zone.color};'
        f'background:{colours.panel}"><b style="color:{zone.color}">{zone.glyph} '
        f"The run was halted.</b><span>{as_html(words)} What was answered is kept; Resume asks "
        "the rest.</span></div>"
    )


def moving(run: OpenRun | None) -> bool:
    """Whether the picture changes by itself."""
    return run is not None and run.job.state == RUNNING


def source_of(run: OpenRun | None) -> str:
    """What stands under the picture: who was asked what, how often, and when."""
    if run is None:
        return ""
    settings = run.settings
    parts = [
        settings.label,
        "recorded" if run.recorded else "your own run",
        f"the same {settings.n} items at every position",
        "whiskers and band: 95 % Wilson",
    ]
    return ". ".join(filter(None, [" · ".join(parts), settings.note.rstrip(".")]))
