"""Does a life line say what a look at every text of every step says, one by one?"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Turn
from engine.compaction import SUMMARIZERS as SHIPPED
from engine.memory import Policy, fork, lifeline, replay
from engine.memory import traces as by_words
from engine.memory.loss import STATES
from engine.memory.traces import Trace
from tests.engine.memory.talks import WORDS, talks

SUMMARIZERS = {
    **SHIPPED,
    "changes digits": lambda turns: "\n".join(
        f"[{turn.id}] {turn.text.replace('A-1', 'A-2').replace('7', '8')}" for turn in turns
    ),
}
RUNGS = (
    ("fold",),
    ("trajectory_summary", "rolling_window"),
    ("clear_tool_results", "middle_out", "trajectory_summary", "notes", "sub_agent"),
    ("notes", "rolling_window"),
    ("telegraphic", "fold"),
)


def naive_held(trace, text, beside):
    """By the definition: line for line, each value looked for in each text beside."""
    if trace.said_in(text):
        return "verbatim"
    best = "gone"
    forms = {by_words._form(token) for token in trace.needed if any(map(str.isdecimal, token))}
    elsewhere = {word for known in beside for word in by_words._tokens(known)}
    for line in by_words._statements(text):
        tokens = by_words._tokens(line)
        found = by_words._in_order(trace.needed, tokens)
        if found == len(trace.needed):
            return "shortened"
        changed = any(by_words._form(word) in forms and word not in elsewhere for word in tokens)
        if 2 * found > len(trace.needed) or changed:
            best = "altered"
    return best


def naive_state(snapshot, trace, sources):
    """The best state of all texts that stand, or can be fetched, at this step."""
    run, step, found = snapshot.run, snapshot.index, ["gone"]
    if not sources or step < sources[0]:
        return None
    for entry in run.at(step):
        if any(trace.said_in(text) for text in entry.behind):
            found.append("recallable")
        if not set(entry.sources) & set(sources):
            continue
        text = entry.turn.text
        if entry.rung:
            lines = [line.split("] ", 1)[-1] if line.startswith("[") and "] " in line else line
                     for line in text.split("\n")]  # fmt: skip
            text = "\n".join(lines)
        beside = [run.conversation.turns[index].text for index in entry.sources]
        held = naive_held(trace, text, beside)
        if held == "verbatim":
            found.append("verbatim" if entry.original else "summary")
        elif held != "gone" and entry.rung:
            found.append({"shortened": "summary"}.get(held, held))
    kept = (naive_held(trace, memory.text, ()) for memory in snapshot.store.current)
    found += ["recallable" for held in kept if held in ("verbatim", "shortened")]
    return min(found, key=STATES.index)


@st.composite
def runs(draw):
    turns = draw(talks(most=20))
    policy = Policy(
        draw(st.integers(20, 70)),
        rungs=draw(st.sampled_from(RUNGS)),
        keep=1,
        buffer=draw(st.integers(0, 2)),
        recall=draw(st.sampled_from((0, 2))),
        summarizer=draw(st.sampled_from(list(SUMMARIZERS))),
    )
    run = replay(turns, policy, summarizers=SUMMARIZERS)
    if len(run) > 4 and draw(st.booleans()):
        other = Policy(draw(st.integers(20, 70)), rungs=draw(st.sampled_from(RUNGS)))
        run = fork(run, draw(st.integers(2, len(run) - 1)), other)
    return run


@settings(max_examples=250, deadline=None)
@given(runs(), st.lists(st.sampled_from(WORDS), min_size=1, max_size=3))
def test_judging_each_line_once_changes_no_life_line(run, words):
    trace = Trace.of(" ".join(words))
    turns = run[-1].run.conversation.turns if run else ()
    sources = [index for index, turn in enumerate(turns) if trace.said_in(turn.text)]
    line = lifeline(run, trace.phrase)
    assert line.held == tuple(naive_state(snapshot, trace, sources) for snapshot in run)


PIECES = ("A-1", "A-2", "is", "not", "open", "500", "700.", "12.", "März", "?", "\n", "订单")


@settings(max_examples=300, deadline=None)
@given(*[st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map(" ".join) for _ in "abc"])
def test_a_text_is_held_as_its_lines_are(phrase, text, beside):
    if not any(letter.isalnum() for letter in phrase):
        phrase += " A-1"
    trace = Trace.of(phrase)
    assert trace.in_text(text, [beside]) == naive_held(trace, text, [beside])


def test_a_store_is_the_same_in_whichever_order_its_steps_are_looked_at():
    turns = [Turn("user", "Hello.")]
    turns += [Turn("user", f"The budget is {n * 100} euros. " + "word " * 12) for n in range(1, 12)]
    policy = Policy(80, rungs=("notes", "rolling_window"))
    onward = [snapshot.store.memories for snapshot in replay(turns, policy)]
    back = [snapshot.store.memories for snapshot in reversed(replay(turns, policy))]
    assert onward == back[::-1]
    assert len({tuple(memories) for memories in onward}) > 3
