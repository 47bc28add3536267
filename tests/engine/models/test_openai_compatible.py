"""What is sent, where to, how often, and what becomes of the answer?"""

from __future__ import annotations

import traceback

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import Completion, Model, ModelError
from engine.models.client import LONGEST_PAUSE
from engine.models.endpoint import Endpoint
from engine.models.openai_compatible import OpenAICompatibleModel, list_models
from tests.engine.models.misbehaving import chat, refuses, replies, serving

KEY = "sk-test-0123456789abcdef"
QUESTION = [{"role": "user", "content": "What is the capital of France?"}]


def test_the_answer_is_what_the_server_said():
    with serving(replies(chat("Paris."))) as server:
        model: Model = OpenAICompatibleModel(server.url + "/", "small", KEY)
        completion = model.complete(QUESTION, max_tokens=5)
    assert completion == Completion("Paris.", "stop", 14, completion.seconds, 2)
    assert 0 < completion.seconds < 30
    [request] = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body == {
        "model": "small",
        "messages": QUESTION,
        "max_tokens": 5,
        "temperature": 0.0,
    }


def test_what_is_not_said_is_none_and_parts_of_text_are_joined():
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Paris."}]
    usage = {"prompt_tokens": "many", "completion_tokens": -1}
    with serving(replies(chat(parts, None, usage=usage)), replies(chat(usage=None))) as server:
        model = OpenAICompatibleModel(server.url, "small")
        for _ in range(2):
            got = model.complete(QUESTION, max_tokens=5)
            assert (got.text, got.prompt_tokens, got.completion_tokens) == ("Paris.", None, None)


def test_half_an_emoji_is_sent_as_the_sign_for_what_is_broken():
    with serving(replies(chat())) as server:
        cut = [{"role": "user", "content": "cut \ud83d"}]
        OpenAICompatibleModel(server.url, "small").complete(cut, max_tokens=5)
    assert server.requests[0].body["messages"][0]["content"] == "cut \ufffd"


def test_the_environment_says_nothing(monkeypatch):
    with serving(replies(chat())) as proxy, serving(replies(chat())) as server:
        for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
            monkeypatch.setenv(name, "from-the-environment")
        monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Own: from-the-environment")
        monkeypatch.setenv("OPENAI_BASE_URL", proxy.url)
        monkeypatch.setenv("HTTP_PROXY", f"http://{proxy.host}")
        monkeypatch.setenv("ALL_PROXY", f"http://{proxy.host}")
        OpenAICompatibleModel(server.url, "small").complete(QUESTION, max_tokens=5)
    assert proxy.requests == []
    [request] = server.requests
    assert "from-the-environment" not in str(request.headers)
    assert request.headers["authorization"] == "Bearer no-key"


def test_a_repeated_key_is_taken_out_of_an_answer():
    with serving(replies(chat(f"Your key is {KEY}.", f"stop {KEY}"))) as server:
        got = OpenAICompatibleModel(server.url, "small", KEY).complete(QUESTION, max_tokens=5)
    assert (got.text, got.finish_reason) == ("Your key is [key].", "stop [key]")


def test_neither_repr_nor_a_traceback_shows_the_key():
    with serving(refuses(401, KEY)) as server:
        model = OpenAICompatibleModel(server.url, "small", KEY)
        try:
            model.complete(QUESTION, max_tokens=5)
        except ModelError as error:
            found = traceback.TracebackException.from_exception(error, capture_locals=True)
            shown = "".join(found.format())
    assert "OpenAICompatibleModel(" in shown  # the locals are there
    assert KEY not in shown + repr(model) + str(model)


@pytest.mark.parametrize("key", ["sk-…", "sk-\u200b0123", "sk 0123", "sk-\n0123", "sk-\x00"])
def test_a_key_that_no_header_holds_is_refused_unseen(key):
    with pytest.raises(ValueError, match=r"^api_key: ") as caught:
        OpenAICompatibleModel("http://localhost/v1", "small", key)
    assert key not in str(caught.value)


