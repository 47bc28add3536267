"""What stood in the window, beside what stands in its place, with words and facts marked?

diff_list(rows, name="15", palette=theme, marks=colours, key="diff", on_seek=seek, height=600)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import streamlit as st

from ui.components.assets import colours, join_files
from ui.components.outbox import inbox, unseen_numbers
from ui.palette import Theme

BIG = 1.35

_mount = st.components.v2.component(
    "context_playground_diff_list",
    css=join_files("list.css", "diff_list.css"),
    js=join_files("dom.js", "outbox.js", "diff_list.js"),
)


class Part(NamedTuple):
    """A stretch of a text, how it is marked, and what is said of it."""

    text: str
    mark: str
    said: str


@dataclass(frozen=True)
class Cell:
    """One text: its turns in short, the number of the first, who speaks, tokens, its parts."""

    turns: str
    first: int
    role: str
    tokens: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class DiffRow:
    """Texts that left, and those in their place; empty for none."""

    before: Sequence[Cell]
    after: Sequence[Cell]


def diff_list(
    rows: Sequence[DiffRow],
    name: str,
    palette: Theme,
    marks: Mapping[str, str],
    *,
    key: str,
    on_seek: Callable[[int], object],
    height: int,
    big: bool = False,
) -> None:
    """Show the rows; a click on turns calls `on_seek` with the number of the first.

    Another `name` is another list and begins at its top. `marks` are colours by mark.
    """
    heard, deliver = inbox(key, unseen_numbers, on_seek)
    _mount(
        key=key,
        data={
            "rows": [asdict(row) for row in rows],
            "name": name,
            "palette": colours(palette),
            "marks": dict(marks),
            "height": height,
            "scale": BIG if big else 1,
            "seen": list(heard),
        },
        on_event_change=deliver,
    )
