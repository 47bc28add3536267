"""How does one bring a query log or a router of one's own, and what was left out of it?"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.decoding import text_of_bytes
from engine.errors import FileError, QueryFileError, RouterConfigError
from engine.routing import QuerySet
from engine.routing.exports import is_config, load_config
from engine.routing.query_files import TITLES as FORMATS
from engine.routing.query_files import RowProblem, load_queries
from engine.routing.scorers import available_scorers
from ui import state
from ui.palette import Theme
from ui.route.opened import Opened, judged_by, made_of, routed_by
from ui.route.shown import Shown
from ui.text import as_html

ROUND = "query_file_round"
REPORT = "query_report"
FIRST_SHOWN = 2  # rows that are named in the line itself
MOST_LETTERS = 90  # of each of them
MOST_ROWS = 1000  # in the table behind the button
HEAD_PX, ROW_PX, MOST_PX = 38, 35, 300  # of that table

NOT_INSTALLED = "is not installed here (make extras brings it)"
MAKE, JUDGE = "make a router of this file", "judge the router I have"


def open_pane(shown: Shown) -> None:
    """A popover with the upload, beside the choice of set."""
    round_ = st.session_state.get(ROUND, 0)
    # A new key once a file was opened: the popover comes back closed, with fresh fields.
    with st.popover("Open", key=f"open_queries_{round_}"):
        st.write(
            "Labelled queries: CSV or JSONL with **query** and **intent** (empty or oos: out of "
            "scope; two joined by | : a collision), and **split** (train, tune, test) if you "
            f"have one. Also BANKING77, {', '.join(list(FORMATS.values())[2:])}; or a router "
            "that was exported here, in any of its formats."
        )
        use = MAKE
        if shown.queries.intents:
            use = st.segmented_control(
                "Use the queries to",
                [MAKE, JUDGE],
                default=MAKE,
                required=True,
                key=f"query_use_{round_}",
                help=f"**{JUDGE}** keeps its intents and rules.",
            )
        judge = use == JUDGE
        upload = st.file_uploader(
            "A file, up to 20 MB",
            key=f"query_file_{round_}",
            help="It is read on this machine and sent nowhere.",
        )
        pasted = st.text_area("Or paste it here", key=f"query_text_{round_}", height=96)
        wants_pasted = st.button("Open what was pasted", key=f"query_paste_{round_}")
        if upload is not None:
            _take(upload.name, upload.getvalue(), shown.queries, judge)
        elif wants_pasted:
            _take("Pasted", pasted.encode("utf-8", "replace"), shown.queries, judge)


def _take(name: str, data: bytes, now: QuerySet, judge: bool) -> None:
    """Open it, or say what is wrong with it and keep what is open."""
    try:
        text = text_of_bytes(data, QueryFileError)
        if is_config(text):
            _take_router(name, text, now)
        else:
            _take_queries(name, text, now, judge)
    except (FileError, RouterConfigError) as error:
        state.refuse(f"{name} was not read.", str(error))
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1
    st.rerun()


def _take_queries(name: str, text: str, now: QuerySet, judge: bool) -> None:
    bar = st.progress(0.0, f"Reading {len(text) / 1e6:.1f} MB")
    loaded = load_queries(text, name, on_progress=lambda share: bar.progress(min(share, 1.0)))
    bar.progress(1.0, "Placing the queries in splits")
    opened = judged_by(now, loaded) if judge else made_of(loaded)
    bar.empty()
    state.change_queries(opened.queries)
    st.session_state[REPORT] = opened


def _take_router(name: str, text: str, now: QuerySet) -> None:
    config = load_config(text)
    if config.scorer not in available_scorers():
        raise RouterConfigError(f"scorer: {config.scorer} {NOT_INSTALLED}")
    queries, words = routed_by(now, config)
    gate = {"threshold": config.threshold, "margin": config.margin}
    share = config.out_of_scope_share
    declared = {} if share is None else {"declared": share}
    try:
        state.change_queries(
            queries, scorer=config.scorer, aggregate=config.aggregate, **gate, **declared
        )
    except ValueError as error:  # a gate that no field here can show
        raise RouterConfigError(str(error)) from None
    state.tell(f"{name} was opened", words)


def report_of(shown: Shown) -> Opened | None:
    """What was noticed while reading the set that is open."""
    opened: Opened | None = st.session_state.get(REPORT)
    own = state.session().queries is not None
    return opened if own and opened and opened.queries.name == shown.queries.name else None


def report_line(shown: Shown, colours: Theme) -> None:
    """One line on the rows that were left out, and all of them behind a button."""
    opened = report_of(shown) or Opened(shown.queries)
    problems, notes = opened.problems, opened.notes
    wanted = state.session().scenario.routing.scorer
    if wanted != shown.routing.scorer:
        notes = (f"{wanted} {NOT_INSTALLED}: {shown.routing.scorer} scores instead.", *notes)
    if not (problems or notes):
        return
    rows = [_short(str(problem)) for problem in problems[:FIRST_SHOWN]]
    first = " · ".join([*rows, *(_short(note) for note in notes[:FIRST_SHOWN])])
    left_out = f"{len(problems):,} of {opened.total_rows:,} rows left out." if problems else ""
    edge = colours.zones["amber"].color if problems else colours.primary
    with st.container(horizontal=True, vertical_alignment="center", key="report_line"):
        st.html(
            f'<div class="cp-banner cp-notice" style="border-color:{edge}">'
            f"<span><b>{left_out}</b> {as_html(first)}</span></div>",
            width="stretch",
        )
        with st.popover("Show rows" if problems else "Show notes", key="query_report"):
            for note in notes:
                st.text(note)
            if problems:
                height = min(HEAD_PX + ROW_PX * len(problems), MOST_PX)
                st.dataframe(_table(problems), hide_index=True, height=height)
                _all_of_them(problems)


def _all_of_them(problems: Sequence[RowProblem]) -> None:
    if len(problems) > MOST_ROWS:
        st.text(f"The first {MOST_ROWS:,} of {len(problems):,}; the file has them all.")
    st.download_button(
        "Rows left out (CSV)",
        partial(_problems_csv, problems),
        file_name="rows-left-out.csv",
        on_click="ignore",
        key="query_problems",
    )


def _table(problems: Sequence[RowProblem]) -> dict[str, list[object]]:
    shown = problems[:MOST_ROWS]
    return {
        "line": [problem.line for problem in shown],
        "field": [problem.field for problem in shown],
        "reason": [problem.reason for problem in shown],
    }


def _problems_csv(problems: Sequence[RowProblem]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("line", "field", "reason"))
    writer.writerows((problem.line, problem.field, problem.reason) for problem in problems)
    return out.getvalue()


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
