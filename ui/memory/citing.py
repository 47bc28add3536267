"""Which turns does a remembered fact cite, and what does it say beside that?

>>> from datetime import datetime
>>> now = datetime(2026, 1, 1)
>>> cited(Memory("m1", "[3] user: It is A-1.", now, now, sources=("3",)))
('[3]', 'user: It is A-1.')
>>> cited(Memory("m2", "[3] user: It is A-1.", now, now, sources=("3", "7")))
('[3, 7]', 'user: It is A-1.')
>>> cited(Memory("m3", "[sic] as he said", now, now, sources=("3",)))
('[3]', '[sic] as he said')
"""

from __future__ import annotations

import re

from engine.memory import Memory

_CITED = re.compile(r"\[([^\]]*)\] ?")


def cited(memory: Memory) -> tuple[str, str]:
    """The turns in brackets, and the text without the same turns in brackets before it."""
    text, before = memory.text, _CITED.match(memory.text)
    if before is not None and set(before[1].split(", ")) <= set(memory.sources):
        text = text[before.end() :]
    return f"[{', '.join(memory.sources)}]", text
