"""How does one bring a query log or a router of one's own, and what was left out of it?"""

from __future__ import annotations

import streamlit as st

from engine.errors import QueryFileError
from engine.routing.query_files import TITLES as FORMATS
from engine.routing.query_files import LoadedQueries, load_queries
from ui import state
from ui.palette import Theme
from ui.route.shown import Shown
from ui.text import as_html

ROUND = "query_file_round"
REPORT = "query_report"
FIRST_SHOWN = 2  # rows that are named in the line itself


def open_pane(shown: Shown) -> None:
    """A popover with the upload, beside the choice of set."""
    round_ = st.session_state.get(ROUND, 0)
    with st.popover("Open", key=f"open_queries_{round_}"):
        st.write(
            "Your own labelled queries: CSV or JSONL with **query** and **intent** (empty or oos: "
            "out of scope; two joined by | : a collision), and **split** (train, tune, test) if "
            f"you have one. Also read: {', '.join(FORMATS.values())}."
        )
        upload = st.file_uploader("A file of queries", key=f"query_file_{round_}")
        if upload is not None:
            take(upload.name, upload.getvalue())
            st.session_state[ROUND] = round_ + 1
            st.rerun()


def take(name: str, data: bytes) -> None:
    """Open a file of queries, or say what is wrong with it and keep what is open."""
    bar = st.progress(0.0, f"Reading {name}")
    try:
        loaded = load_queries(data, name, on_progress=lambda share: bar.progress(min(share, 1.0)))
    except QueryFileError as error:
        state.refuse(f"{name} was not read.", str(error))
        return
    finally:
        bar.empty()
    if not loaded.queries.queries and not loaded.queries.intents:
        state.refuse(f"{name} holds no queries.", "")
        return
    state.change_queries(loaded.queries)
    st.session_state[REPORT] = (loaded.queries.name, loaded)


def report_of(shown: Shown) -> LoadedQueries | None:
    """What was noticed while reading the set that is open."""
    name, loaded = st.session_state.get(REPORT, (None, None))
    return loaded if name == shown.queries.name and state.session().queries is not None else None


def report_line(shown: Shown, colours: Theme) -> None:
    """One line on the rows that were left out, and all of them behind a button."""
    loaded = report_of(shown)
    notes = list(loaded.notes) if loaded else []
    if shown.split.moved and state.session().queries is not None:
        notes.append(
            f"{shown.split.moved:,} queries were made examples of their intents; the others "
            "tune and test, half each."
        )
    problems = loaded.problems if loaded else ()
    if not problems and not notes:
        return
    first = " · ".join(map(str, problems[:FIRST_SHOWN])) or notes[0]
    left_out = f"{len(problems):,} of {loaded.total_rows:,} rows left out." if loaded else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="cp-banner" style="border-color:{colours.zones["amber"].color}">'
            f"<span><b>{left_out if problems else ''}</b> {as_html(first)}</span></div>",
            width="stretch",
        )
        with st.popover("Show rows" if problems else "Show notes"):
            for note in notes:
                st.text(note)
            st.dataframe(
                {
                    "line": [problem.line for problem in problems],
                    "field": [problem.field or "" for problem in problems],
                    "reason": [problem.reason for problem in problems],
                },
                hide_index=True,
            )
