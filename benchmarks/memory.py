"""How long does a replay take, against turning every turn into tokens once?

    python benchmarks/memory.py [--check] [--wall] [part ...]

L is what it takes to turn the text of every turn into tokens once, by the encoding alone. It is
measured in the same run as what is compared with it, so that the ratios hold on any machine.
One turn in five is a tool result of 600 tokens. The part `peers` compares with langchain-core,
where that is installed; it is no requirement of the project.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks._measure import Row, main, milliseconds, seconds, timed
from benchmarks._texts import fresh_text
from engine import Turn
from engine.compaction import TurnCounter
from engine.memory import Conversation, Policy, Snapshot, lifeline, replay
from engine.tokens.bpe import BpeTokenizer
from engine.tokens.ranks import load_encoding

ENCODING = "o200k_base"
REPETITIONS = {100: 15, 1_000: 7, 10_000: 3}
RESULT_CHARACTERS = 2_100  # about 600 tokens of a mixture of prose, JSON and code
WINDOW, RESERVE = 8_000, 1_000

ROLLING = Policy(WINDOW, RESERVE, rungs=("rolling_window",))
OTHER = Policy(WINDOW // 2, RESERVE, rungs=("rolling_window",))
LADDER = Policy(WINDOW, RESERVE)
RECALLING = Policy(WINDOW, RESERVE, recall=3)


def talk(number: int, seed: int) -> tuple[Turn, ...]:
    """So many turns: system text, then questions, answers, calls, and results one turn in five."""
    random = Random(f"{number} turns, {seed}")
    turns = [Turn("system", fresh_text(random, 400))]
    for place in range(1, number):
        call = f"call {place // 5}"
        if place % 5 == 3:
            turns.append(Turn("assistant", f'read_file({{"id":{place}}})', call_ids=(call,)))
        elif place % 5 == 4:
            result = fresh_text(random, RESULT_CHARACTERS)
            turns.append(Turn("tool", result, result_of=call, name="read_file"))
        else:
            role = "user" if place % 5 == 1 else "assistant"
            turns.append(Turn(role, fresh_text(random, random.randint(80, 900))))
    return tuple(turns)


def read(turns: Sequence[Turn]) -> list[int]:
    """The tokens of every turn, by the encoding alone: nothing is remembered."""
    encode = load_encoding(ENCODING).encode_ordinary
    return [len(encode(turn.text)) for turn in turns]


def counted(turns: Sequence[Turn]) -> Conversation:
    """The turns, counted by a tokenizer that has seen no text before."""
    return Conversation.of(turns, TurnCounter(BpeTokenizer(ENCODING)))


def run(turns: Sequence[Turn] | Conversation, policy: Policy) -> list[Snapshot]:
    """A replay of which every count and zone has been looked at."""
    known = turns if isinstance(turns, Conversation) else counted(turns)
    snapshots = replay(known, policy)
    assert all(snapshot.token_count >= 0 for snapshot in snapshots)
    return snapshots


def replaying() -> Iterator[Row]:
    """Four kinds of replay at each size; then whether ten times the turns take ten times long."""
    rolled: dict[int, float] = {}
    for number, times in REPETITIONS.items():
        run(talk(number, -1), LADDER)
        shares: dict[str, list[float]] = {
            name: [] for name in ("rolling", "again", "ladder", "recalling")
        }
        taken: dict[str, list[float]] = {name: [] for name in shares}
        for seed in range(times):
            turns = talk(number, seed)
            once = seconds(partial(read, turns))
            known = counted(turns)
            measured = {
                "rolling": seconds(partial(run, turns, ROLLING)),
                "again": seconds(partial(run, known, OTHER)),
                "ladder": seconds(partial(run, turns, LADDER)),
                "recalling": seconds(partial(run, turns, RECALLING)),
            }
            for name, value in measured.items():
                shares[name].append(value / once)
                taken[name].append(value)
        rolled[number] = median(taken["rolling"])
        for name, what, limit in (
            ("rolling", "rolling window", 1.25),
            ("again", "other settings, counts known", 0.1),
            ("ladder", "full ladder", 3.0),
            ("recalling", "full ladder, 3 facts recalled", None),
        ):
            note = f"{1000 * median(taken[name]):.1f} ms"
            yield Row(f"{number:,} turns, {what}: time / L", "", median(shares[name]), limit, note)
    yield Row("10,000 against 1,000 turns: time / 10", "", rolled[10_000] / rolled[1_000] / 10, 1.3)


def memory() -> Iterator[Row]:
    """What the snapshots hold besides the texts, in kB a turn; and whether that grows."""
    for what, policy in (("rolling window", ROLLING), ("full ladder", LADDER)):
        held: dict[int, float] = {}
        for number in (5_000, 10_000):
            known = counted(talk(number, 0))
            run(known, policy)
            tracemalloc.start()
            snapshots = run(known, policy)
            held[number] = tracemalloc.get_traced_memory()[0] / number / 1000
            tracemalloc.stop()
            del snapshots
        yield Row(f"{what}: 10,000 turns", "kB/turn", held[10_000])
        yield Row(f"{what}: 10,000 against 5,000 turns", "", held[10_000] / held[5_000], 1.3)


def looking() -> Iterator[Row]:
    """What a page asks for at one step of 1,000 turns, and life lines over all of them."""
    for what, policy in (("rolling window", ROLLING), ("full ladder", LADDER)):
        snapshots = run(talk(1_000, 0), policy)

        def step(at: int, shown: list[Snapshot] = snapshots) -> object:
            one = shown[at]
            return one.window, one.summary, one.events, one.store, one.tokens_by_tier, one.billed

        each = [seconds(partial(step, at)) for at in range(0, 1_000, 50)]
        yield milliseconds(f"{what}: one step", median(each), 40, f"at most {max(each) * 1000:.1f}")
        whole = seconds(lambda shown=snapshots: [s.tokens_by_tier for s in shown])
        yield milliseconds(f"{what}: tokens by tier of all steps", whole)
    for number in (1_000, 10_000):
        snapshots = run(talk(number, 0), LADDER)
        for which, limit in (("first", number / 10), ("next", None)):
            taken = seconds(partial(lifeline, snapshots, "read_file"))
            yield milliseconds(f"full ladder, {number:,} turns: {which} life line", taken, limit)


def peers() -> Iterator[Row]:
    """langchain-core's trim_messages on every prefix of 1,000 turns, and the same windows here."""
    try:
        from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, trim_messages
    except ImportError:
        print("langchain-core is not installed: left out")
        return
    # No calls, for it cuts between a call and its result; what both must keep is left aside.
    turns = tuple(Turn(turn.role if turn.role == "user" else "assistant", turn.text)
                  for turn in talk(1_001, 0)[1:])  # fmt: skip
    make = {"user": HumanMessage, "assistant": AIMessage}
    messages = [make[turn.role](turn.text, id=str(n)) for n, turn in enumerate(turns, 1)]
    encode = load_encoding(ENCODING).encode_ordinary
    sizes = {message.id: len(encode(str(message.content))) for message in messages}
    room = 8_000

    def plain(kept: list[BaseMessage]) -> int:
        return sum(len(encode(str(message.content))) for message in kept)

    def memoised(kept: list[BaseMessage]) -> int:
        return sum(sizes[message.id] for message in kept)

    def trimmed(count: object, ends: Sequence[int]) -> list[list[str | None]]:
        return [
            [
                message.id
                for message in trim_messages(
                    messages[1:end], max_tokens=room, token_counter=count, strategy="last"
                )
            ]
            for end in ends
        ]

    every = range(1, len(messages) + 1)
    task = sizes["1"]
    policy = Policy(room + task, red=1.0, trigger=1.0, target=1.0, rungs=("rolling_window",))
    known = counted(turns)
    snapshots = run(known, policy)
    theirs, memoised_taken = timed(partial(trimmed, memoised, every))
    different = sum(
        [str(index + 1) for index in range(1, end) if snapshot.run.left[index] >= end] != kept
        for end, snapshot, kept in zip(every, snapshots, theirs, strict=True)
    )
    yield Row("prefixes of which other messages are kept", "", different, 0)
    taken = median(seconds(partial(run, known, policy)) for _ in range(5))
    note = f"{taken * 1000:.1f} ms against {memoised_taken * 1000:,.0f} ms"
    yield Row("5 × our time / its, counts known to both", "", 5 * taken / memoised_taken, 1, note)
    taken = median(seconds(partial(run, turns, policy)) for _ in range(5))
    some = every[49::100]  # the middle of each hundred
    plain_taken = seconds(partial(trimmed, plain, some)) * len(every) / len(some)
    note = f"{taken * 1000:.1f} ms against {plain_taken:,.0f} s, by every 100th prefix"
    yield Row("1,000 × our time / its, plain counter", "", 1_000 * taken / plain_taken, 1, note)


PARTS = {
    "replay": ("Replaying; L turns every turn into tokens once", replaying),
    "memory": ("What a replay keeps besides the texts", memory),
    "look": ("Looking at one step of 1,000 turns", looking),
    "peers": ("Against langchain-core's trim_messages", peers),
}


if __name__ == "__main__":
    raise SystemExit(main("Measure replays of conversations.", PARTS))
