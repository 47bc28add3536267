"""How far is the run, what does it do now, and how long will it still take?"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.probe import Plan
from engine.run_files import Row
from engine.wording import duration
from ui.charts.measure_curve import place_name
from ui.measure.held import OpenRun
from ui.measure.jobs import DONE, FAILED, PAUSED, READY, RUNNING, STOPPED
from ui.measure.lengths import which_length
from ui.measure.models import is_local, local_model
from ui.palette import Theme
from ui.text import as_html

WORDS = {
    READY: "ready",
    RUNNING: "asking",
    PAUSED: "paused",
    STOPPED: "stopped",
    DONE: "finished",
    FAILED: "halted by an error",
}
CONTROL = {
    "oracle": "controls first: the fact alone (oracle)",
    "closed_book": "controls first: the question without the text (closed book)",
}


def progress_line(run: OpenRun | None, colours: Theme, big: bool) -> None:
    """One line of words over one bar."""
    if run is None:
        words = '<span class="cp-muted">Nothing was asked yet.</span>'
        share = 0.0
    else:
        done, total = len(run.rows), run.job.total
        share = done / max(total, 1)
        words = (
            f"<span><b>{done:,} of {total:,} calls</b></span>"
            f"<span>{as_html(_doing(run))}</span>"
            f'<span class="cp-muted cp-right">{as_html(_who(run))}</span>'
        )
    st.html(
        f'<div class="cp-measure {"cp-big" if big else ""}"><div class="cp-words">{words}</div>'
        f'<div class="cp-bar" style="border-color:{colours.text}" role="progressbar" '
        f'aria-valuenow="{100 * share:.0f}" aria-valuemin="0" aria-valuemax="100" '
        f'aria-label="calls answered"><i style="width:{100 * share:.2f}%;'
        f'background:{colours.link}"></i></div></div>'
    )


def _who(run: OpenRun) -> str:
    settings = run.settings
    if run.recorded:
        return f"Recorded on {settings.started[:10]}: {settings.model}"
    return settings.model


def _doing(run: OpenRun) -> str:
    state, left = run.job.state, run.job.left
    if run.job.halting:
        return f"{WORDS[state]}: one answer is still under way"
    parts = [which_length(run), WORDS[state]]
    if state == RUNNING:
        parts = [
            which_length(run),
            _time_left(run.rows, left),
        ]
        if not run.recorded and is_local(run.settings):
            parts.append(sharing(local_model().runs))
        parts.append(doing_now(run.rows, run.plan))
    return " · ".join(filter(None, parts))


def _time_left(rows: Sequence[Row], left: float | None) -> str:
    if left is None:
        return "waiting for the first answer"
    # Controls are short: their pace says nothing of the questions behind them.
    return "" if rows and rows[-1].control else f"{duration(left)} left"


def sharing(runs: int) -> str:
    """That several runs ask the one model of this machine, if so.

    >>> sharing(1), sharing(2), sharing(4)
    ('', 'takes turns with another run', 'takes turns with 3 other runs')
    """
    if runs <= 1:
        return ""
    return f"takes turns with {'another run' if runs == 2 else f'{runs - 1} other runs'}"


def doing_now(rows: Sequence[Row], plan: Plan) -> str:
    """Which kind of question is being asked, by the last answer."""
    if not rows:
        return ""
    last = rows[-1]
    if last.control:
        asked = sum(row.control == last.control for row in rows)
        # Fewer than the settings say where several items make the same prompt.
        total = sum(key.control == last.control for key in plan.steps)
        return f"{CONTROL[last.control]} {asked} of {total}"
    return f"last: {place_name(last.position or 0.0)}, {'right' if last.correct else 'wrong'}"
