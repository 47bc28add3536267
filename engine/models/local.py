"""How is the model of this machine started, shared and stopped?

It is served by llama.cpp in a process of its own, and needs neither a key nor a network.

    with LocalServer(threads=2) as server:
        server.complete([{"role": "user", "content": "Capital of France?"}], max_tokens=16)
"""

from __future__ import annotations

import atexit
import json
import secrets
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from engine.models.failures import ModelError
from engine.models.installed import NAME, gguf_path
from engine.models.model import Completion, Messages, Model
from engine.models.openai_compatible import OpenAICompatibleModel
from engine.models.turns import Turns

CONTEXT = 4096  # tokens, prompt and answer together
SERVE = Path(__file__).with_name("serve.py")
START_WITHIN = ANSWER_WITHIN = 120  # seconds; on a busy machine a start took 14
_MOST_SHOWN = 200  # characters


class LocalServer:
    """The model of this machine as a `Model`: one process, one slot, first come, first served.

    It starts with the first question, or with `start`; if its process dies, the next question
    starts another. `stop` ends it, and so does the end of the app, whatever that was.
    """

    name = NAME
    continues_prefill = True

    def __init__(self, threads: int = 2, start_within: float = START_WITHIN) -> None:
        if threads < 1:
            raise ValueError(f"threads: expected 1 or more; found {threads}")
        self.threads = threads
        self.start_within = start_within
        self._turns = Turns()
        self._starting = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._asked: OpenAICompatibleModel | None = None

    def __enter__(self) -> LocalServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def model(self) -> Model:
        """What to ask; asking it is waiting for one's turn."""
        return self

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def waiting(self) -> int:
        """How many calls wait while another is answered."""
        return self._turns.waiting

    @property
    def worst_wait(self) -> float:
        """Seconds that one call can take at most, from its turn on, with a start before it."""
        return self.start_within + ANSWER_WITHIN

    def complete(
        self, messages: Messages, *, max_tokens: int, temperature: float = 0.0
    ) -> Completion:
        """As `Model.complete`, one call at a time; the seconds are those of the answer alone."""
        with self._turns.next():
            model = self._started()
            try:
                return model.complete(messages, max_tokens=max_tokens, temperature=temperature)
            except ModelError as error:
                if error.kind in ("cannot_connect", "timed_out"):
                    self._give_up(model)
                raise

    def start(self) -> None:
        """Start it unless it runs; `ModelError` where it is not installed, or does not start."""
        self._started()

    def _started(self) -> OpenAICompatibleModel:
        """The process as an endpoint: whoever asks it must have the turn."""
        with self._starting:
            if self._asked is not None and self.running:
                return self._asked
            self._end()
            key = secrets.token_urlsafe(24)
            settings = {
                "gguf": str(gguf_path()),
                "context": CONTEXT,
                "threads": self.threads,
                "key": key,
            }
            address = self._launch(settings)
            atexit.register(self.stop)
            self._asked = OpenAICompatibleModel(
                f"{address}/v1", NAME, key, ANSWER_WITHIN, continues_prefill=True
            )
            return self._asked

    def stop(self) -> None:
        """End its process: a call that is being answered fails, the next starts another."""
        with self._starting:
            self._end()
        atexit.unregister(self.stop)

    def _give_up(self, model: OpenAICompatibleModel) -> None:
        """End a process that is dying, or stuck, so that the next question starts another."""
        with self._starting:
            if self._asked is model:
                self._end()

    def _launch(self, settings: dict[str, Any]) -> str:
        """Start the process; the address it serves."""
        late = threading.Event()
        with tempfile.TemporaryFile() as log:
            # -P: the folder of the file does not become a place to import from.
            self._process = process = subprocess.Popen(
                [sys.executable, "-P", str(SERVE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )

            def give_up() -> None:
                late.set()
                process.kill()

            timer = threading.Timer(self.start_within, give_up)
            timer.start()
            line = _first_line(process, json.dumps(settings).encode() + b"\n")
            timer.cancel()
            if line:
                address: str = json.loads(line)["address"]
                return address
            code = process.wait()
            self._end()
            log.seek(0)
            last = log.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        if late.is_set():
            raise ModelError(
                "timed_out",
                f"The local model did not start within {self.start_within:g} s: "
                "close what else keeps this machine busy, and try again.",
            )
        raise ModelError(
            "cannot_connect",
            f"The local model did not start: run `make extras` again. Its process ended with "
            f"{code}; the last it said: {last[:_MOST_SHOWN] or 'nothing'}",
        )

    def _end(self) -> None:
        process, self._process = self._process, None
        model, self._asked = self._asked, None
        if model is not None:
            model.close()
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


def _first_line(process: subprocess.Popen[bytes], sent: bytes) -> bytes:
    """What a process says to what it is sent; nothing if it ends instead."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(sent)
        process.stdin.flush()
    except OSError:
        return b""
    return process.stdout.readline()
