"""What happened to a window at one turn?

>>> Event("evicted", turns=(2, 3), before=214, after=31, rung="fold").sentence
'turns 3–4 left the window: 214 → 31 tokens (fold)'
>>> Event("compacted", before=216, after=17, rung="notes").sentence
'the summary compacted: 216 → 17 tokens (notes)'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from engine.wording import times

Kind = Literal[
    "added", "evicted", "cleared", "expired", "compacted", "superseded", "recalled", "zone",
    "refused", "failed",
]  # fmt: skip
KINDS: tuple[Kind, ...] = (
    "added",
    "evicted",
    "cleared",
    "expired",
    "compacted",
    "superseded",
    "recalled",
    "zone",
    "refused",
    "failed",
)

FOLLOWS = "follows its call"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at a turn.

    * added: the turn came, `after` tokens.
    * evicted: `turns` (indices, from 0) no longer stand in the window; `before` tokens of them,
      `after` of what stands in their place, 0 where that is nothing.
    * cleared: of `turns` only a pointer is left.
    * expired: `turns` were true for so long only; of them a pointer is left.
    * compacted: `turns` were made shorter where they stand, or, without `turns`, the summary was.
    * superseded: `turns` give another value, `detail`, in the place of one that is followed.
    * recalled: facts that came into the window for this turn, `after` tokens; `detail` has ids.
    * zone: from zone `detail` says to which, as "green → amber".
    * refused: no call may be made; the window holds `before` tokens, `after` are allowed.
    * failed: a rung or a summarizer could not do its work; `detail` says why.

    `rung` is the mechanism, `detail` of what it took what is not as usual.
    """

    kind: Kind
    turns: tuple[int, ...] = ()
    before: int = 0
    after: int = 0
    rung: str = ""
    detail: str = ""

    @property
    def sentence(self) -> str:
        """The event in words, turns numbered from 1."""
        who, tokens = numbered(self.turns), f"{self.before:,} → {self.after:,} tokens"
        by = f" ({self.rung.replace('_', ' ')})" if self.rung else ""
        remark = f": {self.detail}" if self.detail else ""
        match self.kind:
            case "added":
                return f"{who} came: {times(self.after, 'token')}"
            case "evicted":
                return f"{who} left the window: {tokens}{by}{remark}"
            case "cleared":
                return f"{who} cleared to a pointer: {tokens}{by}"
            case "expired":
                return f"{who} expired: {tokens}{by}"
            case "superseded":
                return f"superseded by {self.detail or 'another value'} at {who}"
            case "compacted":
                return f"{who if self.turns else 'the summary'} compacted: {tokens}{by}{remark}"
            case "recalled":
                return f"recalled {self.detail}: {self.after:,} tokens"
            case "zone":
                return f"zone: {self.detail}"
            case "refused":
                return f"call refused: {self.before:,} tokens, {self.after:,} allowed"
            case "failed":
                rung = self.rung.replace("_", " ")
                return f"{rung}: {self.detail}" if rung else self.detail


def numbered(turns: Sequence[int]) -> str:
    """Indices from 0 as numbers from 1, runs written short.

    >>> numbered((0, 1, 2, 5)), numbered((4,)), numbered(())
    ('turns 1–3, 6', 'turn 5', 'nothing')
    """
    if not turns:
        return "nothing"
    ordered = sorted(turns)
    starts = [0, *(at + 1 for at, (a, b) in enumerate(pairwise(ordered)) if b > a + 1)]
    runs = [ordered[a:b] for a, b in pairwise([*starts, len(ordered)])]
    written = ", ".join(
        f"{run[0] + 1}–{run[-1] + 1}" if len(run) > 1 else f"{run[0] + 1}" for run in runs
    )
    return f"turn{'s' if len(ordered) > 1 else ''} {written}"
