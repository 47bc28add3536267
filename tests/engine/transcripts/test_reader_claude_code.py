"""Claude Code: the tree, compactions, sidechains, lines that share one answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.transcripts import Transcript, load_transcript, pair_calls

Line = dict[str, Any]


def user(uuid: str, parent: str | None, content: Any = None, **more: Any) -> Line:
    content = uuid if content is None else content
    message = {"role": "user", "content": content}
    return {"type": "user", "uuid": uuid, "parentUuid": parent, "message": message, **more}


def assistant(
    uuid: str, parent: str | None, *blocks: Any, id: str = "", usage: Any = None, **more: Any
) -> Line:
    content = list(blocks) or [{"type": "text", "text": uuid}]
    message: Line = {"role": "assistant", "content": content}
    if id:
        message["id"] = id
    if usage:
        message["usage"] = usage
    return {"type": "assistant", "uuid": uuid, "parentUuid": parent, "message": message, **more}


def use(id: str) -> Line:
    return {"type": "tool_use", "id": id, "name": f"tool_{id}", "input": {}}


def result(uuid: str, parent: str | None, *ids: str) -> Line:
    blocks = [{"type": "tool_result", "tool_use_id": id, "content": f"of {id}"} for id in ids]
    return user(uuid, parent, blocks)


def load(*lines: Any) -> Transcript:
    return load_transcript("\n".join(json.dumps(line) for line in lines))


def texts(*lines: Any) -> list[str]:
    return [turn.text for turn in load(*lines).turns]


# The tree


def test_the_thread_is_the_way_up_from_the_newest_leaf() -> None:
    transcript = load(
        user("u1", None), assistant("a1", "u1"),
        user("old", "a1"), assistant("old2", "old"),
        user("new", "a1"), assistant("new2", "new"),
    )  # fmt: skip
    assert [turn.text for turn in transcript.turns] == ["u1", "a1", "new", "new2"]
    assert transcript.format == "claude_code"
    assert transcript.warnings == ("Left out: 2 rows on branches that were given up.",)


def test_newest_means_by_time_not_by_place() -> None:
    early, late = "2025-07-01T10:00:00Z", "2025-07-01T10:00:00.500Z"
    rows = [user("u", None, timestamp=early), user("a", "u", timestamp=late)]
    assert texts(*rows, user("b", "u", timestamp=early)) == ["u", "a"]
    assert texts(*rows, user("b", "u", timestamp="?")) == ["u", "b"]
    assert texts(*rows, user("b", "u", timestamp="2025-07-01T13:00:00+03:00")) == ["u", "a"]


def test_a_file_without_parents_is_read_in_its_order() -> None:
    rows = [user("1", None), assistant("2", None), user("3", None), assistant("4", None)]
    assert texts(*rows) == ["1", "2", "3", "4"]
    snapshot = {"type": "file-history-snapshot"}
    assert texts(rows[0], snapshot, *rows[1:]) == ["1", "2", "3", "4"]
    for row in rows:
        del row["parentUuid"], row["uuid"]
    assert texts(*rows) == ["1", "2", "3", "4"]


def test_an_unknown_parent_means_the_row_before() -> None:
    assert texts(user("1", None), assistant("2", "gone"), user("3", "2")) == ["1", "2", "3"]


def test_a_logical_parent_bridges_before_the_row_before_does() -> None:
    rows = [user("1", None), user("2", "1"), user("side", "1")]
    assert texts(*rows, user("3", None, logicalParentUuid="2")) == ["1", "2", "3"]
    assert texts(*rows, user("3", "gone", logicalParentUuid="2")) == ["1", "2", "3"]
    assert texts(*rows, user("3", None, logicalParentUuid="gone")) == ["1", "side", "3"]
    assert texts(*rows, user("3", "1", logicalParentUuid="2")) == ["1", "3"]


def test_rows_out_of_order_and_rows_in_a_circle_end() -> None:
    assert texts(assistant("2", "1"), user("1", "0"), user("0", None)) == ["0", "1", "2"]
    circle = [user("1", "3"), user("2", "1"), user("3", "2"), user("self", "self")]
    assert sorted(texts(*circle)) == ["1", "2", "3", "self"]
    assert sorted(texts(*circle[:3])) == ["1", "2", "3"]


def test_rows_of_other_types_hold_the_tree_together_and_are_not_read() -> None:
    other = {"type": "progress", "uuid": "p", "parentUuid": "1", "data": {}}
    rows = [user("1", None), user("side", "1"), other, assistant("2", "p")]
    transcript = load(*rows, {"type": "file-history-snapshot", "snapshot": {}})
    assert [turn.text for turn in transcript.turns] == ["1", "2"]
    trailing = {"type": "progress", "uuid": "q", "parentUuid": "1"}
    assert texts(*rows, trailing) == ["1", "2"]


def test_rows_that_the_file_repeats_are_read_once_others_are_kept() -> None:
    again = user("1", None, "first")
    transcript = load(again, again, user("1", None, "second"))
    assert [turn.text for turn in transcript.turns] == ["first", "second"]
    assert [turn.id for turn in transcript.turns] == ["1", "1-2"]
    assert transcript.warnings == ("Read once: 1 row that the file repeats.",)


def test_sidechains_are_left_out_but_a_file_of_one_is_read() -> None:
    side = [user("s1", None, isSidechain=True), assistant("s2", "s1", isSidechain=True)]
    transcript = load(user("1", None), *side, assistant("2", "1"))
    assert [turn.text for turn in transcript.turns] == ["1", "2"]
    assert transcript.warnings == ("Left out: 2 rows of sub-agents (sidechains).",)
    assert texts(*side) == ["s1", "s2"]


# Lines that share one answer


def test_lines_of_one_answer_are_merged_and_its_usage_counts_once_from_the_last() -> None:
    transcript = load(
        user("u", None),
        assistant("a1", "u", {"type": "text", "text": "Look:"}, id="m", usage={"output_tokens": 1}),
        assistant("a2", "a1", use("x"), id="m", usage={"output_tokens": 7}),
        assistant("a3", "a2", use("x"), id="m"),
        result("r", "a3", "x"),
        assistant("b", "r", id="m2", usage={"output_tokens": 2}),
    )
    assert [turn.text for turn in transcript.turns] == ["u", "Look:\ntool_x({})", "of x", "b"]
    assert [turn.usage and turn.usage.output_tokens for turn in transcript.turns] == [
        None, 7, None, 2,
    ]  # fmt: skip
    assert transcript.turns[1].id == "a1"
    assert transcript.warnings == ()


@pytest.mark.parametrize("chained", [True, False])
def test_results_of_parallel_calls_hang_beside_the_thread_and_are_read(chained: bool) -> None:
    rows = [
        user("u", None),
        assistant("a1", "u", use("x"), id="m"),
        assistant("a2", "a1" if chained else "u", use("y"), id="m"),
        result("r1", "a1", "x"),
        result("r2", "a2", "y"),
        assistant("b", "r2"),
    ]
    for order in (rows, [*rows[:2], rows[3], rows[2], *rows[4:]]):
        transcript = load(*order)
        assert [turn.text for turn in transcript.turns] == [
            "u",
            "tool_x({})\ntool_y({})",
            "of x",
            "of y",
            "b",
        ]
        assert pair_calls(transcript.turns).groups == ((0,), (1, 2, 3), (4,))
        assert transcript.warnings == ()


def test_an_answer_on_a_branch_given_up_is_not_taken_back() -> None:
    transcript = load(
        user("u", None), assistant("a", "u", use("x")),
        result("old", "a", "x"), result("new", "a", "x"), assistant("b", "new"),
    )  # fmt: skip
    assert [turn.id for turn in transcript.turns] == ["u", "a", "new", "b"]


# Compaction, notes, titles


def compacted() -> list[Line]:
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "c", "parentUuid": None,
                "logicalParentUuid": "a", "content": "Conversation compacted"}  # fmt: skip
    summary = user("s", "c", "So far: A.", isCompactSummary=True)
    return [user("u", None), assistant("a", "u"), boundary, summary, user("next", "s")]


def test_a_compaction_is_bridged_and_marked() -> None:
    transcript = load(*compacted())
    assert [(turn.kind, turn.text) for turn in transcript.turns] == [
        ("message", "u"),
        ("message", "a"),
        ("summary", "So far: A."),
        ("message", "next"),
    ]
    assert transcript.compactions == (2,)
    assert transcript.warnings == ()


def test_a_summary_without_a_boundary_and_a_boundary_without_a_summary() -> None:
    rows = compacted()
    assert load(*rows[:2], user("s", "a", "So far", isCompactSummary=True)).compactions == (2,)
    assert load(*rows[:3], user("next", "c")).compactions == (2,)


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (user("1", None, "x", isMeta=True), "note"),
        (user("1", None, "<local-command-stdout>ok</local-command-stdout>"), "note"),
        (user("1", None, [{"type": "text", "text": "[Request interrupted by user]"}]), "note"),
        (user("1", None, "x"), "message"),
    ],
)
def test_what_a_program_wrote_in_the_users_name_is_a_note(row: Line, kind: str) -> None:
    assert load(row).turns[0].kind == kind


def test_notices_are_left_out_and_system_text_is_kept() -> None:
    notice = {"type": "system", "uuid": "n", "parentUuid": "u", "subtype": "turn_duration"}
    hook = {"type": "system", "uuid": "h", "parentUuid": "n", "level": "info", "content": "ran"}
    said = {"type": "system", "uuid": "s", "parentUuid": None, "content": "Be brief."}
    transcript = load(said, user("u", "s"), notice, hook, assistant("a", "h"))
    assert [turn.role for turn in transcript.turns] == ["system", "user", "assistant"]
    assert transcript.warnings == ("Left out: 2 notices of the program, which no model reads.",)
    assert texts(user("u", None), said) == ["u", "Be brief."]


def test_the_title_is_the_summary_written_for_this_thread() -> None:
    titles = [
        {"type": "summary", "summary": "Mine", "leafUuid": "2"},
        {"type": "summary", "summary": "Another session's", "leafUuid": "elsewhere"},
    ]
    assert load(*titles, user("1", None), user("2", "1")).title == "Mine"
    assert load(titles[1], user("1", None)).title is None


# Bad rows

DAMAGE: list[tuple[Callable[[Line], Any], str]] = [
    (lambda row: "massive error", "expected an object"),
    (lambda row: 42, "expected an object"),
    (lambda row: [1], "expected an object"),
    (lambda row: {"silly": "this"}, "field type"),
    (lambda row: {**row, "message": "error"}, "field message"),
    (lambda row: {**row, "message": None}, "field message"),
    (lambda row: {**row, "message": {"role": "agent", "content": "x"}}, "field message.role"),
]


@pytest.mark.parametrize(("damage", "where"), DAMAGE)
def test_a_bad_row_is_reported_and_the_thread_goes_on(
    damage: Callable[[Line], Any], where: str
) -> None:
    transcript = load(user("1", None), damage(user("2", "1")), assistant("3", "2"))
    assert [turn.text for turn in transcript.turns] == ["1", "3"]
    (warning,) = transcript.warnings
    assert warning.startswith("Line 2")
    assert where in warning


@pytest.mark.parametrize("message", [{}, {"content": None}, {"contents": "misspelt"}])
def test_a_message_without_content_is_counted(message: Line) -> None:
    transcript = load(user("1", None), {**user("2", "1"), "message": message})
    assert [(turn.role, turn.text) for turn in transcript.turns] == [("user", "1"), ("user", "")]
