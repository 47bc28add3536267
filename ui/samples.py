"""Which scenarios are shipped, and what is in them?"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine import Scenario, load_scenario

FOLDER = Path(__file__).parent.parent / "sample_data" / "scenarios"

# The first is the one the app opens with; the others follow in the order of a lesson.
ORDER = (
    "refund_assistant",
    "tight_budget",
    "coding_agent",
    "twenty_documents",
    "long_chat",
    "tool_catalogue",
    "multilingual",
    "over_budget",
)
FIRST = ORDER[0]


@cache
def shipped() -> dict[str, Scenario]:
    """The shipped scenarios by the name of their file, in the order of the lessons."""
    files = {file.stem: file for file in sorted(FOLDER.glob("*.json"))}
    names = [name for name in ORDER if name in files]
    names += [name for name in files if name not in ORDER]
    return {name: load_scenario(files[name].read_bytes()) for name in names}
