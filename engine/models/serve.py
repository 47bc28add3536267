"""How does the local model run: which process holds it, and when does that end?

This file is run as a process of its own, by `local`, so that the app neither waits for the model
nor falls with it. It reads its settings as one line of JSON from its standard input:

    {"gguf": "…/SmolLM2-135M-Instruct.Q4_1.gguf", "context": 4096, "threads": 2, "key": "…"}

writes the address it serves as one line of JSON, {"address": "http://127.0.0.1:38189"}, and ends
when its standard input does: whoever started it has closed it, or is gone, killed or not.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Mapping
from typing import Any

LOOK_EVERY = 1  # seconds between two looks at who the parent is


def serve(settings: Mapping[str, Any]) -> Any:
    """Load the model and answer the OpenAI chat API on a free port of this machine."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = settings["gguf"]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    # Any web page in a browser on this machine may call the port; without the key it gets nothing.
    params.api_keys = [settings["key"]]
    params.n_ctx = settings["context"]
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings["threads"]
    # The default keeps the prompts of earlier requests: memory grew to 6 GB.
    params.cache_ram_mib = 0
    params.verbosity = 1  # errors
    return xllamacpp.Server(params)


def main() -> None:
    parent = os.getppid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the app, which then ends this
    # Whatever the library prints goes to the log: standard output is for the one line.
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    server = serve(json.loads(sys.stdin.readline()))
    output.write(json.dumps({"address": server.listening_address}) + "\n")
    output.close()

    ended = threading.Event()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    # A process that the app forked may hold the other end open: then the parent tells.
    while not ended.wait(LOOK_EVERY) and os.getppid() == parent:
        pass
    # At once, in the middle of an answer too: there is nothing to save.
    os._exit(0)


if __name__ == "__main__":
    main()
