"""A server that speaks the OpenAI chat API, and finds what stands near the ends of a list."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

NAME = "skimmer-1"


def answer_to(prompt: str) -> str:
    """The value that is asked for, where it stands in the first or last fifth; else the first."""
    pairs = re.findall(r"key: (\S+) -> value: (\d+)", prompt)
    wanted = re.search(r"value of the key (\S+?)\?", prompt)
    assert wanted is not None
    for index, (key, value) in enumerate(pairs):
        if key == wanted[1]:
            near = min(index, len(pairs) - 1 - index) <= len(pairs) // 5
            return value if near else pairs[0][1]
    return "I do not know."


class FakeEndpoint:
    """It runs while the block lasts: `with FakeEndpoint(key="sk-…") as fake`.

    `seconds` is how long an answer takes; after `fails_after` answers it refuses the key;
    `answer` is what it says instead of what it finds. `prompts` are what it answered, in order.
    """

    def __init__(self, key: str = "", seconds: float = 0.0) -> None:
        self.key, self.seconds, self.answer = key, seconds, ""
        self.fails_after: int | None = None
        self.on_header: Callable[[str], object] = lambda header: None
        self.prompts: list[str] = []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                fake.send(self, 200, {"object": "list", "data": [{"id": NAME, "object": "model"}]})

            def do_POST(self) -> None:
                size = int(self.headers["Content-Length"])
                asked = json.loads(self.rfile.read(size))
                header = self.headers["Authorization"]
                fake.on_header(header)
                tired = fake.fails_after is not None and len(fake.prompts) >= fake.fails_after
                if tired or (fake.key and header != f"Bearer {fake.key}"):
                    return fake.send(self, 401, {"error": {"message": f"Wrong key: {header}"}})
                prompt = asked["messages"][0]["content"]
                fake.prompts.append(prompt)
                time.sleep(fake.seconds)
                return fake.send(
                    self, 200, completion(fake.answer or answer_to(prompt), len(prompt) // 3)
                )

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    @staticmethod
    def send(handler: BaseHTTPRequestHandler, status: int, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def __enter__(self) -> FakeEndpoint:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def completion(text: str, tokens: int) -> dict[str, Any]:
    """An answer as the API writes it."""
    message = {"role": "assistant", "content": text}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": NAME,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": tokens, "completion_tokens": 4, "total_tokens": tokens + 4},
    }
