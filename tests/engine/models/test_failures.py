"""Does each way in which a server misbehaves become its kind, in a sentence one can act on?"""

from __future__ import annotations

import logging
import socket
import traceback

import pytest

from engine.models import KINDS, Completion, ModelError, require_whole
from engine.models.failures import SENTENCES, failure
from engine.models.openai_compatible import OpenAICompatibleModel, list_models
from tests.engine.models.misbehaving import (
    chat,
    drips,
    hangs_up,
    keeps_silent,
    refuses,
    replies,
    serving,
)

KEY = "sk-test-0123456789abcdef"
QUESTION = [{"role": "user", "content": "What is the capital of France?"}]
ECHO = f"Incorrect API key provided: {KEY}."
TOO_LONG = "This model's maximum context length is 4096 tokens. However, you requested 6031."

MISBEHAVIOURS = {
    "hangs up": (hangs_up, "cannot_connect"),
    "promises more than it sends": (replies("{", claimed=99), "cannot_connect"),
    "is not gzip": (replies("{}", Content_Encoding="gzip"), "cannot_connect"),
    "refuses the key": (refuses(401, ECHO, code="invalid_api_key"), "refused_key"),
    "forbids": (refuses(403, ECHO), "refused_key"),
    "refuses the key as Gemini does": (refuses(400, "API key not valid."), "refused_key"),
    "knows no such model": (refuses(404, code="model_not_found"), "unknown_model"),
    "Ollama": (refuses(404, 'model "x" not found, try pulling it first'), "unknown_model"),
    "vLLM": (
        replies({"object": "error", "message": "The model `x` does not exist.", "code": 404}, 404),
        "unknown_model",
    ),
    "DeepSeek": (refuses(400, "Model Not Exist"), "unknown_model"),
    "is asked too often": (refuses(429, "Slow down.", code="rate_limit_exceeded"), "rate_limited"),
    "rate limit without a body": (replies("", 429), "rate_limited"),
    "out of quota": (refuses(429, "Check your plan.", code="insufficient_quota"), "quota"),
    "out of balance": (refuses(402, "Insufficient Balance"), "quota"),
    "does not answer": (keeps_silent(3), "timed_out"),
    "never ends": (drips(3, 0.05), "timed_out"),
    "fails": (refuses(500, f"Traceback … {KEY}"), "server_error"),
    "is behind a gateway": (replies("<html>Bad gateway</html>", 502), "server_error"),
    "is overloaded": (refuses(503), "server_error"),
    "gave up waiting": (replies("", 408), "server_error"),
    "context too long": (refuses(400, code="context_length_exceeded"), "context_too_long"),
    "llama.cpp": (refuses(400, type="exceed_context_size_error", n_ctx=9), "context_too_long"),
    "context of vLLM": (refuses(400, TOO_LONG, code=400), "context_too_long"),
    "too large": (replies("too large", 413, kind="text/plain"), "context_too_long"),
    "says nothing": (replies(chat("")), "empty"),
    "says null": (replies(chat(None)), "empty"),
    "says only spaces": (replies(chat(" \n")), "empty"),
    "broken JSON": (replies('{"choices": ['), "not_json"),
    "no body": (replies(""), "not_json"),
    "bytes": (replies(b"\xff\xfe{"), "not_json"),
    "too deep": (replies("[" * 100_000), "not_json"),
    "words": (replies(f"hello {KEY}", kind="text/plain"), "not_json"),
    "a web page": (replies("<!doctype html>", kind="text/html"), "not_the_api"),
    "an empty object": (replies({}), "not_the_api"),
    "a list": (replies([1, 2]), "not_the_api"),
    "null": (replies("null"), "not_the_api"),
    "a number": (replies("7"), "not_the_api"),
    "no choices": (replies(chat() | {"choices": []}), "not_the_api"),
    "choices that are none": (replies(chat() | {"choices": "Paris"}), "not_the_api"),
    "a choice that is none": (replies(chat() | {"choices": [7]}), "not_the_api"),
    "a choice without a message": (replies(chat() | {"choices": [{}]}), "not_the_api"),
    "content that is no text": (replies(chat(7)), "not_the_api"),
    "another path": (replies({"detail": "Not Found"}, 404), "not_the_api"),
    "another path of llama.cpp": (refuses(404, "File Not Found", code=404), "not_the_api"),
    "another path of OpenAI": (refuses(404, "Invalid URL (POST /v2/chat)"), "not_the_api"),
    "another method": (replies("", 405), "not_the_api"),
    "a request it does not take": (refuses(400, "messages: bad"), "not_the_api"),
    "an error with status 200": (refuses(200, "Slow down", code=429), "rate_limited"),
    "an error with status 200, no code": (replies({"error": f"no {KEY}"}), "server_error"),
}


