"""What is a task that shows where in its input a model finds a fact?

A task makes items from seeds. An item holds one fact, and can be written with the fact at any
position while all the rest of it stays as it is: what then changes in the answers is due to the
position alone. Three are there: `key_value`, `needle`, `own_text`.

>>> from engine.probe.key_value import KeyValueTask
>>> task: Task = KeyValueTask(pairs=3)
>>> item = task.item(seed=7)
>>> print(task.messages(item, position=0.5)[0]["content"])
key: pocket -> value: 2186
key: engine -> value: 1791
key: hammer -> value: 9779
<BLANKLINE>
What is the value of the key engine?
>>> task.is_correct(item, "It is 1791."), task.named(item, 0.5, "It is 9779.")
(True, 2)
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

Messages = list[dict[str, str]]


class Task(Protocol):
    """Items from seeds, and their prompts; deterministic, for a run is repeated from its file.

    `kind` is its name in a file and `label` what it is called on a page; `family` and `length`
    are those of its curve, and `max_tokens` how long an answer may be. `distinct` is how many
    different items there are, None where there is no end of them: the same prompt asked twice
    is no second measurement.
    """

    kind: ClassVar[str]

    @property
    def label(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def length(self) -> int | None: ...
    @property
    def max_tokens(self) -> int: ...
    @property
    def distinct(self) -> int | None: ...

    def item(self, seed: int) -> Any:
        """The item of a seed; what it is made of is the task's own."""

    def index(self, position: float) -> int | None:
        """The place of the fact among the task's places, from 0; None where they have no number."""

    def messages(self, item: Any, position: float, *, prefill: bool = False) -> Messages:
        """The prompt with the fact at `position` in 0..1.

        With `prefill` the last message is the beginning of the answer, for a model that goes on
        from there; a task without one leaves it out.
        """

    def oracle(self, item: Any, *, prefill: bool = False) -> Messages:
        """The control prompt with the fact alone: who fails here does not do the task at all."""

    def closed_book(self, item: Any, *, prefill: bool = False) -> Messages:
        """The control prompt without the text: who is right here did not need to find anything."""

    def is_correct(self, item: Any, answer: str) -> bool:
        """Whether the answer names the fact. It may begin with the prefill."""

    def named(self, item: Any, position: float, answer: str) -> int | None:
        """The place of what the answer names, in the prompt with the fact at `position`."""


def conversation(text: str, answer_begins: str | None, prefill: bool) -> Messages:
    """One message of the user and, where asked for and known, the beginning of the answer."""
    messages = [{"role": "user", "content": text}]
    if prefill and answer_begins:
        messages.append({"role": "assistant", "content": answer_begins})
    return messages


def check_position(position: float) -> None:
    """Raises `ValueError` naming the value unless it lies in 0..1."""
    if (
        isinstance(position, bool)
        or not isinstance(position, int | float)
        or not 0 <= position <= 1
    ):
        raise ValueError(f"a position lies from 0 (start) to 1 (end); found {position!r}")


def check_whole(value: object, name: str, low: int, high: int) -> None:
    """Raises `ValueError` naming the value unless it is a whole number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number from {low:,} to {high:,}; found {value!r}")
