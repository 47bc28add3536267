"""Where is a key kept, and to whom may it go? In this session's memory, for one host only.

A typed key is taken out of its field at once: what stands in a field is part of the page.

>>> key = Secret("sk-typed-one", "api.example.org")
>>> key, key.for_host("api.example.org") == "sk-typed-one", key.for_host("elsewhere.org")
(Secret('…', 'api.example.org'), True, None)
"""

from __future__ import annotations

import os

import streamlit as st

from engine.models.endpoint import Endpoint

HELD = "endpoint_secret"
VARIABLE = "OPENAI_API_KEY"
# Where the key of the environment may go: it is the server's, and not any visitor's.
ADDRESS_VARIABLE = "OPENAI_BASE_URL"
USUAL_HOST = "api.openai.com"


class Secret:
    """A key and the host that it was entered for; it is never written out."""

    def __init__(self, key: str, host: str) -> None:
        self._key, self.host = key, host

    def __repr__(self) -> str:
        return f"Secret('…', {self.host!r})"

    def __reduce__(self) -> str:
        raise TypeError("a key is not written to a file")

    def for_host(self, host: str) -> str | None:
        """The key, where it was entered for this host."""
        return self._key if host == self.host else None


def hold(key: str, host: str) -> None:
    """Keep a key for as long as the session lasts."""
    st.session_state[HELD] = Secret(key, host)


def forget() -> None:
    """Keep it no longer."""
    st.session_state.pop(HELD, None)


def held_for(host: str) -> bool:
    """Whether a key for this host is kept."""
    secret: Secret | None = st.session_state.get(HELD)
    return secret is not None and secret.for_host(host) is not None


def key_for(host: str) -> str | None:
    """The key to send to this host, if one was entered for it."""
    secret: Secret | None = st.session_state.get(HELD)
    return None if secret is None else secret.for_host(host)


def environment_host() -> str | None:
    """The host that the key of the environment may go to; None where there is no such key."""
    if VARIABLE not in os.environ:
        return None
    address = os.environ.get(ADDRESS_VARIABLE, "")
    try:
        return Endpoint.at(address).host if address else USUAL_HOST
    except ValueError:
        return USUAL_HOST


def hold_from_environment() -> None:
    """Keep the key of the environment, for its own host."""
    host = environment_host()
    if host is not None:
        hold(os.environ[VARIABLE].strip(), host)
