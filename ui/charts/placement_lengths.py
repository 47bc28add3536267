"""What does length alone cost, and what do many turns cost: every model named at its line?

The best few at the longest input are lit, the others muted. These figures have axes of
their own; nothing of them is mixed into a curve over position.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from engine.placement.figures import Source
from engine.placement.lengths import LengthTable, MultiTurnTable
from ui.charts.canvas import Margin
from ui.charts.literal import literal, one_line
from ui.charts.placement_lines import Style, styles
from ui.charts.placement_plot import BIG, SMALL, Plot
from ui.charts.placement_words import percent
from ui.charts.strip_marks import spread
from ui.charts.text_width import shorten, text_width
from ui.palette import Theme

HEIGHT = 420  # px of the picture at least
PITCH = 17  # px of height that a name takes
NAME = 290  # px of width that a name and its value may take
LEADER = 26  # px between the end of a line and its name
TOP = 3  # so many are lit
WAYS = ("given whole", "as one list", "over several turns")


@dataclass(frozen=True)
class Line:
    """One model: its name, and its score (0..1) at each x from 0 to 1."""

    name: str
    points: tuple[tuple[float, float], ...]
    hover: tuple[str, ...]


def length_figure(
    table: LengthTable,
    theme: Theme,
    width: int,
    lit: Collection[str] | None = None,
    big: bool = False,
) -> go.Figure:
    """Scores over the length of the input, a doubling a step; `lit` names models to light.

    A score at a short input, where the source has one, stands at the left end.
    """
    based = any(row.base is not None for row in table.rows)
    first, last = math.log2(table.lengths[0]) - based, math.log2(table.lengths[-1])
    words = [(0.0, "short")] if based else []
    words += [((math.log2(n) - first) / (last - first), f"{n // 1000}K") for n in table.lengths]
    lines = []
    for row in table.rows:
        scores = [row.base, *row.scores] if based else [*row.scores]
        known = [(x, word, s) for (x, word), s in zip(words, scores, strict=True) if s is not None]
        if known:
            about = f"<br>{literal(row.note)}" if row.note else ""
            hover = tuple(f"{word} tokens: {percent(s)} %{about}" for _, word, s in known)
            lines.append(Line(row.model, tuple((x, s) for x, _, s in known), hover))
    axis = f"{table.name} · length of the input in tokens"
    return _fan(lines, words, axis, table.source, theme, width, lit, big)


def multi_turn_figure(
    table: MultiTurnTable,
    theme: Theme,
    width: int,
    task: str | None = None,
    lit: Collection[str] | None = None,
    big: bool = False,
) -> go.Figure:
    """The same tasks given whole and over several turns; of one `task`, as one list too."""
    lines = []
    words = [(0.0, WAYS[0]), (1.0, WAYS[2])] if task is None else []
    words = words or [(at / 2, way) for at, way in enumerate(WAYS)]
    for row in table.rows:
        scores = (row.full, row.sharded) if task is None else row.by_task[task]
        known = [(x, way, s) for (x, way), s in zip(words, scores, strict=True) if s is not None]
        if known:
            hover = tuple(f"{way}: {percent(s)} %" for _, way, s in known)
            lines.append(Line(row.model, tuple((x, s) for x, _, s in known), hover))
    of = "mean of the tasks" if task is None else task.replace("_", " ")
    return _fan(lines, words, f"{table.name} · {of}", table.source, theme, width, lit, big)


def _fan(
    lines: Sequence[Line],
    words: Sequence[tuple[float, str]],
    axis: str,
    source: Source,
    theme: Theme,
    width: int,
    lit: Collection[str] | None,
    big: bool,
) -> go.Figure:
    k = BIG if big else 1
    texts = [f"{one_line(line.name)} {_value(line, words)}" for line in lines]
    names = max((text_width(text, SMALL, True) for text in texts), default=0)
    room = min(names + 2, NAME, width / k * 0.45)
    height = max(HEIGHT, PITCH * len(lines) + 70)
    about = f"{source.source} · n not stated · {source.status}. {source.note}"
    plot = Plot(theme, width=width, height=height, source=about, scale=k,
                margin=Margin(54, 10, room + LEADER + 6, 50))  # fmt: skip
    plot.fit((score for line in lines for _, score in line.points), above=10, below=12)
    plot.axis_at(words)
    ranked = sorted(lines, key=lambda line: (-line.points[-1][0], -line.points[-1][1]))
    chosen = {line.name for line in ranked[:TOP]} if lit is None else set(lit)
    bright = [line for line in ranked if line.name in chosen]
    known = [Style(theme.link, "solid", "circle"), *styles(theme)[:3]]
    looks = {line.name: known[index % len(known)] for index, line in enumerate(bright)}
    # The muted ones first, so that the lit ones lie over them.
    for line in [*(line for line in ranked if line.name not in looks), *bright]:
        _draw(plot, line, looks.get(line.name))
    _name(plot, ranked, looks, words, room * k)
    plot.text(plot.x(0.5), plot.axis + 36 * k, axis, size=SMALL, color=theme.muted)
    return plot.figure()


def _value(line: Line, words: Sequence[tuple[float, str]]) -> str:
    """The last score; what was not measured to the end says where it stopped."""
    x, score = line.points[-1]
    return percent(score) if x == words[-1][0] else f"{percent(score)} at {dict(words)[x]}"


def _draw(plot: Plot, line: Line, look: Style | None) -> None:
    k, color = plot.scale, look.color if look else plot.theme.muted
    name = literal(line.name)
    plot.scatter(
        [x for x, _ in line.points], [100 * score for _, score in line.points],
        name=name, mode="lines+markers", opacity=1 if look else 0.55,
        line={"color": color, "width": (3 if look else 1.2) * k,
              "dash": look.dash if look else "solid"},
        marker={"color": color, "size": (8 if look else 4) * k, "opacity": 1,
                "symbol": look.symbol if look else "circle"},
        hovertext=[f"<b>{name}</b><br>{text}" for text in line.hover],
    )  # fmt: skip


def _name(
    plot: Plot,
    lines: Sequence[Line],
    looks: dict[str, Style],
    words: Sequence[tuple[float, str]],
    room: float,
) -> None:
    """Every name at the right, best on top, joined to the end of its line."""
    k, canvas = plot.scale, plot.canvas
    rows = sorted(lines, key=lambda line: -line.points[-1][1])
    wanted = [plot.y(100 * line.points[-1][1]) for line in rows]
    low, high = plot.top - 6 * k, max(plot.axis, plot.top + PITCH * k * len(rows))
    centres = spread(wanted, [PITCH * k] * len(rows), gap=0, low=low, high=high)
    left = canvas.plot_width + canvas.side + (LEADER - 4) * k
    leaders = ""
    for line, y in zip(rows, centres, strict=True):
        look, (x, score) = looks.get(line.name), line.points[-1]
        color = look.color if look else plot.theme.muted
        value = _value(line, words)
        name = shorten(one_line(line.name), room - text_width(f" {value}", SMALL * k, True),
                       SMALL * k, bool(look))  # fmt: skip
        text = f"{literal(name)} {value}"
        plot.text(left, y, text, size=SMALL, color=color, bold=bool(look), anchor="left")
        start = plot.x(x) + 5 * k
        leaders += _path(plot, [(start, plot.y(100 * score)), (left - 3 * k, y)])
    canvas.shapes.append(
        {
            "type": "path", "path": leaders, "xref": "paper", "yref": "paper", "layer": "below",
            "line": {"color": plot.theme.hairline, "width": 1},
        }
    )  # fmt: skip


def _path(plot: Plot, points: Sequence[tuple[float, float]]) -> str:
    on = [plot.canvas.on_paper(x, y) for x, y in points]
    return f"M{on[0][0]:.5f},{on[0][1]:.5f}" + "".join(f"L{x:.5f},{y:.5f}" for x, y in on[1:])
