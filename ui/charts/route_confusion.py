"""Which intents are taken for which, and which queries went to a fallback instead?

Rows are the truth, columns where queries went: the intents by number, then both fallbacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from ui.charts.budgets_map import mixed
from ui.charts.canvas import Margin
from ui.charts.literal import literal, one_line
from ui.charts.placement_plot import BIG, SMALL, TEXT
from ui.charts.route_axis import Axis
from ui.charts.route_frame import LINE, Frame, empty_figure, plot_size
from ui.charts.text_width import shorten, text_width
from ui.palette import OUTCOMES, Theme

MOST_INTENTS = 14  # with more a list of confused pairs is easier to read
PITCH = 23  # px of height of a row
STEPS = 6  # shades of each outcome
LEAST = 0.22  # how much of its colour the palest cell has
SET_APART = 0.5  # of a cell, between the intents and what is none
FALLBACK = 1.5  # of a cell, the least width of a fallback's column
WORD = 72  # px of width of such a column in which its name fits
LEAST_CELL = 24  # px of width that an intent's column keeps when it makes room for that
NAMES = 0.32  # of the width at most
HEAD = 44
NOWHERE = "out of scope"
FALLBACKS = ("low_confidence", "ambiguous_tie")
EMPTY = "No query in this split."

Floats = npt.NDArray[np.floating[Any]]
Counts = npt.NDArray[np.integer[Any]]


def confusion_figure(
    counts: Counts, names: Sequence[str], theme: Theme, width: int, *, big: bool = False
) -> go.Figure:
    """The counts, shape (intents + 1, intents + 2): out of scope last, then both fallbacks.

    The columns after the intents are low confidence and ambiguous tie. A click gives the row
    and the column of a cell that is not empty (`clicks.clicked_cell`). Raises `ValueError`
    where the shape does not fit the names.
    """
    n, k = len(names), BIG if big else 1
    if counts.shape != (n + 1, n + 2):
        raise ValueError(f"{n} intents need counts of shape {(n + 1, n + 2)}; found {counts.shape}")
    if not counts.any():
        return empty_figure(EMPTY, theme, width, 200, k)
    frame = _frame(names, theme, width, k)
    across, up = _edges(n, frame.wide, k)
    xs, ys = _middles(across)[[*range(n), n + 1, n + 3]], _middles(up)[[*range(n), n + 1]]
    levels = _levels(counts)
    colors = _colors(theme)
    cells = np.full((len(up) - 1, len(across) - 1), np.nan, dtype=np.float32)
    rows = [*range(n), n + 1]
    columns = [*range(n), n + 1, n + 3]
    cells[np.ix_(rows, columns)] = levels
    frame.traces.append(
        {
            "type": "heatmap",
            "z": cells,
            "x": across,
            "y": up,
            "xgap": 2 * k,
            "ygap": 2 * k,
            "zmin": -0.5,
            "zmax": len(colors) - 0.5,
            "colorscale": [
                ((at + end) / len(colors), color)
                for at, color in enumerate(colors)
                for end in (0, 1)
            ],
            "showscale": False,
            "hoverinfo": "skip",
        }
    )
    _draw_counts(frame, counts, names, levels, colors, xs, ys)
    _draw_heads(frame, n, xs)
    return frame.figure(
        grid=False, hoverdistance=12,
        yaxis={"ticks": "", "showline": False,
               "tickfont": {"size": TEXT * k, "color": theme.text}},
        xaxis={"ticks": "", "showline": False, "showticklabels": False},
    )  # fmt: skip


def _edges(n: int, wide: float, scale: float) -> tuple[Floats, Floats]:
    """Where columns and rows end, in cells: what is no intent stands apart."""
    wide_one = _fallback(n, wide, scale)
    fallbacks = n + SET_APART + np.array([0, wide_one, wide_one + 0.25, 2 * wide_one + 0.25])
    across = np.concatenate([np.arange(n + 1), fallbacks])
    return across, np.concatenate([np.arange(n + 1), n + SET_APART / 2 + np.arange(2)])


def _middles(edges: Floats) -> Floats:
    return (edges[:-1] + edges[1:]) / 2


def _fallback(n: int, wide: float, scale: float) -> float:
    """How many cells wide a fallback's column is: its name fits where there is room for it."""
    cell = (wide - 2 * WORD * scale) / (n + SET_APART + 0.25)
    return WORD * scale / cell if cell >= LEAST_CELL * scale else FALLBACK


def _frame(names: Sequence[str], theme: Theme, width: int, scale: float) -> Frame:
    n, size = len(names), TEXT * scale
    numbers = [f"{at + 1}" for at in range(n)] + ["—"]
    shown = [shorten(one_line(name), NAMES * width, size) for name in names] + [NOWHERE]
    words = [f"{literal(a)} <b>{b}</b>" for a, b in zip(shown, numbers, strict=True)]
    left = max(text_width(name, size) for name in shown) + text_width(" 00", size, True)
    margin = Margin(left / scale + 10, HEAD, 8, 6)
    wide, _ = plot_size(width, 0, margin, scale)
    across, up = _edges(n, wide, scale)
    x = Axis([""], 0, float(across[-1]), [], [])
    y = Axis([""], float(up[-1]), 0, _middles(up)[[*range(n), n + 1]].tolist(), words)
    height = HEAD + 6 + PITCH * float(up[-1])
    return Frame(theme, x, y, width=width, height=round(height), margin=margin, scale=scale)


