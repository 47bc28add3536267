"""Which conversations are shipped, and which one is open?"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from engine.memory import Canary
from engine.memory.presets import PRESETS
from engine.transcripts import load_transcript
from ui import state
from ui.talk import Talk

FOLDER = Path(__file__).parent.parent.parent / "sample_data" / "conversations"
PRESET = "fold"  # what a conversation is first replayed under

# The usable window in tokens at which each loses something, as its README says.
WINDOWS = {"support_chat": 600, "coding_agent": 6_000, "planning_chat": 500, "multilingual": 500}
FIRST = next(iter(WINDOWS))


@cache
def shipped_talks() -> dict[str, Talk]:
    """The shipped conversations by the name of their file, with the facts that are followed."""
    return {name: _shipped(name, usable) for name, usable in WINDOWS.items()}


@cache
def shipped_facts() -> dict[str, list[dict[str, Any]]]:
    """What the conversations' own file says of each fact: its turn, who asks for it, and how."""
    facts: dict[str, list[dict[str, Any]]] = json.loads(
        (FOLDER / "facts.json").read_text(encoding="utf-8")
    )
    return facts


def _shipped(name: str, usable: int) -> Talk:
    transcript = load_transcript(FOLDER / f"{name}.json")
    facts = []
    for fact in shipped_facts()[name]:
        with suppress(ValueError):  # "12. März" is read as the end of a sentence
            replaced_by = fact.get("superseded_by", "")
            facts.append(Canary(fact["type"], fact["phrase"], superseded_by=replaced_by))
    reserve = usable // 6
    policy = PRESETS[PRESET].policy(usable + reserve, reserve)
    return Talk(transcript.title or name, transcript.turns, policy, tuple(facts), base=name)


def open_talk() -> Talk:
    """The visitor's own or changed conversation, else the first shipped one."""
    return state.session().talk or shipped_talks()[FIRST]


def is_shipped(talk: Talk) -> bool:
    """Whether its turns are those of a shipped conversation, not edited."""
    return talk.base is not None and talk.turns is shipped_talks()[talk.base].turns
