"""Which rows of a Claude Code file form the conversation that was going on last?

The rows are a tree: a user who goes back and asks differently leaves a branch behind.

>>> rows = [Row("user", "u", None), Row("assistant", "a", "u"), Row("assistant", "b", "u")]
>>> newest_thread(rows)
[0, 2]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from engine.transcripts.content import blocks_of, is_call, is_result
from engine.transcripts.document import Item
from engine.transcripts.values import clean_id, parse_time


@dataclass(frozen=True)
class Row:
    """One line of the file as far as the tree needs it.

    `type` is `"user"`, `"assistant"` or `"system"` where the line is a message; any other
    line only holds the tree together, and its `message` is empty.
    """

    type: str
    uuid: str
    parent: str | None
    logical_parent: str | None = None
    message: dict[str, Any] = field(default_factory=dict)
    item: Item = field(default_factory=lambda: Item({}))

    @property
    def speaks(self) -> bool:
        """Whether it is a message."""
        return self.type in ("user", "assistant", "system")

    @property
    def message_id(self) -> str:
        """The id that the lines of one streamed answer share, "" when there is none."""
        return clean_id(self.message.get("id")) if self.type == "assistant" else ""


def newest_thread(rows: Sequence[Row]) -> list[int]:
    """Indices of the rows from the first to the newest leaf, with the parallel calls between.

    A row whose parent is null or unknown follows its logical parent, else the row before
    it: so a file without parents is read in its order, and a compaction is bridged.
    """
    parents = _parents(rows)
    path: list[int] = []
    seen: set[int] = set()
    at = _newest_leaf(rows, parents)
    while at is not None:
        path.append(at)
        seen.add(at)
        parent = parents[at]
        if parent in seen:  # rows that name each other as parents: go on in the file's order
            parent = at - 1 if at > 0 and at - 1 not in seen else None
        at = parent
    return _with_parallel_calls(rows, path[::-1])


def _parents(rows: Sequence[Row]) -> list[int | None]:
    anywhere = {row.uuid: index for index, row in reversed(list(enumerate(rows))) if row.uuid}
    before: dict[str, int] = {}
    parents: list[int | None] = []
    for index, row in enumerate(rows):
        parent = index - 1 if index else None
        for wanted in (row.parent, row.logical_parent):
            known = before.get(wanted, anywhere.get(wanted)) if wanted else None
            if known is not None and known != index:
                parent = known
                break
        parents.append(parent)
        if row.uuid:
            before[row.uuid] = index
    return parents


def _newest_leaf(rows: Sequence[Row], parents: Sequence[int | None]) -> int | None:
    """The newest message that none follows: by time where all have one, else by place."""
    speaking = [index for index, row in enumerate(rows) if row.speaks]
    followed: set[int] = set()
    waiting = [parents[index] for index in speaking]
    while waiting:
        parent = waiting.pop()
        if parent is not None and parent not in followed:
            followed.add(parent)
            if not rows[parent].speaks:  # progress and the like: look through them
                waiting.append(parents[parent])
    leaves = [index for index in speaking if index not in followed] or speaking[-1:]
    dated = [(time, index) for index in leaves if (time := _time(rows[index])) is not None]
    if len(dated) < len(leaves):
        return max(leaves)
    return max(dated)[1] if dated else None


def _time(row: Row) -> datetime | None:
    return parse_time(row.item.value.get("timestamp"))


def _with_parallel_calls(rows: Sequence[Row], path: list[int]) -> list[int]:
    """The path with the calls made in parallel and their results, which hang beside it.

    Claude Code hangs each result on the line of its own call, so of several calls in one
    answer only the last is on the way from the leaf to the root.
    """
    on_path = set(path)
    line_of_message = {rows[at].message_id: at for at in path if rows[at].message_id}
    lines: dict[int, list[int]] = defaultdict(list)  # of the same answer, beside the path
    for index, row in enumerate(rows):
        if index not in on_path and row.message_id in line_of_message:
            lines[line_of_message[row.message_id]].append(index)
    taken = [*path, *(index for beside in lines.values() for index in beside)]
    line_of_call = {call: at for at in taken for call in _ids(rows[at], is_call, "id")}
    for at in taken:
        for call in _ids(rows[at], is_result, "tool_use_id"):
            line_of_call.pop(call, None)
    results: dict[int, list[int]] = defaultdict(list)  # of calls that have none on the path
    for index, row in enumerate(rows):
        if index not in on_path and row.type == "user" and line_of_call:
            answered = [c for c in _ids(row, is_result, "tool_use_id") if c in line_of_call]
            if answered:
                results[line_of_call[answered[0]]].append(index)
            for call in answered:
                line_of_call.pop(call, None)
    order: list[int] = []
    waiting = path[::-1]
    while waiting:
        at = waiting.pop()
        if at in lines:
            waiting += sorted([at, *lines.pop(at)], reverse=True)
            continue
        order.append(at)
        waiting += sorted(results.pop(at, []), reverse=True)
    return order


def _ids(row: Row, wanted: Any, key: str) -> list[str]:
    blocks = blocks_of(row.message.get("content"))
    return [clean_id(block.get(key)) for block in blocks if wanted(block)]
