"""The candidates of one assembly, counted once, and how they settle under given limits.

The same pool answers for the limits that are set and for every other limit that is asked
about, so that nothing is tokenised twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from engine.assembly.fill import Beginning, Filling, Moment, fill, place_pinned
from engine.assembly.items import Cut, Item, Limits, Place
from engine.assembly.turns import Turns, turns
from engine.errors import ContextOverflowError
from engine.sections import ContextSection
from engine.tokens import JoinedCounter, Tokenizer, truncated_and_counted

Wrap = Callable[[ContextSection], str]


class Settled(NamedTuple):
    """What is placed in the end: one `Place` an item, and the placed indexes in order."""

    filling: Filling
    places: tuple[Place, ...]
    placed: tuple[int, ...]


@dataclass(frozen=True)
class Pool:
    """The candidates with their written texts and token counts; `candidates.gather` builds it.

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
    _order: dict[bool, Turns] = field(default_factory=dict, repr=False)

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
            text, tokens = truncated_and_counted(section.text, room, self.tokenizer)
            return Cut(text, tokens) if text else None
        # What the wrapping costs depends on the text inside it: aim, measure, aim lower.
        aim = room
        while aim > 0:
            text, alone = truncated_and_counted(section.text, aim, self.tokenizer)
            if not text:
                return None
            tokens = self.tokenizer.count(self.wrap(replace(section, text=text)))
            if tokens <= room:
                return Cut(text, tokens)
            aim = min(aim - (tokens - room), alone - 1)
        return None

    def tokens_with(self, index: int, text: str) -> int:
        """What a section would cost, as written, with another text."""
        section = replace(self.sections[index], text=text)
        return self.tokenizer.count(text if self.wrap is None else self.wrap(section))

    def write(self, index: int, place: Place) -> str:
        """The text of one placed item as it is sent."""
        if place.cut is None:
            return self.written[index]
        if self.wrap is None:
            return place.cut.text
        return self.wrap(replace(self.sections[index], text=place.cut.text))

    def placed_sections(self, settled: Settled) -> tuple[ContextSection, ...]:
        """What is placed as sections, with the text that is sent, in the order it is sent in."""
        return tuple(
            self.sections[index]
            if (cut := settled.places[index].cut) is None
            else replace(self.sections[index], text=cut.text)
            for index in settled.placed
        )

    def parts(self, settled: Settled) -> tuple[str, ...]:
        """The texts of what is placed, as they are sent."""
        return tuple(self.write(index, settled.places[index]) for index in settled.placed)

    def count(self, settled: Settled) -> int:
        """The tokens of what is placed, joined as it is sent."""
        sizes = [settled.places[index].tokens for index in settled.placed]
        return self.joined.count(self.parts(settled), sizes)

    def count_whole(self, settled: Settled) -> int:
        """The same, by counting the text that is sent and nothing else."""
        return self.tokenizer.count(self.separator.join(self.parts(settled)))

    def fill(
        self, limits: Limits, order: Turns | None = None, moments: list[Moment] | None = None
    ) -> Filling:
        """One filling of the candidates, in their order or in another one."""
        if order is None:
            tiers = limits.tiers is not None
            order = self._order.get(tiers)
            if order is None:
                order = self._order[tiers] = turns(self.items, tiers)
        return fill(
            self.items, limits, separator=self.separator_tokens, cut=self.cut,
            order=order, begun=self.begun, moments=moments,
        )  # fmt: skip

    @cached_property
    def begun(self) -> Beginning:
        """The pinned ones placed: where every filling begins."""
        return place_pinned(self.items, self.separator_tokens)

    @cached_property
    def joining_is_free(self) -> bool:
        """Whether whole sections never cost more joined than apart, so that no recount is due.

        A cut may still cost more; without tiers it is taken last, so it alone is given back.
        """
        return self.joined.never_adds(self.written)

    def joined_no_larger(self, settled: Settled) -> bool:
        """Whether it is known without a count that what is placed costs no more joined.

        It then does so in every order, and nothing was given back.
        """
        places = settled.places
        return self.joining_is_free and self.joined.never_adds(
            [self.write(at, places[at]) for at in settled.placed if places[at].cut is not None]
        )

    def settle(self, limits: Limits, order: Turns | None = None, *, once: bool = False) -> Settled:
        """Fill, then recount the joined text; while it is over, give back what came last.

        `once` says that no other limits will be asked about, so that nothing need be
        prepared for that. Raises `ContextOverflowError` where the pinned ones do not fit,
        joined or counted apart.
        """
        filling = self.fill(limits, order)
        places = list(filling.places)
        taken = list(filling.taken)
        while True:
            placed = tuple(sorted(taken, key=self.ranks.__getitem__))
            # Filling keeps what they cost apart within the budget.
            settled = Settled(filling, tuple(places), placed)
            if once:
                token_count = self.count_whole(settled)
            elif self.joined_no_larger(settled):
                return settled
            else:
                token_count = self.count(settled)
            if token_count <= limits.budget:
                return settled
            last = taken.pop()
            if self.items[last].pinned:
                names = tuple(self.items[i].name for i in placed)
                raise ContextOverflowError(required=token_count, budget=limits.budget, names=names)
            places[last] = Place("dropped", "crowded_out", 0, "budget")
