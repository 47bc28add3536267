"""What was answered to each question? One is opened: its prompt with the fact lit, its answer."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.run_files import Row
from ui.charts.measure_curve import place_name
from ui.measure.held import OpenRun
from ui.measure.prompt import expected_of, fact_of, lit
from ui.palette import Theme
from ui.text import as_html

HEIGHT = 420
MOST_ROWS = 1_000
LIST = 0.5  # of the width
FILTERS = ("all", "wrong", "right", "controls")
CONTROLS = {"oracle": "oracle", "closed_book": "closed book"}
MARKS = {True: "● right", False: "✕ wrong"}


def items_view(run: OpenRun | None, colours: Theme, width: int, big: bool) -> None:
    """The answers as a table, and one of them in full."""
    if run is None or not run.rows:
        st.write("No question was answered yet.")
        return
    chosen = st.segmented_control("Answers", FILTERS, default="all", required=True,
                                  key="items_filter", persist_state="session")  # fmt: skip
    rows = filtered(run.rows, str(chosen))
    if len(rows) > MOST_ROWS:
        st.caption(f"The last {MOST_ROWS:,} of {len(rows):,}; all are in the export.")
        rows = rows[-MOST_ROWS:]
    with st.container(horizontal=True, gap="small"):
        with st.container(width=round(width * LIST)):
            picked = st.dataframe(
                [_line(run, number, row) for number, row in rows],
                hide_index=True,
                height=HEIGHT,
                width="stretch",
                on_select="rerun",
                selection_mode="single-row",
                # Rows of another run or choice are others: what was selected is so no longer.
                key=f"items_{run.name}_{chosen}",
                column_config={"seconds": st.column_config.NumberColumn(format="%.2f")},
            )
        with st.container(width="stretch"):
            selected = [at for at in picked.selection.rows if at < len(rows)]
            if not rows:
                st.write("There are none.")
            elif selected:
                _opened(run, rows[selected[0]], colours, big)
            else:
                # What one would look at first: where the model missed the fact.
                missed = (pair for pair in rows if not (pair[1].correct or pair[1].control))
                _opened(run, next(missed, rows[-1]), colours, big)


def filtered(rows: Sequence[Row], which: str) -> list[tuple[int, Row]]:
    """The rows of one choice with their numbers, from 1."""
    numbered = list(enumerate(rows, 1))
    if which == "controls":
        return [pair for pair in numbered if pair[1].control]
    if which == "all":
        return numbered
    return [
        (n, row) for n, row in numbered if not row.control and row.correct == (which == "right")
    ]


def place_of(row: Row) -> str:
    """Where the fact stood, or which control it was."""
    return CONTROLS.get(row.control) or place_name(row.position or 0.0)


def _line(run: OpenRun, number: int, row: Row) -> dict[str, object]:
    return {
        "#": number,
        "fact at": place_of(row),
        "result": MARKS[row.correct],
        "expected": expected_of(run.plan, row),
        "answer": row.answer,
        "tokens": row.tokens,
        "seconds": row.seconds,
        "ended": row.finish_reason,
    }


def _opened(run: OpenRun, numbered: tuple[int, Row], colours: Theme, big: bool) -> None:
    number, row = numbered
    zone = colours.zones["green" if row.correct else "red"]
    where = "" if row.index is None else f", place {row.index + 1} of {run.settings.length}"
    pointed = ""
    if row.named is not None and row.named != row.index:
        pointed = f" It names the value at place {row.named + 1}."
    st.html(
        f'<div class="cp-query {"cp-big" if big else ""}" style="border-color:{zone.color}">'
        f"<b>Call {number:,}</b>, fact at {as_html(place_of(row))}{where}: "
        f'<b style="color:{zone.color}">{MARKS[row.correct]}</b>. '
        f"Expected <b>{as_html(expected_of(run.plan, row))}</b>.{pointed}</div>"
    )
    fact = fact_of(run.plan, row)
    parts = [
        f"<b>{as_html(message['role'])}</b>\n{lit(message['content'], fact)}"
        for message in run.plan.messages(row.key)
    ]
    parts.append(f"<b>answer</b>\n{as_html(row.answer) or '(nothing)'}")
    style = f"background:{colours.panel}"
    body = "".join(f'<pre style="{style}">{part}</pre>' for part in parts)
    st.html(f'<div class="cp-prompt {"cp-big" if big else ""}" tabindex="0">{body}</div>')
