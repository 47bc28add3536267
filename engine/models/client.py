"""How is the `openai` client kept to one address, one key and a time?

It reads the environment for keys, organisations and headers, follows redirects, and times each
read of an answer instead of all of it. None of this is wanted here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.models.endpoint import Endpoint

if TYPE_CHECKING:
    import httpx2
    from openai import OpenAI

# Seconds. The client waits as long as a server asks it to before it tries again, up to this.
LONGEST_PAUSE = 120


def connect(endpoint: Endpoint, api_key: str, timeout: float, max_retries: int) -> OpenAI:
    """A client that talks to this endpoint and to nothing else."""
    # Here, not above: the client takes a second to import.
    import httpx2
    import openai

    def start(request: httpx2.Request) -> None:
        request.extensions["until"] = time.monotonic() + timeout

    def watch(response: httpx2.Response) -> None:
        response.stream = until(response.stream, response.request.extensions["until"])

    class Watched(httpx2.SyncByteStream):
        def __init__(self, stream: Any, parts: Iterator[bytes]) -> None:
            self.stream, self.parts = stream, parts

        def __iter__(self) -> Iterator[bytes]:
            return self.parts

        def close(self) -> None:
            self.stream.close()

    def until(stream: Any, deadline: float) -> Watched:
        def parts() -> Iterator[bytes]:
            for part in stream:
                if time.monotonic() > deadline:
                    raise httpx2.ReadTimeout("the answer came in drops")
                yield part

        return Watched(stream, parts())

    client = openai.OpenAI(
        base_url=endpoint.base_url,
        api_key=api_key,
        timeout=timeout,
        max_retries=max_retries,
        http_client=httpx2.Client(
            timeout=timeout,
            follow_redirects=False,
            trust_env=endpoint.takes_a_proxy,
            event_hooks={"request": [start], "response": [watch]},
        ),
    )
    # What OPENAI_ORG_ID, OPENAI_PROJECT_ID, OPENAI_ADMIN_KEY and OPENAI_CUSTOM_HEADERS put there.
    client.organization = client.project = client.admin_api_key = None
    client._custom_headers = {}
    return client


def worst_wait(timeout: float, max_retries: int) -> float:
    """Seconds that one call can take: every attempt times out, every pause is the longest.

    >>> worst_wait(30, 0), worst_wait(30, 2)
    (30, 330)
    """
    return timeout * (max_retries + 1) + LONGEST_PAUSE * max_retries
