"""Which turns fall out of a window that only ever holds the newest?

>>> turns = [Turn("user", "Go")] + [Turn("assistant", f"Step {n}") for n in range(9)]
>>> [turn.text for turn in rolling_window(turns, keep=2).turns]
['Go', 'Step 7', 'Step 8']
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.compaction.counting import Count
from engine.compaction.leaving import whole_number
from engine.compaction.result import RungResult
from engine.compaction.window import Group, Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY
from engine.wording import times

ROLLING = "rolling_window"


def rolling_window(
    turns: Sequence[Turn],
    target: int | None = None,
    *,
    keep: int | None = None,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """The oldest groups fall out until `target` tokens are left, or the newest `keep` turns.

    Nothing stands for them afterwards. What is protected stays, besides; a group of which one
    turn is among the newest stays whole; a summary goes last. Raises `ValueError` where
    neither limit is given.
    """
    if target is None and keep is None:
        raise ValueError("rolling_window needs a target in tokens, or how many turns to keep")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    oldest_first = sorted(window.free, key=lambda group: window.turns[group[0]].kind == SUMMARY)
    evicted: set[Group] = set()
    if keep is not None:
        first_kept = len(turns) - whole_number(keep, "keep")
        evicted.update(
            group
            for group in window.free
            if group[-1] < first_kept and window.turns[group[0]].kind != SUMMARY
        )
    if target is not None:
        left = window.tokens - sum(map(window.size, evicted))
        rest = [group for group in oldest_first if group not in evicted]
        evicted.update(window.until(rest, left - whole_number(target, "target")))
    if not evicted:
        over = target is not None and window.tokens > target
        note = "Every turn that is left has to stay." if over else "No turn has to leave."
        return window.unchanged(ROLLING, note)
    gone = sum(map(len, evicted))
    tokens = sum(map(window.size, evicted))
    return window.without(
        ROLLING, sorted(evicted), f"{times(gone, 'turn')} left the window: {tokens:,} tokens."
    )
