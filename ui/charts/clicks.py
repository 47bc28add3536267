"""Which section, and which budget, was clicked on in a chart?

What Streamlit hands back of a chart drawn with `on_select="rerun", selection_mode="points"`.
An empty selection means a click on what was selected already, or beside everything.

>>> clicked_section({"selection": {"points": [{"customdata": ["rules"]}]}})
'rules'
>>> clicked_budget({"selection": {"points": [{"customdata": [1200, "rules"]}]}})
1200
>>> clicked_section({"selection": {"points": []}}) is None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def clicked_section(event: Mapping[str, Any] | None) -> str | None:
    """The name of the section clicked on in the strip or across budgets, if it was one."""
    name = (_customdata(event) or [None])[-1]
    return name if isinstance(name, str) else None


def clicked_budget(event: Mapping[str, Any] | None) -> int | None:
    """The budget in tokens clicked on across budgets, if it was one."""
    budget = (_customdata(event) or [None])[0]
    return int(budget) if isinstance(budget, (int, float)) else None


def _customdata(event: Mapping[str, Any] | None) -> list[Any]:
    points = ((event or {}).get("selection") or {}).get("points") or []
    for point in points:
        data = point.get("customdata")
        if data:
            # Streamlit has sent rows both as lists and as mappings from position to value.
            return list(data.values()) if isinstance(data, Mapping) else list(data)
    return []
