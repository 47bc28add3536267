"""How many facts of each kind are left after each round of compaction?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from ui.charts.memory_faceoff import LABELS, Plot
from ui.memory.faceoff import Side
from ui.palette import Theme

COLUMN = 46  # px that a round takes
ALL = "all"


def survival_table(side: Side, colours: Theme, plot: Plot) -> None:
    """A row a kind and one for all; of many rounds the first, the last and some between."""
    if not side.facts:
        return
    rounds = side.rounds
    k = plot.scale
    shown = spaced(len(rounds), max(int(plot.wide / (COLUMN * k)), 2))
    label = f"width:{LABELS * k:.0f}px" if plot.named else "display:none"
    heads = "".join(f"<th>{at + 1:,}<small>turn {rounds[at] + 1:,}</small></th>" for at in shown)
    heads = heads or "<th>no round of compaction</th>"
    body = ""
    for kind, row in by_kind(side).items():
        cells = "".join(_cell(*row[at], colours) for at in shown) or "<td>–</td>"
        body += f'<tr><th scope="row" style="{label}">{kind}</th>{cells}</tr>'
    st.html(
        f'<div class="{"cp-big" if plot.big else ""}"><table class="cp-rounds" '
        f'aria-label="Facts left by kind and round"><tr><th style="{label}">left after round</th>'
        f"{heads}</tr>{body}</table></div>"
    )


def by_kind(side: Side) -> dict[str, list[tuple[int, int, int]]]:
    """By kind, and for all: how many survived of how many that hold, and how many are superseded.

    By round.
    """
    rows: dict[str, list[tuple[int, int, int]]] = {}
    for canary, _ in side.facts:
        rows.setdefault(canary.kind, [])
    for one in side.survivals:
        rows[one.kind].append((one.survived, one.said, one.superseded))
    columns = list(zip(*rows.values(), strict=True))
    rows[ALL] = [(sum(s for s, *_ in cells), sum(n for _, n, _ in cells), sum(r for *_, r in cells))
                 for cells in columns]  # fmt: skip
    return rows


def spaced(count: int, most: int) -> Sequence[int]:
    """At most so many indices of `count`, evenly apart, the first and the last among them.

    >>> spaced(3, 5), spaced(11, 3)
    ([0, 1, 2], [0, 5, 10])
    """
    if count <= most:
        return list(range(count))
    return np.unique(np.linspace(0, count - 1, most).round().astype(int)).tolist()


def _cell(survived: int, said: int, superseded: int, colours: Theme) -> str:
    mark, red = colours.superseded, colours.zones["red"].color
    apart = (
        f'<small style="color:{mark.color}" title="{superseded} {mark.word}">'
        f"{mark.glyph}{superseded}</small>"
        if superseded
        else ""
    )
    if not said:
        return f'<td class="cp-muted">{apart or "–"}</td>'
    if not survived:
        return f'<td style="color:{red}"><b>0/{said}</b>{apart}</td>'
    return f"<td>{survived}/{said}{apart}</td>"
