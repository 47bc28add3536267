"""How does a gate cut the scatter of queries, and which region is what?"""

from __future__ import annotations

from ui.charts.placement_plot import TEXT, faded
from ui.charts.route_frame import LINE, Frame, halo
from ui.charts.route_marks import Gate, held
from ui.charts.text_width import text_width

PAD = 8  # px between a name and what bounds its region


def draw_gate(frame: Frame, gate: Gate) -> None:
    """The threshold all the way up, the margin from there to the right, routed tinted."""
    theme = frame.theme
    x, y = held(frame, gate)
    tint = faded(theme.outcomes["routed_right"].color, 0.09)
    frame.box(x, y, frame.x.high, frame.y.high, tint)
    for x0, y0, x1, y1 in (
        (x, frame.y.low, x, frame.y.high),
        (x, y, frame.x.high, y),
    ):
        frame.line(x0, y0, x1, y1, theme.text, 2.5)


def draw_regions(frame: Frame, gate: Gate) -> None:
    """The name of each region that has room for it."""
    theme, k = frame.theme, frame.scale
    x, y = held(frame, gate)
    px, py = frame.px(x), frame.py(y)
    size, line, pad = TEXT * k, LINE * k, PAD * k

    def name(words: str, outcome: str, x0: float, x1: float, y0: float, right: bool) -> bool:
        """The words in a corner of the region from x0 to x1 and down from y0, where they fit."""
        longest = max(text_width(word, size, True) for word in words.split("<br>")) + 2 * pad
        if longest > x1 - x0:
            return False
        middle = x1 - longest / 2 if right else x0 + longest / 2
        at = middle, y0 + pad / 2 + line / 2 * (1 + words.count("<br>"))
        color = theme.outcomes[outcome].text
        frame.plate([at], words, ground=halo(theme.page), bold=True, color=color)
        return True

    low = "low confidence"
    if not name(low, "low_confidence", 0, px, pad / 2, True):
        name(low.replace(" ", "<br>"), "low_confidence", 0, px, pad / 2, True)
    if py >= line + pad:
        name("routed", "routed_right", px, frame.wide, pad / 2, False)
    if frame.high - py >= line + pad:
        name("ambiguous tie", "ambiguous_tie", px, frame.wide, py, True)
