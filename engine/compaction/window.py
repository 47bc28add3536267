"""What does a rung get: turns, named and counted, and the groups of them that may change?

>>> turns = [Turn("user", "Go"), Turn("assistant", "x" * 40), Turn("user", "And?")]
>>> window = Window.of(turns, "chars/4")
>>> window.tokens, window.free, window.size((1,))
(12, [(1,)], 10)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import overload

from engine.compaction.counting import Count, counter_of, turn_ids
from engine.compaction.leaving import asked
from engine.compaction.protected import free_groups, opening_texts
from engine.compaction.result import Change, Note, RungResult
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY
from engine.wording import times

Group = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Window(Sequence[Turn]):
    """The turns that a rung gets: named, counted, and those that may change in `free` groups.

    It reads like a list of the turns. A climb hands the same one from rung to rung, so that
    what hangs together is found once as long as nothing changes.
    """

    turns: tuple[Turn, ...]
    counter: Count
    pinned: frozenset[str]
    unpinned: frozenset[str]
    opening: int

    @classmethod
    def of(
        cls,
        turns: Sequence[Turn],
        tokenizer: str | Tokenizer | Count,
        pinned: Collection[str] = (),
        unpinned: Collection[str] = (),
        opening: int | None = None,
        sizes: Sequence[int] | None = None,
    ) -> Window:
        """A window over these turns; itself, where they are one with the same settings.

        `opening` is how many of them are the system text at the top of the conversation; by
        the turns unless given (`free_groups`). `sizes` are their tokens, where they are known.
        """
        settings = counter_of(tokenizer), frozenset(pinned), frozenset(unpinned)
        if isinstance(turns, Window):
            if settings == (turns.counter, turns.pinned, turns.unpinned):
                return turns
            opening = turns.opening
        opening = opening_texts(turns) if opening is None else opening
        window = cls(tuple(turns), *settings, opening)
        if sizes is not None:
            window._know(sizes=tuple(sizes))
        return window

    def after(self, turns: Sequence[Turn]) -> Window:
        """The window that a rung left, with the same settings; itself where nothing changed.

        Where turns only say something else, they hang together as before.
        """
        turns = tuple(turns)
        if turns is self.turns:
            return self
        window = Window(turns, self.counter, self.pinned, self.unpinned, self.opening)
        if len(turns) == len(self.turns):
            both = enumerate(zip(self.turns, turns, strict=True))
            other = [index for index, (old, new) in both if old is not new]
            if all(_stands_alike(self.turns[index], turns[index]) for index in other):
                sizes = list(self.sizes)
                for index in other:
                    sizes[index] = self.counter(turns[index])
                window._know(sizes=tuple(sizes), names=self.names, free=self.free)
        return window

    def _know(self, **found: object) -> None:
        """What need not be worked out: it is put where a cached property keeps it."""
        vars(self).update(found)

    @overload
    def __getitem__(self, index: int) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Turn, ...]: ...
    def __getitem__(self, index: int | slice) -> Turn | tuple[Turn, ...]:
        return self.turns[index]

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    def __len__(self) -> int:
        return len(self.turns)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By what each turn is cited."""
        return turn_ids(self.turns)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The tokens of each turn; a counter that remembers counts nothing twice."""
        return tuple(map(self.counter, self.turns))

    @cached_property
    def tokens(self) -> int:
        """The tokens of all turns together."""
        return sum(self.sizes)

    @cached_property
    def free(self) -> list[Group]:
        """The groups that may change, the oldest first."""
        return free_groups(self.turns, self.pinned, self.unpinned, self.opening)

    @cached_property
    def protected(self) -> list[int]:
        """The turns that may not, by their indices."""
        return sorted({*range(len(self.turns))}.difference(*self.free))

    def size(self, group: Group) -> int:
        """The tokens of a group."""
        if len(group) == 1:  # most are
            return self.sizes[group[0]]
        return sum([self.sizes[index] for index in group])

    def until(self, groups: Sequence[Group], tokens: int) -> list[Group]:
        """The first of the groups that together have at least so many tokens, else all."""
        taken: list[Group] = []
        for group in groups:
            if tokens <= 0:
                break
            taken.append(group)
            tokens -= self.size(group)
        return taken

    def named(self, indices: Sequence[int]) -> list[Turn]:
        """Some of the turns, each with its name as its id, so that a summary can cite it."""
        return [
            turn if turn.id is not None else replace(turn, id=self.names[index])
            for index, turn in ((index, self.turns[index]) for index in indices)
        ]

    def unchanged(self, rung: str, note: str, error: str | None = None) -> RungResult:
        """What a rung gives that does nothing, and why."""
        return RungResult(rung, self.turns, self.tokens, self.tokens, note=note, error=error)

    def shortened(self, rung: str, changes: Mapping[int, Change], note: str) -> RungResult:
        """What a rung gives that only made turns shorter: the changes by the turns' indices."""
        left = list(self.turns)
        for index, change in changes.items():
            left[index] = change.after or left[index]
        made = tuple(changes.values())
        tokens = self.tokens - sum(change.saved for change in made)
        return RungResult(rung, tuple(left), self.tokens, tokens, made, note)

    def without(
        self,
        rung: str,
        groups: Sequence[Group],
        note: str,
        stand_in: Turn | None = None,
        notes: tuple[Note, ...] = (),
        pointer: str | None = None,
    ) -> RungResult:
        """The turns without these groups, the stand-in at the place of the first of them."""
        leaving = sorted(index for group in groups for index in group)
        into = None if stand_in is None else stand_in.id
        changes = tuple(
            Change(
                self.names[index],
                self.turns[index],
                None,
                self.sizes[index],
                0,
                into,
                pointer,
                ((0, len(self.turns[index].text)),),
            )
            for index in leaving
        )
        gone = frozenset(leaving)
        left = [turn for index, turn in enumerate(self.turns) if index not in gone]
        tokens = self.tokens - sum(self.sizes[index] for index in leaving)
        if stand_in is not None:
            left.insert(leaving[0], stand_in)
            tokens += self.counter(stand_in)
        created = () if into is None else (into,)
        return RungResult(rung, tuple(left), self.tokens, tokens, changes, note, created, notes)

    def summarised(
        self,
        rung: str,
        groups: Sequence[Group],
        summarizer: Callable[[Sequence[Turn]], str],
        shorten: Callable[[str], str] = lambda text: text,
        what: str = "a summary",
    ) -> RungResult:
        """The groups replaced by their summary; unchanged where that fails or saves nothing."""
        leaving = sorted(index for group in groups for index in group)
        if not leaving or all(self.turns[index].kind == SUMMARY for index in leaving):
            return self.unchanged(rung, "Nothing new to summarise.")
        text, error = asked(summarizer, self.named(leaving))
        if error is not None:
            return self.unchanged(rung, error, error)
        stand_in = Turn(
            "user", shorten(text), id=f"summary to {self.names[leaving[-1]]}", kind=SUMMARY
        )
        before = sum(self.sizes[index] for index in leaving)
        after = self.counter(stand_in)
        if after >= before or not stand_in.text.strip():
            return self.unchanged(
                rung,
                f"Rejected: {what} of {after:,} tokens in place of {before:,} saves nothing; "
                "the original is kept.",
            )
        note = f"{times(len(leaving), 'turn')}, {before:,} tokens, became {what} of {after:,}."
        return self.without(rung, groups, note, stand_in)


def _stands_alike(old: Turn, new: Turn) -> bool:
    """Whether a turn in the place of another is as free as it (`free_groups`), by all but words.

    >>> old = Turn("tool", "149.90 EUR", id="t3", result_of="c")
    >>> [_stands_alike(old, replace(old, text=text)) for text in ("[cleared]", "")]
    [True, False]
    """
    return (
        (old.id, old.role, old.kind, old.result_of, old.call_ids)
        == (new.id, new.role, new.kind, new.result_of, new.call_ids)
        and bool(old.text.strip()) == bool(new.text.strip())
    )  # fmt: skip
