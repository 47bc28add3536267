"""What does a policy allow at each turn: where do its zones begin, its limit, and where it acts?"""

from __future__ import annotations

from typing import Protocol

from ui.charts.placement_plot import SMALL, faded
from ui.charts.route_frame import LINE, Frame
from ui.charts.strip_marks import spread
from ui.palette import Theme


class Allowed(Protocol):
    """What a policy allows from one turn to another, by their indices, both counted in."""

    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def usable(self) -> int: ...
    @property
    def amber(self) -> int: ...
    @property
    def red(self) -> int: ...
    @property
    def trigger(self) -> int: ...


def draw_zones(frame: Frame, bound: Allowed, high: float) -> None:
    """Amber and red as bands, up to the height of the picture."""
    x0, x1, zones = bound.first + 0.5, bound.last + 1.5, frame.theme.zones
    for low, top, zone in ((bound.amber, bound.red, "amber"), (bound.red, high, "red")):
        if low < min(top, high):
            frame.box(x0, low, x1, min(top, high), faded(zones[zone].color, 0.13))


def draw_levels(frame: Frame, bound: Allowed, high: float) -> None:
    """The limit; red and amber, where they are less; and where the policy acts, if elsewhere."""
    x0, x1 = bound.first + 0.5, bound.last + 1.5
    for tokens, _, color, width, dash in _levels(frame.theme, bound):
        if tokens < high:
            frame.line(x0, tokens, x1, tokens, color, width, dash)


def _levels(theme: Theme, bound: Allowed) -> list[tuple[int, str, str, float, str]]:
    """Tokens, name, colour, width and dash of each line."""
    usable, zones = bound.usable, theme.zones
    levels = [(usable, f"limit {usable:,}", theme.text, 3, "solid")]
    for word, tokens, width, dash in (
        ("red", bound.red, 2, "solid"),
        ("amber", bound.amber, 2, "8px,7px"),
    ):
        if tokens < usable:
            share = f"{word} {100 * tokens / usable:.0f} %"
            levels.append((tokens, share, zones[word].color, width, dash))
    if all(abs(bound.trigger - level[0]) > 1 for level in levels):
        levels.append((bound.trigger, f"acts {bound.trigger:,}", theme.muted, 1.5, "2px,4px"))
    return levels


def name_levels(frame: Frame, bound: Allowed, high: float, lines_below: int) -> None:
    """The names of the lines at the right, kept apart; that of one too high to see at the top."""
    k = frame.scale
    levels = sorted(_levels(frame.theme, bound), key=lambda level: -level[0])
    wanted = [max(frame.py(min(tokens, high)), 0.0) for tokens, *_ in levels]
    at = spread(wanted, [17 * k] * len(levels), gap=0, low=-10 * k,
                high=frame.high - k * (13 + LINE * (lines_below - 0.5)))  # fmt: skip
    for (tokens, name, color, *_), y in zip(levels, at, strict=True):
        arrow = " ↑" if tokens >= high else ""
        frame.text(frame.wide + 6 * k, y, name + arrow, size=SMALL, color=color, anchor="left",
                   bold=name.startswith(("limit", "red")))  # fmt: skip
