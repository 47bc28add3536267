"""What holds for every input: nothing else is raised, nothing is lost, groups stay whole."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import TranscriptError
from engine.transcripts import (
    READERS,
    Transcript,
    Turn,
    load_transcript,
    pair_calls,
    sections_from_transcript,
)
from engine.transcripts.claude_code_rows import Row, newest_thread

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
KEY_NAMES = (
    "role content type text tool_calls tool_call_id id name function arguments message messages "
    "choices input tool_use_id uuid parentUuid system tools usage timestamp parts"
)
KEYS = st.sampled_from(KEY_NAMES.split())
WORD_LIST = (
    "user assistant system tool agent text tool_use tool_result thinking compaction image summary "
    "message {} [] null a b"
)
WORDS = st.sampled_from(WORD_LIST.split())
SHAPED = st.recursive(
    SCALARS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)
ROLES = st.sampled_from(["user", "assistant", "system", "tool", "developer"])
IDS = st.sampled_from(["a", "b", " a", "c", "", None, 1])


def contents(mark: str) -> st.SearchStrategy[Any]:
    """A content of any shape that holds the mark once."""
    block = st.sampled_from(
        [
            mark,
            {"type": "text", "text": mark},
            {"type": "output_text", "text": mark},
            {"type": "never seen", "payload": {"deep": [mark]}},
            {"type": "tool_result", "tool_use_id": "a", "content": mark},
            {"type": "tool_result", "content": [{"type": "text", "text": mark}]},
            {"type": "tool_use", "id": "b", "name": "f", "input": {"q": mark}},
            {"type": "thinking", "thinking": mark},
            {"type": "compaction", "content": mark},
            {"no type": mark},
        ]
    )
    filler = st.sampled_from([None, "", {}, [], {"type": "text"}, {"type": "image"}, 7, ["x"]])
    listed = st.tuples(st.lists(filler, max_size=2), block, st.lists(filler, max_size=2)).map(
        lambda parts: [*parts[0], parts[1], *parts[2]]
    )
    return block | listed


@st.composite
def conversations(draw: st.DrawFn) -> list[dict[str, Any]]:
    messages = []
    for number in range(draw(st.integers(1, 8))):
        message = {"role": draw(ROLES), "content": draw(contents(f"mark-{number}."))}
        if draw(st.booleans()):
            message["tool_call_id"] = draw(IDS)
        if draw(st.booleans()):
            message["tool_calls"] = draw(
                st.lists(st.fixed_dictionaries({"id": IDS, "function": JSON}), max_size=2)
            )
        messages.append(message)
    return messages


@given(conversations(), st.sampled_from(["anthropic", "openai_chat"]))
@settings(deadline=None)
def test_every_message_is_accounted_for(messages: list[dict[str, Any]], format: str) -> None:
    before = json.dumps(messages)
    transcript = load_transcript(messages, format)
    text = "\n".join(turn.text for turn in transcript.turns)
    for number in range(len(messages)):
        assert text.count(f"mark-{number}.") == 1
    assert len({turn.id for turn in transcript.turns}) == len(transcript.turns)
    assert json.dumps(messages) == before
    assert transcript == load_transcript(before, format)

    sections = sections_from_transcript(transcript)
    assert len({section.name for section in sections}) == len(sections)
    whole = "\n".join(section.text for section in sections)
    for number in range(len(messages)):
        assert whole.count(f"mark-{number}.") == 1
    assert {s.name for s in sections if s.kind in ("instructions", "task")} <= {
        s.name for s in sections if s.pinned
    }


@given(st.lists(st.fixed_dictionaries({"role": ROLES | WORDS, "content": SHAPED}), min_size=1))
@settings(deadline=None)
def test_a_message_is_read_or_reported(messages: list[dict[str, Any]]) -> None:
    known = ("user", "assistant", "system", "tool", "developer")
    bad = sum(message["role"] not in known for message in messages)
    try:
        transcript = load_transcript(messages, "openai_chat")
    except TranscriptError as error:
        assert bad == len(messages)
        assert error.field is not None
        return
    reported = [warning for warning in transcript.warnings if "(skipped)" in warning]
    assert len(reported) == min(bad, 20)
    assert len(transcript.turns) >= len(messages) - bad


@given(SHAPED | JSON, st.sampled_from([None, *READERS]), st.integers(0, 1))
@settings(deadline=None, max_examples=300)
def test_any_json_is_read_or_refused(value: Any, format: str | None, index: int) -> None:
    for source in (value, json.dumps(value), json.dumps(value) + "\n" + json.dumps(value)):
        try:
            transcript = load_transcript(source, format, index)
        except TranscriptError:
            continue
        assert transcript.turns
        sections_from_transcript(transcript)


@given(st.binary(max_size=60) | st.text(max_size=80))
@settings(deadline=None)
def test_any_bytes_and_any_text_are_read_or_refused(source: bytes | str) -> None:
    for format in (None, "plain"):
        with suppress(TranscriptError):
            assert load_transcript(source, format).turns


@given(st.text(alphabet='{}[]",:\\ \nuser19.etrualfn', max_size=60))
@settings(deadline=None, max_examples=300)
def test_almost_json_is_read_or_refused(text: str) -> None:
    try:
        load_transcript('{"messages": [' + text)
    except TranscriptError as error:
        assert str(error)


# The tree of a Claude Code file

PARENTS = st.sampled_from(["0", "1", "2", "3", "4", "5", "gone", None])


@given(
    st.lists(
        st.tuples(st.sampled_from(["user", "assistant", "system", "progress"]), PARENTS, PARENTS),
        max_size=8,
    )
)
def test_a_thread_ends_has_no_row_twice_and_leads_to_a_leaf(
    drawn: list[tuple[str, str | None, str | None]],
) -> None:
    rows = [Row(kind, str(n), parent, logical) for n, (kind, parent, logical) in enumerate(drawn)]
    thread = newest_thread(rows)
    assert len(set(thread)) == len(thread)
    assert bool(thread) == any(row.speaks for row in rows)
    assert not thread or rows[thread[-1]].speaks


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), PARENTS), min_size=1, max_size=8))
@settings(deadline=None)
def test_every_row_is_read_or_counted_as_left_out(drawn: list[tuple[str, str | None]]) -> None:
    lines = [
        {"type": kind, "uuid": str(n), "parentUuid": parent, "message": {"content": f"row {n}"}}
        for n, (kind, parent) in enumerate(drawn)
    ]
    transcript = load_transcript("\n".join(map(json.dumps, lines)))
    left = [w.removeprefix("Left out: ").split()[0] for w in transcript.warnings]
    assert len(transcript.turns) + sum(map(int, left)) == len(lines)


# Groups

TURNS = st.lists(
    st.builds(
        Turn,
        role=st.sampled_from(["user", "assistant", "tool"]),
        text=st.sampled_from(["x", "", '{"a":1}']),
        call_ids=st.lists(st.sampled_from("abc"), max_size=2).map(tuple),
        result_of=st.none() | st.sampled_from("abcd"),
    ),
    max_size=10,
)


@given(TURNS)
def test_groups_hold_every_turn_once_and_every_result_with_its_call(turns: list[Turn]) -> None:
    pairing = pair_calls(turns)
    members = [index for group in pairing.groups for index in group]
    assert sorted(members) == list(range(len(turns)))
    of = {index: group for group in pairing.groups for index in group}
    for result, call in pairing.answers.items():
        assert call < result
        assert of[result] == of[call]
        assert turns[result].result_of in turns[call].call_ids
    for index, turn in enumerate(turns):
        asked = turn.result_of is not None
        assert (index in pairing.answers) + (index in pairing.orphans) == (
            asked or turn.role == "tool"
        )


@given(TURNS)
def test_sections_hold_every_group_whole(turns: list[Turn]) -> None:
    sections = sections_from_transcript(Transcript(tuple(turns), "plain"))
    expected = [
        "\n\n".join(turns[index].text for index in group if turns[index].text)
        for group in pair_calls(turns).groups
    ]
    assert sorted(s.text for s in sections) == sorted(text for text in expected if text)
