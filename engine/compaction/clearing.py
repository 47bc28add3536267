"""Which old tool results are cleared, and from where do they come back?

>>> turns = [Turn("user", "Go"), Turn("assistant", "read()", call_ids=("c",), call_names=("read",)),
...          Turn("tool", "line\\n" * 40, result_of="c", name="read"), Turn("user", "And?")]
>>> clear_tool_results(turns, keep=0).turns[2].text
'[result of read cleared: 50 tokens; restore from t3]'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.compaction.counting import Count
from engine.compaction.leaving import whole_number
from engine.compaction.result import Change, RungResult
from engine.compaction.window import Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.transcripts.values import canonical_json, decode
from engine.wording import times

CLEAR = "clear_tool_results"
_CLEARED = re.compile(
    r"\[result of [^\n]* (?:cleared|expired): [\d,]+ tokens; restore from [^\n]*\]|\[expired\]"
    r'|\{"(?:cleared|expired)_tokens":\d+,"restore_from":"[^\n]*"\}|\{"expired":true\}'
)


def clear_tool_results(
    turns: Sequence[Turn],
    keep: int = 3,
    clear_at_least: int | None = None,
    *,
    exclude_tools: Collection[str] = (),
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """All tool results but the newest `keep` give way to a line that says where they are.

    The calls stay, so the conversation stays whole. A result that is JSON becomes JSON. Left
    alone are results already cleared, those no longer than their line, those of `exclude_tools`
    and whatever is protected. Where less than `clear_at_least` tokens would be won, nothing is
    cleared: it would cost the cached prefix for too little.

    Defaults as Anthropic's context editing has them (keep 3; documentation of
    clear_tool_uses_20250919). Raises `ValueError` for a number that is none.

    >>> clear_tool_results([Turn("tool", "ok")], keep=0).changed
    False
    """
    keep = whole_number(keep, "keep")
    least = 0 if clear_at_least is None else whole_number(clear_at_least, "clear_at_least")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    results = [index for index, turn in enumerate(window.turns) if is_result(turn)]
    old = results[: max(0, len(results) - keep)]
    free = {index for group in window.free for index in group} if old else set()
    changes: dict[int, Change] = {}
    for index in old:
        turn, name, tokens = window.turns[index], window.names[index], window.sizes[index]
        if index not in free or turn.name in exclude_tools or is_cleared(turn):
            continue
        cleared = replace(turn, text=_line(turn, name, tokens), id=name)
        after = window.counter(cleared)
        if after < tokens:
            spans = ((0, len(turn.text)),)
            changes[index] = Change(name, turn, cleared, tokens, after, None, name, spans)
    saved = sum(change.saved for change in changes.values())
    if not changes:
        return window.unchanged(CLEAR, "No tool result is left to clear.")
    if saved < least:
        return window.unchanged(
            CLEAR, f"Clearing would win {saved:,} tokens, fewer than {least:,}: nothing is cleared."
        )
    note = f"Tool results of {times(len(changes), 'turn')} cleared, {saved:,} tokens; restorable."
    return window.shortened(CLEAR, changes, note)


def is_result(turn: Turn) -> bool:
    """Whether a turn is what a tool returned."""
    return turn.role == "tool" or turn.result_of is not None


def is_cleared(turn: Turn) -> bool:
    """Whether a result has already given way to its line, or has expired."""
    return _CLEARED.fullmatch(turn.text) is not None


def is_json(text: str) -> bool:
    """Whether a text is a JSON object or list, of which no part can be cut away.

    >>> is_json(' {"a": 1}'), is_json("[x] done")
    (True, False)
    """
    return text.lstrip()[:1] in ("{", "[") and isinstance(decode(text), dict | list)


def _line(turn: Turn, name: str, tokens: int) -> str:
    if is_json(turn.text):
        return canonical_json({"cleared_tokens": tokens, "restore_from": name})
    return f"[result of {turn.name or 'a tool'} cleared: {tokens:,} tokens; restore from {name}]"
