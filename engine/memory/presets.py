"""Which policies do others use, with the figures that they have published?

A preset imitates the rule by which something acts on its window: when, how far, on what. The
texts of its summaries it cannot imitate; here a summarizer of ours writes them.

>>> [preset.name for preset in PRESETS.values()]
['Rolling window', 'Fold into summary', 'Anthropic context editing', 'Auto-compact', \
'LangChain keep 20', 'MemGPT', 'Full ladder']
>>> PRESETS["auto_compact"].policy(200_000, 32_000).trigger_tokens
167000
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.memory.policy import FULL_LADDER, ROLLING, Policy

ANTHROPIC_TRIGGER = 100_000
AUTO_COMPACT_OUTPUT, AUTO_COMPACT_BUFFER = 20_000, 13_000


@dataclass(frozen=True)
class Preset:
    """A policy by name: what it does in a sentence, where that is written, and when it was so.

    `policy(window, reserve)` makes it for a window; `reserve` is what is kept for answers.
    """

    name: str
    what: str
    source: str
    date: str
    policy: Callable[[int, int], Policy]


def _rolling(window: int, reserve: int = 0) -> Policy:
    return Policy(
        window, reserve, red=1.0, trigger=1.0, target=1.0, rungs=(ROLLING,), name="Rolling window"
    )


def _fold(window: int, reserve: int = 0) -> Policy:
    return Policy(window, reserve, rungs=("fold", ROLLING), name="Fold into summary")


def _context_editing(window: int, reserve: int = 0) -> Policy:
    return Policy(
        window,
        reserve,
        red=1.0,
        trigger=ANTHROPIC_TRIGGER,
        target=ANTHROPIC_TRIGGER,
        keep=3,
        rungs=("clear_tool_results",),
        name="Anthropic context editing",
    )


def _auto_compact(window: int, reserve: int = AUTO_COMPACT_OUTPUT) -> Policy:
    """Raises `ValueError` for a window that leaves nothing below the buffer."""
    kept = min(reserve, AUTO_COMPACT_OUTPUT)
    trigger = window - kept - AUTO_COMPACT_BUFFER
    if trigger <= 0:
        raise ValueError(
            f"auto-compact needs a window above {kept + AUTO_COMPACT_BUFFER:,} tokens; "
            f"found {window:,}"
        )
    return Policy(
        window,
        kept,
        red=1.0,
        trigger=trigger,
        target=trigger // 2,
        buffer=0,
        rungs=("trajectory_summary",),
        name="Auto-compact",
    )


def _langchain(window: int, reserve: int = 0) -> Policy:
    return Policy(
        window,
        reserve,
        red=1.0,
        trigger=0.85,
        buffer=20,
        rungs=("trajectory_summary",),
        name="LangChain keep 20",
    )


def _memgpt(window: int, reserve: int = 0) -> Policy:
    return Policy(
        window,
        reserve,
        amber=0.7,
        red=1.0,
        trigger=1.0,
        target=0.5,
        rungs=("fold",),
        name="MemGPT",
    )


def _ladder(window: int, reserve: int = 0) -> Policy:
    return Policy(window, reserve, rungs=FULL_LADDER, recall=3, name="Full ladder")


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "rolling_window": Preset(
            "Rolling window",
            "Full to the last token; then the oldest turns leave, and nothing is kept of them.",
            "the common first way, as in langchain-core's trim_messages(strategy='last')",
            "2026-11",
            _rolling,
        ),
        "fold": Preset(
            "Fold into summary",
            "Above 85 % the oldest turns are folded into a summary until 70 % are reached.",
            "this playground",
            "2026-11",
            _fold,
        ),
        "anthropic_context_editing": Preset(
            "Anthropic context editing",
            "Above 100,000 input tokens all tool results but the newest 3 are cleared.",
            "Claude docs, Context editing: clear_tool_uses_20250919, its defaults; "
            "https://docs.claude.com/en/docs/build-with-claude/context-editing",
            "2025-09-19",
            _context_editing,
        ),
        "auto_compact": Preset(
            "Auto-compact",
            "At window − min(max output, 20,000) − 13,000 tokens the whole talk becomes a summary.",
            "Claude Code, as its users have described it; no official page states the figures",
            "2026-01",
            _auto_compact,
        ),
        "langchain_keep_20": Preset(
            "LangChain keep 20",
            "Above the trigger, 85 % here (there is no default), all but the newest 20 groups of "
            "messages become a summary.",
            "langchain 1.0, SummarizationMiddleware, keep=('messages', 20)",
            "2025-11-20",
            _langchain,
        ),
        "memgpt": Preset(
            "MemGPT",
            "Warns at 70 %; at 100 % the oldest half goes into a recursive summary.",
            "Packer et al., MemGPT, arXiv:2310.08560, section 2.2: the figures of its examples",
            "2023-10-12",
            _memgpt,
        ),
        "full_ladder": Preset(
            "Full ladder",
            "The cheapest rung first: tool results, middle, summary, notes, sub-agent; then the "
            "oldest turns. Three facts are recalled for each message.",
            "this playground",
            "2026-11",
            _ladder,
        ),
    }
)
