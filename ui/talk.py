"""What does one visitor have open on the Memory page: a conversation, and how it is kept small?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.memory import Canary, Policy
from engine.transcripts import Turn


@dataclass(frozen=True)
class Fork:
    """Another policy from turn `at` on (counted from 1); the run before it is shared."""

    at: int
    policy: Policy


@dataclass(frozen=True, eq=False)
class Talk:
    """The turns, the policy they are replayed under, and the facts that are followed.

    `base` names the shipped conversation it began with, if any. Compared by identity, so that
    ten thousand turns are a cheap key; changed only by functions that return a new one.
    """

    name: str
    turns: tuple[Turn, ...]
    policy: Policy
    canaries: tuple[Canary, ...] = ()
    fork: Fork | None = None
    base: str | None = None
    notes: tuple[str, ...] = ()


def with_policy(talk: Talk, policy: Policy) -> Talk:
    """The same conversation under another policy, without a fork."""
    return replace(talk, policy=policy, fork=None)
