"""What does each gate buy, and how far may one trust a score? Curves and what they sum up to."""

from __future__ import annotations

import math

import plotly.graph_objects as go
import streamlit as st

from ui.charts.route_curves import risk_coverage_figure
from ui.charts.route_histogram import histogram_figure
from ui.charts.route_reliability import reliability_figure
from ui.components.layered import STILL
from ui.palette import NOW, Theme
from ui.route.parts import choose_part
from ui.route.ranked import Ranked, ranked
from ui.route.shown import Shown
from ui.text import as_html

GAP = 16  # px between figures
LEAST, LEAST_BIG = 340, 460  # px of width of a figure that stands with two others
ALONE = 330  # px of width of a figure that stands with one other
HEIGHT = 280


def curves_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """Risk over coverage, scores by what is right, reliability; and four numbers explained."""
    with st.container(horizontal=True, vertical_alignment="center"):
        part = choose_part(shown)
        with st.spinner("Ranking the scores"):  # the first time in a server it takes a second
            rows = ranked(part.judged, shown.aim.share)
        left_out = len(part.queries) - len(rows.rows.top)
        st.html(f'<span class="cp-muted">{as_html(_left_out(shown, left_out))}</span>')
    wide = _figure_width(width, big)
    three = 3 * wide + 2 * GAP <= width
    with st.container(horizontal=True, gap="small", key="route_curves"):
        _show(_risk(shown, rows, colours, wide, big), "risk_curve", wide)
        _show(_histogram(shown, rows, colours, wide, big), "score_histogram", wide)
        _show(_reliability(rows, colours, wide, big), "reliability", wide)
        if not three:
            with st.container(width="stretch"):
                _numbers(rows, colours, big, narrow=True)
    if three:
        _numbers(rows, colours, big, narrow=False)


def _figure_width(width: int, big: bool) -> int:
    for count, least in ((3, LEAST_BIG if big else LEAST), (2, ALONE)):
        wide = (width - (count - 1) * GAP) // count
        if wide >= least:
            return wide
    return width


def _show(figure: go.Figure, key: str, width: int) -> None:
    st.plotly_chart(figure, theme=None, width=width, config=STILL, key=key)


def _risk(shown: Shown, rows: Ranked, colours: Theme, width: int, big: bool) -> go.Figure:
    now = rows.at(shown.gate)
    return risk_coverage_figure(rows.curves, colours, width, now=now, height=HEIGHT, big=big)


def _histogram(shown: Shown, rows: Ranked, colours: Theme, width: int, big: bool) -> go.Figure:
    r = rows.rows
    return histogram_figure(
        r.top, r.correct, r.in_scope, shown.gate.threshold, colours, width, height=HEIGHT, big=big
    )


def _reliability(rows: Ranked, colours: Theme, width: int, big: bool) -> go.Figure:
    bins = rows.reliability.bins
    return reliability_figure(
        [one.mean_score for one in bins],
        [one.accuracy for one in bins],
        [one.queries for one in bins],
        rows.reliability.error,
        colours,
        width,
        height=HEIGHT,
        big=big,
    )


def _left_out(shown: Shown, left_out: int) -> str:
    said = f"{NOW} the gate now, at {100 * shown.aim.share:.0f} % out of scope as declared. " if (
        shown.aim.share is not None
    ) else f"{NOW} the gate now. "  # fmt: skip
    if left_out:
        said += f"{left_out:,} collisions and queries that a rule answered are left out."
    return said


def _numbers(rows: Ranked, colours: Theme, big: bool, narrow: bool) -> None:
    """The figures' sums, by top score and by gap, each with what it means."""
    r = rows.ranking
    lines = (
        (
            "AUROC, right",
            r.right_by_top,
            r.right_by_gap,
            "how often a query whose best intent is right outranks one that fails; 0.5 is chance",
        ),
        (
            "AUROC, in scope",
            r.in_scope_by_top,
            r.in_scope_by_gap,
            "how often a query in scope outranks one out of scope; 0.5 is chance",
        ),
        (
            "AUGRC",
            *rows.augrc,
            "wrong routes of all queries, on average over all settings of this gate alone; "
            "0 is best (Traub et al. 2024)",
        ),
        (
            "ECE",
            rows.reliability.error,
            math.nan,
            "how far a score lies from the share that is right: scores are not probabilities "
            "(Naeini et al. 2015)",
        ),
    )
    # Beside a figure there is no room for a fourth column: the words stand below the numbers.
    says, over = ("", '</tr><tr><td class="cp-says" colspan="3">') if narrow else (
        '<th class="cp-says">what it says</th>', '<td class="cp-says">'
    )  # fmt: skip
    body = "".join(
        f'<tr class="{"cp-over" if narrow else ""}"><td>{name}</td><td>{_number(top)}</td>'
        f"<td>{_number(gap)}</td>{over}{as_html(words)}</td></tr>"
        for name, top, gap, words in lines
    )
    st.html(
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table cp-dense cp-summary" '
        f'style="border-color:{colours.text}"><tr><th>n = {len(rows.rows.top):,}</th>'
        f"<th>top score</th><th>gap</th>{says}</tr>{body}"
        "</table></div>"
    )


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}"
