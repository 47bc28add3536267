"""Which table shows every section of a scenario, and what did the user do in it?

    def on_event(event: LedgerEvent) -> None:      # before the rerun, once for each action
        if event.action == "set_priority":
            ...

    ledger_table(rows, totals, selected, palette, key="ledger", on_event=on_event)

>>> message = {"client": "k3", "events": [
...     {"number": 1, "action": "select", "name": "rules", "value": None},
...     {"number": 2, "action": "move", "name": "rules", "value": 1}]}
>>> unseen_events(message, ("k3", 1))
[(('k3', 2), LedgerEvent(action='move', name='rules', value=1))]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

import streamlit as st

from ui.components.assets import colours, join_files
from ui.components.outbox import Seen, inbox, unseen
from ui.palette import Theme

Action = Literal[
    "select",
    "apply_budget",
    "apply_priority",
    "set_priority",
    "toggle_pin",
    "move",
    "reorder",
]
ACTIONS: tuple[str, ...] = get_args(Action)
# These carry a whole number: places to move by, place to stand at.
WHOLE = ("move", "reorder")
VALUED = ("apply_priority", "set_priority", *WHOLE)

_mount = st.components.v2.component(
    "context_playground_ledger",
    css=join_files("ledger.css"),
    js=join_files(
        "dom.js", "text_width.js", "pointer_drag.js", "outbox.js", "swatch.js", "ledger_columns.js",
        "ledger_row.js", "ledger_drag.js", "ledger_view.js", "ledger.js",
    ),
)  # fmt: skip


@dataclass(frozen=True)
class LedgerEvent:
    """One action of the user on the section `name`.

    `value` is the priority for set_priority and apply_priority, the places to move by
    (±1) for move, the place it shall stand at (from 0) for reorder; else None.
    """

    action: Action
    name: str
    value: float | int | None = None


def ledger_table(
    rows: Sequence[Mapping[str, Any]],
    totals: Mapping[str, str],
    selected: str | None,
    palette: Theme,
    *,
    key: str,
    on_event: Callable[[LedgerEvent], None],
    height: int = 500,
    big: bool = False,
) -> None:
    """Show the ledger; `on_event` is called once for each action, before the run it causes.

    It should change the session in one assignment, its last step: a run may be broken off
    before any access to the session, and the action is then handed out again.

    `rows` and `totals` are those of `ledger_rows` and `ledger_totals`; `selected` is the name
    of the lit section. The table is as high as its rows, at most `height` px; `big` draws it
    1.3 times as large.
    """
    heard, deliver = inbox(key, unseen_events, on_event)
    _mount(
        key=key,
        data={
            # Field names once, not in each row: 2,000 rows are sent on every run.
            "fields": list(rows[0]) if rows else [],
            "rows": [list(row.values()) for row in rows],
            "totals": dict(totals),
            "selected": selected,
            "palette": colours(palette),
            "height": height,
            "big": big,
            "seen": list(heard),
        },
        on_event_change=deliver,
    )


def unseen_events(message: object, seen: Seen) -> list[tuple[Seen, LedgerEvent | None]]:
    """The actions of a message that were not handed out yet; see `outbox.unseen`."""
    return unseen(message, seen, read_event)


def read_event(entry: Mapping[str, object]) -> LedgerEvent | None:
    """One event as the browser wrote it, or None where it is not one."""
    action, name, value = entry.get("action"), entry.get("name"), entry.get("value")
    if action not in ACTIONS or not isinstance(name, str):
        return None
    known = cast(Action, action)
    if known not in VALUED:
        return LedgerEvent(known, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    number = int(value) if float(value).is_integer() else value
    if known in WHOLE and not isinstance(number, int):
        return None
    return LedgerEvent(known, name, number)
