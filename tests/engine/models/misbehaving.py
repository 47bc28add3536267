"""A server on a free port of this machine that answers a request in whatever way it is told.

It speaks HTTP, so the real client is driven; it remembers what it was sent.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[["Request"], None]


@dataclass
class Request:
    """One request, and the means to answer it."""

    handler: BaseHTTPRequestHandler
    body: dict[str, Any]

    @property
    def path(self) -> str:
        return self.handler.path

    @property
    def headers(self) -> dict[str, str]:
        return {name.casefold(): value for name, value in self.handler.headers.items()}

    def reply(
        self,
        content: str | bytes | object,
        status: int = 200,
        kind: str = "application/json",
        claimed: int | None = None,
        **headers: str,
    ) -> None:
        """Send text or bytes as they are, anything else as JSON; `claimed`: a length that lies."""
        if isinstance(content, str):
            content = content.encode()
        if not isinstance(content, bytes):
            content = json.dumps(content).encode()
        self.handler.send_response(status)
        self.handler.send_header("Content-Type", kind)
        self.handler.send_header("Content-Length", str(claimed or len(content)))
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(content)


@dataclass
class Server:
    """Where it listens, what it does (one behaviour a request, the last one again), what it got."""

    url: str
    host: str
    behaviours: list[Behaviour]
    requests: list[Request] = field(default_factory=list)


@contextmanager
def serving(*behaviours: Behaviour) -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length) or b"{}")
            request = Request(self, body)
            server.requests.append(request)
            behave = server.behaviours[min(len(server.requests), len(server.behaviours)) - 1]
            with suppress(OSError):  # the client has gone, as it should
                behave(request)
            self.close_connection = True

        do_GET = do_POST

        def log_message(self, *_: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    host = f"127.0.0.1:{http.server_address[1]}"
    server = Server(f"http://{host}/v1", host, list(behaviours))
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


def chat(
    content: object = "Paris.", finish_reason: str | None = "stop", **more: object
) -> dict[str, Any]:
    """An answer as the API gives it."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    usage = {"prompt_tokens": 14, "completion_tokens": 2, "total_tokens": 16}
    return {"id": "1", "object": "chat.completion", "choices": [choice], "usage": usage} | more


def replies(content: object, status: int = 200, **how: Any) -> Behaviour:
    return lambda request: request.reply(content, status, **how)


def refuses(status: int, message: str = "No.", **error: object) -> Behaviour:
    """An error in the API's own form."""
    return replies({"error": {"message": message, **error}}, status)


def keeps_silent(seconds: float) -> Behaviour:
    return lambda request: time.sleep(seconds)


def hangs_up(request: Request) -> None:
    request.handler.connection.close()


def drips(seconds: float, every: float) -> Behaviour:
    """A body that comes in spaces, as some services send them while they think, and never ends."""

    def behave(request: Request) -> None:
        request.handler.send_response(200)
        request.handler.send_header("Content-Type", "application/json")
        request.handler.end_headers()
        for _ in range(round(seconds / every)):
            request.handler.wfile.write(b" ")
            request.handler.wfile.flush()
            time.sleep(every)

    return behave
