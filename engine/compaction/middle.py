"""Which blocks in the middle of a conversation shrink to one line, and what does the line say?

>>> turns = [Turn("user", "Find order A-1"), Turn("assistant", "Well, " * 40),
...          Turn("user", "And?"), Turn("assistant", "On shelf 4."), Turn("user", "Thanks")]
>>> middle_out(turns, 40).turns[1].text
'[t2] assistant: Well, Well, Well, Well, Well, Well, Well, Well, Well,…'
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.compaction.clearing import is_json
from engine.compaction.counting import Count
from engine.compaction.density import density_hint
from engine.compaction.leaving import whole_number
from engine.compaction.lines import cut_line, message_line
from engine.compaction.result import Change, RungResult
from engine.compaction.window import Group, Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY
from engine.wording import times

MIDDLE_OUT = "middle_out"
_LINE = 72  # characters


def middle_out(
    turns: Sequence[Turn],
    budget: int,
    tokenizer: str | Tokenizer | Count = "chars/4",
    *,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
) -> RungResult:
    """Blocks in the middle become one line each, until all turns fit into `budget` tokens.

    The head (system text and the first user message), the last user message and whatever else
    is protected stay; so does the tail, the newest turns that fit into half of what these
    leave. Of the rest, the blocks with the fewest facts a token go first, the older before
    the newer. A block is a call with its results, or one message. Its line names its turn,
    which is where it can be restored from; a block that its line would not shorten stays, and
    so does a summary. The result may be over the budget, but is never longer than before.
    Raises `ValueError` for a budget that is no whole number from 0 up.
    """
    budget = whole_number(budget, "budget")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    if window.tokens <= budget:
        return window.unchanged(MIDDLE_OUT, f"Fits into {budget:,} tokens as it is.")
    over = window.tokens - budget
    lines: dict[Group, Turn] = {}
    for group in sorted(_middle(window, budget), key=lambda group: _score(window, group)):
        if over <= 0:
            break
        line = _line(window, group)
        saved = window.size(group) - window.counter(line)
        if saved > 0:
            lines[group] = line
            over -= saved
    if not lines:
        return window.unchanged(MIDDLE_OUT, "No block in the middle gets shorter as one line.")
    return _shortened(window, dict(sorted(lines.items())))


def _middle(window: Window, budget: int) -> list[Group]:
    """The free groups between head and tail, without summaries."""
    fixed = window.tokens - sum(map(window.size, window.free))
    room = max(0, budget - fixed) // 2
    end = len(window.free)
    while end and (room := room - window.size(window.free[end - 1])) >= 0:
        end -= 1
    return [group for group in window.free[:end] if window.turns[group[0]].kind != SUMMARY]


def _score(window: Window, group: Group) -> tuple[float, int]:
    facts = sum([density_hint(window.turns[index].text) for index in group])
    return facts / max(1, window.size(group)), group[0]


def _line(window: Window, group: Group) -> Turn:
    first, name = window.turns[group[0]], window.names[group[0]]
    if len(group) > 1 or first.call_ids:  # half of a call would be no JSON any more
        called = ", ".join(first.call_names) or "a tool"
        text = f"{first.role}: called {called}, {window.size(group):,} tokens"
    elif is_json(first.text):
        text = f"{first.role}: JSON, {window.size(group):,} tokens"
    else:
        text = message_line(first, _LINE)
    role = first.role if first.role in ("user", "assistant") else "assistant"
    return Turn(role, cut_line(f"[{name}] {text}", _LINE), id=name, kind=SUMMARY)


def _shortened(window: Window, lines: dict[Group, Turn]) -> RungResult:
    left: dict[int, Turn | None] = dict(enumerate(window.turns))
    changes = []
    tokens = window.tokens
    for group, line in lines.items():
        pointer = window.names[group[0]]
        tokens += window.counter(line) - window.size(group)
        for index in group:
            before = window.turns[index]
            after = line if index == group[0] else None
            changes.append(
                Change(
                    window.names[index],
                    before,
                    after,
                    window.sizes[index],
                    0 if after is None else window.counter(line),
                    None if after is not None else pointer,
                    pointer,
                    ((0, len(before.text)),),
                )
            )
            left[index] = after
    saved = window.tokens - tokens
    note = (
        f"{times(len(changes), 'turn')} in the middle became "
        f"{times(len(lines), 'line')}: {saved:,} tokens won."
    )
    turns = tuple(turn for turn in left.values() if turn is not None)
    return RungResult(MIDDLE_OUT, turns, window.tokens, tokens, tuple(changes), note)
