"""By which rules is a window kept small: when is it acted on, how far, by what, and what stays?

>>> policy = Policy(window=8_000, reserve=1_000)
>>> policy.usable, policy.trigger_tokens, policy.target_tokens
(7000, 5950, 4900)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from numbers import Integral, Real

from engine.compaction import LADDER, first_120, standard_rungs
from engine.sections import ContextBudget, whole_number
from engine.watermarks import AMBER, RED, mark_tokens

ROLLING = "rolling_window"
RUNGS = tuple(standard_rungs(first_120))
# The ladder, and what never fails to make room at its end.
FULL_LADDER = (*LADDER, ROLLING)

Mark = int | float


@dataclass(frozen=True)
class Policy:
    """How a conversation is kept within a window of `window` tokens, `reserve` of them for answers.

    When the window holds more than `trigger`, or more than `max_turns` turns, the `rungs` are
    applied in their order until it holds no more than `target`. A mark is a share of the usable
    window (a float) or tokens (a whole number); one above the usable window has no more effect
    than the usable window itself, which is what `trigger_tokens` and `target_tokens` say.
    Without them the trigger is the red mark and the target the amber one. A call is refused
    while the window is in the red zone after all that.

    System text, the first user message and the last one stay as they are under every policy.
    `pinned` names more turns, by their numbers from 1 or their ids; `unpinned` names system
    messages after the opening ones that may leave. `buffer` groups of turns, the newest, are
    neither summarised nor shortened. `keep` tool results stay when others are cleared, and
    nothing is cleared unless it wins `clear_at_least` tokens; a summary is at most
    `summary_tokens` long. `recall` facts are recalled for each user message. A tool result
    expires `result_ttl` seconds after its timestamp, by the times of the turns, and gives way
    to a pointer before anything leaves for want of room; None: never. Raises `ValueError` that
    names what is wrong.

    >>> Policy(1_000, trigger=0.5, target=0.8)
    Traceback (most recent call last):
    ...
    ValueError: the target (800 tokens) must not lie above the trigger (500 tokens)
    """

    window: int
    reserve: int = 0
    amber: float = AMBER
    red: float = RED
    trigger: Mark | None = None
    target: Mark | None = None
    max_turns: int | None = None
    buffer: int = 4
    rungs: tuple[str, ...] = FULL_LADDER
    keep: int = 3
    clear_at_least: int | None = None
    summary_tokens: int | None = None
    pinned: tuple[str, ...] = ()
    unpinned: tuple[str, ...] = ()
    summarizer: str = "extractive"
    result_ttl: float | None = None
    recall: int = 0
    name: str = ""

    def __post_init__(self) -> None:
        ContextBudget(self.window, self.reserve)
        if not 0 <= self.amber <= self.red <= 1:
            raise ValueError(
                f"marks must lie 0 ≤ amber ≤ red ≤ 1; found amber {self.amber}, red {self.red}"
            )
        for field in ("rungs", "pinned", "unpinned"):
            value = getattr(self, field)
            if isinstance(value, str):
                raise ValueError(f"{field} must be a list of names; found the text {value!r}")
            object.__setattr__(self, field, tuple(value))
        for rung in self.rungs:
            if rung not in RUNGS:
                raise ValueError(f"unknown rung {rung!r}; known are {', '.join(RUNGS)}")
        if self.max_turns is not None:
            whole_number(self.max_turns, "max_turns", "turns")
            if self.rungs != (ROLLING,):
                raise ValueError(f"max_turns goes with the rung {ROLLING} alone")
        whole_number(self.buffer, "buffer", "groups of turns")
        whole_number(self.keep, "keep", "tool results")
        whole_number(self.recall, "recall", "facts")
        _check_ttl(self.result_ttl)
        for name in ("trigger", "target"):
            _check_mark(name, getattr(self, name))
        if self.target_tokens > self.trigger_tokens:
            raise ValueError(
                f"the target ({self.target_tokens:,} tokens) must not lie above the trigger "
                f"({self.trigger_tokens:,} tokens)"
            )

    @cached_property
    def usable(self) -> int:
        """The usable window in tokens: window − reserve, the denominator of every share."""
        return self.window - self.reserve

    @property
    def red_tokens(self) -> int:
        """The most tokens that are not yet red: with more, a call is refused."""
        return self._zone_tokens[1]

    @cached_property
    def trigger_tokens(self) -> int:
        """The most tokens that the window may hold before it is acted on."""
        return self._tokens(self.red if self.trigger is None else self.trigger)

    @cached_property
    def target_tokens(self) -> int:
        """The most tokens that it holds once it was acted on, if that can be reached."""
        if self.target is None:
            return min(self._tokens(self.amber), self.trigger_tokens)
        return self._tokens(self.target)

    def _tokens(self, mark: Mark) -> int:
        if isinstance(mark, float):
            return mark_tokens(self.usable, mark)
        return min(mark, self.usable)

    def zone(self, used: int) -> str:
        """`watermark_zone(used, usable, amber, red)`, by whole numbers that are found once.

        >>> [Policy(100).zone(used) for used in (69, 70, 85, 86, 101)]
        ['green', 'amber', 'amber', 'red', 'over']
        """
        amber, red = self._zone_tokens
        if used > self.usable:
            return "over"
        if used > red:
            return "red"
        return "amber" if used >= amber else "green"

    @cached_property
    def _zone_tokens(self) -> tuple[int, int]:
        """The least tokens that are amber, and the most that are not yet red."""
        below = mark_tokens(self.usable, self.amber)
        exact = mark_tokens(self.usable * 10**9, self.amber) == below * 10**9
        return below if exact else below + 1, mark_tokens(self.usable, self.red)


def _check_ttl(ttl: object) -> None:
    number = isinstance(ttl, Real) and not isinstance(ttl, bool) and isfinite(float(ttl))
    if ttl is not None and not (number and float(ttl) >= 0):  # type: ignore[arg-type]
        raise ValueError(f"result_ttl must be seconds, 0 or more, or None; found {ttl!r}")


def _check_mark(name: str, mark: object) -> None:
    if mark is None or (isinstance(mark, float) and 0 <= mark <= 1):
        return
    if isinstance(mark, bool) or not isinstance(mark, Integral) or int(mark) < 0:
        raise ValueError(
            f"{name} must be a share from 0.0 to 1.0 of the usable window, or a whole number of "
            f"tokens; found {mark!r}"
        )
