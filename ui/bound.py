"""How does a field always show what the scenario holds, and write only what is entered in it?

With every gesture the browser sends the values of all fields as it knows them. A field that
was changed from elsewhere since (by undo, or in another section), or that stands in a closed
popover, is then still sent as it was before, and must not be taken for something entered. So
a field that shows another value than the one entered in it is another field, with another
key: what the old one still sends is heard by nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st


def bound(
    field: Callable[..., Any],
    label: str,
    value: Any,
    write: Callable[[Any], object],
    name: str,
    face: object = None,
    **options: Any,
) -> None:
    """Draw a field of Streamlit's that shows `value` and calls `write` with what is entered.

    `name` tells it from all other fields. What was entered and refused is shown no longer.
    `face` is what else one sees of it: the browser keeps the words of what is chosen in a
    field, though its options may be called otherwise by now.
    """
    # The value this field shows or was entered in it, how many fields there were before, and
    # their face.
    memory: list[Any] = st.session_state.setdefault(f"bound:{name}", [value, 0, face])
    if memory[0] != value or memory[2] != face:
        memory[:] = [value, memory[1] + 1, face]
    key = bound_key(name)

    def entered() -> None:
        new = st.session_state[key]
        # Streamlit tells of an old field too, when the browser goes on sending its value.
        current = key == bound_key(name)
        if current and new is not None and new != memory[0]:
            memory[0] = new
            write(new)

    field(label, key=key, on_change=entered, **_showing(field, value, options), **options)


def bound_key(name: str) -> str:
    """The key under which the field of this name stands now."""
    return f"{name}#{st.session_state[f'bound:{name}'][1]}"


def _showing(field: Callable[..., Any], value: Any, options: dict[str, Any]) -> dict[str, Any]:
    """How a kind of field is told what it shows."""
    if field is st.selectbox:
        return {"index": list(options["options"]).index(value)}
    return {"default" if field is st.multiselect else "value": value}
