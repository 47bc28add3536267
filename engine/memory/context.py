"""What does memory give for one query, as candidates for the window?

>>> turns = (Turn("user", "Where is it?", id="2"),)
>>> context = MemoryContext("Where is it?", turns, summary="Bought a lamp.")
>>> [(section.name, section.kind) for section in context.as_sections()]
[('summary', 'summary'), ('turn 2 user', 'history')]
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.memory.store import Ranked
from engine.sections import ContextSection
from engine.transcripts import Turn, pair_calls


@dataclass(frozen=True)
class MemoryContext:
    """What memory gives for one query: of the facts the ones recalled for it, best first."""

    query: str
    turns: tuple[Turn, ...]
    summary: str = ""
    summary_sources: tuple[str, ...] = ()
    recalled: tuple[Ranked, ...] = ()

    def as_sections(self) -> tuple[ContextSection, ...]:
        """Sections of the kinds summary, memory and history, in this order.

        A call and its results are one section, all in or all out. The newest turn that a user
        wrote is pinned, and so is system text, which is instructions; of the others the newer
        is ranked above the older, the facts above the turns and the summary above all, because
        it stands for the most.
        """
        top = len(self.turns) + len(self.recalled) + 1
        sections = []
        if self.summary:
            sections.append(
                ContextSection(
                    "summary",
                    self.summary,
                    priority=top,
                    truncatable=True,
                    kind="summary",
                    source="summary",
                    trust="untrusted",
                )
            )
        for place, ranked in enumerate(self.recalled):
            sections.append(
                ContextSection(
                    f"memory {ranked.memory.id}",
                    ranked.memory.text,
                    priority=top - 1 - place,
                    kind="memory",
                    source="memory",
                    trust="untrusted",
                )
            )
        asked = [index for index, turn in enumerate(self.turns) if turn.role == "user"]
        for group in pair_calls(self.turns).groups:
            turns = [self.turns[index] for index in group]
            text = "\n\n".join(turn.text for turn in turns if turn.text.strip())
            if not text:
                continue
            told = turns[0].role == "system"
            sections.append(
                ContextSection(
                    f"turn {turns[0].id} {turns[0].role}",
                    text,
                    priority=group[-1],
                    pinned=group[0] in asked[-1:] or told,
                    kind="instructions" if told else "history",
                    source=turns[0].role,
                    trust="untrusted" if any(t.role == "tool" for t in turns) else "trusted",
                )
            )
        return tuple(sections)
