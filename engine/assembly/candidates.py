"""Which candidates does an assembly choose from, and what does each of them cost?

>>> gather([ContextSection("task", "Summarise.")], "chars/4").items[0].tokens
3
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from engine.assembly.items import Item
from engine.assembly.pool import Pool, Wrap
from engine.sections import ContextSection
from engine.tokens import JoinedCounter, Tokenizer, get_tokenizer

Arrange = Callable[[Sequence[ContextSection]], Sequence[ContextSection]]


def gather(
    sections: Sequence[ContextSection],
    tokenizer: str | Tokenizer,
    separator: str = "\n\n",
    wrap: Wrap | None = None,
    arrange: Arrange | None = None,
) -> Pool:
    """Count every section once, as it would be written.

    Raises `ValueError` with the name for a duplicate name or a priority that is not finite,
    and where `arrange` loses or adds a section.
    """
    counter = get_tokenizer(tokenizer) if isinstance(tokenizer, str) else tokenizer
    seen: set[str] = set()
    for section in sections:
        if section.name in seen:
            raise ValueError(f"two sections are named {section.name!r}; names must differ")
        seen.add(section.name)
        if isinstance(section.priority, bool) or not math.isfinite(section.priority):
            raise ValueError(
                f"section {section.name!r}: priority must be a finite number; "
                f"found {section.priority!r}"
            )
    written = tuple(s.text if wrap is None else wrap(s) for s in sections)
    items = tuple(
        Item(
            position=index,
            name=section.name,
            tokens=counter.count(text) if section.text else 0,
            priority=section.priority,
            pinned=section.pinned,
            truncatable=section.truncatable,
            tier=section.tier or "retrieved",
            empty=not section.text,
        )
        for index, (section, text) in enumerate(zip(sections, written, strict=True))
    )
    return Pool(
        sections=tuple(sections),
        items=items,
        ranks=range(len(items)) if arrange is None else _ranks(sections, arrange(sections)),
        written=written,
        wrap=wrap,
        tokenizer=counter,
        separator=separator,
        separator_tokens=counter.count(separator),
        joined=JoinedCounter(counter, separator),
    )


def _ranks(
    sections: Sequence[ContextSection], arranged: Sequence[ContextSection]
) -> tuple[int, ...]:
    """For each section its place among the arranged ones."""
    place = {section.name: rank for rank, section in enumerate(arranged)}
    if len(arranged) != len(sections) or any(s.name not in place for s in sections):
        raise ValueError("arrange must return every section exactly once")
    return tuple(place[section.name] for section in sections)
