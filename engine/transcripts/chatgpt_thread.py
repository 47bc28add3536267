"""Which nodes of a ChatGPT conversation form the thread that was on the screen last?

Each edited question and each answer asked for again begins a branch. The thread is the way
from `current_node` up to the root.

>>> nodes = {"r": {"parent": None}, "a": {"parent": "r"}, "b": {"parent": "r"}}
>>> thread_to(nodes, "b")
['r', 'b']
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engine.transcripts.content import blocks_of
from engine.transcripts.values import parse_time

Nodes = Mapping[str, Any]

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def thread_to(nodes: Nodes, last: str) -> list[str]:
    """The ids from the first node to `last`; nodes in a circle are walked through once.

    >>> thread_to({"a": {"parent": "b"}, "b": {"parent": "a"}}, "a")
    ['b', 'a']
    """
    parents = _parents(nodes)
    thread: list[str] = []
    seen: set[str] = set()
    at: str | None = last
    while at is not None and at not in seen:
        thread.append(at)
        seen.add(at)
        at = parents.get(at)
    return thread[::-1]


def leaves(nodes: Nodes) -> list[str]:
    """The messages that no node follows, the oldest first; where times are equal, in their order.

    >>> leaves({"a": {"message": {}}, "b": {"message": {}, "parent": "a"}})
    ['b']
    """
    followed = set(_parents(nodes).values())
    speaking = [id for id, node in nodes.items() if message_of(node) is not None]
    found = [id for id in speaking if id not in followed] or speaking[-1:]
    return sorted(found, key=lambda id: _time(nodes[id]))


def message_of(node: Any) -> dict[str, Any] | None:
    """The message of a node; the root and nodes that only hold the tree together have none."""
    message = node.get("message") if isinstance(node, dict) else None
    return message if isinstance(message, dict) else None


def _parents(nodes: Nodes) -> dict[str, str]:
    """The parent of each node: its own word, else that of the node that lists it as a child."""
    parents: dict[str, str] = {}
    for id, node in nodes.items():
        parent = node.get("parent") if isinstance(node, dict) else None
        if isinstance(parent, str) and parent in nodes:
            parents[id] = parent
    for id, node in nodes.items():
        for child in blocks_of(node.get("children") if isinstance(node, dict) else None):
            if isinstance(child, str) and child in nodes:
                parents.setdefault(child, id)
    return parents


def _time(node: Any) -> datetime:
    return parse_time(node["message"].get("create_time")) or _LONG_AGO
