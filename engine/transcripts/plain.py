"""How does a person write a conversation down? As lines of `role: text`.

Lines without a role belong to the turn above. `Human:` and `AI:` are read too, in any
case, and a role may be set in bold as Markdown does.

>>> document = Document("text", text="User: hi\\nthere\\n\\n**Assistant:** Hello!")
>>> [(turn.role, turn.text) for turn in read(document, 0, Report(document)).turns]
[('user', 'hi\\nthere'), ('assistant', 'Hello!')]
"""

from __future__ import annotations

import re
from collections import defaultdict

from engine.errors import TranscriptError
from engine.transcripts.document import Document
from engine.transcripts.messages import EXPECTED_ROLE
from engine.transcripts.model import Transcript, Turn
from engine.transcripts.report import Report
from engine.transcripts.values import describe

_ROLES = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}
_BOLD = r"(?:\*\*|__)?"
ROLE_LINE = re.compile(
    rf"^{_BOLD}({'|'.join(_ROLES)}){_BOLD}[ \t]*:{_BOLD}(?!//)[ \t]*(.*)$",
    re.IGNORECASE | re.MULTILINE | re.ASCII,  # else a long s would be an s
)
_OTHER_LABEL = re.compile(r"^([A-Za-z][\w-]{0,19}):(?:[ \t]|$)")
# A word before a colon is no speaker until it comes back.
_COMES_BACK = 2


def has_role_line(text: str) -> bool:
    """Whether any line begins with a role and a colon.

    >>> has_role_line("Notes\\nuser: hi"), has_role_line('{"user": 1}')
    (True, False)
    """
    return ROLE_LINE.search(text) is not None


def read(document: Document, index: int, report: Report) -> Transcript:
    """The turns of the text; what stands before the first role is reported, not read."""
    lines = document.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    turns: list[tuple[str, list[str]]] = []
    before: list[int] = []
    labels: dict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        match = ROLE_LINE.match(line)
        other = _OTHER_LABEL.match(line)
        if match:
            turns.append((_ROLES[match[1].lower()], [match[2]]))
        elif not turns:
            before += [number] if line.strip() else []
        else:
            turns[-1][1].append(line)
            if other:
                labels[other[1]].append(number)
    if not turns:
        raise _nothing(lines)
    report.pick(["the text"], index)
    if before:
        report.note(f"Lines {before[0]:,} to {before[-1]:,} stand before the first role (skipped).")
    for label, numbers in labels.items():
        if len(numbers) >= _COMES_BACK:
            report.note(
                f"Line {numbers[0]:,} and {len(numbers) - 1:,} more begin with {describe(label)}, "
                f"which is none of {EXPECTED_ROLE}; they are read as part of the turn above."
            )
    return Transcript(tuple(Turn(role, "\n".join(texts).strip()) for role, texts in turns), "plain")


def _nothing(lines: list[str]) -> TranscriptError:
    number = next((n for n, line in enumerate(lines, 1) if line.strip()), 1)
    line = lines[number - 1].strip()
    label = line.split(":", 1)[0].strip() if ":" in line else line
    hint = ""
    if len(lines) == 1 and re.search(r"\.(jsonl?|txt|md)$", line):
        hint = " (a str is read as text; for a file pass a Path)"
    return TranscriptError(
        f"Line {number:,}, field role: expected {EXPECTED_ROLE}, then a colon; "
        f"found {describe(label)}{hint}.",
        line=number,
        field="role",
    )
