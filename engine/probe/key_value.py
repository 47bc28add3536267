"""Does a model find the value of one key in a list of keys and values?

The task of Liu et al. (2024, Lost in the Middle, section 3), with words and four digits in place
of their UUIDs, which small models cannot copy. Nothing has to be understood: what is measured is
finding. How the answer begins decides much, so there are three variants, and a curve holds for
one of them.

>>> task = KeyValueTask(pairs=25)
>>> item = task.item(seed=0)
>>> item.key, item.value, task.index(0.25)
('velvet', '2618', 6)
>>> lines = task.messages(item, 0.25)[0]["content"].splitlines()
>>> lines[6], lines[-1]
('key: velvet -> value: 2618', 'What is the value of the key velvet?')
>>> task.messages(item, 0.25, prefill=True)[-1]["content"]
'The value of the key velvet is'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from engine.probe.checking import first_named
from engine.probe.task import Messages, check_position, check_whole, conversation
from engine.probe.words import sample_keys

MOST_PAIRS = 5_000
VALUES = range(1_000, 10_000)


class Variant(NamedTuple):
    """How the question is put, and how the answer begins where a model goes on from there."""

    question: str
    answer_begins: str | None


VARIANTS = {
    "continue": Variant("What is the value of the key {key}?", "The value of the key {key} is"),
    "line": Variant("What is the value of the key {key}?", "key: {key} -> value:"),
    "chat": Variant("What is the value of the key {key}? Answer with the value only.", None),
}


@dataclass(frozen=True)
class KeyValueItem:
    """Words and their values, all different; the first of them is asked for."""

    seed: int
    pairs: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """The key that is asked for."""
        return self.pairs[0][0]

    @property
    def value(self) -> str:
        """Its value: four digits."""
        return self.pairs[0][1]


@dataclass(frozen=True)
class KeyValueTask:
    """A list of `pairs` keys and values, and the question for one value.

    `variant` is how the answer begins: "continue" has the model finish a sentence, "line" a line
    written like those of the list, "chat" leaves the beginning to it. The shape depends on it: of
    8 items at five positions SmolLM2-135M-Instruct found, from start to end, 6, 1, 2, 2, 6 with
    the first, all with the second, and 3, 1, 1, 2, 3 with the third (a pilot, 25 pairs). Where a
    model cannot go on from a beginning, the first two are the plain question. Raises
    `ValueError` naming what is wrong.
    """

    kind: ClassVar[str] = "key-value"
    family: ClassVar[str] = "pairs"
    distinct: ClassVar[None] = None  # there is no end of items

    pairs: int = 25
    variant: str = "continue"
    max_tokens: int = 16

    def __post_init__(self) -> None:
        check_whole(self.pairs, "pairs", 2, MOST_PAIRS)
        check_whole(self.max_tokens, "max_tokens", 1, 100_000)
        if self.variant not in VARIANTS:
            raise ValueError(
                f"variant must be one of {', '.join(VARIANTS)}; found {self.variant!r}"
            )

    @property
    def label(self) -> str:
        """What it is called."""
        return f"{self.pairs} key-value pairs"

    @property
    def length(self) -> int:
        """The number of pairs."""
        return self.pairs

    def item(self, seed: int) -> KeyValueItem:
        """The words and values of a seed; the pair asked for stands first."""
        random = Random(seed)
        keys = sample_keys(random, self.pairs)
        values = [str(value) for value in random.sample(VALUES, self.pairs)]
        return KeyValueItem(seed, tuple(zip(keys, values, strict=True)))

    def index(self, position: float) -> int:
        """The place of the pair asked for, from 0: round(position · (pairs − 1))."""
        check_position(position)
        return round(position * (self.pairs - 1))

    def listed(self, item: KeyValueItem, position: float) -> tuple[tuple[str, str], ...]:
        """The pairs as the prompt lists them: the others keep their order around the one."""
        asked, *others = item.pairs
        index = self.index(position)
        return (*others[:index], asked, *others[index:])

    def messages(self, item: KeyValueItem, position: float, *, prefill: bool = False) -> Messages:
        """The list with the pair asked for at `position`, then the question."""
        return self._prompt(item, self.listed(item, position), prefill)

    def oracle(self, item: KeyValueItem, *, prefill: bool = False) -> Messages:
        """The same question of a list that holds nothing but the pair."""
        return self._prompt(item, item.pairs[:1], prefill)

    def closed_book(self, item: KeyValueItem, *, prefill: bool = False) -> Messages:
        """The question without any list."""
        return self._prompt(item, (), prefill)

    def _prompt(
        self, item: KeyValueItem, pairs: Sequence[tuple[str, str]], prefill: bool
    ) -> Messages:
        variant = VARIANTS[self.variant]
        question = variant.question.format(key=item.key)
        lines = [f"key: {key} -> value: {value}" for key, value in pairs]
        text = "\n".join([*lines, "", question] if lines else [question])
        begins = variant.answer_begins and variant.answer_begins.format(key=item.key)
        return conversation(text, begins, prefill)

    def is_correct(self, item: KeyValueItem, answer: str) -> bool:
        """Whether the first of the list's values that the answer names is the one asked for."""
        return first_named(answer, [value for _, value in item.pairs]) == 0

    def named(self, item: KeyValueItem, position: float, answer: str) -> int | None:
        """The place in the list of the first value that the answer names; None for none."""
        return first_named(answer, [value for _, value in self.listed(item, position)])
