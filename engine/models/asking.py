"""What did the client raise, or give instead of an answer: which failure is it?

Measured with openai 3.57: a time-out is a kind of its connection error; a 200 with broken JSON
raises `JSONDecodeError`; a page of HTML comes back as a str.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.models.failures import ModelError, failure
from engine.models.refusals import error_of, kind_of


def asked(call: Callable[[], Any], *, host: str, model: str, timeout: float) -> Any:
    """What `call` gives; what it raises becomes a `ModelError`.

    >>> def broken():
    ...     raise ValueError("Expecting value, after sk-secret")
    >>> asked(broken, host="localhost:1", model="small", timeout=30)
    Traceback (most recent call last):
    ...
    engine.models.failures.ModelError: localhost:1 answered with what is not JSON: \
    check the base URL, and what stands between here and the server.
    """
    import openai

    status = 0
    try:
        return call()
    except openai.APITimeoutError:
        kind = "timed_out"
    except openai.APIConnectionError:
        kind = "cannot_connect"
    except openai.APIStatusError as error:
        status = error.status_code
        kind = kind_of(status, error.body)
    except (ValueError, RecursionError):
        kind = "not_json"
    except (openai.OpenAIError, TypeError, AttributeError, KeyError):
        kind = "not_the_api"
    # Here, not above: raised in a handler, it would carry the client's error, which holds the
    # request, and with it the key.
    raise _failure(kind, host=host, model=model, timeout=timeout, status=status)


def no_answer(given: object, *, host: str, model: str, timeout: float) -> ModelError:
    """The failure of what the client took for an answer, and is none.

    >>> no_answer("<html>", host="localhost:1", model="small", timeout=30).kind
    'not_the_api'
    """
    facts: dict[str, Any] = {"host": host, "model": model, "timeout": timeout}
    if isinstance(given, str):
        is_page = given.lstrip().startswith("<")
        return _failure("not_the_api" if is_page else "not_json", **facts)
    # Some services answer 200 and put the error into the body, its status as the code.
    error = error_of({"error": getattr(given, "error", None)})
    if error is None:
        return _failure("not_the_api", **facts)
    code = error.get("code") if not isinstance(error, str) else None
    status = code if isinstance(code, int) and 400 <= code < 600 else 500
    return _failure(kind_of(status, {"error": error}), status=status, **facts)


def _failure(kind: str, *, host: str, model: str, timeout: float, status: int = 0) -> ModelError:
    if kind == "not_the_api" and status in (400, 422):
        return ModelError(
            kind,
            f"{host} refused the request with status {status}: "
            f"check that {model} is a model for chats.",
        )
    return failure(kind, host=host, model=model, timeout=timeout, status=status)
