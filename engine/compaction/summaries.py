"""Which turns give way to a summary: all but the newest, or the oldest, just enough?

>>> turns = [Turn("user", "Go")] + [Turn("assistant", f"Step {n}: " + "x" * 200) for n in range(9)]
>>> result = fold(turns, 300, lambda turns: f"{len(turns)} steps done")
>>> result.turns[1].text, result.turns[1].id, result.tokens_after <= 300
('5 steps done', 'summary to t6', True)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engine.compaction.counting import Count
from engine.compaction.leaving import whole_number
from engine.compaction.lines import shorten_summary
from engine.compaction.result import RungResult
from engine.compaction.summarizers import Summarizer
from engine.compaction.window import Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn

TRAJECTORY = "trajectory_summary"
FOLD = "fold"


def trajectory_summary(
    turns: Sequence[Turn],
    summarizer: Summarizer,
    *,
    keep: int = 4,
    max_tokens: int | None = None,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """Everything between the head and the newest `keep` groups becomes one summary.

    What is protected stays where it is. The summary, a turn of kind "summary", has at most
    `max_tokens`: longer, its lines are cut. One that saves nothing is rejected.
    """
    keep = whole_number(keep, "keep")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    older = window.free[: max(0, len(window.free) - keep)]
    return window.summarised(TRAJECTORY, older, summarizer, _cut_to(max_tokens, window.counter))


def fold(
    turns: Sequence[Turn],
    target: int,
    summarizer: Summarizer,
    *,
    max_summary_tokens: int | None = None,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """The oldest groups, just enough for `target`, are folded into the rolling summary.

    An earlier summary is the oldest turn of all and goes through the summarizer with those
    that leave now, first in the list. The summary has at most `max_summary_tokens`, a quarter
    of the target unless given; longer, its lines are cut, and at last the oldest left out.
    One that is as long as what it stands for is rejected and the original kept.
    """
    target = whole_number(target, "target")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    if window.tokens <= target:
        return window.unchanged(FOLD, f"Fits into {target:,} tokens as it is.")
    room = target // 4 if max_summary_tokens is None else max_summary_tokens
    evicted = window.until(window.free, window.tokens - target + room)
    return window.summarised(FOLD, evicted, summarizer, _cut_to(room, window.counter))


def _cut_to(max_tokens: int | None, count: Count) -> Callable[[str], str]:
    if max_tokens is None:
        return lambda text: text
    limit = whole_number(max_tokens, "max_tokens")
    return lambda text: shorten_summary(text, limit, count)