def test_no_retry_unless_asked_for_then_as_many_as_asked_for():
    busy = replies({"error": {"message": "busy"}}, 503, **{"retry-after-ms": "1"})
    with serving(busy, busy, replies(chat())) as server:
        with pytest.raises(ModelError):
            OpenAICompatibleModel(server.url, "small").complete(QUESTION, max_tokens=5)
        assert len(server.requests) == 1
        model = OpenAICompatibleModel(server.url, "small", max_retries=1)
        assert model.complete(QUESTION, max_tokens=5).text == "Paris."
        assert len(server.requests) == 3


def test_the_longest_pause_is_the_client_s():
    from openai import _base_client

    assert LONGEST_PAUSE == _base_client.MAX_RETRY_AFTER_DELAY
    assert OpenAICompatibleModel("http://h/v1", "m", timeout=30, max_retries=2).worst_wait == 330
    assert OpenAICompatibleModel("http://h/v1", "m", timeout=30).worst_wait == 30


def test_a_model_that_wants_other_settings_is_asked_as_it_wants_from_then_on():
    # As OpenAI writes it for models that reason.
    limit = refuses(
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. "
        "Use 'max_completion_tokens' instead.",
        param="max_tokens",
        code="unsupported_parameter",
    )
    warmth = refuses(
        400,
        "Unsupported value: 'temperature' does not support 0 with this model. "
        "Only the default (1) value is supported.",
        param="temperature",
        code="unsupported_value",
    )
    with serving(limit, warmth, replies(chat())) as server:
        model = OpenAICompatibleModel(server.url, "small")
        assert model.takes_temperature
        for _ in range(2):
            assert model.complete(QUESTION, max_tokens=5).text == "Paris."
    assert not model.takes_temperature
    settings = [request.body.keys() - {"model", "messages"} for request in server.requests]
    new = {"max_completion_tokens"}
    assert settings == [{"max_tokens", "temperature"}, new | {"temperature"}, new, new]


def test_a_model_that_wants_nothing_right_is_asked_three_times_at_most():
    never = refuses(400, "max_tokens and temperature are not supported")
    with serving(never) as server, pytest.raises(ModelError) as caught:
        OpenAICompatibleModel(server.url, "small").complete(QUESTION, max_tokens=5)
    assert caught.value.kind == "not_the_api"
    assert len(server.requests) == 3


def test_models_are_listed_in_the_server_s_order():
    models = [{"id": "small", "object": "model"}, {"id": "large"}, {"no": "id"}, {"id": KEY}]
    with serving(replies({"object": "list", "data": models})) as server:
        assert list_models(server.url, KEY) == ("small", "large", "[key]")
    assert server.requests[0].path == "/v1/models"


@pytest.mark.parametrize(
    "address",
    ["", "localhost:8080/v1", "ftp://h/v1", "http://", "http://h:port/v1", "http://h:99999", "h"],
)
def test_an_address_that_is_none_is_said_to_be_none(address):
    with pytest.raises(ValueError, match=r"^base_url: expected an address such as http://"):
        OpenAICompatibleModel(address, "small")


@pytest.mark.parametrize(
    "address",
    [
        "https://me:hush-hush@h/v1",
        "https://hush-hush@h/v1",
        "https://h/v1?key=hush-hush",
        "https://h/#hush-hush",
    ],
)
def test_an_address_that_may_hold_a_secret_is_refused_unseen(address):
    with pytest.raises(ValueError, match="a key goes into api_key") as caught:
        OpenAICompatibleModel(address, "small")
    assert "hush" not in str(caught.value)


@given(
    st.from_regex(r"[a-z][a-z0-9.-]{0,20}[a-z0-9]", fullmatch=True),
    st.none() | st.integers(1, 65535),
    st.from_regex(r"(/[a-z0-9]{1,8}){0,3}", fullmatch=True),
    st.sampled_from(["", "/", "//"]),
)
def test_an_address_is_written_in_one_way(name, port, path, end):
    host = name if port is None else f"{name}:{port}"
    endpoint = Endpoint.at(f" https://{host}{path}{end}")
    assert endpoint == Endpoint(f"https://{host}{path}", host)
    assert Endpoint.at(endpoint.base_url) == endpoint


@pytest.mark.parametrize("settings", [{"timeout": 0}, {"timeout": -1}, {"max_retries": -1}])
def test_settings_that_make_no_sense_are_named(settings):
    with pytest.raises(ValueError, match=next(iter(settings))):
        OpenAICompatibleModel("http://h/v1", "small", **settings)
