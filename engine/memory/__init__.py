"""What is kept verbatim, summarised, remembered, recalled, and what did a policy lose?

- `tiered`: a memory to talk to; `context`: what it gives for one query
- `store`: which facts are recalled; `reconcile`: new, known, or a new value?
- `policy`: the rules by which a window is kept small; `presets`: the ones that others use
- `replay`: one snapshot a turn; `conversation`: what is known before any policy;
  `rolling`, `climbing`, `expiring`, `state`: how turns leave;
  `record`, `snapshot`, `events`: what is seen
- `loss`: where did a fact go, and what took it; `traces`: does a text still hold it?
  `superseding`: since when does another value hold; `rounds`: what is left after each compaction

>>> memory = TieredMemory(2)
>>> for text in ("My order is A-1.", "It came broken.", "Please send a new one."):
...     memory.add_turn("user", text)
>>> memory.summary
'[1] user: My order is A-1.'
"""

from engine.memory.context import MemoryContext
from engine.memory.conversation import Conversation
from engine.memory.events import Event
from engine.memory.loss import (
    CANARY_KINDS,
    Canary,
    LifeLine,
    lifeline,
    plant,
)
from engine.memory.memories import Memory
from engine.memory.policy import Policy
from engine.memory.presets import PRESETS, Preset
from engine.memory.replay import fork, replay
from engine.memory.rounds import Survival, survival
from engine.memory.snapshot import Snapshot
from engine.memory.store import MemoryStore, Ranked, Weights
from engine.memory.tiered import Recalled, TieredMemory

__all__ = [
    "CANARY_KINDS",
    "PRESETS",
    "Canary",
    "Conversation",
    "Event",
    "LifeLine",
    "Memory",
    "MemoryContext",
    "MemoryStore",
    "Policy",
    "Preset",
    "Ranked",
    "Recalled",
    "Snapshot",
    "Survival",
    "TieredMemory",
    "Weights",
    "fork",
    "lifeline",
    "plant",
    "replay",
    "survival",
]
