"""What is in the file that Save gives, and what is a file that leaves the app called?"""

from __future__ import annotations

from engine import dump_scenario
from ui import state
from ui.newest import Newest


def saved(newest: Newest) -> str:
    """The scenario file of what is open when it is asked for."""
    return dump_scenario(newest.scenario)


def file_name(ending: str, title: str | None = None) -> str:
    """A file name made of a title, or of the scenario's, safe on any system."""
    title = state.session().scenario.title if title is None else title
    safe = "".join(c if c.isalnum() else "-" for c in title).strip("-")[:60] or "scenario"
    return f"{safe}.{ending}"
