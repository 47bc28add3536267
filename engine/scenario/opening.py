"""What does a file that a person opens hold: a scenario, or a conversation to make one of?

>>> opened = open_document(b"user: Where is my parcel?\\nassistant: On its way.", "talk.txt",
...                        tokenizer="chars/4")
>>> opened.scenario.title, [section.name for section in opened.scenario.sections]
('talk', ['turn 1 user', 'turn 2 assistant'])
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from engine.errors import TranscriptError
from engine.scenario.document import load_scenario
from engine.scenario.model import FORMAT, Scenario
from engine.sections import ContextBudget, ContextSection
from engine.tokens import count_tokens
from engine.transcripts import load_transcript, sections_from_transcript
from engine.watermarks import mark_tokens

# Context windows that are on offer today, in tokens; no model is meant by them.
WINDOWS = (
    500,
    1_000,
    2_000,
    4_000,
    8_000,
    16_000,
    32_000,
    64_000,
    128_000,
    200_000,
    400_000,
    1_000_000,
    2_000_000,
)

# What people drop by mistake, by the bytes it begins with.
NOT_TEXT = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"%PDF": "a PDF file",
    b"PK\x03\x04": "a ZIP archive or an Office file",
    b"\x1f\x8b": "a gzip archive",
}

# Reading and counting share the progress about evenly on a file of some megabytes.
READING = 0.5


@dataclass(frozen=True)
class Opened:
    """The scenario, what was noticed while reading, and how many conversations the file holds."""

    scenario: Scenario
    what: str
    warnings: tuple[str, ...] = ()
    conversations: int = 1


def open_document(
    data: bytes,
    name: str,
    *,
    index: int = 0,
    tokenizer: str = "o200k_base",
    on_progress: Callable[[float], None] = lambda share: None,
) -> Opened:
    """Read a scenario or a transcript from a file's bytes.

    A conversation becomes a scenario whose window is the smallest usual one that holds all
    of it, so that one begins with the whole and makes it smaller. Raises `ScenarioError`
    or `TranscriptError` with the place and what was expected.
    """
    binary = next((what for begins, what in NOT_TEXT.items() if data.startswith(begins)), None)
    if binary is not None:
        raise TranscriptError(
            f"This is {binary}; expected a scenario or a conversation as JSON, JSON lines or text."
        )
    if _is_scenario(data):
        return Opened(load_scenario(data), "scenario")
    transcript = load_transcript(
        data, index=index, on_progress=lambda share: on_progress(READING * share)
    )
    sections = sections_from_transcript(transcript)
    if not sections:
        raise TranscriptError("The file was read, but no turn in it holds any text.")
    total = _count(sections, tokenizer, on_progress)
    scenario = Scenario(
        title=transcript.title or PurePath(name).stem or "Conversation",
        description=f"{len(transcript.turns):,} turns read as {transcript.format}.",
        sections=sections,
        budget=_holding(total),
        tokenizer=tokenizer,
    )
    return Opened(scenario, transcript.format, transcript.warnings, transcript.conversations)


def _is_scenario(data: bytes) -> bool:
    if not data.lstrip().startswith(b"{"):
        return False
    if FORMAT.encode() in data:
        return True
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and "version" in document and "sections" in document


def _count(
    sections: tuple[ContextSection, ...], tokenizer: str, on_progress: Callable[[float], None]
) -> int:
    """All tokens, separators included; counted here so that the first page finds them counted."""
    total = 0
    step = max(1, len(sections) // 50)
    for number, section in enumerate(sections):
        total += count_tokens(section.text, tokenizer) + 1
        if number % step == 0:
            on_progress(READING + (1 - READING) * number / len(sections))
    on_progress(1.0)
    return total


def _holding(tokens: int) -> ContextBudget:
    for window in WINDOWS:
        budget = ContextBudget(window, min(window // 8, 8_000))
        if tokens <= mark_tokens(budget.usable_input_tokens, Scenario.zones.fill):
            return budget
    return ContextBudget(WINDOWS[-1], 8_000)
