"""Which rungs does it take until a history fits, the cheapest first, and what if none helps?

>>> turns = [Turn("user", "Go")] + [Turn("assistant", f"Step {n}: " + "x" * 200) for n in range(9)]
>>> rungs = standard_rungs(lambda turns: f"{len(turns)} steps done")
>>> done = climb(turns, 300, [rungs[name] for name in LADDER])
>>> done.met, [(step.rung, step.changed) for step in done.steps]
(True, [('clear_tool_results', False), ('middle_out', True)])
>>> climb(turns[:1], 0, []).note
'Still too large: 1 token is left, the target is 0. Always kept: 1 turn, 1 token.'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from engine.compaction.clearing import CLEAR, clear_tool_results
from engine.compaction.counting import Count, identified
from engine.compaction.delegation import SUB_AGENT, sub_agent
from engine.compaction.leaving import whole_number
from engine.compaction.middle import MIDDLE_OUT, middle_out
from engine.compaction.notes import NOTES, write_notes
from engine.compaction.result import RungResult
from engine.compaction.rolling import ROLLING, rolling_window
from engine.compaction.summaries import FOLD, TRAJECTORY, fold, trajectory_summary
from engine.compaction.summarizers import FULLER, Summarizer
from engine.compaction.telegrams import TELEGRAPHIC, telegraph
from engine.compaction.window import Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.wording import times

# Turns, the target in tokens and a counter in; the result out.
Rung = Callable[[Sequence[Turn], int, Count], RungResult]

# From what can all be restored to what costs a model's work.
LADDER = (CLEAR, MIDDLE_OUT, TRAJECTORY, NOTES, SUB_AGENT)


@dataclass(frozen=True)
class Climb:
    """What is left after a climb, and every rung that was tried, in order.

    Where the target is not `met`, `irreducible` are the ids of the turns that are never
    pruned, and `note` says what they weigh.
    """

    turns: tuple[Turn, ...]
    tokens_before: int
    tokens_after: int
    target: int
    steps: tuple[RungResult, ...]
    irreducible: tuple[str, ...]
    note: str

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        return self.tokens_after <= self.target


def climb(
    turns: Sequence[Turn],
    target: int,
    rungs: Sequence[Rung],
    *,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
    rounds: int = 2,
) -> Climb:
    """The rungs one after another, in the order given, until `target` tokens are reached.

    The next rung gets what the last one left. What wins no token is not taken. Once all have
    been tried they are tried again, for one may have made room for another, but at most
    `rounds` times in all and only while something is won. `pinned` and `unpinned` only say
    what is irreducible here: the rungs have to know them as well.
    """
    target, rounds = whole_number(target, "target"), whole_number(rounds, "rounds")
    first = Window.of(turns, tokenizer, pinned, unpinned)
    left = first = first.after(identified(first.turns))
    before = tokens = left.tokens
    steps: list[RungResult] = []
    for _ in range(rounds):
        start = tokens
        for rung in rungs:
            if tokens <= target:
                break
            result = rung(left, target, left.counter)
            if result.changed and result.tokens_after >= tokens:
                note = f"Rejected: it saves nothing. {result.note}"
                result = RungResult(result.rung, left.turns, tokens, tokens, note=note)
            steps.append(result)
            left, tokens = left.after(result.turns), result.tokens_after
        if tokens <= target or tokens == start:
            break
    if tokens <= target:
        won = before - tokens
        note = f"{before:,} tokens became {tokens:,}." if won else "Fits as it is."
        return Climb(left.turns, before, tokens, target, tuple(steps), (), note)
    kept = first.protected  # which no rung has touched
    weight = sum(first.sizes[index] for index in kept)
    note = (
        f"Still too large: {times(tokens, 'token')} {'is' if tokens == 1 else 'are'} left, "
        f"the target is {target:,}. Always kept: {times(len(kept), 'turn')}, "
        f"{times(weight, 'token')}."
    )
    if weight < tokens:
        note += f" Nothing makes the other {times(tokens - weight, 'token')} fewer."
    names = tuple(first.turns[index].id or "" for index in kept)
    return Climb(left.turns, before, tokens, target, tuple(steps), names, note)


def standard_rungs(
    summarizer: Summarizer,
    *,
    keep_results: int = 3,
    clear_at_least: int | None = None,
    exclude_tools: Collection[str] = (),
    keep_recent: int = 4,
    max_summary_tokens: int | None = None,
    max_report_tokens: int = 2000,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
) -> dict[str, Rung]:
    """Every rung by name, with its settings: the ladder's five, and those that may replace it.

    >>> list(standard_rungs(len))[5:]
    ['telegraphic', 'fold', 'rolling_window']
    """
    free: dict[str, Any] = {"pinned": frozenset(pinned), "unpinned": frozenset(unpinned)}
    cap, excluded = max_summary_tokens, frozenset(exclude_tools)
    return {
        CLEAR: lambda turns, target, count: clear_tool_results(
            turns,
            keep_results,
            clear_at_least,
            exclude_tools=excluded,
            tokenizer=count,
            **free,
        ),
        MIDDLE_OUT: lambda turns, target, count: middle_out(turns, target, count, **free),
        TRAJECTORY: lambda turns, target, count: trajectory_summary(
            turns, summarizer, keep=keep_recent, max_tokens=cap, tokenizer=count, **free
        ),
        NOTES: lambda turns, target, count: write_notes(
            turns, target, summarizer, tokenizer=count, **free
        ),
        SUB_AGENT: lambda turns, target, count: sub_agent(
            turns,
            summarizer,
            fuller=FULLER.get(summarizer),
            keep=keep_recent,
            max_tokens=max_report_tokens,
            tokenizer=count,
            **free,
        ),
        TELEGRAPHIC: lambda turns, target, count: telegraph(
            turns, keep=keep_recent, tokenizer=count, **free
        ),
        FOLD: lambda turns, target, count: fold(
            turns, target, summarizer, max_summary_tokens=cap, tokenizer=count, **free
        ),
        ROLLING: lambda turns, target, count: rolling_window(
            turns, target, tokenizer=count, **free
        ),
    }
