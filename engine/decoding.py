"""How do the bytes of a file become text?

>>> text_of_bytes(b"\\xef\\xbb\\xbfuser: hi")
'user: hi'
"""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Any

from engine.errors import FileError

# UTF-32's little-endian mark begins with UTF-16's, so it is asked for first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def text_of_source(
    source: str | bytes | bytearray | Path, error: type[FileError] = FileError
) -> str:
    """The text of a source: a `str` is the text itself, a `Path` a file, and bytes are read.

    >>> text_of_source("\\ufeffuser: hi"), text_of_source(b"user: hi")
    ('user: hi', 'user: hi')
    """
    if isinstance(source, Path):
        return text_of_file(source, error)
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    return text_of_bytes(bytes(source), error)


def text_of_file(path: Path, error: type[FileError] = FileError) -> str:
    """The text of a file, or the error of the caller's kind that says why it cannot be had.

    >>> text_of_file(Path("no such file.json"))
    Traceback (most recent call last):
    ...
    engine.errors.FileError: Cannot read no such file.json: No such file or directory.
    """
    try:
        data = path.read_bytes()
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise error(f"Cannot read {path.name}: {reason}.") from problem
    return text_of_bytes(data, error)


def text_of_bytes(data: bytes, error: type[FileError] = FileError) -> str:
    """Text from UTF-8, or from UTF-16 or UTF-32 where a byte order mark says so.

    >>> text_of_bytes("user: hé".encode("utf-16"))
    'user: hé'
    >>> text_of_bytes(b"user: caf\\xe9 noir")
    Traceback (most recent call last):
    ...
    engine.errors.FileError: Line 1: byte 0xe9 at position 9 is not UTF-8. Save the file \
as UTF-8.
    """
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as problem:
        if encoding not in ("utf-8", "utf-8-sig"):
            raise error(
                f"The file begins with the mark of {encoding.upper()}, but the bytes at position "
                f"{problem.start:,} are not. Save the file as UTF-8."
            ) from problem
        # With a mark the decoder counts from behind it; positions are of the file.
        start = problem.start + (3 if encoding == "utf-8-sig" else 0)
        line = data.count(b"\n", 0, start) + 1
        raise error(
            f"Line {line:,}: byte 0x{data[start]:02x} at position {start:,} is not UTF-8. "
            "Save the file as UTF-8.",
            line=line,
        ) from problem


def without_half_characters(value: Any) -> Any:
    """The value with every lone surrogate replaced by U+FFFD: half an emoji cannot be encoded.

    >>> without_half_characters({"text": "cut \\ud83d"})
    {'text': 'cut �'}
    """
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return value
    if isinstance(value, dict):
        return {
            without_half_characters(key): without_half_characters(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [without_half_characters(item) for item in value]
    return value
