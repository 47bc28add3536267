"""ChatGPT export: the thread, what is passed over, contents of every sort, calls."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import TranscriptError
from engine.transcripts import load_transcript, pair_calls
from engine.transcripts.chatgpt_thread import leaves, thread_to

HIDDEN = {"is_visually_hidden_from_conversation": True}


def node(parent: Any, role: str = "user", parts: Any = None, **message: Any) -> dict[str, Any]:
    """A node as the export writes it; `name` is the author's, the rest the message's."""
    author = {"role": role, "name": message.pop("name", None)}
    content = message.pop("content", {"content_type": "text", "parts": parts})
    return {"parent": parent, "message": {"author": author, "content": content, **message}}


def export(mapping: dict[str, Any], current: Any = None, **more: Any) -> list[dict[str, Any]]:
    return [{"mapping": mapping, "current_node": current, **more}]


def texts(mapping: dict[str, Any], current: Any = None) -> list[str]:
    return [turn.text for turn in load_transcript(export(mapping, current)).turns]


LINE = {
    "root": {"parent": None, "message": None, "children": ["a"]},
    "a": node("root", parts=["Where is A-1?"]),
    "b": node("a", "assistant", ["Which shelf?"]),
    "c": node("b", parts=["Shelf 4."]),
}


def test_the_thread_goes_from_the_current_node_to_the_root() -> None:
    nodes = LINE | {"b2": node("a", "assistant", ["It is gone."])}
    assert texts(nodes, "c") == ["Where is A-1?", "Which shelf?", "Shelf 4."]
    assert texts(nodes, "b2") == ["Where is A-1?", "It is gone."]
    transcript = load_transcript(export(nodes, "b2", title="Parts"))
    assert transcript.title == "Parts"
    assert transcript.warnings == ("Left out: 2 messages on branches that were given up.",)


def test_the_order_in_the_file_does_not_matter() -> None:
    assert texts(dict(reversed(LINE.items())), "c") == texts(LINE, "c")


def test_children_stand_in_where_parents_are_missing() -> None:
    nodes = {
        "a": {"message": LINE["a"]["message"], "children": ["b", 7, "gone"]},
        "b": {"message": LINE["b"]["message"], "parent": "gone", "children": None},
    }
    assert texts(nodes, "b") == ["Where is A-1?", "Which shelf?"]


@pytest.mark.parametrize("current", [None, "gone", 7, ["c"]])
def test_without_a_current_node_the_newest_branch_is_read(current: Any) -> None:
    assert texts(LINE, current)[-1] == "Shelf 4."
    assert load_transcript(export(LINE, current)).warnings == ()
    nodes = {
        "a": node(None, parts=["Hi"], create_time=1.0),
        "new": node("a", "assistant", ["new"], create_time=9.0),
        "old": node("a", "assistant", ["old"], create_time=2.0),
    }
    transcript = load_transcript(export(nodes, current))
    assert transcript.turns[-1].text == "new"
    assert "current_node" in transcript.warnings[0]


def test_hidden_messages_are_passed_over_and_what_is_above_stays() -> None:
    nodes = LINE | {
        "h": node("a", "system", ["hidden words"], metadata=HIDDEN),
        "b": node("h", "assistant", ["Which shelf?"]),
        "e": {"parent": "b", "message": None},
        "c": node("e", parts=["Shelf 4."]),
    }
    transcript = load_transcript(export(nodes, "c"))
    assert [turn.text for turn in transcript.turns] == ["Where is A-1?", "Which shelf?", "Shelf 4."]
    assert transcript.warnings == ("Left out: 1 message hidden from the conversation.",)


POINTER = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}
SOUND = {"content_type": "audio_asset_pointer"}
ABOUT = {"content_type": "user_editable_context", "user_profile": "me", "user_instructions": "do"}
VOICE = {"content_type": "audio_transcription", "text": "spoken"}
THOUGHTS = {"content_type": "thoughts", "thoughts": [{"content": "Look."}, None, {"content": 7}]}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ("a text", "a text"),
        ([], ""),
        ({}, "{}"),
        ({"parts": []}, ""),
        ({"parts": ["", None, "a", "b"]}, "a\nb"),
        ({"parts": [POINTER, SOUND, VOICE]}, "[image]\n[audio]\nspoken"),
        ({"parts": [{"odd": 1}]}, '{"odd":1}'),
        ({"content_type": "code", "language": "python", "text": "1 + 1"}, "1 + 1"),
        ({"content_type": "code", "text": ""}, ""),
        ({"content_type": "tether_quote", "domain": "x.org", "text": "quoted"}, "quoted"),
        ({"content_type": "tether_browsing_display", "result": "found", "summary": None}, "found"),
        (ABOUT, "me\ndo"),
        (THOUGHTS, "<thinking>\nLook.\n</thinking>"),
        ({"content_type": "new", "data": 1}, '{"content_type":"new","data":1,"type":"new"}'),
    ],
)
def test_contents(content: Any, text: str) -> None:
    assert texts({"a": node(None, "assistant", content=content)}, "a") == [text]


def test_a_tool_is_called_through_the_recipient_and_answers_by_its_name() -> None:
    code = {"content_type": "code", "text": "print(1)"}
    out = {"content_type": "execution_output", "text": "1"}
    nodes = {
        "u": node(None, parts=["Run it"]),
        "c": node("u", "assistant", content=code, recipient="python"),
        "w": node("c", "assistant", content={"text": '{"q": "A"}'}, recipient="web.run"),
        "r": node("w", "tool", content=out, name="python"),
        "s": node("r", "tool", ["a page"], name="web"),
        "s2": node("s", "tool", ["another"], name="web.run"),
        "a": node("s2", "assistant", ["Done."], recipient="all"),
    }
    transcript = load_transcript(export(nodes, "a"))
    assert pair_calls(transcript.turns).groups == ((0,), (1, 3), (2, 4, 5), (6,))
    assert [turn.text for turn in transcript.turns[1:3]] == [
        "python(print(1))",
        'web.run({"q":"A"})',
    ]
    assert transcript.warnings == ()


def test_a_tool_that_nobody_called_is_reported() -> None:
    nodes = {"t": node(None, "tool", ["remembered"], name="bio")}
    assert "without the call answered" in load_transcript(export(nodes, "t")).warnings[0]


def test_bad_entries_are_skipped_with_their_place() -> None:
    nodes: dict[str, Any] = {
        "a": node(None, parts=["Hi"]),
        "b": {"parent": "a", "message": {"content": "no author"}},
        "c": node("b", "robot", ["beep"]),
        "d": node("c", "assistant", ["Hello!"]),
        "e": 7,
        "f": {"message": "no object"},
    }
    transcript = load_transcript([7, {"rows": []}, *export(nodes, "d")])
    assert [turn.text for turn in transcript.turns] == ["Hi", "Hello!"]
    for place in (
        "[0]",
        "[1]",
        "[2].mapping.e",
        "[2].mapping.f.message",
        "[2].mapping.b.message.author",
        "[2].mapping.c.message.author.role",
    ):
        assert any(f"Field {place}: expected" in w for w in transcript.warnings), place


def test_a_thread_that_begins_in_the_middle_says_so() -> None:
    transcript = load_transcript(export({"c": LINE["c"]}, "c"))
    assert transcript.warnings == ("The thread begins at node c: its parent b is not in it.",)


def test_several_conversations_in_a_list_or_under_a_key() -> None:
    many = export(LINE, "a") + export(LINE, "c")
    for source in (many, {"conversations": many}):
        transcript = load_transcript(source, index=1)
        assert len(transcript.turns) == 3
        assert transcript.warnings[0] == "The file holds 2 conversations; this is number 2."


def test_an_empty_mapping_holds_nothing() -> None:
    with pytest.raises(TranscriptError, match="no messages"):
        load_transcript(export({}))


IDS = st.sampled_from(["a", "b", "c", "d", "gone", None])


@given(
    st.dictionaries(st.sampled_from("abcd"), st.tuples(IDS, st.lists(IDS, max_size=2)), min_size=1)
)
@settings(deadline=None)
def test_a_thread_ends_and_has_no_node_twice(drawn: dict[str, tuple[Any, Any]]) -> None:
    nodes = {
        id: {**node(parent, parts=[id]), "children": children}
        for id, (parent, children) in drawn.items()
    }
    for id in nodes:
        thread = thread_to(nodes, id)
        assert thread[-1] == id
        assert len(set(thread)) == len(thread)
    assert set(leaves(nodes)) <= set(nodes)
    for current in (*nodes, None):
        transcript = load_transcript(export(nodes, current))
        left = [w.split()[2] for w in transcript.warnings if w.startswith("Left out")]
        assert len(transcript.turns) + sum(map(int, left)) == len(nodes)
