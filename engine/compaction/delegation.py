"""Which stretch of work could a sub-agent have done, leaving only its report?

>>> turns = [Turn("user", "Go")]
>>> for n in range(9):
...     turns += [Turn("assistant", "read()", call_ids=(str(n),)),
...               Turn("tool", "x" * 400, result_of=str(n))]
>>> sub_agent(turns, lambda turns: "Nothing found.", max_tokens=200).turns[1].text
'Nothing found.'
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.compaction.counting import Count
from engine.compaction.leaving import whole_number
from engine.compaction.lines import shorten_summary
from engine.compaction.result import RungResult
from engine.compaction.summarizers import Summarizer
from engine.compaction.window import Group, Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY

SUB_AGENT = "sub_agent"


def sub_agent(
    turns: Sequence[Turn],
    agent: Summarizer,
    *,
    keep: int = 4,
    max_tokens: int = 2000,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """The longest self-contained stretch of work gives way to a report of `max_tokens` at most.

    A stretch runs between two words of the user: calls with all of their results, and what the
    assistant said; nothing protected, no summary, none of the newest `keep` groups. It must be
    longer than the report may be (1,000 to 2,000 tokens are usual: Anthropic, "Effective
    context engineering for AI agents", 2025). `agent` gets the turns and gives the report.
    """
    limit = whole_number(max_tokens, "max_tokens")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    keep = whole_number(keep, "keep")
    stretch = max(
        _stretches(window, window.free[: max(0, len(window.free) - keep)]),
        key=lambda groups: sum(map(window.size, groups)),
        default=[],
    )
    if sum(map(window.size, stretch)) <= limit:
        return window.unchanged(
            SUB_AGENT, f"No stretch of work is longer than a report of {limit:,} tokens."
        )
    return window.summarised(
        SUB_AGENT,
        stretch,
        agent,
        lambda text: shorten_summary(text, limit, window.counter),
        "the report of a sub-agent",
    )


def _stretches(window: Window, free: Sequence[Group]) -> list[list[Group]]:
    """Runs of groups that follow on each other, each whole within its run."""
    group_of = {index: group for group in free for index in group}
    found: list[list[Group]] = [[]]
    end = 0  # of the run: one beyond the last turn of its groups
    for index, turn in enumerate(window.turns):
        group = group_of.get(index)
        if group is None or turn.role == "user" or turn.kind == SUMMARY:
            if index < end:  # it stands inside a group, which is not self-contained then
                found[-1] = [one for one in found[-1] if one[-1] < index]
            found.append([])
            end = 0
        elif group[0] == index:
            found[-1].append(group)
            end = max(end, group[-1] + 1)
    return [groups for groups in found if groups]
