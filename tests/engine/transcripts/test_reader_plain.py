"""Plain text: `role: text` lines, continuations, and what is no role."""

from __future__ import annotations

import pytest

from engine.errors import TranscriptError
from engine.transcripts import load_transcript


def read(text: str) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in load_transcript(text).turns]


def test_roles_and_continuations() -> None:
    text = "System: Be brief.\nuser:Hi\n  there\n\nstill me\n\nASSISTANT : Hello!\nuser:\n"
    assert read(text) == [
        ("system", "Be brief."),
        ("user", "Hi\n  there\n\nstill me"),
        ("assistant", "Hello!"),
        ("user", ""),
    ]


def test_line_ends_of_every_system() -> None:
    for end in ("\n", "\r\n", "\r"):
        assert read(f"user: a{end}b{end}assistant: c{end}") == [
            ("user", "a\nb"),
            ("assistant", "c"),
        ]


@pytest.mark.parametrize(
    "line", ["human: x", "**User:** x", "**User**: x", "__user:__ x", "developer: x", "AI: x",
             "tool: x", "function: x"],
)  # fmt: skip
def test_other_ways_to_write_a_role(line: str) -> None:
    ((role, text),) = read(line)
    assert role in ("user", "assistant", "system", "tool")
    assert text == "x"


@pytest.mark.parametrize(
    "line", ["Note: user: no", "  user: indented", "username: x", "- user: x", "user://host/x"]
)
def test_what_is_no_role_line_continues_the_turn(line: str) -> None:
    assert read(f"user: a\n{line}") == [("user", f"a\n{line}")]


def test_a_speaker_that_comes_back_is_reported() -> None:
    transcript = load_transcript("user: a\nagent: b\nuser: c\nagent: d\nnote: once")
    assert [turn.text for turn in transcript.turns] == ["a\nagent: b", "c\nagent: d\nnote: once"]
    (warning,) = transcript.warnings
    assert warning.startswith('Line 2 and 1 more begin with "agent"')


def test_what_stands_before_the_first_role_is_reported() -> None:
    transcript = load_transcript("A talk\n\nof today\nuser: hi")
    assert [turn.text for turn in transcript.turns] == ["hi"]
    assert transcript.warnings == ("Lines 1 to 3 stand before the first role (skipped).",)


def test_no_role_at_all_names_the_line_and_the_role() -> None:
    with pytest.raises(TranscriptError) as caught:
        load_transcript("\nagent: hello\nand more")
    assert (caught.value.line, caught.value.field) == (2, "role")
    assert 'expected user, assistant, system or tool, then a colon; found "agent"' in str(
        caught.value
    )


def test_results_in_plain_text_name_no_call_and_one_warning_says_so() -> None:
    transcript = load_transcript("user: go\ntool: 1\ntool: 2")
    assert transcript.warnings == (
        "2 tool results, the first in turn 2, without the call answered.",
    )


def test_same_words_twice_are_two_turns() -> None:
    assert read("user: yes\nuser: yes") == [("user", "yes")] * 2


def test_a_letter_that_only_looks_like_one_of_a_role_opens_no_turn() -> None:
    assert [turn.text for turn in load_transcript("user: hi\nu\u017fer: ho").turns] == [
        "hi\nu\u017fer: ho"
    ]
