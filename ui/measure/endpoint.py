"""Where is the endpoint, which of its models is asked, and with which key?"""

from __future__ import annotations

import streamlit as st

from engine.models import ModelError
from engine.models.endpoint import Endpoint, clean_key
from engine.models.openai_compatible import list_models
from engine.run_files import RunSettings, scrubbed
from ui import state
from ui.measure.secret import (
    VARIABLE,
    environment_origin,
    forget,
    held_for,
    hold,
    hold_from_environment,
    key_for,
)
from ui.text import as_label

ADDRESS, MODEL, PREFILL = "endpoint_url", "endpoint_model", "endpoint_prefill"
LISTED = "endpoint_listed"
_ROUND = "endpoint_key_round"
EXAMPLE = "http://localhost:8080/v1"


def endpoint_row(busy: bool) -> None:
    """Address, model, key, and whether the server continues an answer."""
    with st.container(
        horizontal=True, gap="small", vertical_alignment="bottom", key="endpoint_row"
    ):
        with st.container(width=280):
            st.text_input("Base URL", key=ADDRESS, placeholder=EXAMPLE, persist_state="session",
                          disabled=busy, on_change=_clean_address)  # fmt: skip
        with st.container(width=220):
            st.text_input("Model name", key=MODEL, placeholder="as the endpoint lists it",
                          persist_state="session", disabled=busy)  # fmt: skip
        with st.popover("List", disabled=busy, help="Ask the endpoint which models it has"):
            _list()
        with st.container(width=210):
            _key(busy)
        st.toggle(
            "Continues answers",
            key=PREFILL,
            persist_state="session",
            disabled=busy,
            help="llama.cpp, vLLM and some others go on from the beginning of an answer. "
            "Where it is off, the question alone is sent: what most servers understand.",
        )


def begin_at(settings: RunSettings) -> None:
    """Fill the fields as they were for this run; a key was never written down."""
    st.session_state.setdefault(ADDRESS, settings.base_url)
    st.session_state.setdefault(MODEL, settings.model)
    st.session_state.setdefault(PREFILL, settings.prefill)


def address() -> str:
    """The base URL as it was entered."""
    return str(st.session_state.get(ADDRESS) or "").strip()


def origin() -> str:
    """Scheme and host of the address; empty while it is none."""
    try:
        return Endpoint.at(address()).origin
    except ValueError:
        return ""


def _clean_address() -> None:
    """Out of the field, which a draft keeps, with what may be a key in an address."""
    if any(sign in address() for sign in "@?#"):
        st.session_state[ADDRESS] = scrubbed(address())
        state.tell(
            "The address is kept without a name, a password or a query.",
            "A key goes into the field for it.",
            doubtful=True,
        )


def _key(busy: bool) -> None:
    if origin() and held_for(origin()):
        st.button(
            "Forget the key",
            key="endpoint_forget",
            on_click=forget,
            disabled=busy,
            width="stretch",
            help=f"A key is kept for {as_label(origin())}, in the memory of this session.",
        )
        return
    number = st.session_state.get(_ROUND, 0)
    st.text_input(
        "Key, if it needs one",
        type="password",
        key=f"endpoint_key_{number}",
        on_change=_take_key,
        autocomplete="new-password",
        disabled=busy,
        help="Kept in the memory of this session, for this server only; never saved, never shown.",
    )
    if origin() and environment_origin() == origin():
        st.button(f"Use {VARIABLE}", key="endpoint_environment", on_click=hold_from_environment,
                  disabled=busy, help="The key of this server: whoever opens this page can use it, "
                  "for this address only, and cannot read it.")  # fmt: skip


def _take_key() -> None:
    """Out of the field, which is part of the page, into the session."""
    number = st.session_state.get(_ROUND, 0)
    typed = str(st.session_state.pop(f"endpoint_key_{number}", "") or "")
    st.session_state[_ROUND] = number + 1
    if not typed.strip():
        return
    if not origin():
        state.refuse(
            "The key was not kept.", "Enter the base URL first: it is kept for one server."
        )
        return
    try:
        hold(clean_key(typed), origin())
    except ValueError as error:
        state.refuse("The key was not kept.", str(error).partition(": ")[2].capitalize() + ".")


def _list() -> None:
    if st.button("Ask for its models", key="endpoint_list"):
        st.session_state[LISTED] = ()
        try:
            names = list_models(address(), key_for(origin()))
            st.session_state[LISTED] = names
            if not names:
                st.write("It lists none; a name may still work.")
        except (ModelError, ValueError) as error:
            st.text(str(error))
    for number, name in enumerate(st.session_state.get(LISTED, ())[:50]):
        st.button(as_label(name), key=f"endpoint_name_{number}", on_click=_choose, args=(name,),
                  width="stretch")  # fmt: skip


def _choose(name: str) -> None:
    st.session_state[MODEL] = name
