"""What conversations do the tests of memory draw? Short ones with calls, splits and strays."""

from __future__ import annotations

from hypothesis import strategies as st

from engine import Turn
from engine.memory import Policy

WORDS = "order A-1 refund 41,207.55 don't delete until 12 May budget is now 700 please".split()


@st.composite
def talks(draw: st.DrawFn, most: int = 14) -> tuple[Turn, ...]:
    """Turns of all roles; calls answered at once, later, twice or never; results of no call."""
    turns: list[Turn] = []
    calls: list[str] = []
    for number in range(draw(st.integers(0, most))):
        words = draw(st.lists(st.sampled_from(WORDS), max_size=9))
        text = " ".join(words)
        kind = draw(st.sampled_from(("user", "user", "assistant", "call", "tool", "system")))
        if kind == "call":
            calls.append(f"c{number}")
            turns.append(Turn("assistant", f"call({text})", call_ids=(calls[-1],)))
        elif kind == "tool":
            answered = draw(st.sampled_from((*calls, "nowhere")))
            turns.append(Turn("tool", text * 2, result_of=answered))
        else:
            turns.append(Turn(kind, text))
    return tuple(turns)


@st.composite
def rolling_policies(draw: st.DrawFn) -> Policy:
    """Rolling windows of a few tokens, by marks, by tokens or by turns, with pins."""
    window = draw(st.integers(5, 80))
    target = draw(st.floats(0, 1).map(lambda share: round(share, 2)))
    return Policy(
        window,
        reserve=draw(st.integers(0, 4)),
        trigger=draw(st.sampled_from((target, 1.0))),
        target=target,
        max_turns=draw(st.sampled_from((None, 0, 1, 4))),
        pinned=draw(st.sampled_from(((), ("2",), ("3", "5")))),
        unpinned=draw(st.sampled_from(((), ("1", "4")))),
        rungs=("rolling_window",),
    )
