"""How is any server asked that speaks the OpenAI chat API, and what went wrong if it is not?

>>> OpenAICompatibleModel("http://localhost:8080/v1", "small", api_key="sk-secret")
OpenAICompatibleModel('http://localhost:8080/v1', 'small', timeout=30, max_retries=0)
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.decoding import without_half_characters
from engine.models.answers import read_answer
from engine.models.asking import asked, no_answer
from engine.models.client import connect, worst_wait
from engine.models.endpoint import NO_KEY, Endpoint, clean_key
from engine.models.failures import ModelError, failure
from engine.models.model import Completion, Messages
from engine.models.refusals import refuses

if TYPE_CHECKING:
    from openai import OpenAI

_SHORTEST_SECRET = 8  # characters; a shorter "key" is a word, such as none or EMPTY


class OpenAICompatibleModel:
    """A model behind an OpenAI-compatible API: a provider's, vLLM, Ollama, LM Studio, llama.cpp.

    Requests go to `base_url` and nowhere else; nothing is read from the environment. `timeout`
    is in seconds, for one attempt. What a retry can help against (no connection, a time-out, 408,
    409, 429, 5xx) is tried again `max_retries` times, after as long a pause as the server asks
    for. Without `api_key` a placeholder is sent. `continues_prefill` is what you know of the
    server: no server tells. `ValueError` names an address or a key that cannot be used.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None = None,
        timeout: float = 30,
        max_retries: int = 0,
        *,
        continues_prefill: bool = False,
        name: str | None = None,
    ) -> None:
        if not timeout > 0 or max_retries < 0:
            raise ValueError("timeout: expected seconds above 0; max_retries: 0 or more")
        self.endpoint = Endpoint.at(base_url)
        self.model = model
        self.timeout = timeout
        self.max_retries = max_retries
        self.continues_prefill = continues_prefill
        self.name = name or model
        self.takes_temperature = True
        self._limit = "max_tokens"
        self._key = clean_key(api_key)

    def __repr__(self) -> str:
        return (
            f"OpenAICompatibleModel({self.base_url!r}, {self.model!r}, "
            f"timeout={self.timeout:g}, max_retries={self.max_retries})"
        )

    @property
    def base_url(self) -> str:
        """The address, without anything that could be a secret."""
        return self.endpoint.base_url

    @property
    def worst_wait(self) -> float:
        """Seconds that one call can take at most, all attempts and pauses between them.

        A server that lets an answer drip can hold the last read of an attempt once more as long.
        """
        return worst_wait(self.timeout, self.max_retries)

    def complete(
        self, messages: Messages, *, max_tokens: int, temperature: float = 0.0
    ) -> Completion:
        """The answer to the messages; an answer cut at `max_tokens` is one (`Completion.cut`).

        `ModelError` where there is none: of an `empty` one tokens and seconds are in its
        `completion`. A model that names its limit `max_completion_tokens`, or takes no
        temperature, is asked again as it wants, and from then on (`takes_temperature`).
        """
        client = self._client  # made before the clock starts
        sent = [without_half_characters(dict(message)) for message in messages]
        start = time.perf_counter()
        answer = asked(lambda: self._ask(client, sent, max_tokens, temperature), **self._facts)
        completion = read_answer(answer, time.perf_counter() - start)
        if completion is None:
            raise no_answer(answer, **self._facts)
        completion = replace(
            completion,
            text=self._without_key(completion.text),
            finish_reason=self._without_key(completion.finish_reason or "") or None,
        )
        if not completion.text.strip() and not completion.cut:
            raise failure("empty", completion=completion, model=self.name)
        return completion

    def listed(self) -> tuple[str, ...]:
        """The names of the models that the server lists; `ModelError` where it lists none."""
        try:
            page = asked(self._client.models.list, **self._facts)
        except ModelError as error:
            if error.kind != "unknown_model":
                raise
            page = None  # none was asked for: the server has no list
        models = getattr(page, "data", None)
        if not isinstance(models, list):
            raise no_answer(page, **self._facts)
        names = (getattr(model, "id", None) for model in models)
        return tuple(self._without_key(name) for name in names if isinstance(name, str))

    def close(self) -> None:
        """Let go of the connection; the next call makes a new one."""
        client = self.__dict__.pop("_client", None)
        if client is not None:
            client.close()

    @cached_property
    def _client(self) -> OpenAI:
        return connect(self.endpoint, self._key, self.timeout, self.max_retries)

    @property
    def _facts(self) -> dict[str, Any]:
        return {"host": self.endpoint.host, "model": self.name, "timeout": self.timeout}

    def _ask(
        self, client: OpenAI, messages: list[Any], max_tokens: int, temperature: float
    ) -> object:
        import openai

        options: dict[str, Any] = {self._limit: max_tokens}
        if self.takes_temperature:
            options["temperature"] = temperature
        try:
            return client.chat.completions.create(model=self.model, messages=messages, **options)
        except openai.BadRequestError as error:
            if not self._adapted(error.body):
                raise
        return self._ask(client, messages, max_tokens, temperature)

    def _adapted(self, refusal: object) -> bool:
        """Whether the next request will differ in what this refusal was about; each once."""
        if self._limit == "max_tokens" and refuses("max_tokens", refusal):
            self._limit = "max_completion_tokens"
            return True
        if self.takes_temperature and refuses("temperature", refusal):
            self.takes_temperature = False
            return True
        return False

    def _without_key(self, text: str) -> str:
        """What a server wrote, without the key, should it repeat it: answers are saved."""
        if self._key == NO_KEY or len(self._key) < _SHORTEST_SECRET:
            return text
        return text.replace(self._key, "[key]")


def list_models(base_url: str, api_key: str | None = None, timeout: float = 10) -> tuple[str, ...]:
    """The names of the models that a server lists, in its order.

    `ModelError` where it does not answer; many servers list no models and answer all the same.
    """
    model = OpenAICompatibleModel(base_url, "any model", api_key, timeout)
    try:
        return model.listed()
    finally:
        model.close()
