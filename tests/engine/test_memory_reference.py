"""Is a replay under any ladder what it would be without anything that makes it quick?

The references keep nothing from one turn to the next: the window is a list of turns, every rung
gets it as plain turns and finds out about it anew, every memory is scored by itself.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn, count_tokens
from engine.compaction import LADDER, SUMMARIZERS, identified, pair_window, standard_rungs
from engine.compaction.density import density_hint
from engine.compaction.facts import NEGATIONS, STARTS, WORD
from engine.memory import Conversation, MemoryStore, Policy, replay
from engine.memory.climbing import _CITED
from engine.memory.conversation import asks
from engine.memory.policy import RUNGS
from engine.memory.reconcile import Known, reconcile
from engine.memory.store import Draft
from tests.engine.memory_talks import WORDS, talks
from tests.engine.test_memory_ladder import policies
