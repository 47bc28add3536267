"""How is a bar filled: with a kind, outlined in a kind, or hatched because it is no section?

One trace a kind: Plotly ignores the pattern's colours where they are given bar by bar.

>>> from ui.palette import LIGHT
>>> fill_marker(LIGHT.kinds["tools"], LIGHT)["pattern"]["shape"]
'/'
"""

from __future__ import annotations

from typing import Any

from ui.palette import Fill, Theme


def fill_marker(fill: Fill, theme: Theme) -> dict[str, Any]:
    """The marker of bars filled with a kind: its colour, its pattern in faint ink."""
    return {
        "color": fill.color,
        "line": {"width": 0},
        "pattern": _pattern(fill.shape, fill.size, theme.ink, fill.color),
    }


def outline_marker(fill: Fill, theme: Theme) -> dict[str, Any]:
    """The marker of bars that are only outlined: the pattern in the kind's colour on the page."""
    return {
        "color": theme.page,
        "line": {"color": fill.color, "width": 2},
        "pattern": _pattern(fill.shape, fill.size, fill.color, theme.page),
    }


def hatch_marker(shape: str, theme: Theme) -> dict[str, Any]:
    """The marker of what is no section at all: muted hatching on the page."""
    return {
        "color": theme.page,
        "line": {"color": theme.muted, "width": 1},
        "pattern": _pattern(shape, 7, theme.muted, theme.page, solidity=0.22),
    }


def _pattern(shape: str, size: int, ink: str, ground: str, solidity: float = 0.3) -> dict[str, Any]:
    return {
        "shape": shape,
        "size": size,
        "solidity": solidity,
        "fgcolor": ink,
        "bgcolor": ground,
        "fgopacity": 1,
    }
