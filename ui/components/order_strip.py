"""In which order do the blocks of a prompt stand, and how does one change it by hand?

    def on_event(event: OrderEvent) -> None:      # before the rerun, once for each action
        if event.action in ("move", "reorder"):
            names = order_after(blocks, event)
            ...

    blocks = strip_blocks(placed, must_find, fixed)
    order_strip(blocks, selected, palette, key="order_b", on_event=on_event, left=62, right=52)

>>> from typing import NamedTuple
>>> class Doc(NamedTuple):
...     name: str; kind: str; tokens: int; number: int
>>> sent = [Doc("rules", "instructions", 30, 1), Doc("a", "evidence", 9, 2),
...         Doc("turn", "history", 9, 3), Doc("b", "evidence", 9, 4)]
>>> blocks = strip_blocks(sent, must_find={"a"}, fixed={"rules", "turn"})
>>> order_after(blocks, OrderEvent("move", "a", 1))
['rules', 'b', 'turn', 'a']
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast, get_args

import streamlit as st

from ui.charts.literal import one_line
from ui.charts.words import short_name
from ui.components.assets import colours, join_files
from ui.components.outbox import Seen, inbox, unseen
from ui.palette import Theme

Action = Literal["select", "reorder", "move", "toggle_find"]
ACTIONS: tuple[str, ...] = get_args(Action)

BIG = 1.35

_mount = st.components.v2.component(
    "context_playground_order_strip",
    css=join_files("pattern.css", "order_strip.css"),
    js=join_files(
        "dom.js", "text_width.js", "pointer_drag.js", "outbox.js", "order_strip_block.js",
        "order_strip_drag.js", "order_strip_view.js", "order_strip.js",
    ),
)  # fmt: skip


@dataclass(frozen=True)
class OrderEvent:
    """One action of the user on the block `name`.

    `value` is the place that it shall stand at among all blocks (from 0) for reorder, the
    places to move by among those that may move (±1) for move; else None.
    """

    action: Action
    name: str
    value: int | None = None


class Standing(Protocol):
    """A section as it stands in an order; `number` is its row in the ledger, from 1."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def tokens(self) -> int: ...
    @property
    def number(self) -> int: ...


def strip_blocks(
    order: Iterable[Standing], must_find: Collection[str], fixed: Collection[str]
) -> list[dict[str, Any]]:
    """One dict a block, as `order_strip` draws them.

    `must_find` names those that are lit, `fixed` those that keep their places.
    """
    return [
        {
            "name": block.name,  # what events call it; shown without what turns or breaks it
            "shown": one_line(block.name),
            "short": one_line(short_name(block.name)),
            "kind": block.kind,
            "tokens": max(0, block.tokens),
            "number": block.number,
            "must_find": block.name in must_find,
            "fixed": block.name in fixed,
        }
        for block in order
    ]


def order_strip(
    blocks: Sequence[Mapping[str, Any]],
    selected: str | None,
    palette: Theme,
    *,
    key: str,
    on_event: Callable[[OrderEvent], None],
    left: int = 0,
    right: int = 0,
    height: int = 56,
    big: bool = False,
    letter: str = "",
) -> None:
    """Show the order; `on_event` is called once for each action, before the run it causes.

    It should change the session in one assignment, its last step: a run may be broken off
    before any access to the session, and the action is then handed out again.

    `blocks` are those of `strip_blocks`, each with a name of its own; `selected` is the name
    of the lit one. `left` and `right` px stay free beside the strip, as beside the axis of a
    chart above it; `letter` is written at the left and says which order this is. `big` draws
    type and height 1.35 times as large, not what stays free.
    """
    heard, deliver = inbox(key, unseen_events, on_event)
    _mount(
        key=key,
        data={
            "blocks": [dict(block) for block in blocks],
            "selected": selected,
            "palette": colours(palette),
            "left": left,
            "right": right,
            "height": round(height * (BIG if big else 1)),
            "scale": BIG if big else 1,
            "letter": letter,
            "seen": list(heard),
        },
        on_event_change=deliver,
    )


def order_after(blocks: Sequence[Mapping[str, Any]], event: OrderEvent) -> list[str]:
    """The names of the blocks in the order that they stand in after a move or reorder.

    Fixed blocks keep their places; those that may move share the others. What cannot be,
    such as a step beyond the end or a block that is gone, changes nothing.
    """
    names = [block["name"] for block in blocks]
    free = [place for place, block in enumerate(blocks) if not block["fixed"]]
    moving = [names[place] for place in free]
    if event.value is None or event.name not in moving:
        return names
    at = moving.index(event.name)
    if event.action == "move":
        to = at + event.value
    elif event.action == "reorder":
        to = min(sum(place < event.value for place in free), len(free) - 1)
    else:
        return names
    if not 0 <= to < len(moving):
        return names
    moving.insert(to, moving.pop(at))
    for place, name in zip(free, moving, strict=True):
        names[place] = name
    return names


def unseen_events(message: object, seen: Seen) -> list[tuple[Seen, OrderEvent | None]]:
    """The actions of a message that were not handed out yet; see `outbox.unseen`."""
    return unseen(message, seen, read_event)


def read_event(entry: Mapping[str, object]) -> OrderEvent | None:
    """One event as the browser wrote it, or None where it is not one.

    >>> read_event({"action": "reorder", "name": "a", "value": 4})
    OrderEvent(action='reorder', name='a', value=4)
    """
    action, name, value = entry.get("action"), entry.get("name"), entry.get("value")
    if action not in ACTIONS or not isinstance(name, str):
        return None
    known = cast(Action, action)
    if known not in ("move", "reorder"):
        return OrderEvent(known, name)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    if value not in (-1, 1) if known == "move" else value < 0:
        return None
    return OrderEvent(known, name, value)
