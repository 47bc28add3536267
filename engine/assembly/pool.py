"""The candidates of one assembly, counted once, and how they settle under given limits.

The same pool answers for the limits that are set and for every other limit that is asked
about, so that nothing is tokenised twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.assembly.fill import Cut, Filling, Item, Limits, Place, fill
from engine.errors import ContextOverflowError
from engine.sections import ContextSection
from engine.tokens import JoinedCounter, Tokenizer, get_tokenizer, truncate_to_tokens

Wrap = Callable[[ContextSection], str]
Arrange = Callable[[Sequence[ContextSection]], Sequence[ContextSection]]


class Settled(NamedTuple):
    """What is placed in the end: one `Place` an item, the placed indexes and texts, the recount."""

    filling: Filling
    places: tuple[Place, ...]
    placed: tuple[int, ...]
    parts: tuple[str, ...]
    token_count: int


@dataclass(frozen=True)
class Pool:
    """The candidates with their written texts and token counts; build it with `gather`.

    `ranks` says for each candidate which place it has in the text that is sent.
    """

    sections: tuple[ContextSection, ...]
    items: tuple[Item, ...]
    ranks: Sequence[int]
    written: tuple[str, ...]
    wrap: Wrap | None
    tokenizer: Tokenizer
    separator: str
    separator_tokens: int
    joined: JoinedCounter
    _cuts: dict[tuple[int, int], Cut | None] = field(default_factory=dict, repr=False)

    def cut(self, index: int, room: int) -> Cut | None:
        """The section cut so that it costs at most `room` tokens as written; None: no cut fits."""
        if room <= 0:
            return None
        key = (index, room)
        if key not in self._cuts:
            self._cuts[key] = self._cut(self.sections[index], room)
        return self._cuts[key]

    def _cut(self, section: ContextSection, room: int) -> Cut | None:
        if self.wrap is None:
            text = truncate_to_tokens(section.text, room, self.tokenizer)
            return Cut(text, self.tokenizer.count(text)) if text else None
        # What the wrapping costs depends on the text inside it: aim, measure, aim lower.
        aim = room
        while aim > 0:
            text = truncate_to_tokens(section.text, aim, self.tokenizer)
            if not text:
                return None
            tokens = self.tokenizer.count(self.wrap(replace(section, text=text)))
            if tokens <= room:
                return Cut(text, tokens)
            aim = min(aim - (tokens - room), self.tokenizer.count(text) - 1)
        return None

    def write(self, index: int, place: Place) -> str:
        """The text of one placed item as it is sent."""
        if place.cut is None:
            return self.written[index]
        if self.wrap is None:
            return place.cut.text
        return self.wrap(replace(self.sections[index], text=place.cut.text))

    def count_whole(self, parts: Sequence[str]) -> int:
        """The tokens of the parts as they are sent."""
        return self.tokenizer.count(self.separator.join(parts))

    def settle(
        self, limits: Limits, items: Sequence[Item] | None = None, *, once: bool = False
    ) -> Settled:
        """Fill, then recount the joined text; while it is over, give back what came last.

        `once` says that no other limits will be asked about, so that nothing need be
        prepared for that. Raises `ContextOverflowError` where the pinned ones do not fit,
        joined or counted apart.
        """
        items = self.items if items is None else items
        count = self.count_whole if once else self.joined.count
        filling = fill(items, limits, separator=self.separator_tokens, cut=self.cut)
        places = list(filling.places)
        taken = list(filling.taken)
        while True:
            placed = tuple(sorted(taken, key=self.ranks.__getitem__))
            parts = tuple(self.write(index, places[index]) for index in placed)
            token_count = count(parts)
            if token_count <= limits.budget:
                return Settled(filling, tuple(places), placed, parts, token_count)
            last = taken.pop()
            if items[last].pinned:
                names = tuple(items[i].name for i in placed)
                raise ContextOverflowError(required=token_count, budget=limits.budget, names=names)
            places[last] = Place("dropped", "crowded_out", 0, "budget")


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
