"""Does a model find one invented fact in a long text about other things?

The needle in a haystack (Kamradt 2023), with a fact that no model can know and filler that does
not repeat. Question and fact share their words, so it is found by its wording: many models find
it everywhere, and a flat line at the ceiling says little about harder questions (Modarressi et
al. 2025, NoLiMa).

>>> task = NeedleTask(tokens=200)
>>> item = task.item(seed=3)
>>> item.fact
'The night ferry to Selnuwick leaves from pier 47.'
>>> item.question
'From which pier does the night ferry to Selnuwick leave?'
>>> task.messages(item, 0.0)[0]["content"].startswith(item.fact)
True
>>> task.is_correct(item, f"It is {item.answer}, I think."), task.is_correct(item, "No idea.")
(True, False)
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from engine.probe.checking import names_expected
from engine.probe.filler import filler
from engine.probe.task import Messages, check_position, check_whole, conversation

CHARACTERS_PER_TOKEN = 4  # as the counter chars/4 has it


class Kind(NamedTuple):
    """A kind of fact: the sentence ends with the answer, which is one of several."""

    fact: str
    question: str
    answers: tuple[str, ...]


_PIERS = tuple(map(str, range(11, 60, 4)))
KINDS = (
    Kind(
        "The password of the {place} archive is",
        "What is the password of the {place} archive?",
        tuple("saffron walrus cinnamon tuba porcelain yodel nebula gherkin monsoon rapier".split()),
    ),
    Kind(
        "The night ferry to {place} leaves from pier",
        "From which pier does the night ferry to {place} leave?",
        _PIERS,
    ),
    Kind(
        "First prize at the {place} fair went to a",
        "Which animal won first prize at the {place} fair?",
        tuple("llama badger peacock mule ferret tortoise lynx hedgehog gibbon stoat".split()),
    ),
    Kind(
        "The flag of {place} shows a",
        "What does the flag of {place} show?",
        tuple("comb pitchfork sundial lute beetroot sextant trowel bagpipe sickle loom".split()),
    ),
    Kind(
        "The doctor of {place} always carries a",
        "What does the doctor of {place} always carry?",
        tuple("telescope harmonica coconut metronome lasso abacus sombrero kazoo".split()),
    ),
)
_BEGINNINGS = "Vel Tor Mira Ost Quel Zan Bri Hald Or Sel Yar Fen Dun Kal Ru".split()
_MIDDLES = "mo ve nu li ra di se ko".split()
_ENDS = "ra th nia gard lund wick dor mere stad quil".split()


@dataclass(frozen=True)
class NeedleItem:
    """A fact, its question and answer, and the sentences around it."""

    seed: int
    begins: str
    question: str
    answer: str
    alternatives: tuple[str, ...]
    sentences: tuple[str, ...]

    @property
    def fact(self) -> str:
        """The needle: a whole sentence."""
        return f"{self.begins} {self.answer}."


@dataclass(frozen=True)
class NeedleTask:
    """One invented fact in filler of about `tokens` tokens, estimated as characters / 4.

    `messages` puts the fact between two sentences, at the start or at the end. Raises
    `ValueError` naming what is wrong.
    """

    kind: ClassVar[str] = "needle"
    family: ClassVar[str] = "share"
    length: ClassVar[None] = None  # its places are not counted
    distinct: ClassVar[None] = None  # there is no end of items

    tokens: int = 1_000
    max_tokens: int = 32

    def __post_init__(self) -> None:
        check_whole(self.tokens, "tokens", 50, 2_000_000)
        check_whole(self.max_tokens, "max_tokens", 1, 100_000)

    @property
    def label(self) -> str:
        """What it is called."""
        return f"a needle in about {self.tokens:,} tokens"

    def item(self, seed: int) -> NeedleItem:
        """The fact and the filler of a seed."""
        random = Random(seed)
        kind = random.choice(KINDS)
        place = "".join(random.choice(part) for part in (_BEGINNINGS, _MIDDLES, _ENDS))
        answer = random.choice(kind.answers)
        return NeedleItem(
            seed,
            kind.fact.format(place=place),
            kind.question.format(place=place),
            answer,
            tuple(other for other in kind.answers if other != answer),
            tuple(filler(random, CHARACTERS_PER_TOKEN * self.tokens)),
        )

    def index(self, position: float) -> None:
        """The sentences have no number that an answer could point to."""
        check_position(position)

    def messages(self, item: NeedleItem, position: float, *, prefill: bool = False) -> Messages:
        """The filler with the fact at `position`, then the question."""
        check_position(position)
        index = round(position * len(item.sentences))
        sentences = (*item.sentences[:index], item.fact, *item.sentences[index:])
        return self._prompt(item, " ".join(sentences), prefill)

    def oracle(self, item: NeedleItem, *, prefill: bool = False) -> Messages:
        """The fact alone, then the question."""
        return self._prompt(item, item.fact, prefill)

    def closed_book(self, item: NeedleItem, *, prefill: bool = False) -> Messages:
        """The question alone."""
        return self._prompt(item, "", prefill)

    def _prompt(self, item: NeedleItem, text: str, prefill: bool) -> Messages:
        asked = f"{text}\n\n{item.question}" if text else item.question
        return conversation(asked, item.begins, prefill)

    def is_correct(self, item: NeedleItem, answer: str) -> bool:
        """Whether the answer names what was hidden, and nothing that might have been before it."""
        return names_expected(answer, item.answer, item.alternatives)

    def named(self, item: NeedleItem, position: float, answer: str) -> None:
        """A wrong answer points nowhere: there is one fact."""
        return None
