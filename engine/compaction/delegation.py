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
from dataclasses import replace

from engine.compaction.counting import Count
from engine.compaction.leaving import whole_number
from engine.compaction.lines import fill_summary
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
    fuller: Summarizer | None = None,
    keep: int = 4,
    min_tokens: int | None = None,
    max_tokens: int = 2000,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """The longest self-contained stretch of work gives way to a report.

    A stretch runs between two words of the user: calls with all of their results, and what the
    assistant said; nothing protected, no summary, none of the newest `keep` groups.

    A sub-agent "might explore extensively, using tens of thousands of tokens or more, but
    returns only a condensed, distilled summary of its work (often 1,000-2,000 tokens)"
    (Anthropic, Effective context engineering for AI agents, 29 September 2025). Read here as:

    * it has to be worth it: the stretch is longer than `max_tokens` and at least twice
      `min_tokens` (half of `max_tokens` unless given), and the report at most half of it;
    * at most `max_tokens`: a longer report is cut line by line, and not below `min_tokens`;
    * at least `min_tokens` where there is so much to say: what `agent` makes shorter is asked
      of `fuller`, if given. A report is never padded: `remark` says when it is shorter.

    Raises `ValueError` for a number that is none, and for `min_tokens` above `max_tokens`.
    """
    most = whole_number(max_tokens, "max_tokens")
    least = most // 2 if min_tokens is None else whole_number(min_tokens, "min_tokens")
    if least > most:
        raise ValueError(f"min_tokens ({least:,}) must not lie above max_tokens ({most:,})")
    window = Window.of(turns, tokenizer, pinned, unpinned)
    keep = whole_number(keep, "keep")
    stretch = max(
        _stretches(window, window.free[: max(0, len(window.free) - keep)]),
        key=lambda groups: sum(map(window.size, groups)),
        default=[],
    )
    size = sum(map(window.size, stretch))
    if size <= most or size < 2 * least:
        return window.unchanged(
            SUB_AGENT,
            f"No stretch of work is worth a report of {least:,} to {most:,} tokens: that takes "
            f"more than {max(most, 2 * least - 1):,}.",
        )

    def tokens(text: str) -> int:
        return window.counter(Turn("user", text))

    said = 0  # tokens, before anything is cut

    def told(leaving: Sequence[Turn]) -> str:
        nonlocal said
        text = agent(leaving)
        if not isinstance(text, str):
            return text
        if fuller is not None and tokens(text) < least:
            text = max(text, fuller(leaving), key=tokens)
        said = tokens(text)
        return text

    room = max(least, min(most, size // 2))
    result = window.summarised(
        SUB_AGENT,
        stretch,
        told,
        lambda text: fill_summary(text, room, window.counter),
        "the report of a sub-agent",
    )
    if not result.changed or said >= least:
        return result
    remark = f"a report of less than {least:,} tokens: there was no more to say"
    return replace(result, note=f"{result.note} It is {remark}.", remark=remark)


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
