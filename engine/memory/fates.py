"""What became of one fact, by the texts that stand in the place of its own?

>>> from engine.compaction.facts import find_facts
>>> fact = find_facts("It is A-1")[0]
>>> fate_of(fact, "Order A-1", "", False), fate_of(fact, "", "A-1", False)
('kept', 'recallable')
"""

from __future__ import annotations

import re
from typing import Literal

from engine.compaction.facts import Fact
from engine.memory.traces import Trace

Fate = Literal["kept", "shortened", "recallable", "superseded", "lost"]
FATES: tuple[Fate, ...] = ("kept", "shortened", "recallable", "superseded", "lost")

# These facts are whole sentences, which can be shortened.
SENTENCES = frozenset(("decision", "preference", "rule", "goal"))
_HALF = 0.5
# A value ends where no letter, digit or digits after a point go on: not 500 in 1,500.
_START, _END = r"(?<![\w-])(?<!\d[.,'’])", r"(?![\w-])(?![.,'’]\d)"


def fate_of(fact: Fact, here: str, behind: str, whole: bool) -> Fate:
    """What became of a fact, by what stands in its place and by what can be fetched.

    That a value was superseded no text in its place tells: see `superseding`.

    `whole` says that the text it stood in can be fetched as it was.
    """
    held = _held(fact, here)
    if held == "lost" and (whole or _held(fact, behind) != "lost"):
        return "recallable"
    return held


def _held(fact: Fact, text: str) -> Fate:
    if re.search(_START + re.escape(fact.text) + _END, text, re.IGNORECASE):
        return "kept"
    try:
        trace = Trace.of(fact.text)
    except ValueError:  # signs alone, as in `->`
        return "kept" if fact.text in text else "lost"
    if trace.stands_in(text):
        return "kept"
    if fact.kind in SENTENCES and trace.share_in(text) >= _HALF:
        return "shortened"
    return "lost"
