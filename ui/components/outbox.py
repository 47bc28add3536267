"""How is each action that a component tells handed out exactly once?

The browser numbers its actions and repeats those that it does not know to have arrived
(outbox.js); Python notes the last number that it has heard, and skips what it has seen.

>>> message = {"client": "k3", "events": [{"number": 1, "go": "a"}, {"number": 2, "go": "b"}]}
>>> unseen(message, ("k3", 1), lambda entry: entry["go"])
[(('k3', 2), 'b')]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import streamlit as st

# The component in one browser that was last heard, and the number of its last action.
Seen = tuple[str, int]
Event = TypeVar("Event")


def inbox(
    key: str,
    unseen_events: Callable[[object, Seen], list[tuple[Seen, Event | None]]],
    on_event: Callable[[Event], None],
) -> tuple[list[Any], Callable[[], None]]:
    """What was heard of the component `key`, to be sent back to it; and what hands out the rest.

    The second is for the component's `on_event_change`: it calls `on_event` once for each
    action, before the run it causes.
    """
    # Changed in place: reading or setting session state is where Streamlit may break off a run
    # for a newer one, and an action must not be done without being noted as done.
    heard: list[Any] = st.session_state.setdefault(f"{key}:heard", ["", 0])

    def deliver() -> None:
        message = st.session_state[key].get("event")
        for seen, event in unseen_events(message, (heard[0], heard[1])):
            try:
                if event is not None:
                    on_event(event)
            except Exception:
                heard[:] = seen  # what fails is not tried again; what was broken off is
                raise
            heard[:] = seen

    return heard, deliver


def unseen(
    message: object, seen: Seen, read: Callable[[Mapping[str, object]], Event | None]
) -> list[tuple[Seen, Event | None]]:
    """The actions of a message that were not handed out yet, each with what is seen after it.

    A message repeats what the browser does not know to have arrived. It comes from outside:
    what `read` does not know for an event is None.
    """
    if not isinstance(message, Mapping) or not isinstance(message.get("client"), str):
        return []
    client, last = message["client"], seen[1] if seen[0] == message["client"] else 0
    entries = message.get("events")
    events: list[tuple[Seen, Event | None]] = []
    for entry in entries if isinstance(entries, list) else []:
        number = entry.get("number") if isinstance(entry, Mapping) else None
        if isinstance(number, int) and not isinstance(number, bool) and number > last:
            last = number
            events.append(((client, number), read(entry)))
    return events


def unseen_numbers(message: object, seen: Seen) -> list[tuple[Seen, int | None]]:
    """The actions of a component whose every action names a whole number, such as a turn's."""

    def read(entry: Mapping[str, object]) -> int | None:
        number = entry.get("value")
        return number if isinstance(number, int) and not isinstance(number, bool) else None

    return unseen(message, seen, read)