def ask(url: str, **settings: object) -> Completion:
    model = OpenAICompatibleModel(url, "small", KEY, **settings)
    try:
        return model.complete(QUESTION, max_tokens=5)
    finally:
        model.close()


def patience(kind: str) -> float:
    """Seconds: few only where they are to run out, since this machine may be busy."""
    return 0.5 if kind == "timed_out" else 30


def failure_at(url: str, **settings: object) -> ModelError:
    with pytest.raises(ModelError) as caught:
        ask(url, **settings)
    return caught.value


@pytest.mark.parametrize("name", MISBEHAVIOURS)
def test_a_misbehaviour_is_of_its_kind_and_never_shows_the_key(name, caplog, capfd):
    behaviour, kind = MISBEHAVIOURS[name]
    caplog.set_level(logging.DEBUG)
    with serving(behaviour) as server:
        error = failure_at(server.url, timeout=patience(kind))
    assert error.kind == kind
    assert str(error) == error.sentence
    assert server.host in error.sentence or "small" in error.sentence
    assert "\n" not in error.sentence
    shown = "".join(traceback.format_exception(error)) + repr(error) + caplog.text
    assert KEY not in shown + "".join(capfd.readouterr())
    # Not even in what hangs on the error: the client's own holds the request.
    assert error.__cause__ is None
    assert error.__context__ is None


def test_every_kind_but_the_one_a_caller_raises_was_met():
    assert {kind for _, kind in MISBEHAVIOURS.values()} == set(KINDS) - {"cut"}


def test_nobody_listens():
    with socket.socket() as taken:  # bound, not listening: nobody else gets the port
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        error = failure_at(f"http://127.0.0.1:{port}/v1")
    assert error.kind == "cannot_connect"
    assert f"127.0.0.1:{port}" in error.sentence


def test_https_where_http_is_spoken():
    with serving(replies(chat())) as server:
        assert failure_at(server.url.replace("http:", "https:")).kind == "cannot_connect"


def test_a_redirect_is_not_followed():
    with (
        serving(replies(chat())) as elsewhere,
        serving(replies("", 307, Location=f"{elsewhere.url}/chat/completions")) as server,
    ):
        assert failure_at(server.url).kind == "not_the_api"
    assert elsewhere.requests == []


def test_an_answer_that_is_cut_is_an_answer_until_all_of_it_is_needed():
    with serving(replies(chat("It is", "length"))) as server:
        completion = ask(server.url)
    assert completion.cut
    with pytest.raises(ModelError) as caught:
        require_whole(completion, model="small", max_tokens=5)
    assert caught.value.kind == "cut"
    assert "5 tokens" in str(caught.value)
    assert caught.value.completion is completion


def test_a_model_that_thought_until_it_was_cut_has_given_an_empty_answer():
    with serving(replies(chat("", "length"))) as server:
        assert (ask(server.url).text, ask(server.url).cut) == ("", True)


def test_an_empty_answer_can_be_counted_with_its_tokens():
    with serving(replies(chat(""))) as server:
        completion = failure_at(server.url).completion
    assert completion is not None
    assert (completion.prompt_tokens, completion.finish_reason) == (14, "stop")
    assert completion.seconds > 0


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (refuses(401, ECHO), "refused_key"),
        (replies({"detail": "Not Found"}, 404), "not_the_api"),
        (refuses(404, "Not here."), "not_the_api"),
        (replies("<html>", kind="text/html"), "not_the_api"),
        (replies({}), "not_the_api"),
        (replies("{"), "not_json"),
        (keeps_silent(3), "timed_out"),
    ],
)
def test_a_list_of_models_fails_in_the_same_ways(behaviour, kind):
    with serving(behaviour) as server, pytest.raises(ModelError) as caught:
        list_models(server.url, KEY, timeout=patience(kind))
    assert caught.value.kind == kind
    assert KEY not in str(caught.value)


def test_kinds_are_closed():
    with pytest.raises(ValueError, match="expected one of cannot_connect, refused_key"):
        ModelError("lazy", "The model is lazy.")
    facts = {"host": "h", "model": "m", "timeout": 1, "status": 500, "max_tokens": 5}
    for kind in SENTENCES:
        assert failure(kind, **facts).kind == kind
