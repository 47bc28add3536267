"""Which turns are rewritten as telegrams, and what does that win?

>>> turns = [Turn("user", "Go"), Turn("assistant", "The order is on the way to the customer."),
...          Turn("user", "And?")]
>>> telegraph(turns, keep=0).turns[1].text
'order is way to customer.'
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.compaction.clearing import is_result
from engine.compaction.counting import Count
from engine.compaction.leaving import whole_number
from engine.compaction.result import Change, RungResult
from engine.compaction.telegraphic import compress_telegraphic, dropped_spans
from engine.compaction.window import Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY
from engine.wording import times

TELEGRAPHIC = "telegraphic"


def telegraph(
    turns: Sequence[Turn],
    *,
    keep: int = 4,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """The words of all but the newest `keep` groups without those that say nothing.

    Calls and results stay as they are, for they are code; so do summaries and what is protected. A
    turn that would have as many tokens as before stays too.
    """
    keep = whole_number(keep, "keep")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    changes: dict[int, Change] = {}
    for group in window.free[: max(0, len(window.free) - keep)]:
        index = group[0]
        turn = window.turns[index]
        if len(group) > 1 or turn.call_ids or is_result(turn) or turn.kind == SUMMARY:
            continue
        short = replace(turn, text=compress_telegraphic(turn.text), id=window.names[index])
        tokens = window.counter(short)
        if tokens < window.sizes[index]:
            changes[index] = Change(
                window.names[index], turn, short, window.sizes[index], tokens,
                spans=dropped_spans(turn.text),
            )  # fmt: skip
    if not changes:
        return window.unchanged(TELEGRAPHIC, "No turn gets shorter as a telegram.")
    saved = sum(change.saved for change in changes.values())
    note = f"{times(len(changes), 'turn')} rewritten as telegrams: {saved:,} tokens won."
    return window.shortened(TELEGRAPHIC, changes, note)
