"""What did one rung do: what is left, what is gone, and from where does it come back?

>>> long = Turn("tool", "x" * 400, id="t4")
>>> change = Change("t4", long, Turn("tool", "[gone]", id="t4"), 100, 2, pointer="t4")
>>> result = RungResult("clear", (change.after,), 100, 2, (change,), "1 result cleared.")
>>> result.saved, result.shortened, [turn.id for turn in result.restorable["t4"]]
(98, ('t4',), ['t4'])
>>> restore(result.turns, [result], "t4") == (long,)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from engine.transcripts import Turn

Span = tuple[int, int]


@dataclass(frozen=True)
class Change:
    """What happened to one turn; its text is `before.text`, its tokens went from/to.

    `after` is the turn as it stands now, None where it left the window. `into` is the id of
    the turn that now stands for it, None where it stands for itself or nothing does.
    `pointer` is what the window still holds to fetch it by, None where it holds nothing.
    `spans` are the parts of `before.text` that are gone, as start and end.
    """

    id: str
    before: Turn
    after: Turn | None
    tokens_before: int
    tokens_after: int
    into: str | None = None
    pointer: str | None = None
    spans: tuple[Span, ...] = ()

    @property
    def saved(self) -> int:
        """How many tokens it won."""
        return self.tokens_before - self.tokens_after


@dataclass(frozen=True)
class Note:
    """A text written outside the window, from the turns of these ids."""

    id: str
    text: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class RungResult(Sequence[Turn]):
    """The turns after one rung, read like a list of them, and what it did.

    Token counts are those of all turns together. `created` are the ids of turns that the rung
    wrote, `notes` what it wrote outside the window. `note` says what happened in a sentence,
    `remark` what of it is not as usual; `error` what went wrong, and then nothing has changed.
    """

    rung: str
    turns: tuple[Turn, ...]
    tokens_before: int
    tokens_after: int
    changes: tuple[Change, ...] = ()
    note: str = ""
    created: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    error: str | None = None
    remark: str = ""

    @overload
    def __getitem__(self, index: int) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Turn, ...]: ...
    def __getitem__(self, index: int | slice) -> Turn | tuple[Turn, ...]:
        return self.turns[index]

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def changed(self) -> bool:
        """Whether the rung did anything."""
        return bool(self.changes)

    @property
    def saved(self) -> int:
        """How many tokens it won."""
        return self.tokens_before - self.tokens_after

    @property
    def removed(self) -> tuple[str, ...]:
        """The ids of the turns that left the window."""
        return tuple(change.id for change in self.changes if change.after is None)

    @property
    def shortened(self) -> tuple[str, ...]:
        """The ids of the turns that stayed, with less text."""
        return tuple(change.id for change in self.changes if change.after is not None)

    @property
    def restorable(self) -> Mapping[str, tuple[Turn, ...]]:
        """What can be fetched again, by the pointer that the window holds."""
        found: dict[str, tuple[Turn, ...]] = {}
        for change in self.changes:
            if change.pointer is not None:
                found[change.pointer] = (*found.get(change.pointer, ()), change.before)
        return found


def restore(turns: Sequence[Turn], results: Iterable[RungResult], pointer: str) -> tuple[Turn, ...]:
    """The turns with what the pointer names put back, as it was before the first change.

    Several turns behind one pointer come back in the place of the first. Raises `ValueError`
    where no result knows the pointer, or where the turn that held it has left the window.
    """
    before: dict[str, Turn] = {}
    holders: set[str | None] = set()
    for result in results:
        for change in result.changes:
            if change.pointer == pointer:
                before.setdefault(change.id, change.before)
                holders |= {change.id, change.into}
            elif change.id in holders:
                holders.add(change.into)
    if not before:
        raise ValueError(f"nothing can be restored from {pointer!r}")
    holders.discard(None)
    place = next((i for i, turn in enumerate(turns) if turn.id in holders), None)
    if place is None:
        raise ValueError(f"the turn that points to {pointer!r} has left the window")
    return (*turns[:place], *before.values(), *turns[place + 1 :])


def sources_of(results: Iterable[RungResult], turn_id: str) -> tuple[str, ...]:
    """The original turns that stand behind a turn after these results, each once.

    However often a summary is summarised again, an original stands behind one turn only.

    >>> a, b = Turn("user", "a", id="1"), Turn("user", "b", id="2")
    >>> gone = (Change("1", a, None, 1, 0, into="s"), Change("2", b, None, 1, 0, into="s"))
    >>> sources_of([RungResult("fold", (), 2, 1, gone, created=("s",))], "s")
    ('1', '2')
    """
    taken_up: dict[str, list[str]] = {}
    created: set[str] = set()
    for result in results:
        created.update(result.created)
        for change in result.changes:
            if change.into is not None:
                taken_up.setdefault(change.into, []).append(change.id)
    found: dict[str, None] = {}
    waiting = [turn_id]
    while waiting:  # no recursion: a chain of summaries may be longer than the stack
        name = waiting.pop()
        if name not in created:
            found[name] = None
        waiting += reversed(taken_up.get(name, ()))
    return tuple(found)
