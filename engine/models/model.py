"""What is a model, to everything that asks one: messages in, one answer out.

Anything with `complete` will do, so a test, a lesson or a rule can stand where a model does:

>>> class Echo:
...     name = "echo"
...     continues_prefill = False
...     def complete(self, messages, *, max_tokens, temperature=0.0):
...         return Completion(messages[-1]["content"][:max_tokens], "stop", None, 0.0)
>>> model: Model = Echo()
>>> model.complete([{"role": "user", "content": "Hello"}], max_tokens=16).text
'Hello'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Messages = Sequence[Mapping[str, str]]  # each with "role" and "content"


@dataclass(frozen=True)
class Completion:
    """One answer: its text, why it ended, tokens as the server counted them, seconds it took.

    `finish_reason` is the server's word: "stop", "length" where `max_tokens` ended the answer.
    Counts are None where the server gives none. Where a prefill was continued, the text may
    begin with it. `seconds` is the call with its retries, without the wait for a shared
    model's turn.
    """

    text: str
    finish_reason: str | None
    prompt_tokens: int | None
    seconds: float
    completion_tokens: int | None = None

    @property
    def cut(self) -> bool:
        """Whether the answer was ended by `max_tokens`.

        >>> Completion("It depends on the", "length", 12, 0.5).cut
        True
        """
        return self.finish_reason == "length"


class Model(Protocol):
    """What answers: an endpoint, or the model in this machine.

    A last message of role "assistant" is the beginning of the answer, a *prefill*. A model that
    `continues_prefill` goes on from there; to others it must not be sent.
    """

    @property
    def name(self) -> str: ...

    @property
    def continues_prefill(self) -> bool: ...

    def complete(
        self, messages: Messages, *, max_tokens: int, temperature: float = 0.0
    ) -> Completion:
        """The answer to the messages, at most `max_tokens` long; `ModelError` where there is none.

        An answer cut at `max_tokens` is an answer (`Completion.cut`).
        """


def model_name(model: object) -> str:
    """What a model is called; one that only completes goes by its class.

    >>> model_name(object())
    'object'
    """
    return str(getattr(model, "name", type(model).__name__))


def continues_prefill(model: object) -> bool:
    """Whether a prefill may be sent to the model: only where it says so.

    >>> continues_prefill(object())
    False
    """
    return bool(getattr(model, "continues_prefill", False))
