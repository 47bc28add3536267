"""Which conversations do the property tests of compaction draw? Small ones, odd ones among them."""

from __future__ import annotations

from hypothesis import strategies as st

from engine import Turn
from engine.transcripts import pair_calls

SAID = st.sampled_from(
    [
        "",
        "Go on.",
        "The budget is 500.",
        "The budget is now 700, not more.",
        "Please don't delete ORDER-42 before 14 March.",
        "Well, the weather is nice and so on and on. " * 8,
        '{"id":"A-1","total":"41,207.55"}',
        "line\nof output\n" * 12,
        "Ærø 👩‍👩‍👧 " * 9,
    ]
)


@st.composite
def talks(draw: st.DrawFn, most: int = 14) -> list[Turn]:
    """Turns with ids 1, 2, …: calls whose results may be split, missing, or without a call."""
    turns: list[Turn] = []
    waiting: list[str] = []
    for number in range(1, draw(st.integers(1, most)) + 1):
        what = draw(st.sampled_from("user assistant call result result system summary".split()))
        text, name = draw(SAID), str(number)
        if what == "call":
            ids = tuple(f"c{number}.{n}" for n in range(draw(st.integers(1, 2))))
            waiting += ids
            turn = Turn("assistant", f"f({text})", name, ids, call_names=("f",) * len(ids))
        elif what == "result":
            call = draw(st.sampled_from([*waiting, "lost"]))
            waiting = [one for one in waiting if one != call]
            turn = Turn("tool", text, name, result_of=call, name="f")
        elif what == "summary":
            turn = Turn("user", f"[0] user: {text}", name, kind="summary")
        else:
            turn = Turn(what, text, name)
        turns.append(turn)
    return turns


def unpaired(turns: list[Turn] | tuple[Turn, ...]) -> set[str]:
    """What does not pair, by the ids of results and calls."""
    pairing = pair_calls(turns)
    lost = {f"result {turns[index].id}" for index in pairing.orphans}
    return lost | {f"call {call}" for _, call in pairing.unanswered}
