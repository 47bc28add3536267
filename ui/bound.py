"""How does a field in a popover always show what the scenario holds, and write only what is typed?

A popover that was opened once and closed keeps its fields in the browser, which goes on
sending the values they had. A field whose key holds the value it shows is another field
once that value has changed elsewhere: what an old one still sends is heard by nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from ui import state


def bound(
    field: Callable[..., Any], label: str, value: object, write: Callable[[Any], object], name: str,
    **options: Any,
) -> None:  # fmt: skip
    """Draw a field of Streamlit's that shows `value` and calls `write` with what is entered.

    `name` tells it from all other fields; for a select box pass the options as `options`.
    """
    # After a refusal the field begins anew too: it shows what holds, not what was refused.
    key = f"{name}={value!r}#{state.session().refusals}"
    shown = (
        {"index": list(options["options"]).index(value)}
        if field is st.selectbox
        else {"value": value}
    )

    def entered() -> None:
        new = st.session_state[key]
        if new is not None and new != value:
            write(new)

    field(label, key=key, on_change=entered, **shown, **options)
