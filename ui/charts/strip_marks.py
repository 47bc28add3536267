"""Which marks stand on the scale of the strip, and where do their labels stand clear?

>>> from engine.scenario.model import Scenario, Zones
>>> from engine.sections import ContextBudget
>>> from ui.palette import LIGHT
>>> scenario = Scenario(budget=ContextBudget(1400, 200), zones=Zones(0.7, 0.85, fill=0.85))
>>> [(mark.at, mark.bold, mark.plain) for mark in marks(scenario, LIGHT)]
[(840, '▲ 70 %', ' · 840'), (1020, '■ 85 %', ' · 1,020'), (1200, '100 %', ' · 1,200')]
>>> spread([100, 110], [40, 40], gap=10, low=0, high=200)
[80.0, 130.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.scenario.model import Scenario
from engine.watermarks import mark_tokens
from ui.charts.text_width import text_width
from ui.palette import Theme

GAP = 12  # px between two labels


@dataclass(frozen=True)
class Mark:
    """A place on the scale in tokens, and its label: a bold part and a plain one."""

    at: int
    kind: str  # "zone", "fill", "full" or "end"
    bold: str
    plain: str
    color: str

    def width(self, size: float, short: bool = False) -> float:
        """How wide the label is at this type size; the short label is its bold part."""
        return text_width(self.bold, size, bold=True) + (
            0 if short and self.bold else text_width(self.plain, size)
        )

    def html(self, short: bool = False) -> str:
        """The label in Plotly's HTML; it holds nothing of the user's."""
        bold = f"<b>{self.bold}</b>" if self.bold else ""
        return bold if short and bold else bold + self.plain


def percent(share: float) -> str:
    """A share as it was written: "70 %", "82.5 %"."""
    return f"{round(100 * share, 2):g} %"


def marks(scenario: Scenario, theme: Theme) -> list[Mark]:
    """Amber, red, the fill line and 100 %, in the order of the scale; equal ones become one.

    A fill line on the red mark is the usual case and goes unmentioned; one at 100 % is none.
    """
    zones, usable = scenario.zones, scenario.usable
    amber, red = theme.zones["amber"], theme.zones["red"]
    wanted = [(zones.amber, amber.glyph, amber.color), (zones.red, red.glyph, red.color)]
    if zones.fill not in (zones.red, 1):
        wanted.append((zones.fill, "fill", theme.muted))
    wanted.append((1.0, "", theme.text))
    found: list[Mark] = []
    for share in sorted({share for share, _, _ in wanted}):
        here = [(word, color) for at, word, color in wanted if at == share]
        # The most severe of those that coincide gives the colour; "fill" only adds its word.
        color = next((c for w, c in reversed(here) if w != "fill"), here[0][1])
        kind = "full" if share == 1 else "fill" if here[0][0] == "fill" else "zone"
        words = " ".join([word for word, _ in here if word] + [percent(share)])
        at = mark_tokens(usable, share)
        found.append(Mark(at, kind, words, f" · {at:,}", color))
    return found


def spread(
    wanted: Sequence[float], widths: Sequence[float], *, gap: float, low: float, high: float
) -> list[float]:
    """The centres of labels in a row, moved as little as keeps them apart and inside.

    Labels that touch become one group around the mean of what its members wanted
    (pool adjacent violators); `wanted` is ascending. Where all together are wider than
    the row they run over its right edge.
    """
    groups: list[tuple[float, float, list[int]]] = []  # left edge, width, members
    for index, (centre, width) in enumerate(zip(wanted, widths, strict=True)):
        group = (_inside(centre - width / 2, width, low, high), width, [index])
        while groups and groups[-1][0] + groups[-1][1] + gap > group[0]:
            members = groups.pop()[2] + group[2]
            group = _together(members, wanted, widths, gap, low, high)
        groups.append(group)
    centres = [0.0] * len(wanted)
    for left, _, members in groups:
        for index in members:
            centres[index] = left + widths[index] / 2
            left += widths[index] + gap
    return centres


def _together(
    members: list[int],
    wanted: Sequence[float],
    widths: Sequence[float],
    gap: float,
    low: float,
    high: float,
) -> tuple[float, float, list[int]]:
    before = 0.0
    lefts = []
    for index in members:
        lefts.append(wanted[index] - widths[index] / 2 - before)
        before += widths[index] + gap
    width = before - gap
    return _inside(sum(lefts) / len(lefts), width, low, high), width, members


def _inside(left: float, width: float, low: float, high: float) -> float:
    return max(low, min(left, high - width))
