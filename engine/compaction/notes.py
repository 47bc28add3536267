"""How are old turns written down outside the window, with only a pointer left in it?

>>> turns = [Turn("user", "Go")] + [Turn("assistant", f"Step {n}: " + "x" * 200) for n in range(9)]
>>> result = write_notes(turns, 300, lambda turns: f"{len(turns)} steps done")
>>> result.turns[1].text, result.notes[0].text
('[Turns up to t5 are in the notes, outside the window: notes]', '4 steps done')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from engine.compaction.counting import Count
from engine.compaction.leaving import asked, whole_number
from engine.compaction.result import Note, RungResult
from engine.compaction.summarizers import Summarizer
from engine.compaction.window import Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY
from engine.wording import times

NOTES = "notes"
_STANDS_FOR = re.compile(r"^(?:(?:summary|notes) to )+")


def write_notes(
    turns: Sequence[Turn],
    target: int,
    summarizer: Summarizer,
    *,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """The oldest groups, just enough for `target`, leave; what they say is in `.notes`.

    One line stays in the window, and a later one takes its place. The note is what the
    summarizer makes of the turns, an earlier summary among them. Where the line would be as
    long as what leaves, nothing is done.
    """
    target = whole_number(target, "target")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    if window.tokens <= target:
        return window.unchanged(NOTES, f"Fits into {target:,} tokens as it is.")
    over = window.tokens - target
    evicted = window.until(window.free, over + window.counter(_pointer_to(window.names[-1])))
    leaving = sorted(index for group in evicted for index in group)
    told = [index for index in leaving if not _is_pointer(window.turns[index])]
    if not told:
        return window.unchanged(NOTES, "Nothing is left to write down.")
    pointer = _pointer_to(window.names[leaving[-1]])
    if window.counter(pointer) >= sum(map(window.size, evicted)):
        return window.unchanged(NOTES, "The line in place of the notes would save nothing.")
    text, error = asked(summarizer, window.named(told))
    if error is not None:
        return window.unchanged(NOTES, error, error)
    note = Note(pointer.id or "", text, tuple(window.names[index] for index in told))
    sentence = (
        f"{times(len(told), 'turn')}, {sum(map(window.size, evicted)):,} tokens, were written "
        "down outside the window."
    )
    return window.without(NOTES, evicted, sentence, pointer, (note,), NOTES)


def _pointer_to(name: str) -> Turn:
    # Where what leaves last stands for turns itself, the last of them is meant.
    last = _STANDS_FOR.sub("", name)
    text = f"[Turns up to {last} are in the notes, outside the window: {NOTES}]"
    return Turn("user", text, id=f"notes to {name}", kind=SUMMARY)


def _is_pointer(turn: Turn) -> bool:
    name = (turn.id or "").removeprefix("notes to ")
    return turn == _pointer_to(name)
