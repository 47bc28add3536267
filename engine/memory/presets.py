"""Which policies do others use, with the figures that they have published?

A preset imitates the rule by which something acts on its window: when, how far, on what. The
texts of its summaries it cannot imitate; here a summarizer of ours writes them. Which figures
are published and which are ours stands beside each; they were compared with their sources on
2026-11-30.

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
LANGCHAIN_SUMMARISED = 4_000
AUTO_COMPACT_OUTPUT, AUTO_COMPACT_BUFFER = 20_000, 13_000


@dataclass(frozen=True)
class Preset:
    """A policy by name: what it does in a sentence, where that is written, and when it was so.

    `published` are the figures that the source gives, empty where it gives none; `ours` those
    that it leaves open, and what is not imitated. `policy(window, reserve)` makes it for a
    window; `reserve` is what is kept for answers.
    """

    name: str
    what: str
    published: str
    ours: str
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
        summary_tokens=min(LANGCHAIN_SUMMARISED, (window - reserve) // 4),
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
            "",
            "all; a call and its results leave together, the task and the last question stay",
            "the common first way, as in langchain-core's trim_messages(strategy='last')",
            "2026-11",
            _rolling,
        ),
        "fold": Preset(
            "Fold into summary",
            "Above 85 % the oldest turns are folded into a summary until 70 % are reached.",
            "",
            "all",
            "this playground",
            "2026-11",
            _fold,
        ),
        "anthropic_context_editing": Preset(
            "Anthropic context editing",
            "Above 100,000 input tokens all tool results but the newest 3 are cleared.",
            "trigger 100,000 input tokens, keep 3 tool uses, no clear_at_least, no excluded "
            "tools, calls stay",
            "the line in place of a result, and that it can be restored",
            "Claude docs, Context editing: the defaults of clear_tool_uses_20250919 (beta "
            "context-management-2025-06-27); "
            "https://platform.claude.com/docs/en/build-with-claude/context-editing",
            "2025-09-19",
            _context_editing,
        ),
        "auto_compact": Preset(
            "Auto-compact",
            "At window − min(max output, 20,000) − 13,000 tokens the whole talk becomes a summary.",
            "20,000 and 13,000, as users have read them in the program; no official page states "
            "them, and some report other triggers with windows of a million tokens",
            "that half of the trigger has to be reached, and that no recent turn stays",
            "Claude Code; its issue 12004 quotes the constants: "
            "https://github.com/anthropics/claude-code/issues/12004",
            "2025-11-20",
            _auto_compact,
        ),
        "langchain_keep_20": Preset(
            "LangChain keep 20",
            "Above the trigger, 85 % here (there is no default), all but the newest 20 groups of "
            "messages become a summary.",
            "keep=('messages', 20); trigger=None, which never acts; of what is summarised the "
            "last 4,000 tokens are read (trim_tokens_to_summarize)",
            "the trigger of 85 %, which is what deepagents takes where it knows the window; "
            "groups are counted, a call with its results as one; the summarizer reads everything, "
            "and its summary has at most 4,000 tokens and a quarter of the window",
            "langchain 1, SummarizationMiddleware; its documentation as of change 1550: "
            "https://github.com/langchain-ai/docs/pull/1550",
            "2025-11-20",
            _langchain,
        ),
        "memgpt": Preset(
            "MemGPT",
            "Warns at 70 %; at 100 % the oldest half goes into a recursive summary.",
            "examples of the paper: warning at 70 % of the window, flush at 100 %, 50 % evicted",
            "the warning is the amber zone, no model acts on it; what left cannot be paged in "
            "again, as from the recall storage of the paper",
            "Packer et al., MemGPT, arXiv:2310.08560v2, section 2.2 (Queue Manager)",
            "2024-02-12",
            _memgpt,
        ),
        "full_ladder": Preset(
            "Full ladder",
            "The cheapest rung first: tool results, middle, summary, notes, sub-agent; then the "
            "oldest turns. Three facts are recalled for each message.",
            "a sub-agent's report of 1,000 to 2,000 tokens (Anthropic, Effective context "
            "engineering for AI agents, 2025-09-29)",
            "all others",
            "this playground",
            "2026-11",
            _ladder,
        ),
    }
)
