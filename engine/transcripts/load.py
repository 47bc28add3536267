"""How does whatever a user has, a file, a text or parsed JSON, become a transcript?

>>> load_transcript("user: Hi\\nassistant: Hello!").turns[1].text
'Hello!'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.decoding import text_of_source, without_half_characters
from engine.errors import TranscriptError
from engine.progress import Progress, in_steps
from engine.transcripts import (
    anthropic,
    chatgpt_export,
    claude_code,
    gemini,
    langchain,
    openai_chat,
    openai_responses,
    otel,
    plain,
    sharegpt,
    vercel,
)
from engine.transcripts.detect import TITLES, detect
from engine.transcripts.document import Document, from_value, parse, repaired
from engine.transcripts.model import SUMMARY, Transcript, Turn
from engine.transcripts.pairing import (
    pair_calls,
    pairing_warnings,
    with_missing_ids,
    with_tool_names,
)
from engine.transcripts.report import Report
from engine.transcripts.values import describe

Source = str | bytes | Path | dict[str, Any] | list[Any]

# One line a format: its reader.
READERS: dict[str, Callable[[Document, int, Report], Transcript]] = {
    "claude_code": claude_code.read,
    "chatgpt_export": chatgpt_export.read,
    "anthropic": anthropic.read,
    "openai_responses": openai_responses.read,
    "openai_chat": openai_chat.read,
    "langchain": langchain.read,
    "gemini": gemini.read,
    "sharegpt": sharegpt.read,
    "otel": otel.read,
    "vercel": vercel.read,
    "plain": plain.read,
}

_MOST_PAIRING_WARNINGS = 20
_PARSED, _READ = 0.6, 0.97  # the shares of the time after parsing and after reading


def load_transcript(
    source: Source,
    format: str | None = None,
    index: int = 0,
    *,
    on_progress: Progress | None = None,
) -> Transcript:
    """Read a conversation; the format is recognised unless it is given.

    A `str` is the text itself, a file is a `Path`; bytes and parsed JSON are taken too.
    Of several conversations the one at `index` is read, and a warning counts them. What
    cannot be read is skipped and reported in the warnings; a `TranscriptError` names the
    line and the field when nothing can. `on_progress` is called with shares from 0 to 1.

    >>> transcript = load_transcript([{"role": "user", "content": "Hi"}, {"role": "agent"}])
    >>> transcript.format, len(transcript.turns), transcript.warnings
    ('openai_chat', 1, ('Field [1].role: expected user, assistant, system or tool; \
found "agent" (skipped).',))
    """
    if isinstance(index, bool) or not isinstance(index, int) or index < 0:
        raise TranscriptError(f"index must be a whole number, 0 or more; found {describe(index)}.")
    if format is not None and format not in TITLES:
        raise TranscriptError(
            f"Unknown format {describe(format)}; the formats are {', '.join(TITLES)}."
        )
    progress = in_steps(on_progress)
    progress(0.0)
    try:
        document, broken = _document(source, format, lambda share: progress(share * _PARSED))
        name = format or detect(document)
        read = _reader(name, document)
        report = Report(document, lambda share: progress(_PARSED + share * (_READ - _PARSED)))
        if broken:
            report.note("Half characters (lone surrogates) were replaced by U+FFFD.")
        transcript = _finished(read(document, index, report), report)
    except RecursionError as error:
        raise TranscriptError("The JSON is nested too deeply to be a conversation.") from error
    progress(1.0)
    return transcript


def _document(source: Source, format: str | None, progress: Progress) -> tuple[Document, bool]:
    if isinstance(source, (dict, list)):
        return repaired(from_value(source))
    if not isinstance(source, (str, bytes, bytearray, Path)):
        raise TranscriptError(
            f"Expected text, bytes, a Path or parsed JSON; found {describe(source)}."
        )
    text = text_of_source(source, TranscriptError)
    document = _parsed(text, format, progress)
    # Only such an escape, or a str that was broken before, can hold half a character.
    if "\\ud" in text or "\\uD" in text or without_half_characters(text) != text:
        return repaired(document)
    return document, False


def _parsed(text: str, format: str | None, progress: Progress) -> Document:
    as_text = Document("text", text=text)
    if format == "plain" and text.strip():
        return as_text
    try:
        return parse(text, progress)
    except TranscriptError:
        # No broken JSON has a line that begins with a role: it is a text with braces.
        if format is None and plain.has_role_line(text):
            return as_text
        raise


def _reader(name: str | None, document: Document) -> Callable[[Document, int, Report], Transcript]:
    readable = ", ".join(TITLES.values())
    if name in READERS and (name == "plain" or document.shape != "text"):
        return READERS[name]
    if name in READERS:
        raise TranscriptError(f"Line 1: expected JSON ({TITLES[name]}); found text.", line=1)
    if document.shape == "text":
        return plain.read  # it says what the first line lacks
    found = describe(document.items[0].value) if document.items else "an empty list"
    if document.items and isinstance(document.items[0].value, dict):
        found += f" with {', '.join(list(document.items[0].value)[:5]) or 'nothing in it'}"
    line = document.items[0].line if document.items else None
    where = f"Line {line}: " if line else ""
    raise TranscriptError(
        f"{where}this is JSON, but no conversation was found in it: it begins with {found}. "
        f"Formats read: {readable}.",
        line=line,
    )


def _finished(draft: Transcript, report: Report) -> Transcript:
    """What every format gets: ids, pairs, the names of tools, compactions, the warnings."""
    if not draft.turns:
        raise report.error("The conversation holds no messages.")
    turns = with_missing_ids(_with_turn_ids(draft.turns))
    pairing = pair_calls(turns)
    turns = with_tool_names(turns, pairing)
    unpaired = pairing_warnings(turns, pairing)
    more = len(unpaired) - _MOST_PAIRING_WARNINGS
    warnings = report.warnings() + unpaired[:_MOST_PAIRING_WARNINGS]
    if more > 0:
        warnings += (f"{more:,} more calls or results do not pair.",)
    # A boundary and the summary behind it are one compaction; a boundary at the end cut nothing.
    summaries = {index for index, turn in enumerate(turns) if turn.kind == SUMMARY}
    marks = {mark for mark in draft.compactions if mark < len(turns)} | summaries
    return replace(
        draft,
        turns=turns,
        warnings=warnings,
        compactions=tuple(sorted(marks)),
        conversations=report.conversations,
    )


def _with_turn_ids(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns with unique ids: their own where they have one, else their number.

    A message that makes several turns gave them all its id; a summary that cites its
    sources needs to tell them apart.
    """
    own = {turn.id for turn in turns}
    used: set[str] = set()
    copies: Counter[str] = Counter()
    done: list[Turn] = []
    for number, turn in enumerate(turns, 1):
        id = wanted = turn.id or f"t{number}"
        while id in used or (id != turn.id and id in own):
            copies[wanted] += 1
            id = f"{wanted}-{copies[wanted] + 1}"
        used.add(id)
        done.append(turn if id == turn.id else replace(turn, id=id))
    return tuple(done)
