"""What can go wrong when a model is asked, and what is to be done about it?

Whatever a server or a client does, it becomes one of the kinds below with a sentence that can be
shown as it stands. A sentence is made here of a host, a model's name and numbers, never of what
the server wrote: that may repeat the key.

>>> raise failure("timed_out", host="localhost:8080", timeout=30)
Traceback (most recent call last):
...
engine.models.failures.ModelError: localhost:8080 did not answer within 30 s: \
wait longer, or ask for less.
"""

from __future__ import annotations

from typing import Any

from engine.models.model import Completion

SENTENCES: dict[str, str] = {
    "cannot_connect": "No answer from {host}: check the address, http or https, "
    "and that the server runs.",
    "refused_key": "{host} refused the key: check it, and that it may use {model}.",
    "unknown_model": "{host} has no model {model}: choose one that it lists.",
    "rate_limited": "{host} is asked too often: wait a minute, then go on.",
    "quota": "The account at {host} has no credit left: top it up, or use another key.",
    "timed_out": "{host} did not answer within {timeout:g} s: wait longer, or ask for less.",
    "server_error": "{host} failed with status {status}: try again later, "
    "or look into the log of the server.",
    "context_too_long": "The prompt is longer than {model} reads: make it shorter.",
    "cut": "The answer of {model} was cut at {max_tokens} tokens: allow it more.",
    "empty": "{model} answered with no text: ask in another way, or allow it more tokens.",
    "not_json": "{host} answered with what is not JSON: check the base URL, "
    "and what stands between here and the server.",
    "not_the_api": "{host} answers, but not as the OpenAI chat API does: check the base URL; "
    "it often ends in /v1.",
}
KINDS = tuple(SENTENCES)


class ModelError(Exception):
    """A model gave no answer: `kind` is one of `KINDS`, `sentence` says what to do.

    Of the kinds `cut` and `empty` the answer is there for who can use it, in `completion`: a
    measurement counts it as an answer, with its tokens and seconds.
    """

    def __init__(self, kind: str, sentence: str, completion: Completion | None = None) -> None:
        if kind not in SENTENCES:
            raise ValueError(f"expected one of {', '.join(KINDS)}; found {kind!r}")
        self.kind = kind
        self.sentence = sentence
        self.completion = completion
        super().__init__(sentence)


def failure(kind: str, *, completion: Completion | None = None, **facts: Any) -> ModelError:
    """The error of one kind, its sentence filled with `facts`: host, model, timeout, and so on."""
    return ModelError(kind, SENTENCES[kind].format(**facts), completion)


def require_whole(completion: Completion, *, model: str, max_tokens: int) -> str:
    """The text of an answer for a caller that needs all of it: `ModelError` if cut, or empty.

    >>> require_whole(Completion("Yes.", "stop", 9, 0.2), model="small", max_tokens=5)
    'Yes.'
    >>> require_whole(Completion("It is", "length", 9, 0.2), model="small", max_tokens=2)
    Traceback (most recent call last):
    ...
    engine.models.failures.ModelError: The answer of small was cut at 2 tokens: allow it more.
    """
    if completion.cut:
        raise failure("cut", completion=completion, model=model, max_tokens=max_tokens)
    if not completion.text.strip():
        raise failure("empty", completion=completion, model=model)
    return completion.text
