"""Where is a key kept, and to whom may it go? In this session's memory, for one origin only.

An origin is scheme and host: what was entered for https never goes out without it.

A typed key is taken out of its field at once: what stands in a field is part of the page.

>>> key = Secret("sk-typed-one", "https://api.example.org")
>>> key, key.sent_to("https://api.example.org"), key.sent_to("http://api.example.org")
(Secret('…', 'https://api.example.org'), 'sk-typed-one', None)
"""

from __future__ import annotations

import os

import streamlit as st

from engine.models.endpoint import Endpoint

HELD = "endpoint_secret"
VARIABLE = "OPENAI_API_KEY"
# Where the key of the environment may go: it is the server's, and not any visitor's.
ADDRESS_VARIABLE = "OPENAI_BASE_URL"
USUAL_ORIGIN = "https://api.openai.com"


class Secret:
    """A key and the origin that it was entered for; it is never written out."""

    def __init__(self, key: str, origin: str) -> None:
        self._key, self.origin = key, origin

    def __repr__(self) -> str:
        return f"Secret('…', {self.origin!r})"

    def __reduce__(self) -> str:
        raise TypeError("a key is not written to a file")

    def sent_to(self, origin: str) -> str | None:
        """The key, where it was entered for this origin."""
        return self._key if origin == self.origin else None


def hold(key: str, origin: str) -> None:
    """Keep a key for as long as the session lasts."""
    st.session_state[HELD] = Secret(key, origin)


def forget() -> None:
    """Keep it no longer."""
    st.session_state.pop(HELD, None)


def held_for(origin: str) -> bool:
    """Whether a key for this origin is kept."""
    return key_for(origin) is not None


def key_for(origin: str) -> str | None:
    """The key to send to this origin, if one was entered for it."""
    secret: Secret | None = st.session_state.get(HELD)
    return None if secret is None else secret.sent_to(origin)


def environment_origin() -> str | None:
    """The origin that the key of the environment may go to; None where there is no such key."""
    if VARIABLE not in os.environ:
        return None
    address = os.environ.get(ADDRESS_VARIABLE, "")
    try:
        return Endpoint.at(address).origin if address else USUAL_ORIGIN
    except ValueError:
        return USUAL_ORIGIN


def hold_from_environment() -> None:
    """Keep the key of the environment, for its own origin."""
    origin = environment_origin()
    if origin is not None:
        hold(os.environ[VARIABLE].strip(), origin)
