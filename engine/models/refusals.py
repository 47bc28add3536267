"""What does a server mean that answers with an error: which kind of failure is it?

Servers that speak the same API say the same thing in many ways; the status comes first, then the
code, then words of the message.

>>> kind_of(429, {"error": {"message": "Slow down.", "code": "rate_limit_exceeded"}})
'rate_limited'
>>> kind_of(400, {"error": {"type": "exceed_context_size_error", "n_ctx": 4096}})
'context_too_long'
>>> kind_of(404, "<html>")
'not_the_api'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_CONTEXT = re.compile(
    r"context.{0,12}(length|size|window)|maximum context|exceed_context|"
    r"(prompt|input|request).{0,30}too (long|large)|input token count"
)
_QUOTA = re.compile(
    r"insufficient[ _](quota|balance|credit|funds)|billing_hard_limit|out of credit"
)
_MODEL = re.compile(
    r"model_not_found|(invalid|unknown) model|"
    r"model.{0,120}(not[ _]exist|not[ _]found|unknown|invalid|not a valid)"
)
_KEY = re.compile(
    r"(invalid|incorrect|missing|no).{0,12}api[ _]?key|api[ _]?key.{0,12}(not valid|invalid)"
)
_ADDRESS = re.compile(r"\b(url|route|path|endpoint|file)\b")


def error_of(body: object) -> Mapping[str, Any] | str | None:
    """The error in a body, which servers wrap or do not; None where it holds none.

    >>> error_of({"error": {"code": 7}}), error_of({"error": "no"}), error_of({"code": 7})
    ({'code': 7}, 'no', {'code': 7})
    >>> error_of({"detail": "Not Found"}) is None
    True
    """
    if not isinstance(body, Mapping):
        return None
    inner = body.get("error")
    if isinstance(inner, Mapping | str):
        return inner
    return body if body.keys() & {"code", "message", "type"} else None


def kind_of(status: int, body: object) -> str:
    """The kind of failure that a status and a body mean (`failures.KINDS`)."""
    error = error_of(body)
    words = said(error)
    if status in (401, 403):
        return "refused_key"
    if status == 402:
        return "quota"
    if status == 429:
        return "quota" if _QUOTA.search(words) else "rate_limited"
    if status == 413 or (status < 500 and _CONTEXT.search(words)):
        return "context_too_long"
    if status >= 500 or status in (408, 409):  # it gave up, or is in the middle of something
        return "server_error"
    if _KEY.search(words):
        return "refused_key"
    if _MODEL.search(words):
        return "unknown_model"
    if status == 404 and error is not None and not _ADDRESS.search(words):
        return "unknown_model"
    return "not_the_api"


def refuses(parameter: str, body: object) -> bool:
    """Whether a body says that the server does not take this parameter, or not this value of it.

    >>> refuses("temperature", {"error": {"param": "temperature", "code": "unsupported_value"}})
    True
    >>> refuses("max_tokens", {"error": {"message": "'max_tokens' is not supported here."}})
    True
    >>> refuses("temperature", {"error": {"message": "The prompt is too long."}})
    False
    """
    words = said(error_of(body))
    return (
        parameter in words
        and re.search(r"un_?supported|not support|does not take", words) is not None
    )


def said(error: Mapping[str, Any] | str | None) -> str:
    """What an error says, in lower case: its message, type, code and parameter."""
    if not isinstance(error, Mapping):
        return (error or "").casefold()
    parts = (error.get(name) for name in ("message", "type", "code", "param"))
    return " ".join(str(part) for part in parts if part is not None).casefold()
