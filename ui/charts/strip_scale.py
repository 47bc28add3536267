"""What stands on the scale of the strip besides the blocks: room, marks, and what is too much?"""

from __future__ import annotations

from itertools import pairwise

from engine.scenario.ledger import Ledger
from engine.scenario.model import Scenario
from ui.charts.canvas import Canvas
from ui.charts.markers import hatch_marker
from ui.charts.strip_layout import Block, Lanes
from ui.charts.strip_marks import GAP, Mark, marks, spread
from ui.charts.text_width import text_width

VALUE = 14
OVER = 15
_THICK = {"zone": 4, "full": 4, "fill": 2, "end": 1}


def draw_room(canvas: Canvas, ledger: Ledger, scenario: Scenario, at: Lanes) -> None:
    """Free space, and the reserve, which no section may use."""
    theme, used, usable = canvas.theme, ledger.used, ledger.usable
    free, reserve = usable - used, scenario.budget.reserved_output_tokens
    if free > 0:
        marker = {"color": theme.panel, "line": {"color": theme.hairline, "width": 1}}
        canvas.bars("free", [(used, usable)], [at.middle], at.height, marker,
                    hovertext=[f"{free:,} tokens free for sections"])  # fmt: skip
        # The label stands in the widest stretch that no mark runs through.
        cuts = [mark.at for mark in marks(scenario, theme) if used < mark.at < usable]
        clear = max(pairwise([used, *cuts, usable]), key=lambda ends: ends[1] - ends[0])
        _label(canvas, at, "free", free, clear, theme.muted, None)
    if reserve > 0:
        ends = (max(used, usable), max(used, usable) + reserve)
        canvas.bars("reserve", [ends], [at.middle], at.height, hatch_marker("/", theme),
                    hovertext=[f"{reserve:,} tokens kept for the answer"])  # fmt: skip
        _label(canvas, at, "reserve", reserve, ends, theme.text, theme.page)


def _label(
    canvas: Canvas,
    at: Lanes,
    word: str,
    tokens: int,
    ends: tuple[int, int],
    color: str,
    plate: str | None,
) -> None:
    room = canvas.px(ends[1] - ends[0]) - 16
    for text in (f"{word} {tokens:,}", f"{tokens:,}"):
        if text_width(text, VALUE * canvas.scale) <= room:
            x = canvas.px(sum(ends) / 2)
            canvas.label(x, at.middle, text, size=VALUE, color=color, plate=plate)
            return


def draw_marks(canvas: Canvas, ledger: Ledger, scenario: Scenario, at: Lanes) -> None:
    """Notches at the marks, dashed only through free space; their labels kept apart beneath."""
    theme, window = canvas.theme, scenario.budget.max_input_tokens
    over = ledger.overflow is not None
    found = marks(scenario, theme)
    if window > ledger.usable:
        word = "window " if over else ""
        found.append(Mark(window, "end", "", f"{word}{window:,}", theme.muted))
    for mark in found:
        if mark.kind != "end" or over:
            _notch(canvas, mark, ledger.used, at)
    size, edge = VALUE * canvas.scale, canvas.plot_width
    short = sum(mark.width(size) + GAP * canvas.scale for mark in found) > edge
    widths = [mark.width(size, short) for mark in found]
    wanted = [canvas.px(mark.at) for mark in found]
    centres = spread(wanted, widths, gap=GAP * canvas.scale, low=0, high=canvas.plot_width)
    for mark, centre in zip(found, centres, strict=True):
        text = mark.html(short)
        canvas.label(centre, at.value, text, size=VALUE, color=mark.color)
    if centres[0] - widths[0] / 2 > 2 * GAP * canvas.scale:
        canvas.label(0, at.value, "0", size=VALUE, color=theme.muted, anchor="left")


def _notch(canvas: Canvas, mark: Mark, used: int, at: Lanes) -> None:
    thick = _THICK[mark.kind]
    above, below = at.top - 8 * canvas.scale, at.bottom + 10 * canvas.scale
    if mark.kind == "full":
        if mark.at < used:
            # Over a block the line needs a seam, or it drowns in a dark fill.
            canvas.line(mark.at, at.top, at.bottom, canvas.theme.page, thick + 4)
        canvas.line(mark.at, above, below, mark.color, thick)
        return
    if mark.kind != "end":
        canvas.line(mark.at, above, at.top, mark.color, thick)
        if mark.at > used:
            canvas.line(mark.at, at.top, at.bottom, mark.color, thick / 2, "6px,5px")
    canvas.line(mark.at, at.bottom, below, mark.color, thick)


def draw_bracket(canvas: Canvas, ledger: Ledger, drawn: list[Block], at: Lanes) -> None:
    """What is too much: all past 100 %, or the pinned sections of a tier that is too small."""
    overflow = ledger.overflow
    if overflow is None:
        return
    excess, scale = f"{overflow.required - overflow.budget:,} over", canvas.scale
    color = canvas.theme.zones["over"].color
    if overflow.tier is None:
        spans, text = [(float(ledger.usable), float(ledger.used))], excess
    else:
        spans, text = _runs(drawn), f"tier {overflow.tier}: {excess}"
    for x0, x1 in spans:
        canvas.box(x0, x1, at.bracket - 6 * scale, at.bracket + 6 * scale, fill=color)
    beside = canvas.px(spans[-1][1]) + 8 * scale
    fits = beside + text_width(text, OVER * scale, bold=True) <= canvas.plot_width
    x = beside if fits else canvas.px(spans[0][0]) - 8 * scale
    anchor = "left" if fits else "right"
    canvas.label(x, at.bracket, text, size=OVER, color=color, bold=True, anchor=anchor)


def _runs(drawn: list[Block]) -> list[tuple[float, float]]:
    """Where neighbouring blocks that are over begin and end."""
    runs: list[tuple[float, float]] = []
    for block in drawn:
        if any(row.outcome == "over" for row in block.rows):
            if runs and runs[-1][1] == block.start:
                runs[-1] = (runs[-1][0], block.end)
            else:
                runs.append((block.start, block.end))
    return runs
