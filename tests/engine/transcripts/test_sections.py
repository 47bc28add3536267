"""Sections: what is pinned, what stays together, what may be cut, and under which name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.assembly import assemble_context
from engine.sections import ContextSection
from engine.transcripts import Transcript, Turn, load_transcript, pair_calls
from engine.transcripts import sections_from_transcript as sections_of


def made(*turns: Turn, tools: tuple[str, ...] = ()) -> tuple[ContextSection, ...]:
    return sections_of(Transcript(turns, "plain", tools=tools))


def by_name(*turns: Turn, tools: tuple[str, ...] = ()) -> dict[str, ContextSection]:
    return {section.name: section for section in made(*turns, tools=tools)}


SYSTEM = Turn("system", "Be brief.")
TASK = Turn("user", "Where is A-1?")
CALL = Turn("assistant", "find()", call_ids=("c",), call_names=("find",))
RESULT = Turn("tool", '{"shelf":4}', result_of="c", name="find")
LAST = Turn("user", "And A-2?")
TOOL = '{"function":{"name":"find"},"type":"function"}'


def test_system_task_and_the_last_question_are_pinned_in_their_kinds() -> None:
    sections = by_name(SYSTEM, TASK, Turn("assistant", "There."), LAST, Turn("assistant", "Where?"))
    assert [(name, s.kind, s.pinned, s.source) for name, s in sections.items()] == [
        ("turn 1 system", "instructions", True, "system"),
        ("turn 2 user", "task", True, "user"),
        ("turn 3 assistant", "history", False, "assistant"),
        ("turn 4 user", "history", True, "user"),
        ("turn 5 assistant", "history", False, "assistant"),
    ]


def test_a_later_system_message_is_kept_pinned_in_its_place() -> None:
    sections = made(SYSTEM, TASK, Turn("system", "Now in French."), LAST)
    assert [section.name for section in sections if section.pinned] == [
        "turn 1 system", "turn 2 user", "turn 3 system", "turn 4 user",
    ]  # fmt: skip


def test_one_user_message_is_the_task_once() -> None:
    assert [(s.name, s.kind) for s in made(TASK)] == [("turn 1 user", "task")]


def test_a_programs_note_is_neither_task_nor_last_question() -> None:
    note = Turn("user", "<local-command-stdout>", kind="note")
    sections = by_name(note, TASK, Turn("assistant", "There."), LAST, note)
    assert sections["turn 2 user"].kind == "task"
    assert sections["turn 4 user"].pinned
    assert not sections["turn 1 user"].pinned
    assert not sections["turn 5 user"].pinned


def test_a_call_and_all_its_results_are_one_section_even_with_a_human_between() -> None:
    both = Turn("assistant", "Both.\na()\nb()", call_ids=("a", "b"), call_names=("a", "b"))
    turns = [TASK, both, Turn("tool", "1", result_of="a"), LAST, Turn("tool", "2", result_of="b")]
    sections = made(*turns)
    assert [section.name for section in sections] == [
        "turn 1 user",
        "turn 2 tool a, b",
        "turn 4 user",
    ]
    assert sections[1].text == "Both.\na()\nb()\n\n1\n\n2"
    assert (sections[1].kind, sections[1].truncatable) == ("scratch", False)
    assert (sections[1].source, sections[1].trust) == ("tool", "untrusted")


@pytest.mark.parametrize("budget", range(40))
def test_a_group_is_sent_whole_or_not_at_all(budget: int) -> None:
    turns = (Turn("assistant", "old " * 9), CALL, Turn("user", "wait"), RESULT, LAST)
    sections = made(*turns)
    pinned = sum(-(-len(s.text) // 4) + 1 for s in sections if s.pinned)
    if budget < pinned:
        return
    text = assemble_context(sections, budget).text
    assert (CALL.text in text) == (RESULT.text in text)


def test_orphans_and_unanswered_calls_stand_alone() -> None:
    sections = by_name(TASK, Turn("tool", "lost", result_of="gone"), Turn("user", "x"), CALL)
    assert list(sections) == ["turn 1 user", "turn 2 tool", "turn 3 user", "turn 4 assistant find"]
    assert {sections[name].kind for name in ("turn 2 tool", "turn 4 assistant find")} == {"scratch"}
    assert sections["turn 2 tool"].trust == "untrusted"


def test_newer_is_higher_and_tools_and_the_newest_summary_are_above_the_turns() -> None:
    old, new = (Turn("user", f"So far {n}", kind="summary") for n in (1, 2))
    sections = by_name(TASK, old, CALL, RESULT, new, Turn("assistant", "x"), LAST, tools=(TOOL,))
    order = sorted((s for s in sections.values() if not s.pinned), key=lambda s: s.priority)
    assert [section.name for section in order] == [
        "turn 2 summary", "turn 3 tool find", "turn 6 assistant", "tool: find", "turn 5 summary",
    ]  # fmt: skip
    assert sections["turn 5 summary"].kind == "summary"
    assert min(s.priority for s in sections.values() if s.pinned) > order[-1].priority


def test_tools_are_a_section_each_behind_the_instructions() -> None:
    sections = made(SYSTEM, TASK, tools=(TOOL, TOOL, '{"type":"shell"}', '"odd"'))
    assert [section.name for section in sections] == [
        "turn 1 system", "tool: find", "tool: find (2)", "tool: shell", "tool: (unnamed)",
        "turn 2 user",
    ]  # fmt: skip
    assert {(s.kind, s.pinned, s.truncatable) for s in sections[1:5]} == {("tools", False, False)}
    assert made(TASK, tools=(TOOL,))[0].name == "tool: find"


def test_text_may_be_cut_json_and_tools_may_not() -> None:
    turns = [Turn("assistant", text) for text in ("plain", '{"a": 1}', " [1]", "{not", "[x] done")]
    cut = [section.truncatable for section in made(TASK, *turns, LAST)]
    assert cut == [False, True, False, False, True, True, False]


def test_empty_turns_make_no_section_and_equal_turns_are_kept() -> None:
    yes = Turn("assistant", "yes")
    sections = made(TASK, Turn("assistant", ""), yes, yes, Turn("user", " \n"), Turn("tool", ""))
    assert [section.name for section in sections] == [
        "turn 1 user",
        "turn 3 assistant",
        "turn 4 assistant",
    ]


def test_an_empty_question_is_not_the_last_one() -> None:
    sections = by_name(TASK, LAST, Turn("assistant", "x"), Turn("user", ""))
    assert sections["turn 2 user"].pinned


def test_names_are_short_and_on_one_line() -> None:
    long = Turn(
        "assistant", "x()", call_ids=tuple("abcde"), call_names=("n" * 30, "b", "c", "d", "e")
    )
    odd = Turn("tool", "x", name="two\nlines", result_of="z")
    names = [section.name for section in made(long, odd)]
    assert names[1] == "turn 2 tool two lines"
    assert len(names[0]) < 60


def test_a_real_conversation_end_to_end() -> None:
    source: dict[str, Any] = {
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Where is A-1?"},
            {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "find"}}]},
            {"role": "tool", "tool_call_id": "c", "content": json.dumps({"shelf": 4})},
            {"role": "assistant", "content": "On shelf 4."},
        ],
        "tools": [json.loads(TOOL)],
    }
    transcript = load_transcript(source)
    assert [section.name for section in sections_of(transcript)] == [
        "turn 1 system", "tool: find", "turn 2 user", "turn 3 tool find", "turn 5 assistant",
    ]  # fmt: skip
    assert transcript.warnings == ()


# Pairing, on which the groups stand


def test_the_nearest_preceding_call_comes_first() -> None:
    call, result = Turn("assistant", "f()", call_ids=("c",)), Turn("tool", "1", result_of="c")
    assert pair_calls([call, call, result, result]).groups == ((0, 3), (1, 2))
    assert pair_calls([call, result, result]).groups == ((0, 1, 2),)
    assert pair_calls([result, call]).orphans == (0,)
    assert pair_calls([call, call, result]).unanswered == ((0, "c"),)


def test_a_result_that_calls_again_stays_in_its_group() -> None:
    first = Turn("assistant", "f()", call_ids=("a",))
    second = Turn("tool", "g()", result_of="a", call_ids=("b",))
    assert pair_calls([first, second, Turn("tool", "1", result_of="b")]).groups == ((0, 1, 2),)


def test_ids_are_a_list_not_a_text() -> None:
    assert Turn("assistant", "x", call_ids=["a"]).call_ids == ("a",)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="call_ids"):
        Turn("assistant", "x", call_ids="ab")  # type: ignore[arg-type]