def _outcome(row: int, column: int, n: int) -> int:
    """Which outcome a cell counts, by its number in the palette."""
    if column >= n:
        return OUTCOMES.index(FALLBACKS[column - n])
    if row == n:
        return OUTCOMES.index("routed_out_of_scope")
    return OUTCOMES.index("routed_right" if row == column else "routed_wrong")


def _levels(counts: Counts) -> npt.NDArray[np.float32]:
    """The shade of each cell, the fuller the nearer it comes to the largest of its kind."""
    n = counts.shape[0] - 1
    kind = np.array([[_outcome(row, column, n) for column in range(n + 2)] for row in range(n + 1)])
    levels = np.full(counts.shape, np.nan, dtype=np.float32)
    # Both fallbacks share their shades; for what is out of scope they are right, so that row
    # has shades of its own.
    fallback = np.arange(n + 2) >= n
    last = np.arange(n + 1)[:, None] == n
    for outcomes in (kind == 0, kind == 1, kind == 2, fallback & ~last, fallback & last):
        of_it = outcomes & (counts > 0)
        if of_it.any():
            shade = np.ceil(counts[of_it] / counts[of_it].max() * STEPS) - 1
            levels[of_it] = kind[of_it] * STEPS + shade
    return levels


def _colors(theme: Theme) -> list[str]:
    """The colour of every level."""
    shares = [LEAST + (1 - LEAST) * step / (STEPS - 1) for step in range(STEPS)]
    return [
        mixed(outcome.color, theme.page, share)
        for outcome in theme.outcomes.values()
        for share in shares
    ]


def _draw_counts(
    frame: Frame, counts: Counts, names: Sequence[str], levels: Any, colors: Sequence[str],
    xs: Any, ys: Any,
) -> None:  # fmt: skip
    """The number in each cell, in black or white as it reads better; also what is clicked on."""
    n, k = len(names), frame.scale
    rows, columns = np.nonzero(counts)
    ink = [_ink(color) for color in colors]
    wheres = [*map(literal, names), "low confidence", "ambiguous tie"]
    truths = [*map(literal, names), NOWHERE]
    unseen = {"marker": {"opacity": 0}}
    pairs = list(zip(rows.tolist(), columns.tolist(), strict=True))
    hover = [
        f"<b>{truths[row]}</b> {'→' if column < n else '→ fallback,'} <b>{wheres[column]}</b>"
        f"<br>{counts[row, column]:,} {'query' if counts[row, column] == 1 else 'queries'}"
        for row, column in pairs
    ]
    # The columns of the fallbacks are wide: their cells are clicked on beside the number too.
    aside = _fallback(n, frame.wide, k) / 3
    for by in (-aside, aside):
        wide = [at for at, (_, column) in enumerate(pairs) if column >= n]
        frame.scatter(
            xs[columns[wide]] + by, ys[rows[wide]], mode="markers", name="beside",
            customdata=[pairs[at] for at in wide], hovertext=[hover[at] for at in wide],
            marker={"opacity": 0, "size": 20 * k}, selected=unseen, unselected=unseen,
        )  # fmt: skip
    inks = [ink[int(levels[row, column])] for row, column in pairs]
    # One trace an ink: where a cell is selected, a trace has one colour for all its other numbers.
    for color in sorted(set(inks)):
        at = [place for place, one in enumerate(inks) if one == color]
        still = unseen | {"textfont": {"color": color}}
        frame.scatter(
            xs[columns[at]], ys[rows[at]], mode="markers+text", name="counts",
            text=[f"{counts[pairs[one]]:,}" for one in at],
            textfont={"size": SMALL * k, "weight": 700, "color": color},
            textposition="middle center", customdata=[[*pairs[one]] for one in at],
            marker={"opacity": 0, "size": 20 * k}, selected=still, unselected=still,
            hovertext=[hover[one] for one in at],
        )  # fmt: skip


def _ink(ground: str) -> str:
    red, green, blue = (int(ground[at : at + 2], 16) / 255 for at in (1, 3, 5))
    light = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#FFFFFF" if light < 0.18 else "#000000"


def _draw_heads(frame: Frame, n: int, xs: Any) -> None:
    """The numbers of the intents over their columns, and the names of the fallbacks."""
    k, theme = frame.scale, frame.theme
    for at in range(n):
        frame.text(frame.px(xs[at]), -LINE / 2 * k, f"{at + 1}", bold=True)
    for at, name in enumerate(FALLBACKS):
        look = theme.outcomes[name]
        words = look.word.split()
        wide = frame.px(_fallback(n, frame.wide, k))
        if max(text_width(word, SMALL * k) for word in words) > wide:
            words = [look.glyph]
        for line, word in enumerate(reversed(words)):
            frame.text(frame.px(xs[n + at]), -(line + 0.5) * 17 * k, literal(word), size=SMALL,
                       color=look.text)  # fmt: skip
