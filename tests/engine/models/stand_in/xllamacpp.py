"""Stands where the package of this name does, for tests of what is around it: no model inside.

It says how often the process was asked; "wait" makes it slow, "die" ends its process.
"""

from __future__ import annotations

import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace


class CommonParams(SimpleNamespace):
    def __init__(self) -> None:
        super().__init__(
            model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace()
        )


class Server:
    def __init__(self, params: CommonParams) -> None:
        print("loading: this must not be taken for the address")
        if params.model.path == "broken.gguf":
            raise RuntimeError("the file is broken")
        if params.model.path == "slow.gguf":
            time.sleep(60)
        asked = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                text = body["messages"][-1]["content"]
                asked.append(text)
                if text == "die":
                    os._exit(3)
                if text == "wait":
                    time.sleep(0.2)
                known = self.headers["Authorization"] == f"Bearer {params.api_keys[0]}"
                message = {"content": f"{len(asked)} {params.cpuparams.n_threads} {os.getpid()}"}
                answer = {"choices": [{"message": message, "finish_reason": "stop"}]}
                content = json.dumps(answer if known else {"error": "key"}).encode()
                self.send_response(200 if known else 401)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None: ...

        http = ThreadingHTTPServer(("127.0.0.1", params.port), Handler)
        threading.Thread(target=http.serve_forever, daemon=True).start()
        self.listening_address = f"http://127.0.0.1:{http.server_address[1]}"
