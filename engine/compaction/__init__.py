"""How is a history made smaller, rung by rung, and what did it lose?

- `ladder`: the rungs one after another; `ttl`, `expiring`: what has expired
- the rungs: `clearing`, `middle`, `summaries`, `notes`, `delegation`, `telegrams`, `rolling`;
  `window`: what each gets; `result`: what each gives; `leaving`: what they share;
  `protected`: what none may touch
- `summarizers`, `history`, `lines`: older turns as text; `telegraphic`: a text as a telegram
- `facts`, `values`, `density`: what a summary must not lose; `counting`: each turn counted once

>>> from engine.transcripts import Turn
>>> talk = [Turn("user", "Find A-1"), Turn("assistant", "Well, " * 99), Turn("user", "And?")]
>>> clear_tool_results(talk).note, rolling_window(talk, 9).removed
('No tool result is left to clear.', ('t2',))
"""

from engine.compaction.clearing import clear_tool_results
from engine.compaction.counting import Count, TurnCounter, counter_of, identified, turn_ids
from engine.compaction.delegation import sub_agent
from engine.compaction.expiring import evidence_of, expire_results
from engine.compaction.facts import FACT_KINDS, Fact, find_facts
from engine.compaction.history import CompactedHistory, compact_history, split_history
from engine.compaction.ladder import LADDER, Climb, Rung, climb, standard_rungs
from engine.compaction.lines import message_line, shorten_summary
from engine.compaction.middle import middle_out
from engine.compaction.notes import write_notes
from engine.compaction.protected import free_groups, protected_turns
from engine.compaction.result import Change, Note, RungResult, restore, sources_of
from engine.compaction.rolling import rolling_window
from engine.compaction.summaries import fold, trajectory_summary
from engine.compaction.summarizers import (
    SUMMARIZERS,
    Summarizer,
    extractive,
    first_120,
    mark_superseded,
)
from engine.compaction.telegrams import telegraph
from engine.compaction.telegraphic import compress_telegraphic, dropped_spans
from engine.compaction.ttl import NEVER_PRUNED, Evidence, Pruned, is_expired, prune
from engine.compaction.values import Assignment, assignments, supersedes
from engine.compaction.window import Window

__all__ = [
    "FACT_KINDS",
    "LADDER",
    "NEVER_PRUNED",
    "SUMMARIZERS",
    "Assignment",
    "Change",
    "Climb",
    "CompactedHistory",
    "Count",
    "Evidence",
    "Fact",
    "Note",
    "Pruned",
    "Rung",
    "RungResult",
    "Summarizer",
    "TurnCounter",
    "Window",
    "assignments",
    "clear_tool_results",
    "climb",
    "compact_history",
    "compress_telegraphic",
    "counter_of",
    "dropped_spans",
    "evidence_of",
    "expire_results",
    "extractive",
    "find_facts",
    "first_120",
    "fold",
    "free_groups",
    "identified",
    "is_expired",
    "mark_superseded",
    "message_line",
    "middle_out",
    "protected_turns",
    "prune",
    "restore",
    "rolling_window",
    "shorten_summary",
    "sources_of",
    "split_history",
    "standard_rungs",
    "sub_agent",
    "supersedes",
    "telegraph",
    "trajectory_summary",
    "turn_ids",
    "write_notes",
]
