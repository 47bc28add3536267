"""Does a model find my fact in my text, wherever it stands?

>>> task = OwnTextTask(
...     text="First came the ships. Then came the maps. Last came the tax.",
...     fact="The lamp was lit by Ada.",
...     question="Who lit the lamp?",
...     answer="Ada",
... )
>>> print(task.messages(task.item(0), 0.5)[0]["content"])
First came the ships. Then came the maps. The lamp was lit by Ada. Last came the tax.
<BLANKLINE>
Who lit the lamp?
>>> print(task.messages(task.item(1), 0.0)[0]["content"].splitlines()[0])
The lamp was lit by Ada. Then came the maps. Last came the tax. First came the ships.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

import regex

from engine.probe.checking import names_expected, plain
from engine.probe.task import Messages, check_position, check_whole, conversation

# Paragraphs where there are enough of them to tell five positions apart, else sentences.
ENOUGH_PARAGRAPHS = 8
_PARAGRAPH = regex.compile(r"\S.*?(?=\n\s*\n|\s*\Z)", regex.DOTALL)
# A sentence ends with its mark, and with a quotation that closes behind it; in Chinese and
# Japanese no space follows.
_SENTENCE = regex.compile(
    r"""\S.*?(?:[.!?…]+["'”’)\]]*(?=\s)|[。！？]+[”’」』）]*|\n\s*\n|\Z)""", regex.DOTALL
)


class OwnItem(NamedTuple):
    """The text as its pieces, begun at one of them."""

    seed: int
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class OwnTextTask:
    """A fact of the user's, moved through a text of theirs, and the question for it.

    The fact stands at ends of paragraphs, or of sentences where there are fewer than eight
    paragraphs. Where the text holds the fact already, it is taken out first. `alternatives` are
    wrong answers; one of them named before the right one makes an answer wrong.

    One text is one item. So that there are several, item k begins with the k-th piece of the
    text, the pieces before it following at its end: `distinct` items, as many as pieces. Raises
    `ValueError` naming what is wrong.
    """

    kind: ClassVar[str] = "own-text"
    family: ClassVar[str] = "share"
    length: ClassVar[None] = None  # its places are not counted

    text: str
    fact: str
    question: str
    answer: str
    alternatives: tuple[str, ...] = ()
    max_tokens: int = 64

    def __post_init__(self) -> None:
        object.__setattr__(self, "alternatives", tuple(self.alternatives))
        check_whole(self.max_tokens, "max_tokens", 1, 100_000)
        for name in ("text", "fact", "question", "answer"):
            value = getattr(self, name)
            if not isinstance(value, str) or not plain(value).strip():
                raise ValueError(f"{name} must hold words; found {value!r}")
        if not names_expected(self.fact, self.answer):
            raise ValueError(f"the fact must name the answer {self.answer!r}; found {self.fact!r}")
        if len(self.pieces) < 2:
            raise ValueError(
                "the text needs two sentences or more, for the fact to move between them"
            )

    @property
    def label(self) -> str:
        """What it is called."""
        return f"a fact in a text of {len(self.pieces)} {self.unit}"

    @cached_property
    def _split(self) -> tuple[str, tuple[str, ...]]:
        text = self.text.replace(self.fact.strip(), "")
        paragraphs = tuple(found.group().strip() for found in _PARAGRAPH.finditer(text))
        if len(paragraphs) >= ENOUGH_PARAGRAPHS:
            return "paragraphs", paragraphs
        return "sentences", tuple(found.group().strip() for found in _SENTENCE.finditer(text))

    @property
    def unit(self) -> str:
        """Between what the fact moves: "paragraphs" or "sentences"."""
        return self._split[0]

    @property
    def pieces(self) -> tuple[str, ...]:
        """The paragraphs or sentences of the text."""
        return self._split[1]

    @property
    def places(self) -> int:
        """At how many places the fact can stand: one more than there are pieces."""
        return len(self.pieces) + 1

    @property
    def distinct(self) -> int:
        """How many different items there are."""
        return len(self.pieces)

    @cached_property
    def answer_elsewhere(self) -> int:
        """How often the text names the answer without the fact: it can then be found there."""
        return plain(" ".join(self.pieces)).count(plain(self.answer))

    def item(self, seed: int) -> OwnItem:
        """The text, begun at piece `seed`, counted round."""
        start = seed % len(self.pieces)
        return OwnItem(seed, (*self.pieces[start:], *self.pieces[:start]))

    def index(self, position: float) -> None:
        """The pieces have no number that an answer could point to."""
        check_position(position)

    def messages(self, item: OwnItem, position: float, *, prefill: bool = False) -> Messages:
        """The text with the fact at `position`, then the question. It has no prefill."""
        check_position(position)
        index = round(position * len(item.pieces))
        pieces = (*item.pieces[:index], self.fact.strip(), *item.pieces[index:])
        between = "\n\n" if self.unit == "paragraphs" else " "
        return self._prompt(between.join(pieces))

    def oracle(self, item: OwnItem, *, prefill: bool = False) -> Messages:
        """The fact alone, then the question."""
        return self._prompt(self.fact.strip())

    def closed_book(self, item: OwnItem, *, prefill: bool = False) -> Messages:
        """The question alone."""
        return self._prompt("")

    def _prompt(self, text: str) -> Messages:
        asked = f"{text}\n\n{self.question}" if text else self.question
        return conversation(asked, None, False)

    def is_correct(self, item: OwnItem, answer: str) -> bool:
        """Whether the answer names what was expected, and none of the alternatives before it."""
        return names_expected(answer, self.answer, self.alternatives)

    def named(self, item: OwnItem, position: float, answer: str) -> None:
        """A wrong answer points nowhere: there is one fact."""
        return None
