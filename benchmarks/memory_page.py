"""How long does a step through a long conversation take until the Memory page shows it?

    python benchmarks/memory_page.py [--check] [--wall] [part ...]

What is measured is a run of the whole page on the server, the frame and the controls included.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks._measure import Row, main, middle, milliseconds
from benchmarks._page import Page
from benchmarks._texts import fresh_text
from engine import Turn
from engine.memory import Canary
from engine.memory.presets import PRESETS
from ui.samples import FIRST, shipped
from ui.talk import Talk

STEP_MS = 40
RESULT_CHARACTERS = 2_100  # about 600 tokens
WINDOW, RESERVE = 16_000, 2_000


def talk(number: int, preset: str) -> Talk:
    """So many turns, one in five a tool result of 600 tokens; six facts said in them."""
    random = Random(f"{number} turns")
    turns = [Turn("system", fresh_text(random, 400))]
    facts = [Canary("identifier", f"ORDER-{1000 + at}") for at in range(6)]
    for place in range(1, number):
        call = f"call {place // 5}"
        if place % 5 == 3:
            turns.append(Turn("assistant", f'read_file({{"id":{place}}})', call_ids=(call,)))
        elif place % 5 == 4:
            turns.append(Turn("tool", fresh_text(random, RESULT_CHARACTERS), result_of=call))
        else:
            said = f" It is {facts[place % 6].phrase}." if place < 30 else ""
            role = "user" if place % 5 == 1 else "assistant"
            turns.append(Turn(role, fresh_text(random, random.randint(80, 900)) + said))
    policy = PRESETS[preset].policy(WINDOW, RESERVE)
    return Talk(f"{number} turns", tuple(turns), policy, tuple(facts))


def stepping(number: int, preset: str) -> Iterator[Row]:
    """A step on, a step back, and a jump, in the middle of the run."""
    page = Page(shipped()[FIRST], FIRST, "memory.py")
    page.change(talk=talk(number, preset))

    def seek(turn: int) -> None:
        page.app.session_state["turn"] = turn
        page.run()

    name = f"{number:,} turns, {preset.replace('_', ' ')}"
    limit = STEP_MS if number == 1_000 else None
    middle_ = number // 2
    for what, to in (
        ("a step", lambda at: middle_ + at),
        ("a step back", lambda at: middle_ - at),
        ("a jump", lambda at: 1 + at * 7919 % number),
    ):
        took = middle(21, lambda at, to=to: seek(to(at)), warm=3)
        yield milliseconds(f"{name}: {what}", took, limit)


PARTS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "rolling": ("A step under a rolling window", partial(stepping, 1_000, "rolling_window")),
    "fold": ("A step where turns are folded into a summary", partial(stepping, 1_000, "fold")),
    "ladder": ("A step under the full ladder", partial(stepping, 1_000, "full_ladder")),
    "long": ("A step through ten times as many turns", partial(stepping, 10_000, "rolling_window")),
}


if __name__ == "__main__":
    raise SystemExit(main("Measure what a step on the Memory page costs.", PARTS))
