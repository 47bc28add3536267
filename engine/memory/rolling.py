"""Which turns does a rolling window let go, the oldest first?

`engine.compaction.rolling_window` does the same to a whole history at once. Here what is
protected is kept up to date from turn to turn, so that each turn costs the same, however long
the window is.
"""

from __future__ import annotations

from collections import deque

from engine.memory.conversation import NEVER
from engine.memory.record import Run


def roll(run: Run) -> None:
    """Replay the turns from `run.start` on: whole groups leave until the target is met.

    Protected is what `Conversation.kept` names, the last message of the user, and a call that
    waits for its result since the last message but one. A result whose call has left follows it.
    """
    known, policy, left, totals = run.conversation, run.policy, run.left, run.totals
    tokens, first, members, complete = known.tokens, known.first, known.members, known.complete
    trigger, target = policy.trigger_tokens, policy.target_tokens
    most = NEVER if policy.max_turns is None else policy.max_turns
    kept = known.kept(policy.pinned, policy.unpinned)
    messages = frozenset(known.asked[1:])
    task = known.task or 0
    asked = deque(i for i in known.asked[1:] if i < run.start and left[i] == NEVER)
    queue = deque(
        i for i in range(run.start) if first[i] == i and i not in kept and left[i] == NEVER
    )
    total = totals[-1] if totals else 0
    standing = sum(gone == NEVER for gone in left[: run.start])
    for index in range(run.start, len(tokens)):
        group = first[index]
        if group != index and left[group] != NEVER:
            left[index] = index
            totals.append(total)
            continue
        total += tokens[index]
        standing += 1
        if index in messages:
            asked.append(index)
        if group == index and index not in kept:
            queue.append(index)
        if total > trigger or standing > most:
            since = asked[-2] if len(asked) > 1 else task if asked else 0
            held = []
            while queue and (total > target or standing > most):
                group = queue.popleft()
                whole = members.get(group, (group,))
                if (asked and asked[-1] == group) or any(
                    since <= member <= index < complete.get(member, 0) for member in whole
                ):
                    held.append(group)
                    continue
                for member in whole:
                    if member <= index:
                        left[member] = index
                        total -= tokens[member]
                        standing -= 1
                if group in messages:
                    asked.remove(group)
            queue.extendleft(reversed(held))
        totals.append(total)
