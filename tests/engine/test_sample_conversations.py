"""Do the shipped conversations open, and do they lose the facts that their list names?"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import Transcript, count_tokens, load_transcript
from engine.transcripts import Turn, pair_calls

FOLDER = Path(__file__).parents[2] / "sample_data" / "conversations"
FOREIGN = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "transcripts"
README = (FOLDER / "README.md").read_text("utf-8")

WINDOWS = {
    "support_chat": 600,
    "coding_agent": 6000,
    "planning_chat": 500,
    "multilingual": 500,
}
NAMES = list(WINDOWS)
TYPES = {"rule", "figure", "identifier", "date", "preference", "goal"}
FIELDS = {"type", "phrase", "turn", "asked_at", "question"}

Fact = dict[str, Any]
FACTS: dict[str, list[Fact]] = json.loads((FOLDER / "facts.json").read_text("utf-8"))
EVERY_FACT = [
    pytest.param(name, fact, id=f"{name}-{fact['turn']}-{fact['type']}")
    for name in NAMES
    for fact in FACTS[name]
]

# The decision of turn 30 and the question for it, at the end, fit into one window.
STILL_THERE = "keep the printed date and compare in the depot's zone"
# The test file that the agent reads holds the name that its run printed.
READ_AGAIN = "test_a_batch_is_good_through_its_last_day"


def load(name: str) -> Transcript:
    return load_transcript(FOLDER / f"{name}.json")


def messages(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))[
        "messages"
    ]
    return found


def fact_of(name: str, phrase: str) -> Fact:
    (found,) = [fact for fact in FACTS[name] if fact["phrase"] == phrase]
    return found


def costs(turns: Sequence[Turn]) -> list[int]:
    return [count_tokens(turn.text, "o200k_base") for turn in turns]


def rolling_window(turns: Sequence[Turn], tokens: int) -> list[Turn]:
    """System text and first user message, then as many of the newest groups as fit."""
    cost = costs(turns)
    task = next(i for i, turn in enumerate(turns) if turn.role == "user")
    kept = set(range(len(turns)))
    for group in pair_calls(turns).groups:
        if sum(cost[i] for i in kept) <= tokens:
            break
        if task not in group and all(turns[i].role != "system" for i in group):
            kept -= set(group)
    return [turns[i] for i in sorted(kept)]


def holds(turns: Sequence[Turn], phrase: str) -> bool:
    return any(phrase in turn.text for turn in turns)


def test_all_of_them_are_here_and_have_facts():
    assert {file.stem for file in FOLDER.glob("*.json")} == {*NAMES, "facts"}
    assert set(FACTS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_it_opens_as_openai_chat_with_its_title_and_without_a_warning(name):
    transcript = load(name)
    assert (transcript.format, transcript.warnings) == ("openai_chat", ())
    assert transcript.title
    assert len(transcript.turns) == len(messages(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_call_is_answered_at_once_and_every_result_was_called_for(name):
    """As the interface demands: the results stand right behind the message that calls."""
    turns = load(name).turns
    pairing = pair_calls(turns)
    assert pairing.orphans == pairing.unanswered == ()
    for group in pairing.groups:
        assert list(group) == list(range(group[0], group[-1] + 1))
        assert len(turns[group[0]].call_ids) == len(group) - 1
    ids = [call["id"] for message in messages(name) for call in message.get("tool_calls", ())]
    assert len(ids) == len(set(ids))
    for message in messages(name):
        for call in message.get("tool_calls", ()):
            assert isinstance(json.loads(call["function"]["arguments"]), dict)


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_counts_what_is_there(name):
    turns = load(name).turns
    roles = Counter(turn.role for turn in turns)
    numbers = (
        len(turns),
        *(roles[role] for role in ("user", "assistant", "tool")),
        sum(costs(turns)),
        len(FACTS[name]),
        WINDOWS[name],
    )
    assert f"| `{name}` | " + " | ".join(f"{n:,}" for n in numbers) + " |" in README


def test_the_readme_explains_every_field_of_a_fact():
    described = set(re.findall(r"^\| `(\w+)` \| [^|]+ \|$", README, re.MULTILINE))
    assert described == FIELDS | {"superseded_by"}
    for facts in FACTS.values():
        assert all(fact.keys() - {"superseded_by"} == FIELDS for fact in facts)


@pytest.mark.parametrize("name", NAMES)
def test_there_are_facts_of_all_six_types(name):
    assert {fact["type"] for fact in FACTS[name]} == TYPES


@pytest.mark.parametrize(("name", "fact"), EVERY_FACT)
def test_a_fact_is_said_in_its_turn_and_nowhere_else(name, fact):
    said = [i for i, turn in enumerate(load(name).turns, 1) if fact["phrase"] in turn.text]
    assert said == ([9, 12] if fact["phrase"] == READ_AGAIN else [fact["turn"]])


@pytest.mark.parametrize(("name", "fact"), EVERY_FACT)
def test_a_fact_stands_neither_in_the_system_text_nor_in_the_task(name, fact):
    """Those never leave a window."""
    turns = load(name).turns
    task = next(i for i, turn in enumerate(turns, 1) if turn.role == "user")
    assert fact["turn"] > task
    assert turns[fact["turn"] - 1].role != "system"


@pytest.mark.parametrize(("name", "fact"), EVERY_FACT)
def test_a_fact_that_is_asked_for_was_in_the_window_and_is_no_longer(name, fact):
    turns, asked, window = load(name).turns, fact["asked_at"], WINDOWS[name]
    assert holds(rolling_window(turns[: fact["turn"]], window), fact["phrase"])
    if asked is not None:
        left = holds(rolling_window(turns[:asked], window), fact["phrase"])
        assert left == (fact["phrase"] == STILL_THERE)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_superseded_names_a_later_fact_of_its_type(name):
    for fact in FACTS[name]:
        if "superseded_by" in fact:
            newer = fact_of(name, fact["superseded_by"])
            assert newer["turn"] > fact["turn"]
            assert newer["type"] == fact["type"]
            assert newer["asked_at"] is not None


def test_a_budget_a_head_count_and_a_decision_are_superseded():
    old = {f["phrase"] for facts in FACTS.values() for f in facts if "superseded_by" in f}
    assert old == {"budget is 500", "24 people", "store the end of the day as a moment"}
    assert fact_of("planning_chat", "budget is 500")["superseded_by"] == "budget is now 700"


@pytest.mark.parametrize(
    ("name", "kept", "cut"),
    [
        ("planning_chat", "budget is 500", "budget is now 700"),
        ("support_chat", "ORDER-4127", "do not ship to my office"),
    ],
)
def test_a_summary_of_120_characters_a_message_keeps_one_and_never_had_the_other(name, kept, cut):
    turns = load(name).turns
    start, end = (
        turns[fact_of(name, phrase)["turn"] - 1].text.find(phrase) for phrase in (kept, cut)
    )
    assert start + len(kept) <= 100  # with room for a number and a role before it
    assert end >= 120


def test_tool_results_are_four_fifths_of_the_coding_agent_and_several_calls_share_a_turn():
    turns = load("coding_agent").turns
    cost = costs(turns)
    results = [tokens for turn, tokens in zip(turns, cost, strict=True) if turn.role == "tool"]
    assert sum(results) == pytest.approx(0.8 * sum(cost), rel=0.02)
    assert sum(300 <= tokens <= 1000 for tokens in results) >= 8
    assert sum(len(turn.call_ids) > 1 for turn in turns) >= 5


def test_the_multilingual_user_writes_four_languages():
    said = " ".join(turn.text for turn in load("multilingual").turns if turn.role == "user")
    for sign in (r"[\u4e00-\u9fff]", r"[\u0600-\u06ff]", r"\bdas\b", r"\bthe\b"):
        assert re.search(sign, said)


def test_chinese_is_written_with_its_own_marks():
    texts = [turn.text for turn in load("multilingual").turns]
    assert [text for text in texts if re.search(r"[\u4e00-\u9fff][,?:;.!]", text)] == []


@pytest.mark.skipif(not FOREIGN.is_dir(), reason="the transcripts of others are not here")
def test_nothing_is_taken_from_the_transcripts_of_others():
    """No run of eight words is shared."""
    theirs: set[tuple[str, ...]] = set()
    for file in FOREIGN.iterdir():
        raw = file.read_text("utf-8", errors="replace")
        for text in strings_of(raw):
            theirs |= runs(text)
    assert len(theirs) > 1000
    ours = {run for name in NAMES for turn in load(name).turns for run in runs(turn.text)}
    assert ours & theirs == set()


def runs(text: str, length: int = 8) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return set(zip(*(words[start:] for start in range(length)), strict=False))


def strings_of(raw: str) -> Iterator[str]:
    """Every string of a JSON file, or of each line of a file of JSON lines."""
    try:
        yield from strings(json.loads(raw))
    except json.JSONDecodeError:
        for line in raw.splitlines():
            try:
                yield from strings(json.loads(line))
            except json.JSONDecodeError:
                yield line


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)
