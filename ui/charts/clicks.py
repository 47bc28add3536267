"""Which section, budget, gate, cell or rows were clicked on or selected in a chart?

What Streamlit hands back of a chart drawn with `on_select="rerun", selection_mode="points"`.
An empty selection means a click on what was selected already, or beside everything.

>>> clicked_section({"selection": {"points": [{"customdata": ["rules"]}]}})
'rules'
>>> clicked_budget({"selection": {"points": [{"customdata": [1200, "rules"]}]}})
1200
>>> clicked_section({"selection": {"points": []}}) is None
True
>>> clicked_gate({"selection": {"points": [{"x": 0.14000000059604645, "y": 0.054999999701976776}]}})
(0.14, 0.055)
>>> selected_rows({"selection": {"points": [{"customdata": 7}, {"customdata": {"0": 3}}]}})
[3, 7]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


def clicked_section(event: Mapping[str, Any] | None) -> str | None:
    """The name of the section clicked on in the strip or across budgets, if it was one."""
    name = (_customdata(event) or [None])[-1]
    return name if isinstance(name, str) else None


def clicked_budget(event: Mapping[str, Any] | None) -> int | None:
    """The budget in tokens clicked on across budgets, if it was one."""
    budget = (_customdata(event) or [None])[0]
    return int(budget) if isinstance(budget, (int, float)) else None


def clicked_gate(event: Mapping[str, Any] | None) -> tuple[float, float] | None:
    """The threshold and margin clicked on in a map of gates, or over the scatter of queries.

    Such grids hold their places as 32-bit floats; the shortest decimal that is the same
    32-bit float is the number that was meant.
    """
    for point in _points(event):
        x, y = point.get("x"), point.get("y")
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return float(str(np.float32(x))), float(str(np.float32(y)))
    return None


def clicked_turn(event: Mapping[str, Any] | None) -> int | None:
    """The index of the turn clicked on in a run, or in the window, if it was one.

    >>> clicked_turn({"selection": {"points": [{"customdata": {"0": 21}}]}})
    21
    """
    index = (_customdata(event) or [None])[0]
    return int(index) if isinstance(index, (int, float)) else None


def clicked_cell(event: Mapping[str, Any] | None) -> tuple[int, int] | None:
    """The row and column clicked on in a table of counts, both from 0."""
    data = _customdata(event)
    return (int(data[0]), int(data[1])) if len(data) == 2 else None


def selected_rows(event: Mapping[str, Any] | None) -> list[int]:
    """The rows of the queries selected in the scatter, by box, lasso or click, in order."""
    found = set()
    for point in _points(event):
        data = point.get("customdata")
        if isinstance(data, Mapping):
            data = next(iter(data.values()), None)
        elif isinstance(data, (list, tuple)):
            data = data[0] if data else None
        if isinstance(data, (int, float)):
            found.add(int(data))
    return sorted(found)


def _points(event: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    return ((event or {}).get("selection") or {}).get("points") or []


def _customdata(event: Mapping[str, Any] | None) -> list[Any]:
    for point in _points(event):
        data = point.get("customdata")
        if data:
            # Streamlit has sent rows both as lists and as mappings from position to value.
            return list(data.values()) if isinstance(data, Mapping) else list(data)
    return []
