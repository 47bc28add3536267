"""Which turns stand around the place in a run, and what has become of each?

turn_list(rows, at=21, palette=theme, key="turns", on_seek=seek, height=660)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import streamlit as st

from ui.charts.literal import one_line
from ui.components.assets import colours, join_files
from ui.components.outbox import inbox, unseen_numbers
from ui.palette import Theme

BIG = 1.35
MOST_CHARACTERS = 180  # of a text: two lines show no more

_mount = st.components.v2.component(
    "context_playground_turn_list",
    css=join_files("list.css", "turn_list.css"),
    js=join_files("dom.js", "outbox.js", "turn_list.js"),
)


@dataclass(frozen=True)
class TurnRow:
    """One turn in the list: its number, who speaks, what became of it, tokens and text.

    `state` is empty while the turn stands in the window, or is still to come.
    """

    number: int
    role: str
    state: str
    tokens: int
    text: str


def shown_text(text: str) -> str:
    """As much of a text as two lines may show, on one line.

    >>> shown_text("Hello\\n  there")
    'Hello there'
    """
    head = text[: 2 * MOST_CHARACTERS]
    return " ".join(one_line(head).split())[:MOST_CHARACTERS]


def turn_list(
    rows: Sequence[TurnRow],
    at: int,
    palette: Theme,
    *,
    key: str,
    on_seek: Callable[[int], object],
    height: int,
    big: bool = False,
) -> None:
    """Show the turns, the one of number `at` lit; a click calls `on_seek` with a number."""
    heard, deliver = inbox(key, unseen_numbers, on_seek)
    _mount(
        key=key,
        data={
            "rows": [asdict(row) for row in rows],
            "at": at,
            "palette": colours(palette),
            "height": height,
            "scale": BIG if big else 1,
            "seen": list(heard),
        },
        on_event_change=deliver,
    )
