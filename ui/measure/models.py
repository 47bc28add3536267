"""Which model answers a run: the one of this machine, or the endpoint that was entered?"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock

import streamlit as st

from engine.models import LocalServer, Model, ModelError
from engine.models.endpoint import Endpoint
from engine.models.installed import NAME
from engine.models.openai_compatible import OpenAICompatibleModel
from engine.probe.asking import ask
from engine.probe.plan import Plan, plan_of
from engine.run_files import Row, RunSettings
from ui.measure.jobs import Ask
from ui.measure.secret import key_for

TIMEOUT, RETRIES = 30.0, 2  # seconds for one attempt at an endpoint, and how often it is repeated
MOST_THREADS = 4  # of the local model by itself


class LocalModel:
    """The model of this machine, for all who measure here; its threads can be changed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._server = LocalServer(usual_threads())
        self._runs = 0

    @property
    def server(self) -> LocalServer:
        """What answers."""
        return self._server

    @property
    def runs(self) -> int:
        """How many runs ask it at present."""
        return self._runs

    def set_threads(self, threads: int) -> bool:
        """Let it use so many threads from the next answer on; False while it is being asked."""
        with self._lock:
            if self._runs:
                return False
            if threads != self._server.threads:
                self._server.stop()
                self._server = LocalServer(threads)
            return True

    def ask(self, plan: Plan, done: Iterable[Row]) -> Iterator[Row]:
        """The answers of a run, which is counted among those that ask."""
        with self._lock:
            self._runs += 1
        try:
            yield from ask(self._server, plan, done)
        finally:
            with self._lock:
                self._runs -= 1


@st.cache_resource
def local_model() -> LocalModel:
    """The model of this machine: one for all visitors."""
    return LocalModel()


def usual_threads() -> int:
    """One for each core that is idle now: more of them stall beside whatever is busy."""
    cores = os.cpu_count() or 1
    # Windows does not tell its load.
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return min(MOST_THREADS, max(1, cores - round(busy)))


def is_local(settings: RunSettings) -> bool:
    """Whether the model of this machine is asked."""
    return settings.model == NAME and not settings.base_url


def endpoint_model(base_url: str, model: str, *, prefill: bool) -> OpenAICompatibleModel:
    """The model at an address, with the key that was entered for its host, if any.

    Raises `ValueError` that says what is wrong with the address.
    """
    if not model.strip():
        raise ValueError("the model has no name: enter one that the endpoint lists")
    origin = Endpoint.at(base_url).origin
    return OpenAICompatibleModel(
        base_url, model.strip(), key_for(origin), TIMEOUT, RETRIES, continues_prefill=prefill
    )


def asks(settings: RunSettings) -> Ask:
    """What asks the questions of these settings, with the key of this session.

    Raises `ValueError` where there is nobody to ask.
    """
    plan = plan_of(settings)
    if is_local(settings):
        local = local_model()
        return lambda done: local.ask(plan, done)
    if not settings.base_url:
        raise ValueError(f"where {settings.model} is reached is not known: start a run of your own")
    model = endpoint_model(settings.base_url, settings.model, prefill=settings.prefill)
    return _asks(model, plan)


def _asks(model: Model, plan: Plan) -> Ask:
    def answers(done: Sequence[Row]) -> Iterator[Row]:
        return ask(model, plan, done)

    return answers


__all__ = ["ModelError", "asks", "endpoint_model", "is_local", "local_model"]
