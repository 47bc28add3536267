"""What stands around the outcomes across budgets: legend, names, scale, and the budget set now?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.scenario.model import Scenario
from engine.sections import ContextSection
from ui.charts.budgets_grid import FAR, ticks
from ui.charts.canvas import CLEAR, Canvas, Margin
from ui.charts.literal import literal, one_line
from ui.charts.text_width import shorten, text_width
from ui.charts.words import short_name
from ui.palette import Theme

HEAD = 52  # px above the first row
FOOT = 26
PITCH = 35  # px from row to row: the ledger's
NAME = 15
SMALL = 14


@dataclass(frozen=True)
class Line:
    """One line of the picture: a section, or several neighbours where there are too many."""

    sections: tuple[ContextSection, ...]
    first: int  # index of the first one in the ledger
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        """The middle of the line in px."""
        return (self.top + self.bottom) / 2

    def holds(self, name: str | None) -> bool:
        """Whether the section with this name stands in this line."""
        return any(section.name == name for section in self.sections)


@dataclass(frozen=True)
class Chart:
    """What every part of the figure draws from and onto. `end` is where the last outcome ends."""

    canvas: Canvas
    staircase: Mapping[str, Sequence[str]]
    budgets: Sequence[int]
    now: int
    end: float
    selected: str | None
    lines: tuple[Line, ...]
    overflows: bool


def new_chart(
    scenario: Scenario,
    staircase: Mapping[str, Sequence[str]],
    budgets: Sequence[int],
    selected: str | None,
    theme: Theme,
    size: tuple[float, float],
    group: int,
) -> Chart:
    """Lay out the lines, `group` sections each, in a figure of `size` px."""
    width, height = size
    numbered = [(i, s) for i, s in enumerate(scenario.sections) if s.name in staircase]
    groups = [numbered[at : at + group] for at in range(0, len(numbered), group)]
    pitch = min(PITCH, (height - HEAD - FOOT) / max(len(groups), 1))
    lines = tuple(
        Line(tuple(s for _, s in rows), rows[0][0], HEAD + at * pitch, HEAD + (at + 1) * pitch)
        for at, rows in enumerate(groups)
    )
    now, last = scenario.usable, budgets[-1] if budgets else 0
    # What holds at the last budget is known there, not beyond it.
    end = last + max(1.0, 0.015 * last)
    extent = max(end, now * 1.015 if now <= FAR * last else 0)
    names = max((text_width(_name(n, s), NAME, bold=True) for n, s in numbered[:200]), default=0)
    left = min(names + 14, 0.31 * width)
    bottom = lines[-1].bottom if lines else height - FOOT
    margin = Margin(left, HEAD, 12, height - bottom)
    canvas = Canvas(theme, tokens=extent, width=width, height=height, margin=margin, side=0)
    overflows = any("overflow" in staircase[s.name] for _, s in numbered[:1])
    return Chart(canvas, staircase, budgets, now, end, selected, lines, overflows)


def _name(number: int, section: ContextSection) -> str:
    return f"{number + 1} {one_line(short_name(section.name))}"


def draw_frame(chart: Chart) -> None:
    """Names at the left, the selected one bold and tinted; grid lines and numbers of the scale."""
    canvas, theme = chart.canvas, chart.canvas.theme
    left, bottom = canvas.margin.left, canvas.height - canvas.margin.bottom
    lit = next((line for line in chart.lines if line.holds(chart.selected)), None)
    if lit is not None:
        right = canvas.plot_width + canvas.margin.right
        canvas.paper_box(-left, right, lit.top, lit.bottom, theme.panel, CLEAR, "below")
    apart = -1e9
    for line in chart.lines:
        # Names closer than this would touch; the selected one takes precedence.
        near = lit is not None and line is not lit and abs(line.middle - lit.middle) < 18
        if near or (line.middle - apart < 18 and line is not lit):
            continue
        apart = line.middle
        name = shorten(_line_name(line, chart.selected), left - 12, NAME, bold=line is lit)
        canvas.label(-8, line.middle, literal(name), size=NAME, color=theme.text,
                     bold=line is lit, anchor="right")  # fmt: skip
    widest = text_width(f"{int(canvas.extent):,}", SMALL) + 24
    for tokens in ticks(canvas.extent, max(2, int(canvas.plot_width / widest))):
        canvas.line(tokens, HEAD, bottom, theme.grid, 1)
        canvas.shapes[-1]["layer"] = "below"
        half = text_width(f"{tokens:,}", SMALL) / 2
        x = min(canvas.px(tokens), canvas.plot_width + canvas.margin.right - half)
        canvas.label(x, bottom + 14, f"{tokens:,}", size=SMALL, color=theme.muted)


def _line_name(line: Line, selected: str | None) -> str:
    """The name of its section, of the selected one among several, or their numbers."""
    for number, section in enumerate(line.sections, line.first):
        if section.name == selected or len(line.sections) == 1:
            return _name(number, section)
    return f"{line.first + 1}–{line.first + len(line.sections)}"


def draw_now(chart: Chart) -> None:
    """The budget that is set: a line where it lies on the scale, else a word at its edge."""
    canvas, color = chart.canvas, chart.canvas.theme.text
    text, edge = f"now {chart.now:,}", canvas.plot_width + canvas.margin.right
    inside = chart.now <= canvas.extent
    if inside:
        bottom = canvas.height - canvas.margin.bottom
        canvas.line(chart.now, HEAD, bottom, canvas.theme.page, 8)  # a seam on dark fills
        canvas.line(chart.now, HEAD, bottom, color, 4)
    text = text if inside else f"{text} →"
    half = text_width(text, NAME, bold=True) / 2
    x = min(canvas.px(chart.now), edge - half)
    canvas.label(x, HEAD - 12, text, size=NAME, color=color, bold=True)


def draw_legend(chart: Chart, swatches: Sequence[tuple[str, str, str]], note: str = "") -> None:
    """What fillings mean, on top: word, fill and edge of each ("" for a line); then a note."""
    canvas = chart.canvas
    x, y = -canvas.margin.left, 12
    for word, fill, edge in swatches:
        if fill:
            canvas.paper_box(x + 1, x + 22, y - 6, y + 6, fill, edge)
        else:
            canvas.paper_box(x, x + 22, y - 1.5, y + 1.5, edge, CLEAR)
        x = _legend_word(canvas, x, y, word)
    if chart.overflows:
        _crosshatch(canvas, x, y)
        x = _legend_word(canvas, x, y, "pinned too big")
    if note:
        canvas.label(-canvas.margin.left, HEAD - 12, note, size=SMALL,
                     color=canvas.theme.muted, anchor="left")  # fmt: skip


def _legend_word(canvas: Canvas, x: float, y: float, word: str) -> float:
    canvas.label(x + 28, y, word, size=SMALL, color=canvas.theme.text, anchor="left")
    return x + 28 + text_width(word, SMALL) + 14


def _crosshatch(canvas: Canvas, x: float, y: float) -> None:
    # Shapes have no patterns: the swatch is drawn stroke by stroke.
    strokes = []
    for start in range(0, 19, 6):
        for y0, y1 in ((y - 5, y + 5), (y + 5, y - 5)):
            a, b = canvas.on_paper(x + start, y0), canvas.on_paper(x + start + 6, y1)
            strokes.append(f"M{a[0]:.5f},{a[1]:.5f}L{b[0]:.5f},{b[1]:.5f}")
    canvas.shapes.append(
        {
            "type": "path",
            "path": "".join(strokes),
            "xref": "paper",
            "yref": "paper",
            "line": {"color": canvas.theme.muted, "width": 1.2},
        }
    )
