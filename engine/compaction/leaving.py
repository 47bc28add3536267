"""What do all rungs share: which groups leave first, and what stands in their place?

>>> turns = [Turn("user", "Go"), Turn("assistant", "x" * 40), Turn("user", "And?")]
>>> window = Window.of(turns, "chars/4")
>>> window.tokens, window.free, window.size((1,))
(12, [(1,)], 10)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any

from engine.compaction.counting import Count, counter_of, turn_ids
from engine.compaction.protected import free_groups
from engine.compaction.result import Change, Note, RungResult
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY

Group = tuple[int, ...]


@dataclass(frozen=True)
class Window:
    """The turns that a rung gets: named, counted, and those that may change in `free` groups."""

    turns: tuple[Turn, ...]
    names: tuple[str, ...]
    sizes: tuple[int, ...]
    tokens: int
    free: list[Group]
    count: Count

    @classmethod
    def of(
        cls,
        turns: Sequence[Turn],
        tokenizer: str | Tokenizer | Count,
        pinned: Collection[str] = (),
        unpinned: Collection[str] = (),
    ) -> Window:
        """Each turn is counted once here; a counter that remembers counts nothing twice."""
        count = counter_of(tokenizer)
        sizes = tuple(map(count, turns))
        names = turn_ids(turns)
        free = free_groups(turns, pinned, unpinned)
        return cls(tuple(turns), names, sizes, sum(sizes), free, count)

    def size(self, group: Group) -> int:
        """The tokens of a group."""
        return sum(self.sizes[index] for index in group)

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
            tokens += self.count(stand_in)
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
        after = self.count(stand_in)
        if after >= before or not stand_in.text.strip():
            return self.unchanged(
                rung,
                f"Rejected: {what} of {after:,} tokens in place of {before:,} saves nothing; "
                "the original is kept.",
            )
        note = f"{turns_in_words(len(leaving))}, {before:,} tokens, became {what} of {after:,}."
        return self.without(rung, groups, note, stand_in)


def asked(
    summarizer: Callable[[Sequence[Turn]], str], turns: Sequence[Turn]
) -> tuple[str, str | None]:
    """What a summarizer says, or what went wrong, as a sentence.

    >>> asked(lambda turns: None, [])
    ('', 'The summarizer returned no text.')
    """
    try:
        text: Any = summarizer(turns)
    except Exception as problem:  # it may be any model: whatever it raises, the turns stay
        return "", f"The summarizer failed: {type(problem).__name__}: {problem}"
    if not isinstance(text, str) or not text.strip():
        return "", "The summarizer returned no text."
    return text, None


def turns_in_words(number: int) -> str:
    """A number of turns, in words.

    >>> turns_in_words(1), turns_in_words(1200)
    ('1 turn', '1,200 turns')
    """
    return f"{number:,} turn{'' if number == 1 else 's'}"


def whole_number(value: Any, name: str) -> int:
    """The value if it is a whole number from 0 up; else `ValueError` that names it.

    >>> whole_number(-1, "keep")
    Traceback (most recent call last):
    ...
    ValueError: keep must be a whole number from 0 up, not -1
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
        raise ValueError(f"{name} must be a whole number from 0 up, not {value!r}")
    return int(value)
