"""What was asked in a run: which task, where, how often, of which model, and when?

>>> scrubbed("https://ada:secret@example.org:8080/v1?key=secret#part")
'https://example.org:8080/v1'
>>> list(item_seeds(seed=2, n=3))
[200000, 200001, 200002]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from annotated_types import Ge, Le

from engine.run_files.row import one_line

FORMAT = "context-playground/run"
VERSION = 1

MOST_ITEMS = 100_000
Order = Literal["interleaved", "prefix"]
ORDERS: tuple[Order, ...] = ("interleaved", "prefix")


@dataclass(frozen=True)
class RunSettings:
    """The first line of a run file: all it takes to ask the same again, and to go on after a stop.

    `task` is the task as plain values, `task_label` the same in words; `family` and `length` are
    those of its curve. `positions` (0..1), `n` items a position, `seed`, `order`, `controls` and
    `prefill` are the plan. `model` and `base_url` say who answered; of the address no user, no
    password and no query is kept. `started` is a time in ISO 8601, passed in; `versions` what it
    ran on; `note` what a reader must know. A key has no place here.
    """

    model: str
    task: Mapping[str, Any]
    positions: tuple[Annotated[float, Ge(0), Le(1)], ...]
    n: Annotated[int, Ge(1), Le(MOST_ITEMS)]
    seed: Annotated[int, Ge(0)] = 0
    order: Order = "interleaved"
    controls: Annotated[int, Ge(1), Le(MOST_ITEMS)] = 20
    prefill: bool = False
    task_label: str = ""
    family: Literal["pairs", "share"] = "share"
    length: Annotated[int, Ge(2)] | None = None
    base_url: str = ""
    started: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "base_url", scrubbed(self.base_url))

    @property
    def label(self) -> str:
        """The run in a few words: who was asked, what, when.

        >>> RunSettings("small", {}, (0.0, 1.0), 9, task_label="25 key-value pairs",
        ...     started="2026-11-30T18:20:00+00:00").label
        'small · 25 key-value pairs · 2026-11-30'
        """
        return " · ".join(part for part in (self.model, self.task_label, self.started[:10]) if part)

    def line(self) -> str:
        """The settings as the first line of a file."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return one_line({"format": FORMAT, "version": VERSION, **values})


def item_seeds(seed: int, n: int) -> range:
    """The items of a run: runs of different seeds share none of them."""
    return range(seed * MOST_ITEMS, seed * MOST_ITEMS + n)


def scrubbed(url: str) -> str:
    """The address without user, password, query and fragment: any of them may be a key."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if not host:
        return ""
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}{f':{port}' if port else ''}{parts.path}"
