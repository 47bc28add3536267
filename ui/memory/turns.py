"""What has become of a turn, at another turn: in the window, cleared, in the summary, gone?"""

from __future__ import annotations

from collections.abc import Sequence

from engine.compaction.expiring import EXPIRE
from engine.transcripts.model import SUMMARY
from ui.components.turn_list import TurnRow, shown_text
from ui.memory.shown import Shown

AROUND = 60  # turns before and after the place that are listed


def turn_rows(shown: Shown) -> list[TurnRow]:
    """The turns around the place, as they stand now."""
    indices = range(max(shown.at - AROUND, 0), min(shown.at + AROUND + 1, len(shown.run)))
    known, states = shown.conversation, states_at(shown, indices)
    rows = []
    for index, state in zip(indices, states, strict=True):
        turn = known.turns[index]
        rows.append(
            TurnRow(index + 1, turn.role, state, known.tokens[index], shown_text(turn.text))
        )
    return rows


def states_at(shown: Shown, indices: Sequence[int]) -> list[str]:
    """What became of each turn by now, in a word; empty while it stands as it came, or is to come.

    "pinned" stands as it came and always will; "cleared", "expired" and "shortened" stand in
    less than their own words; "noted" is kept outside of the window only.
    """
    record, at = shown.snapshot.run, shown.at
    policy = shown.snapshot.policy
    kept = shown.conversation.kept(policy.pinned, policy.unpinned)
    changed: dict[int, str] = {}
    for entry in record.written_at(at):
        if entry.original:
            held = "expired" if entry.rung == EXPIRE else "cleared" if entry.behind else "shortened"
            changed[entry.sources[0]] = held
        elif entry.turn.kind == SUMMARY:
            changed |= dict.fromkeys(entry.sources, "in summary")
        else:
            changed |= dict.fromkeys(entry.sources, "noted")
    states = []
    for index in indices:
        if index > at:
            states.append("")
        elif record.left[index] > at:
            pinned = shown.conversation.first[index] in kept
            states.append("pinned" if pinned else "")
        else:
            states.append(changed.get(index, "gone"))
    return states
