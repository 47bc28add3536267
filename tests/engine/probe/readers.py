"""Models for the tests: they answer by rule, so what a run must find in them is known."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from engine import Completion, ModelError

LINE = re.compile(r"key: (\S+) -> value: (\d{4})")


@dataclass
class Reader:
    """Finds the value asked for where `finds(index, pairs)` says so, and keeps what it was sent."""

    finds: Callable[[int, int], bool] = lambda index, pairs: True
    name: str = "reader"
    continues_prefill: bool = False
    miss: str = "I do not know."
    sent: list[list[dict[str, str]]] = field(default_factory=list)

    def complete(self, messages, *, max_tokens, temperature=0.0):
        assert temperature == 0
        self.sent.append([dict(message) for message in messages])
        *lines, question = messages[0]["content"].splitlines()
        pairs = LINE.findall("\n".join(lines))
        for index, (key, value) in enumerate(pairs):
            if re.search(rf"\b{key}\b", question) and self.finds(index, len(pairs)):
                return Completion(f"It is {value}.", "stop", 9 * len(pairs), 0.25, 5)
        return Completion(self.miss, "stop", 9 * len(pairs), 0.25, 5)


def edges_only(index: int, pairs: int) -> bool:
    return index in (0, pairs - 1)


@dataclass
class Failing:
    """Answers like another model until call number `at`, and then fails in the way given."""

    model: Reader
    at: int
    error: Exception
    name: str = "failing"

    def complete(self, messages, *, max_tokens, temperature=0.0):
        if len(self.model.sent) == self.at:
            raise self.error
        return self.model.complete(messages, max_tokens=max_tokens, temperature=temperature)


def out_of_time() -> ModelError:
    return ModelError("timed_out", "it did not answer")
